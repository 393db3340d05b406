"""What ranking needs of a case, computed once a revision: arrays over its units and turns, and three word indexes."""

from collections.abc import Iterable, Sequence
from datetime import date
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from fta_mem.retrieval.bm25 import Lexicon
from fta_mem.retrieval.claim_index import ClaimIndex, tells_names
from fta_mem.retrieval.exchanges import ends_asking, half_exchanges
from fta_mem.state.answering import SourceTurn
from fta_mem.state.claims import Claim
from fta_mem.state.records import Evidence, FTAUnit, is_source_role
from fta_mem.storage.ports import CaseView
from fta_mem.storage.view.unit_vectors import situation
from fta_mem.text.content_words import content_stems

Indexes = npt.NDArray[np.int64]
Scores = npt.NDArray[np.float32]

NO_DAY: Final = 0


class CaseFeatures:
    """Arrays over a view's units (n) and turns (t); positions are those of ``view.units`` and ``view.turns``."""

    def __init__(self, view: CaseView) -> None:
        self.view = view
        self.place = {unit.memory_id: position for position, unit in enumerate(view.units)}
        self._turn_at = {(turn.session, turn.turn_index): position for position, turn in enumerate(view.turns)}

    @cached_property
    def containment(self) -> tuple[Indexes, Indexes]:
        """Return (turn positions, unit positions), one pair for each turn that lies in a unit's evidence."""
        pairs = [
            (turn, position)
            for position, unit in enumerate(self.view.units)
            for span in unit.spans
            for turn in self.turns_of(span)
        ]
        array = np.array(pairs, dtype=np.int64).reshape(-1, 2)
        return array[:, 0], array[:, 1]

    @cached_property
    def units_of_turn(self) -> dict[int, list[int]]:
        """Return for each turn position the units whose evidence it is."""
        units: dict[int, list[int]] = {}
        for turn, unit in zip(*self.containment, strict=True):
            units.setdefault(int(turn), []).append(int(unit))
        return units

    def turns_of(self, span: Evidence) -> list[int]:
        """Return the positions of a span's turns (those that are not there are left out)."""
        begin, end = span.turn_span
        found = (self._turn_at.get((span.session, index)) for index in range(begin, end + 1))
        return [position for position in found if position is not None]

    def unit_at(self, place: tuple[str, int] | None) -> str:
        """Return the id of the first unit that holds the turn at (session, index), "" where none does."""
        turn = self._turn_at.get(place) if place is not None else None
        owners = self.units_of_turn.get(turn, []) if turn is not None else []
        return self.view.units[owners[0]].memory_id if owners else ""

    @cached_property
    def sessions(self) -> list[str]:
        """Return the session ids in order."""
        return list(dict.fromkeys(turn.session for turn in self.view.turns))

    @cached_property
    def session_of_turn(self) -> Indexes:
        """Return each turn's session, as a position in ``sessions``."""
        place = {session: position for position, session in enumerate(self.sessions)}
        return np.array([place[turn.session] for turn in self.view.turns], dtype=np.int64)

    @cached_property
    def asks(self) -> Scores:
        """Return 1 for turns that only ask: they are seldom evidence by themselves."""
        return np.array([ends_asking(turn.text) for turn in self.view.turns], dtype=np.float32)

    @cached_property
    def halves(self) -> dict[int, int]:
        """Return for each turn that is half an exchange the position of its other half."""
        return half_exchanges(self.view.turns)

    @cached_property
    def foreign(self) -> Indexes:
        """Return the turns that nobody said (system prompts, tool output): they are never shown."""
        return np.array(
            [place for place, turn in enumerate(self.view.turns) if not is_source_role(turn.role)], dtype=np.int64
        )

    @cached_property
    def unit_words(self) -> Lexicon:
        """Return the word index over units: what is said in them and just around, speakers included."""
        lines = [f"{turn.speaker}: {turn.text}" for turn in self.view.turns]
        speaking = [turn.session for turn in self.view.turns]
        return Lexicon([" ".join(self._unit_lines(unit, lines, speaking)) for unit in self.view.units])

    @cached_property
    def session_words(self) -> Lexicon:
        """Return the word index over whole sessions."""
        texts: dict[str, list[str]] = {session: [] for session in self.sessions}
        for turn in self.view.turns:
            texts[turn.session].append(f"{turn.speaker}: {turn.text}")
        return Lexicon([" ".join(lines) for lines in texts.values()])

    @cached_property
    def claims(self) -> ClaimIndex:
        """Return the index over what the units claim."""
        return ClaimIndex(self.view)

    @cached_property
    def naming(self) -> tuple[Claim, ...]:
        """Return the claims that may tell who is who: those about somebody beside whom somebody else is named."""
        return tuple(entry.claim for entry in self.claims.entries if tells_names(entry.claim))

    @cached_property
    def names(self) -> frozenset[str]:
        """Return the stems of the names of all who speak."""
        return frozenset(stem for name in self.view.people for stem in content_stems(name))

    @cached_property
    def turns_by_speaker(self) -> dict[str, Indexes]:
        """Return turn positions by the speaker's folded name."""
        return _gather((turn.speaker.casefold(), place) for place, turn in enumerate(self.view.turns))

    @cached_property
    def supported_turns(self) -> Indexes:
        """Return the turns of the person whom an assistant supports; none where nobody is an assistant."""
        roles = [turn.role for turn in self.view.turns]
        supported = [place for place, role in enumerate(roles) if role == "user"] if "assistant" in roles else []
        return np.array(supported, dtype=np.int64)

    @cached_property
    def units_by_person(self) -> dict[str, Indexes]:
        """Return unit positions by folded name of everybody in them."""
        return _gather(
            (name, place) for place, unit in enumerate(self.view.units) for name in dict.fromkeys(_people_of(unit))
        )

    @cached_property
    def units_by_type(self) -> dict[str, Indexes]:
        """Return unit positions by content type."""
        return _gather((unit.fact.content_type, place) for place, unit in enumerate(self.view.units))

    @cached_property
    def units_by_feeling(self) -> dict[str, Indexes]:
        """Return unit positions by each word of their emotion or state."""
        return _gather(
            (word, place)
            for place, unit in enumerate(self.view.units)
            if unit.affect.emotion_or_state != "unknown"
            for word in dict.fromkeys(unit.affect.emotion_or_state.casefold().split())
        )

    @cached_property
    def event_days(self) -> tuple[Indexes, Indexes]:
        """Return first and last day of each unit, as ordinals: of its event, else of the dialogue; 0 is unknown."""
        first = [_day(unit.time.event_start or unit.time.dialogue_time) for unit in self.view.units]
        last = [_day(unit.time.event_end or unit.time.dialogue_time) for unit in self.view.units]
        return np.array(first, dtype=np.int64), np.array(last, dtype=np.int64)

    @cached_property
    def dialogue_days(self) -> Indexes:
        """Return the day on which each unit was said, as ordinals; 0 is unknown."""
        return np.array([_day(unit.time.dialogue_time) for unit in self.view.units], dtype=np.int64)

    def _unit_lines(self, unit: FTAUnit, lines: Sequence[str], sessions: Sequence[str]) -> list[str]:
        spoken = [turn for span in unit.spans for turn in self.turns_of(span)]
        return [lines[turn] for turn in situation(spoken, sessions)] if spoken else [unit.fact.text]


def features_of(view: CaseView) -> CaseFeatures:
    """Return the features of a view, the same ones as long as the view is in use: it is kept with it."""
    features = view.derived.get(CaseFeatures)
    if not isinstance(features, CaseFeatures):
        features = view.derived[CaseFeatures] = CaseFeatures(view)
    return features


def day_of(turn: SourceTurn) -> str:
    """Return the turn's day, "" where it is unknown."""
    return (turn.dialogue_time or "")[:10]


def _people_of(unit: FTAUnit) -> list[str]:
    return [name.casefold() for name in (unit.fact.subject, unit.fact.speaker, *unit.fact.participants) if name]


def _gather(pairs: Iterable[tuple[str, int]]) -> dict[str, Indexes]:
    places: dict[str, list[int]] = {}
    for key, place in pairs:
        places.setdefault(key, []).append(place)
    return {key: np.array(found, dtype=np.int64) for key, found in places.items()}


def _day(iso: str | None) -> int:
    try:
        return date.fromisoformat(iso[:10]).toordinal() if iso else NO_DAY
    except ValueError:
        return NO_DAY
