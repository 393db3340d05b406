"""The store on disk: the ledger for the truth, a Chroma folder per case for search, locked files for writers."""

import logging
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from fta_mem.state.errors import CaseLockedError, StoreError
from fta_mem.storage.index.chroma import Indexes
from fta_mem.storage.index.index_rows import Stamp
from fta_mem.storage.ledger.ledger import Ledger
from fta_mem.storage.locks import WAIT_SECONDS, CaseLocks
from fta_mem.storage.ports import CaseView
from fta_mem.storage.row_store import RowStore
from fta_mem.storage.rows import case_key
from fta_mem.text.embedder import Embedder, Matrix

_log = logging.getLogger(__name__)


def utc_now() -> datetime:
    """Return the time of the wall clock."""
    return datetime.now(UTC)


class SqlStore(RowStore):
    """All ports of ``storage.base`` in one folder (``url`` puts the ledger into another database).

    Nothing is made on disk before something is written. With ``create=False`` the folder must be there already.

    Raises:
        StoreError: ``home`` is not a folder, or doesn't exist and may not be made.
    """

    def __init__(
        self,
        home: Path,
        embedder: Embedder,
        clock: Callable[[], datetime] = utc_now,
        *,
        create: bool = True,
        url: str | None = None,
        patience: float = WAIT_SECONDS,
    ) -> None:
        if home.exists() and not home.is_dir():
            raise StoreError(f"{home} is not a folder; choose another home")
        if not create and not home.exists():
            raise StoreError(f"there is no memory at {home}; ingest something first, or choose another home")
        super().__init__(Ledger(home, clock, url), embedder, CaseLocks(home / "locks", patience))
        self._indexes = Indexes(home / "index", home / "locks")

    def close(self) -> None:
        """Give back files, locks and index handles."""
        self._indexes.close()
        super().close()

    def follow_index(self, case_id: str) -> None:
        """Bring the vector index up to the ledger's revision; an index that another process has open follows later."""
        with self.writing(case_id):
            if not self._is_behind(case_id):
                return
            view = self.view(case_id)
            if self._indexes.sync(self._stamp(view), view.units, view.unit_vectors):
                self._rows.keep_index_revision(case_id, view.revision)
            else:
                _log.info("another process has the index of this case open; exact search serves until it follows")

    def remake_index(self, case_id: str) -> None:
        """Throw a case's index away and make it afresh from the ledger; nothing is embedded again."""
        self.summary(case_id)
        with self.writing(case_id):
            self._rows.keep_index_revision(case_id, 0)
            self._indexes.erase(case_key(case_id))
            self.follow_index(case_id)

    def _proposed(self, view: CaseView, vector: Matrix, count: int) -> list[int] | None:
        try:
            self._catch_up(view.case_id)
            names = self._indexes.candidates(self._stamp(view), vector, count)
        except StoreError as error:  # the index only proposes: without it the answer is the same
            _log.warning("searching exactly, because %s", error)
            return None
        if names is None:
            return None
        rows = {unit.memory_id: row for row, unit in enumerate(view.units)}
        return sorted(rows[name] for name in names if name in rows)

    def _catch_up(self, case_id: str) -> None:
        if self._is_behind(case_id):
            try:
                with self._locks.holding(case_id, wait=0.0):
                    self.follow_index(case_id)
            except CaseLockedError:  # whoever is writing brings it up
                _log.info("a writer is at work on this case; exact search serves until the index follows")

    def _is_behind(self, case_id: str) -> bool:
        case = self._rows.case(case_id)
        if case is None or case.revision == 0:
            return False
        return case.index_revision != case.revision or not self._indexes.has(case_key(case_id))

    def _stamp(self, view: CaseView) -> Stamp:
        return Stamp(case_key(view.case_id), self._embedder.name, self._embedder.dimension, view.revision)

    def _erase(self, case_id: str) -> None:
        self._indexes.erase(case_key(case_id))
        super()._erase(case_id)
