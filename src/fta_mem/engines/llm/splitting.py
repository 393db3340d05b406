"""Halve what is too long for a model: a fragment by its turns, a single turn by its text, smaller at every pass."""

from dataclasses import replace
from typing import Final

from fta_mem.engines.base import ExtractionRequest
from fta_mem.state.records import Turn

CONTEXT_TURNS: Final = 2


def halves(request: ExtractionRequest) -> tuple[ExtractionRequest, ...]:
    """Return a request in two parts, each of which is shorter; none where it can't be divided any more.

    Only the first part sees the carried-over units, so that none of them is completed twice; its last turns are the
    second part's context, unless a single turn was cut.
    """
    first, second = _halves_of(request.turns)
    if not second:
        return ()
    context = first[-CONTEXT_TURNS:] if len(request.turns) > 1 else request.context
    return replace(request, turns=first), replace(request, turns=second, carried_over=(), context=context)


def _halves_of(turns: tuple[Turn, ...]) -> tuple[tuple[Turn, ...], tuple[Turn, ...]]:
    if len(turns) > 1:
        return turns[: len(turns) // 2], turns[len(turns) // 2 :]
    turn = turns[0]
    text = turn.content
    cut = _cut_of(text)
    if cut <= 0 or cut >= len(text):
        return turns, ()
    return (replace(turn, text=text[:cut], caption=""),), (replace(turn, text=text[cut:], caption=""),)


def _cut_of(text: str) -> int:
    """Return where to cut a text: after the sentence, else the word, that ends nearest before its middle."""
    middle = len(text) // 2
    for sign in (". ", "! ", "? ", "\n", "。", " "):
        found = text.rfind(sign, middle // 2, middle)
        if found >= 0:
            return found + len(sign)
    return middle
