"""The store: all ports over one ledger, with a Chroma index a case on disk, and exact search beside it or alone."""

from typing import Self

from fta_mem.storage.case_care import SqlCaseCare
from fta_mem.storage.consents import SqlConsents
from fta_mem.storage.erasures import SqlErasures
from fta_mem.storage.handing_over import SqlHandingOver
from fta_mem.storage.portable_cases import SqlPortableCases
from fta_mem.storage.recall_store import SqlRecallStore
from fta_mem.storage.writer_lock import WAIT_SECONDS
from fta_mem.text.embedder import Embedder


class SqlStore(SqlPortableCases, SqlRecallStore, SqlCaseCare, SqlErasures, SqlHandingOver, SqlConsents):
    """Memory in one folder (``url`` puts the ledger into another database), or in this process's memory alone.

    Nothing is made on disk before something is written. With ``create=False`` the folder must be there already.

    Raises:
        StoreError: ``home`` is not a folder, or doesn't exist and may not be made.
    """

    @classmethod
    def in_memory(cls, embedder: Embedder, *, patience: float = WAIT_SECONDS) -> Self:
        """Return a store that keeps nothing on disk and searches exactly, for tests and hosts that want just that."""
        return cls(None, embedder, patience=patience)
