"""The store: both ports over the ledger, with a Chroma index a case on disk, and exact search beside it or alone."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from copy import copy
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

import numpy as np

from fta_mem.state.answering import SourceTurn
from fta_mem.state.errors import ForeignCaseError, StoreError
from fta_mem.state.records import FTAUnit, LongitudinalLine, Session, SessionOutcome, Turn
from fta_mem.state.retrieval_text import retrieval_text
from fta_mem.storage.index.chroma import Indexes
from fta_mem.storage.index.exact_search import nearest_rows
from fta_mem.storage.index.follow_ledger import IndexFollower
from fta_mem.storage.keys import case_key, text_sha
from fta_mem.storage.ledger import changes, queries
from fta_mem.storage.ledger.database import Ledger, Statement
from fta_mem.storage.ledger.rows import CaseCounts, CaseRow, CommittedSession, NewOutcome, row_of
from fta_mem.storage.not_found import unknown_case
from fta_mem.storage.persistent_ids import memory_id, number_of
from fta_mem.storage.ports import CaseSummary, CaseView, FoldEntry, NearUnits, Removed, SessionHead
from fta_mem.storage.text_vectors import TextVectors, check_embedder
from fta_mem.storage.view.case_cache import CachedCase, CaseCache
from fta_mem.storage.view.lifecycle import bare
from fta_mem.storage.view.memory_after import source_turn
from fta_mem.storage.view.summary import summary_of
from fta_mem.storage.writer_lock import WAIT_SECONDS, WriterLocks
from fta_mem.text.embedder import Embedder, Matrix

T = TypeVar("T")


def utc_now() -> datetime:
    """Return the time of the wall clock."""
    return datetime.now(UTC)


class SqlStore:
    """Memory in one folder (``url`` puts the ledger into another database), or in this process's memory alone.

    Nothing is made on disk before something is written. With ``create=False`` the folder must be there already.

    Raises:
        StoreError: ``home`` is not a folder, or doesn't exist and may not be made.
    """

    def __init__(
        self,
        home: Path | None,
        embedder: Embedder,
        clock: Callable[[], datetime] = utc_now,
        *,
        create: bool = True,
        url: str | None = None,
        patience: float = WAIT_SECONDS,
    ) -> None:
        if home is not None and home.exists() and not home.is_dir():
            raise StoreError(f"{home} is not a folder; choose another home")
        if home is not None and not create and not home.exists():
            raise StoreError(f"there is no memory at {home}; ingest something first, or choose another home")
        self._ledger = Ledger(home, clock, url)
        self._locks = WriterLocks(home / "locks" if home else None, patience)
        self._cases = CaseCache(self._ledger, self._locks)
        self._vectors = TextVectors(self._ledger, embedder)
        self._index: IndexFollower | None = None
        if home is not None:
            indexes = Indexes(home / "index", home / "locks")
            self._index = IndexFollower(indexes, self._ledger, self._cases, self._locks, embedder)
        self._checks: tuple[Callable[[str], None], ...] = ()

    @classmethod
    def in_memory(cls, embedder: Embedder, *, patience: float = WAIT_SECONDS) -> Self:
        """Return a store that keeps nothing on disk and searches exactly, for tests and hosts that want just that."""
        return cls(None, embedder, patience=patience)

    def checked_by(self, check: Callable[[str], None]) -> Self:
        """Return this store for a run that may not touch every case; for one that it may not, ``check`` raises.

        It is asked before anything else, by whatever call names a case.
        """
        checked = copy(self)
        checked._checks = (*self._checks, check)
        return checked

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give back files, locks and index handles; what is in memory goes with them."""
        if self._index is not None:
            self._index.close()
        self._cases.forget()
        self._vectors.forget()
        self._ledger.close()

    # What the construction machine needs

    def stage(self, case_id: str, session: Session) -> None:
        """Keep a session's turns for construction; a session that is memory as it stands is left alone."""
        with self.writing(case_id):
            case, row = self._case(case_id), row_of(session)
            committed = case.committed(session.session_id)
            if committed is not None and committed.head.content_hash == row.head.content_hash:
                self._drop(case, [session.session_id])
                return
            new = CaseRow(case_id, self._vectors.embedder.name, self._vectors.embedder.dimension)
            self._write(case, lambda connection: changes.insert_staged(connection, new, session, row))
            case.keep_staged(new, row, session.turns)

    def session_head(self, case_id: str, session_id: str) -> SessionHead:
        """Return a staged or stored session without its turns."""
        return self._case(case_id).session(session_id).head

    def turns(self, case_id: str, session_id: str, begin: int, end: int) -> tuple[Turn, ...]:
        """Return the turns of an inclusive index span, of the staged version where there is one."""
        return self._turns(self._case(case_id), session_id)[max(begin, 0) : max(end + 1, 0)]

    def vectors(self, case_id: str, texts: Sequence[str]) -> Matrix:
        """Return the texts' vectors, embedding only those that the case doesn't hold yet."""
        case = self._case(case_id)
        return self._vectors.stacked(self._vectors.of_case(case.key, case.row, texts), texts)

    def units_before(self, case_id: str, session_id: str) -> tuple[FTAUnit, ...]:
        """Return the units of all earlier sessions as they stand then, in canonical order."""
        return self._whole_case(case_id).before(session_id).units

    def near_units(self, case_id: str, session_id: str, vectors: Matrix, count: int) -> NearUnits:
        """Return for each row the nearest units of earlier sessions, exactly; ties in canonical order."""
        before = self._whole_case(case_id).before(session_id)
        rows = nearest_rows(before.vectors, vectors, count, before.places)
        return [[(before.units[row], score) for row, score in line] for line in rows]

    def lines_before(self, case_id: str, session_id: str) -> tuple[LongitudinalLine, ...]:
        """Return the longitudinal lines that stand before the session."""
        return self._whole_case(case_id).before(session_id).lines

    def memory_ids(self, case_id: str, content_keys: Sequence[str]) -> list[str]:
        """Return a persistent id for each content key: the one it always had, or the next free number."""
        key = case_key(self._own(case_id))
        known, highest = self._ledger.read(
            lambda connection: (
                queries.numbers_of(connection, key, content_keys),
                queries.highest_number(connection, key),
            ),
            (dict[str, int](), 0),
        )
        fresh = [name for name in dict.fromkeys(content_keys) if name not in known]
        numbers = known | {name: highest + place for place, name in enumerate(fresh, start=1)}
        return [memory_id(numbers[name]) for name in content_keys]

    def fold_key_before(self, case_id: str, session_id: str) -> str:
        """Return the fold key of the nearest session before this one that is memory, "" for none."""
        return self._case(case_id).fold_key_before(session_id)

    def commit(self, outcome: SessionOutcome, content_keys: dict[str, str], fold_key: str) -> None:
        """Make the outcome memory in one transaction, replacing what came from this session before.

        Raises:
            UnknownCaseError: the session was never staged.
            StoreError: a unit's memory id is not one that this case gave out.
        """
        with self.writing(outcome.case_id):
            case = self._case(outcome.case_id)
            row = case.session(outcome.session_id)
            turns = self._turns(case, outcome.session_id)
            said, noted = [turn.content for turn in turns], [retrieval_text(unit) for unit in outcome.units]
            vectors = self._vectors.of_case(case.key, case.row, [*noted, *said])
            new = _new_outcome(outcome, content_keys, fold_key, noted, vectors)
            revision = self._write(case, lambda connection: changes.write_outcome(connection, case.key, new))
            case.keep_committed(
                CommittedSession(
                    row=row.committed(fold_key, outcome.usage, revision),
                    turns=turns,
                    turn_vectors=self._vectors.stacked(vectors, said),
                    outcome=new.outcome,
                    unit_vectors=self._vectors.stacked(vectors, noted),
                )
            )

    # What the answering machine needs

    def view(self, case_id: str, revision: int | None = None) -> CaseView:
        """Return the case as it stands, or as it stood at a revision that this process still knows.

        Raises:
            UnknownCaseError: nothing of the case is memory.
        """
        known = self._cases.last_read(self._own(case_id)).known_view if revision is not None else None
        if known is not None and known.revision == revision:
            return known
        return self._whole_case(case_id).view()

    def open_turns(self, case_id: str) -> tuple[SourceTurn, ...]:
        """Return the turns of staged sessions in fold order, each marked open."""
        case = self._case(case_id)
        staged = case.staged()
        if not staged:
            return ()
        said = self._ledger.read(
            lambda connection: queries.staged_turns(connection, case.key), dict[str, tuple[Turn, ...]]()
        )
        return tuple(
            source_turn(row, turn, is_open=True)
            for row in staged
            for turn in said.get(row.session_id, ())
            if turn.is_source and turn.content.strip()
        )

    def open_vectors(self, texts: Sequence[str]) -> Matrix:
        """Return the texts' vectors, embedding only those that were not asked for lately."""
        return self._vectors.passing(texts)

    def embed_query(self, text: str) -> Matrix:
        """Return the query's vector, shape (dim,)."""
        return self._vectors.query(text)

    def nearest(self, case_id: str, vector: Matrix, count: int, way: str) -> list[tuple[str, float]]:
        """Return (memory_id, cosine similarity) of the nearest units, best first; ties in canonical order.

        The index only proposes; what it proposes is scored as exact search scores it.
        """
        case = self._whole_case(case_id)
        view = case.view()
        proposed = self._index.candidates(case, view, vector, count) if self._index and way == "chroma" else None
        rows = np.arange(len(view.units)) if proposed is None else np.array(proposed, dtype=np.intp)
        matrix = view.unit_vectors if proposed is None else view.unit_vectors[rows]
        (best,) = nearest_rows(matrix, vector[np.newaxis], count)
        return [(view.units[rows[row]].memory_id, score) for row, score in best]

    def count_tokens(self, text: str) -> int:
        """Return the embedder's word pieces of the text, untruncated."""
        return self._vectors.embedder.count_tokens(text)

    # The care of cases

    def writing(self, case_id: str) -> AbstractContextManager[None]:
        """Hold the case's writer lock; wait a little, then raise CaseLockedError."""
        return self._locks.holding(self._own(case_id))

    def fold_order(self, case_id: str) -> tuple[FoldEntry, ...]:
        """Return all staged and committed sessions in fold order."""
        return self._case(case_id).entries()

    def drop_staged(self, case_id: str) -> None:
        """Forget sessions that an interrupted run staged and never committed."""
        with self.writing(case_id):
            case = self._case(case_id)
            self._drop(case, [row.session_id for row in case.staged()])

    def drop_sessions(self, case_id: str, session_ids: Sequence[str]) -> None:
        """Erase sessions, staged and committed, with all that came from them; what stands after them is stale then."""
        with self.writing(case_id):
            case = self._case(case_id)
            if case.row is not None:
                self._ledger.erase(lambda connection: changes.delete_sessions(connection, case.key, session_ids))
                case.distrust()
                self._vectors.forget(case.key)

    def cached_judgement(self, case_id: str, key: str) -> str | None:
        """Return the JSON of a judgement made before."""
        owner = case_key(self._own(case_id))
        return self._ledger.read(lambda connection: queries.judgement(connection, owner, key), None)

    def keep_judgement(self, case_id: str, key: str, text: str) -> None:
        """Keep a judgement's JSON at once; any thread of a run may, whoever holds the lock."""
        owner = case_key(self._own(case_id))
        self._ledger.amend(lambda connection: changes.replace_judgement(connection, owner, key, text))

    def follow_index(self, case_id: str) -> None:
        """Bring the vector index up to the ledger's revision; exact search, alone in memory, is always up to it."""
        case_id = self._own(case_id)
        if self._index is not None:
            self._index.follow(case_id)

    def remake_index(self, case_id: str) -> None:
        """Throw a case's index away and make it anew from the ledger; nothing is embedded again."""
        self.summary(case_id)
        if self._index is not None:
            self._index.remake(case_id)

    def cases(self) -> tuple[CaseSummary, ...]:
        """Return all cases that hold memory, in order of their ids; those that may not be touched are left out."""
        names = self._ledger.read(queries.case_ids, list[str]())
        found = [self._case(name) for name in sorted(names) if self._may(name)]
        return tuple(self._summary(case) for case in found if case.row is not None and case.row.revision)

    def summary(self, case_id: str) -> CaseSummary:
        """Return one case's counts.

        Raises:
            UnknownCaseError: nothing of the case is memory.
        """
        case = self._case(case_id)
        if case.row is None or case.row.revision == 0:
            raise unknown_case(case_id)
        return self._summary(case)

    def forget_case(self, case_id: str) -> Removed:
        """Erase a case, also one that was only ever staged: rows, index, caches, and what logs keep of it.

        Raises:
            UnknownCaseError: there is no such case.
        """
        if self._case(case_id).row is None:
            raise unknown_case(case_id)
        with self.writing(case_id):
            case = self._case(case_id)
            was = self._summary(case)
            if self._index is not None:
                self._index.erase(case.key)
            self._cases.forget(case_id)
            self._vectors.forget(case.key)
            self._ledger.erase(lambda connection: changes.erase_case(connection, case.key))
            self._locks.forget(case_id)
        return Removed(was.sessions, was.turns, was.units, was.links)

    def _own(self, case_id: str) -> str:
        """Let a case's name pass if the current run may touch it; no call gets to a case but through here."""
        for check in self._checks:
            check(case_id)
        return case_id

    def _may(self, case_id: str) -> bool:
        try:
            self._own(case_id)
        except ForeignCaseError:
            return False
        return True

    def _case(self, case_id: str) -> CachedCase:
        """Return a case as it stands."""
        return self._cases.current(self._own(case_id))

    def _whole_case(self, case_id: str) -> CachedCase:
        """Return a case as it stands, with what its sessions hold."""
        case = self._cases.current(self._own(case_id), contents=True)
        if case.row is not None:
            check_embedder(case.row, self._vectors.embedder)
        return case

    def _turns(self, case: CachedCase, session_id: str) -> tuple[Turn, ...]:
        turns = case.known_turns(session_id)
        if turns is None:
            nothing: tuple[str, tuple[Turn, ...]] = ("", ())
            content_hash, turns = self._ledger.read(
                lambda connection: queries.newest_turns(connection, case.key, session_id), nothing
            )
            case.keep_turns(session_id, content_hash, turns)
        return turns

    def _drop(self, case: CachedCase, session_ids: Sequence[str]) -> None:
        staged = {row.session_id for row in case.staged()}.intersection(session_ids)
        if staged:
            self._write(case, lambda connection: changes.delete_staged(connection, case.key, staged))
            case.drop_staged(staged)

    def _write(self, case: CachedCase, change: Statement[T]) -> T:
        try:
            return self._ledger.write(change)
        except StoreError:  # whether it was written nobody knows
            case.distrust()
            raise

    def _summary(self, case: CachedCase) -> CaseSummary:
        if not case.lacking():
            return case.summary()
        counts = self._ledger.read(
            lambda connection: queries.case_counts(connection, case.key), CaseCounts((), 0, frozenset(), ())
        )
        return summary_of(case.case_id, counts)


def _new_outcome(
    outcome: SessionOutcome,
    content_keys: Mapping[str, str],
    fold_key: str,
    texts: Sequence[str],
    vectors: Mapping[str, Matrix],
) -> NewOutcome:
    return NewOutcome(
        outcome=replace(outcome, units=tuple(bare(unit) for unit in outcome.units)),
        fold_key=fold_key,
        numbers={key: number_of(name) for name, key in content_keys.items()},
        unit_shas=tuple(text_sha(text) for text in texts),
        vectors=vectors,
    )
