"""Corrections: "I meant Elaine, not Helen" says a claim again with the right part, and denies the wrong one."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from fta_mem.engines.rules.claims.turn_reading import TurnReading
from fta_mem.state.claims import Claim

_MEANT: Final = re.compile(
    r"\b(?:i\s+(?:meant|mean)(?:\s+to\s+(?:say|write|type))?|correction:?|(?:sorry|oops|wait|no "
    r"wait|typo)[,:]?\s+(?:it(?:'|’)?s|that(?:'|’)?s))\s+(?P<right>[^,.;!?]+?)"
    r"(?:,?\s+(?:and\s+)?not\s+(?P<wrong>[^,.;!?]+))?\s*(?:[.,;!?]|$)|"
    r"(?:^|[.!?]\s+)(?:no,?\s+|sorry,?\s+)*not\s+(?P<wrong2>[^,.;!?]+),\s*(?:but\s+|it(?:'|’)?s\s+)?(?P<right2>[^,.;!?]+)\s*(?:[.!?]|$)|"
    r"^\W*\*\s*(?P<right3>\w[^,.;!?*]*)\s*$",
    re.IGNORECASE,
)
REACH: Final = 6
"""How many turns back a correction may point."""
_LONGEST: Final = 5


def corrections_of(reading: TurnReading, earlier: Sequence[Claim], session: str) -> list[Claim]:
    """Return the corrected claims of a turn: each right one, and the wrong one denied."""
    found: list[Claim] = []
    for match in _MEANT.finditer(reading.tree.parsed.text):
        right = (match["right"] or match["right2"] or match["right3"] or "").strip()
        wrong = (match["wrong"] or match["wrong2"] or "").strip()
        if (
            not right
            or len(right.split()) > _LONGEST
            or not wrong
            and not right[:1].isupper()
            and not right[:1].isdigit()
        ):
            continue
        found += _corrected(reading, earlier, right, wrong, match.span(), session)
    return found


def _corrected(
    reading: TurnReading, earlier: Sequence[Claim], right: str, wrong: str, span: tuple[int, int], session: str
) -> Iterator[Claim]:
    near = [
        claim
        for claim in reversed(earlier)
        if claim.speaker == reading.voice.speaker
        and reading.turn.index - claim.turn <= REACH
        and not claim.implied
        and not (claim.turn == reading.turn.index and claim.span[0] < span[1] and span[0] < claim.span[1])
    ]
    # The nearest claim that holds such a part is meant; older ones with the same word were right as they stood.
    for claim in near:
        part = _part_of(claim, wrong) if wrong else _like(claim, right)
        if part is None:
            continue
        text = reading.tree.parsed.text[span[0] : span[1]]
        placed = replace(
            claim, turn=reading.turn.index, words=text, span=span, session=session, question_turn=claim.turn,
            # The day was worked out for the wrong words, so it goes with them.
            start=None, end=None,
        )  # fmt: skip
        yield _replaced(placed, part, right)
        yield replace(placed, polarity="denied")
        return


def _part_of(claim: Claim, wrong: str) -> str | None:
    """Return the field of a claim that says the wrong thing."""
    plain = wrong.casefold()
    for field in ("object", "place", "time", "amount", "subject"):
        said = str(getattr(claim, field)).casefold()
        if said and (said == plain or said.endswith(f" {plain}") or plain.endswith(f" {said}")):
            return field
    return next((f"with {text}" for _, text in claim.obliques if text.casefold() == plain), None)


def _like(claim: Claim, right: str) -> str | None:
    """Return the field that a correction without the wrong word can mean: a name for a name, a number for a number."""
    if right[:1].isdigit():
        return "amount" if claim.amount else "time" if claim.time else None
    if claim.predicate == "be called" and claim.object:
        return "object"
    named = [field for field in ("place", "object") if str(getattr(claim, field))[:1].isupper()]
    return named[0] if len(named) == 1 else None


def _replaced(claim: Claim, part: str, right: str) -> Claim:
    if part.startswith("with "):
        wrong = part.removeprefix("with ")
        return replace(claim, obliques=tuple((prep, right if text == wrong else text) for prep, text in claim.obliques))
    if part == "object":
        return replace(
            claim, object=right, people=tuple(right if name == claim.object else name for name in claim.people)
        )
    if part == "place":
        return replace(claim, place=right)
    if part == "time":
        return replace(claim, time=right)
    if part == "amount":
        return replace(claim, amount=right)
    return replace(claim, subject=right)
