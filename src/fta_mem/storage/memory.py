"""Memory without a disk: the same store over plain dicts, for tests and for hosts that want nothing kept."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from threading import RLock
from typing import TypeVar

import numpy as np

from fta_mem.state.records import Session, Turn
from fta_mem.storage.locks import WAIT_SECONDS, CaseLocks
from fta_mem.storage.row_store import RowStore
from fta_mem.storage.rows import CaseRow, Chapter, Entry, SessionRow, Snapshot, Tally, as_committed, mentions, text_sha
from fta_mem.storage.unit_ids import new_numbers, unknown_session
from fta_mem.storage.view.projection import Written
from fta_mem.text.embedder import Embedder, Matrix

T = TypeVar("T")


@dataclass(slots=True)
class _Case:
    row: CaseRow
    committed: dict[str, tuple[SessionRow, Session]] = field(default_factory=dict)
    staged: dict[str, tuple[SessionRow, Session]] = field(default_factory=dict)
    entries: dict[str, Entry] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    vectors: dict[str, Matrix] = field(default_factory=dict)
    judgements: dict[str, str] = field(default_factory=dict)


class MemoryStore(RowStore):
    """A store that holds everything in this process, and searches exactly."""

    def __init__(self, embedder: Embedder, *, patience: float = WAIT_SECONDS) -> None:
        super().__init__(DictRows(), embedder, CaseLocks(None, patience))


class DictRows:
    """Rows in dicts; every method is atomic."""

    def __init__(self) -> None:
        self._cases: dict[str, _Case] = {}
        self._revision = 0
        self._lock = RLock()

    def case_ids(self) -> list[str]:
        """Return the ids of all cases, also of those that are only staged."""
        return list(self._cases)

    def case(self, case_id: str) -> CaseRow | None:
        """Return the case's row."""
        return self._of(case_id, lambda case: case.row, None)

    def stage(self, case: CaseRow, session: Session, row: SessionRow) -> None:
        """Keep a session beside what is committed of it."""
        with self._lock:
            self._cases.setdefault(case.case_id, _Case(case)).staged[session.session_id] = (row, session)

    def drop_staged(self, case_id: str, session_id: str | None = None) -> None:
        """Forget one staged session, or all."""
        self._of(case_id, lambda case: _drop(case.staged, session_id), None)

    def drop_sessions(self, case_id: str, session_ids: Sequence[str]) -> None:
        """Erase sessions with all that came from them."""
        with self._lock:
            case = self._cases.get(case_id)
            if case is not None:
                self._revision += 1
                _drop_sessions(case, frozenset(session_ids), self._revision)

    def sessions(self, case_id: str) -> tuple[tuple[SessionRow, ...], tuple[SessionRow, ...]]:
        """Return the committed and the staged sessions."""
        none: tuple[tuple[SessionRow, ...], tuple[SessionRow, ...]] = ((), ())
        return self._of(case_id, lambda case: (_rows(case.committed), _rows(case.staged)), none)

    def turns(self, case_id: str, session_id: str, begin: int, end: int) -> tuple[Turn, ...]:
        """Return the turns of a span, of the staged version where there is one."""
        return self._of(case_id, lambda case: _turns(case, session_id)[max(begin, 0) : max(end + 1, 0)], ())

    def snapshot(self, case_id: str, known: Mapping[str, int]) -> Snapshot | None:
        """Return the case as it stands, with the chapters whose revision differs from the known one."""
        return self._of(case_id, lambda case: _snapshot(case, known), None)

    def tally(self, case_id: str) -> Tally:
        """Return the case's counts."""
        return self._of(case_id, _tally, Tally((), 0, frozenset(), ()))

    def vectors(self, case_id: str, shas: Sequence[str]) -> dict[str, Matrix]:
        """Return the vectors that are kept of these texts."""
        return self._of(case_id, lambda case: {sha: case.vectors[sha] for sha in shas if sha in case.vectors}, {})

    def keep_vectors(self, case_id: str, vectors: Mapping[str, Matrix]) -> None:
        """Keep vectors; a case that isn't there keeps none."""
        copies = {sha: np.array(vector, dtype=np.float32) for sha, vector in vectors.items()}
        self._of(case_id, lambda case: case.vectors.update(copies), None)

    def numbers(self, case_id: str, content_keys: Sequence[str]) -> tuple[dict[str, int], int]:
        """Return the numbers that these keys have, and the highest number of the case."""
        none: tuple[dict[str, int], int] = ({}, 0)
        return self._of(case_id, lambda case: _numbers(case, content_keys), none)

    def commit(self, case_id: str, entry: Entry) -> int:
        """Replace the session's outcome, make its staged turns memory, return the case's new revision."""
        with self._lock:
            case, session_id = self._cases[case_id], entry.outcome.session_id
            found = case.staged.get(session_id) or case.committed.get(session_id)
            if found is None:
                raise unknown_session(session_id)
            row, session = found
            case.numbers.update(new_numbers(entry, case.numbers))
            self._revision += 1
            case.staged.pop(session_id, None)
            case.committed[session_id] = (as_committed(row, entry, self._revision), session)
            case.entries[session_id] = entry
            case.row = replace(case.row, revision=self._revision)
            return self._revision

    def judgement(self, case_id: str, key: str) -> str | None:
        """Return a kept judgement."""
        return self._of(case_id, lambda case: case.judgements.get(key), None)

    def keep_judgement(self, case_id: str, key: str, text: str) -> None:
        """Keep a judgement; a case that isn't there keeps none."""
        self._of(case_id, lambda case: case.judgements.update({key: text}), None)

    def keep_index_revision(self, case_id: str, revision: int) -> None:
        """Have no index to speak of."""

    def erase(self, case_id: str) -> None:
        """Erase the case."""
        with self._lock:
            self._cases.pop(case_id, None)

    def close(self) -> None:
        """Have nothing to give back."""

    def _of(self, case_id: str, query: Callable[[_Case], T], missing: T) -> T:
        with self._lock:
            case = self._cases.get(case_id)
            return missing if case is None else query(case)


def _drop(staged: dict[str, tuple[SessionRow, Session]], session_id: str | None) -> None:
    if session_id is None:
        staged.clear()
    else:
        staged.pop(session_id, None)


def _drop_sessions(case: _Case, session_ids: frozenset[str], revision: int) -> None:
    texts = [
        *(turn.text for name in session_ids for turn in _turns(case, name)),
        *(
            unit.fact.text
            for name, entry in case.entries.items()
            if name in session_ids
            for unit in entry.outcome.units
        ),
    ]
    for kept in (case.committed, case.staged, case.entries):
        for name in session_ids & kept.keys():
            del kept[name]
    case.judgements = {key: text for key, text in case.judgements.items() if not mentions(text, texts)}
    case.row = replace(case.row, revision=revision)


def _rows(sessions: Mapping[str, tuple[SessionRow, Session]]) -> tuple[SessionRow, ...]:
    return tuple(row for row, _ in sessions.values())


def _turns(case: _Case, session_id: str) -> tuple[Turn, ...]:
    found = case.staged.get(session_id) or case.committed.get(session_id)
    return found[1].turns if found else ()


def _snapshot(case: _Case, known: Mapping[str, int]) -> Snapshot:
    chapters = {
        session_id: _chapter(case, row, session)
        for session_id, (row, session) in case.committed.items()
        if known.get(session_id) != row.revision
    }
    return Snapshot(case.row, _rows(case.committed), _rows(case.staged), chapters)


def _chapter(case: _Case, row: SessionRow, session: Session) -> Chapter:
    entry = case.entries[row.session_id]
    outcome = entry.outcome
    return Chapter(
        row=row,
        turns=session.turns,
        turn_vectors=_stack(case, [text_sha(turn.content) for turn in session.turns]),
        written=Written(row.session_id, outcome.units, outcome.links, outcome.lines),
        unit_vectors=_stack(case, entry.unit_shas),
    )


def _stack(case: _Case, shas: Sequence[str]) -> Matrix:
    rows = [case.vectors[sha] for sha in shas]
    return np.array(rows, dtype=np.float32).reshape(len(rows), case.row.dimension)


def _tally(case: _Case) -> Tally:
    outcomes = [entry.outcome for entry in case.entries.values()]
    return Tally(
        committed=_rows(case.committed),
        fragments=sum(len(outcome.fragments) for outcome in outcomes),
        memory_ids=frozenset(unit.memory_id for outcome in outcomes for unit in outcome.units),
        edges=tuple(link for outcome in outcomes for link in outcome.links),
    )


def _numbers(case: _Case, content_keys: Sequence[str]) -> tuple[dict[str, int], int]:
    known = {key: case.numbers[key] for key in content_keys if key in case.numbers}
    return known, max(case.numbers.values(), default=0)
