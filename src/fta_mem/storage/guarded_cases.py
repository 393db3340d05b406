"""The one gate to the cases of a home: whoever reaches a case comes through here, past whatever check stands here."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from copy import copy
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from fta_mem.state.errors import ForeignCaseError, StoreError
from fta_mem.state.records import Turn
from fta_mem.storage.index.chroma import Indexes
from fta_mem.storage.index.follow_ledger import IndexFollower
from fta_mem.storage.ledger import changes, queries
from fta_mem.storage.ledger.database import Ledger, Statement
from fta_mem.storage.text_vectors import TextVectors, check_embedder
from fta_mem.storage.view.case_cache import CachedCase, CaseCache
from fta_mem.storage.writer_lock import WAIT_SECONDS, WriterLocks
from fta_mem.text.embedder import Embedder

T = TypeVar("T")


def utc_now() -> datetime:
    """Return the time of the wall clock."""
    return datetime.now(UTC)


class GuardedCases:
    """What all sides of a store stand on: the ledger, its locks, what was read of it, vectors and indexes."""

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
        self._home = home
        self._clock = clock
        self._ledger = Ledger(home, clock, url)
        self._locks = WriterLocks(home / "locks" if home else None, patience)
        self._cases = CaseCache(self._ledger, self._locks)
        self._vectors = TextVectors(self._ledger, embedder)
        self._index: IndexFollower | None = None
        if home is not None:
            indexes = Indexes(home / "index", home / "locks")
            self._index = IndexFollower(indexes, self._ledger, self._cases, self._locks, embedder)
        self._checks: tuple[Callable[[str], None], ...] = ()

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

    def writing(self, case_id: str) -> AbstractContextManager[None]:
        """Hold the case's writer lock; wait a little, then raise CaseLockedError."""
        return self._locks.holding(self._own(case_id))

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
