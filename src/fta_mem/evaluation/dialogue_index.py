"""A case's turns as all baselines share them, and vectors kept for the whole run."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from fta_mem.state.answering import SourceTurn
from fta_mem.state.records import Case
from fta_mem.text.embedder import Embedder, Matrix

KEPT_LENGTH: Final = 1000
"""Characters up to which a count is kept: turns come again and again, whole packets don't."""


class KeptVectors:
    """An embedder that embeds no text twice in a run, so that the baselines pay for each turn once."""

    def __init__(self, embedder: Embedder) -> None:
        self.name = embedder.name
        self.dimension = embedder.dimension
        self._embedder = embedder
        self._kept: dict[str, Matrix] = {}
        self._counted: dict[str, int] = {}

    def embed(self, texts: Sequence[str]) -> Matrix:
        """Return one unit-length row a text, embedding only the new ones, in one batch."""
        new = [text for text in dict.fromkeys(texts) if text not in self._kept]
        if new:
            self._kept.update(zip(new, self._embedder.embed(new), strict=True))
        if not texts:
            return np.zeros((0, self.dimension), dtype=np.float32)
        return np.stack([self._kept[text] for text in texts])

    def count_tokens(self, text: str) -> int:
        """Return the number of word pieces of the text."""
        if len(text) > KEPT_LENGTH:
            return self._embedder.count_tokens(text)
        if text not in self._counted:
            self._counted[text] = self._embedder.count_tokens(text)
        return self._counted[text]


@dataclass(frozen=True, slots=True)
class Dialogue:
    """A case's turns in order; ``sessions`` are the index spans of those that have turns."""

    turns: tuple[SourceTurn, ...]
    sessions: tuple[tuple[int, ...], ...]
    session_ids: tuple[str, ...]
    people: tuple[str, ...]
    last_day: str | None


def read_dialogue(case: Case) -> Dialogue:
    """Return the case's turns of people and their supporters, as packets hold them."""
    turns: list[SourceTurn] = []
    sessions: list[tuple[int, ...]] = []
    for session in case.sessions:
        shown = [
            SourceTurn(
                session=session.session_id,
                turn_index=turn.index,
                turn_id=turn.turn_id,
                speaker=turn.name,
                text=turn.content,
                dialogue_time=turn.timestamp or session.timestamp,
                role=turn.role,
            )
            for turn in session.turns
            if turn.is_source
        ]
        sessions.append(tuple(range(len(turns), len(turns) + len(shown))))
        turns.extend(shown)
    days = [turn.dialogue_time[:10] for turn in turns if turn.dialogue_time]
    return Dialogue(
        turns=tuple(turns),
        sessions=tuple(span for span in sessions if span),
        session_ids=tuple(session.session_id for session in case.sessions),
        people=_people(turns),
        last_day=max(days, default=None),
    )


def _people(turns: Sequence[SourceTurn]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(turn.speaker for turn in sorted(turns, key=lambda turn: turn.role != "user")))


def spoken(turn: SourceTurn) -> str:
    """Return a turn as it is searched: who says what."""
    return f"{turn.speaker}: {turn.text}"
