"""Memory after some sessions of a case, kept between calls: what construction sees of it, and what a reader sees.

Sessions are appended one at a time, so that the next one costs what it holds itself and not what came before it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import is_
from typing import Protocol, TypeVar

import numpy as np

from fta_mem.state.answering import SourceTurn
from fta_mem.state.records import FTAUnit, LongitudinalLine, Turn
from fta_mem.storage.ledger.rows import CaseRow, CommittedSession, SessionRow
from fta_mem.storage.ports import CaseSummary, CaseView
from fta_mem.storage.view.growing_rows import GrowingRows, Indexes, NamedRows
from fta_mem.storage.view.projection import Projection
from fta_mem.storage.view.summary import Totals
from fta_mem.storage.view.unit_vectors import grounded_vector
from fta_mem.text.embedder import Matrix


class _Appendable(Protocol):
    sessions: list[CommittedSession]

    def append(self, session: CommittedSession) -> None: ...


A = TypeVar("A", bound=_Appendable)


def brought_up(held: A | None, sessions: Sequence[CommittedSession], make: Callable[[], A]) -> A:
    """Return memory after just these sessions: what is held with those that follow appended, else made anew."""
    # By identity: a session that was worked on again is another record, and everything after it is made anew.
    goes_on = held is not None and len(held.sessions) <= len(sessions) and all(map(is_, held.sessions, sessions))
    memory = held if held is not None and goes_on else make()
    for session in sessions[len(memory.sessions) :]:
        memory.append(session)
    return memory


@dataclass(frozen=True, slots=True, eq=False)
class Before:
    """Memory before a session; ``places[i]`` is the row of ``vectors`` that belongs to ``units[i]``."""

    units: tuple[FTAUnit, ...]
    vectors: Matrix
    places: Indexes
    lines: tuple[LongitudinalLine, ...]


class MemoryBefore:
    """What construction sees: units with the vectors of their own texts."""

    def __init__(self, dimension: int) -> None:
        self.sessions: list[CommittedSession] = []
        self._projection = Projection()
        self._vectors = NamedRows(dimension)

    def append(self, session: CommittedSession) -> None:
        """Take the session that comes next in fold order."""
        self.sessions.append(session)
        self._projection.append(session.outcome)
        self._vectors.put([unit.memory_id for unit in session.outcome.units], session.unit_vectors)

    def before(self) -> Before:
        """Return it as it stands now."""
        projection = self._projection
        places = self._vectors.places(projection.order)
        return Before(projection.units(), self._vectors.rows, places, projection.lines())


class MemoryInView:
    """What a reader sees: units with the vectors that search compares, turns, links, lines and counts."""

    def __init__(self, dimension: int) -> None:
        self.sessions: list[CommittedSession] = []
        self._by_id: dict[str, CommittedSession] = {}
        self._projection = Projection()
        self._unit_vectors = NamedRows(dimension)
        self._turns: list[SourceTurn] = []
        self._turn_vectors = GrowingRows(dimension)
        self._users: dict[str, None] = {}
        self._speakers: dict[str, None] = {}
        self._versions: dict[str, tuple[FTAUnit, Matrix]] = {}
        self._unheard: dict[str, set[str]] = {}
        self._totals = Totals()

    def append(self, session: CommittedSession) -> None:
        """Take the session that comes next in fold order."""
        self.sessions.append(session)
        self._by_id[session.session_id] = session
        self._projection.append(session.outcome)
        self._turns += [source_turn(session.row, turn) for turn in session.turns]
        self._turn_vectors.extend(session.turn_vectors)
        self._meet(session.turns)
        self._ground(session)
        self._totals.add(session.row, len(session.outcome.fragments))

    def view(self, case: CaseRow) -> CaseView:
        """Return the case as it stands now."""
        projection = self._projection
        places = self._unit_vectors.places(projection.order)
        return CaseView(
            case_id=case.case_id,
            revision=case.revision,
            people=tuple(dict.fromkeys((*self._users, *self._speakers))),
            units=projection.units(),
            unit_vectors=np.ascontiguousarray(self._unit_vectors.rows[places]),
            turns=tuple(self._turns),
            turn_vectors=self._turn_vectors.rows,
            links=projection.links(),
            lines=projection.lines(),
            last_day=self._totals.last,
        )

    def summary(self, case_id: str) -> CaseSummary:
        """Return the counts of what a reader sees."""
        return self._totals.summary(case_id, len(self._projection.order), len(self._projection.links()))

    def _meet(self, turns: Sequence[Turn]) -> None:
        spoken = [turn for turn in turns if turn.is_source and turn.name]
        self._users |= dict.fromkeys(turn.name for turn in spoken if turn.role == "user")
        self._speakers |= dict.fromkeys(turn.name for turn in spoken)

    def _ground(self, session: CommittedSession) -> None:
        """Give the session's units their vectors, and anew those that were waiting for what it says."""
        given = {
            unit.memory_id: (unit, row) for unit, row in zip(session.outcome.units, session.unit_vectors, strict=True)
        }
        self._versions |= given
        for name, (unit, _) in given.items():
            # A unit that was carried over rests on turns of other sessions, whose vectors may come later.
            for missing in {span.session for span in unit.spans} - self._by_id.keys():
                self._unheard.setdefault(missing, set()).add(name)
        names = [*given, *(self._unheard.pop(session.session_id, set()) - given.keys())]
        mixed = [grounded_vector(row, unit, self._by_id) for unit, row in map(self._versions.__getitem__, names)]
        self._unit_vectors.put(names, mixed)


def source_turn(row: SessionRow, turn: Turn, *, is_open: bool = False) -> SourceTurn:
    """Return a turn as a reader sees it."""
    return SourceTurn(
        session=row.session_id,
        turn_index=turn.index,
        turn_id=turn.turn_id,
        speaker=turn.name or turn.role,
        text=turn.content,
        dialogue_time=turn.timestamp or row.timestamp,
        role=turn.role,
        is_open=is_open,
    )
