"""Exchanges: which turns are only half of one, so that a packet never shows a question whose answer is left out.

A supporter's question tells nothing of the person by itself and may be read as if it did; "Since March." tells
nothing without what was asked.
"""

from collections.abc import Sequence
from typing import Final

from fta_mem.state.answering import SourceTurn
from fta_mem.text.sentences import split_sentences

QUESTION_MARKS: Final = ("?", "？", "؟")
SHORT_REPLY: Final = 6
"""Words up to which a reply is not understood without its question."""
MOSTLY: Final = 0.5
"""Share of a turn's letters that its questions must have for it to be asking and no more."""


def half_exchanges(turns: Sequence[SourceTurn]) -> dict[int, int]:
    """Return for each turn that is half an exchange the position of its other half: its answer, or its question."""
    halves: dict[int, int] = {}
    for place, (turn, after) in enumerate(zip(turns, turns[1:], strict=False)):
        if after.session != turn.session or after.speaker == turn.speaker or not ends_asking(turn.text):
            continue
        if only_asks(turn):
            halves[place] = place + 1
        if len(after.text.split()) <= SHORT_REPLY:
            halves[place + 1] = place
    return halves


def ends_asking(text: str) -> bool:
    """Say whether the last thing in a text is a question."""
    return text.rstrip().endswith(QUESTION_MARKS)


def only_asks(turn: SourceTurn) -> bool:
    """Say whether a turn that ends with a question tells nothing of the person: a supporter's, or mostly questions."""
    if turn.role == "assistant":
        return True
    sentences = [turn.text[start:end] for start, end in split_sentences(turn.text)]
    asked = sum(len(sentence) for sentence in sentences if ends_asking(sentence))
    return asked >= MOSTLY * sum(map(len, sentences))
