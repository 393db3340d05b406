"""How the vector index is brought up to the ledger: after a commit, at a search that finds it behind, or made anew."""

import logging
from collections.abc import Collection

from fta_mem.state.errors import CaseLockedError, StoreError
from fta_mem.storage.index.chroma import Indexes
from fta_mem.storage.index.index_rows import Stamp
from fta_mem.storage.ledger.changes import note_index_revision
from fta_mem.storage.ledger.database import Ledger
from fta_mem.storage.ports import CaseView
from fta_mem.storage.view.case_cache import CachedCase, CaseCache
from fta_mem.storage.writer_lock import WriterLocks
from fta_mem.text.embedder import Embedder, Matrix

_log = logging.getLogger(__name__)


class IndexFollower:
    """The indexes of a home, each brought up to what the ledger holds of its case."""

    def __init__(
        self, indexes: Indexes, ledger: Ledger, cases: CaseCache, locks: WriterLocks, embedder: Embedder
    ) -> None:
        self._indexes = indexes
        self._ledger = ledger
        self._cases = cases
        self._locks = locks
        self._embedder = embedder

    def follow(self, case_id: str) -> None:
        """Bring a case's index up to the ledger's revision; one that another process has open follows later."""
        with self._locks.holding(case_id):
            if not self._is_behind(self._cases.current(case_id)):
                return
            case = self._cases.current(case_id, contents=True)
            view = case.view()
            if self._indexes.sync(self._stamp(case, view), view.units, view.unit_vectors):
                self._note(case, view.revision)
            else:
                _log.info("another process has the index of this case open; exact search serves until it follows")

    def remake(self, case_id: str) -> None:
        """Throw a case's index away and make it anew from the ledger; nothing is embedded again.

        Raises:
            StoreError: another process has the index open.
        """
        with self._locks.holding(case_id):
            case = self._cases.current(case_id)
            if not self._indexes.is_free(case.key):
                raise StoreError(f"another process has the index of case {case_id!r} open; try again when it has ended")
            self._note(case, 0)
            self._indexes.erase(case.key)
            self.follow(case_id)

    def candidates(self, case: CachedCase, view: CaseView, vector: Matrix, count: int) -> list[int] | None:
        """Return the rows of the view that the index finds near, in canonical order; None for all of them."""
        try:
            self._catch_up(case)
            names = self._indexes.candidates(self._stamp(case, view), vector, count)
        except StoreError as error:  # the index only proposes: without it the answer is the same
            _log.warning("searching exactly, because %s", error)
            return None
        if names is None:
            return None
        rows = {unit.memory_id: row for row, unit in enumerate(view.units)}
        return sorted(rows[name] for name in names if name in rows)

    def fault(self, case_id: str) -> str:
        """Say what is wrong with a case's index, "" where it is what the ledger says or will follow by itself."""
        case = self._cases.current(case_id, contents=True)
        if case.row is None or case.row.revision == 0 or case.row.index_revision != case.row.revision:
            return ""
        view = case.view()
        return self._indexes.fault(self._stamp(case, view), view.units, view.unit_vectors)

    def strays(self, known: Collection[str]) -> int:
        """Count the indexes of cases that the ledger doesn't know."""
        return len(set(self._indexes.keys()).difference(known))

    def erase(self, key: str) -> None:
        """Remove a case's index."""
        self._indexes.erase(key)

    def close(self) -> None:
        """Give back handles and locks."""
        self._indexes.close()

    def _catch_up(self, case: CachedCase) -> None:
        if self._is_behind(case):
            try:
                with self._locks.holding(case.case_id, wait=0.0):
                    self.follow(case.case_id)
            except CaseLockedError:  # whoever is writing brings it up
                _log.info("a writer is at work on this case; exact search serves until the index follows")

    def _is_behind(self, case: CachedCase) -> bool:
        row = case.row
        if row is None or row.revision == 0:
            return False
        return row.index_revision != row.revision or not self._indexes.has(case.key)

    def _note(self, case: CachedCase, revision: int) -> None:
        self._ledger.write(lambda connection: note_index_revision(connection, case.key, revision))
        case.note_index_revision(revision)

    def _stamp(self, case: CachedCase, view: CaseView) -> Stamp:
        return Stamp(case.key, self._embedder.name, self._embedder.dimension, view.revision)
