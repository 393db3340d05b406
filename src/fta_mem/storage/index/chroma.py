"""The vector index: one Chroma folder per case, a projection of the ledger that can be made again at any time.

Chroma is not safe between processes: two of them on one folder lose vectors without a word. So whoever has a case's
folder open holds a locked file beside it; anyone else searches exactly. Deleting from Chroma leaves text and vectors
in its files: where anything was removed or re-worded, the folder is made afresh and swapped in.
"""

import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from fta_mem.state.errors import StoreError
from fta_mem.state.records import FTAUnit
from fta_mem.storage.folders import make_folder, remove_folder
from fta_mem.storage.index.chroma_files import is_whole, seal_folder
from fta_mem.storage.index.index_rows import (
    IndexContents,
    IndexRow,
    Stamp,
    change_from,
    change_since,
    index_rows,
)
from fta_mem.storage.writer_lock import drop_lock_file, locked_file
from fta_mem.text.embedder import Matrix

if TYPE_CHECKING:
    from chromadb.api import ClientAPI
    from chromadb.api.models.Collection import Collection
    from chromadb.api.types import Metadata
    from chromadb.config import Settings
    from filelock import FileLock

OPEN_AT_ONCE: Final = 8
BATCH: Final = 5000
"""Chroma takes at most 5,461 rows in one call."""
MOST_CANDIDATES: Final = 512
"""Rows that the index is asked for at most, and the width of its search (HNSW's ef): as many as a packet can use."""
WAIT_SECONDS: Final = 0.5
VECTOR_SLACK: Final = 1e-5
"""How far a number may be from the ledger's: Chroma scales vectors to unit length once more."""
COLLECTION: Final = "units"
DATABASE: Final = "chroma.sqlite3"
UNFINISHED: Final = ".new"


@dataclass(slots=True, eq=False)
class _Open:
    folder: Path
    client: "ClientAPI"
    collection: "Collection"
    inode: int

    def is_there(self) -> bool:
        """Say whether its folder is still the one that was opened."""
        return self.folder.exists() and self.folder.stat().st_ino == self.inode


class Indexes:
    """The indexes of a home; a few stay open, the least recently used one is closed first."""

    def __init__(self, folder: Path, locks: Path) -> None:
        self._folder = folder
        self._lock_folder = locks
        self._open: OrderedDict[str, _Open] = OrderedDict()
        self._locks: dict[str, FileLock] = {}
        self._last: dict[str, int] = {}
        self._contents: dict[str, IndexContents] = {}
        self._guard = threading.RLock()

    def sync(self, stamp: Stamp, units: Sequence[FTAUnit], vectors: Matrix) -> bool:
        """Make the case's index hold just these units; False when another process has it open."""
        with self._guard, _as_store_errors(self._folder):
            if not self._own(stamp.case_key, WAIT_SECONDS):
                return False
            self._tidy(stamp.case_key)
            if not self._update(stamp, units, vectors):
                self._renew(stamp, index_rows(stamp, units, vectors))
            self._contents[stamp.case_key] = IndexContents(units, vectors)
            self._opened(stamp.case_key)
            return True

    def candidates(self, stamp: Stamp, vector: Matrix, count: int) -> list[str] | None:
        """Return the memory ids that the index finds near, some more than asked; None when it can't be used."""
        wanted = 2 * count + 10
        if wanted > MOST_CANDIDATES:
            return None
        with self._guard, _as_store_errors(self._folder):
            opened = self._current(stamp)
            if opened is None:
                return None
            asked = np.asarray(vector, dtype=np.float32)[np.newaxis]
            found = opened.collection.query(query_embeddings=asked, n_results=wanted, include=["metadatas"])
            (names,), (flats,) = found["ids"], found["metadatas"] or [[]]
            if any(flat.get("case") != stamp.case_key for flat in flats):
                raise StoreError("the index gave back a row of another case; nothing of it is shown")
            return names

    def has(self, key: str) -> bool:
        """Say whether there is an index of the case, whatever its state."""
        return bool(self._generations(key))

    def fault(self, stamp: Stamp, units: Sequence[FTAUnit], vectors: Matrix) -> str:
        """Say what in the case's index differs from these units, "" for nothing; one that is open elsewhere is left.

        Raises:
            StoreError: it can't be read at all.
        """
        with self._guard, _as_store_errors(self._folder):
            if not self._own(stamp.case_key, WAIT_SECONDS):
                return ""
            opened = self._opened(stamp.case_key)
            if opened is None or not _made_alike(opened.collection, stamp):
                return "is damaged or gone"
            return _difference(opened.collection, index_rows(stamp, units, vectors))

    def keys(self) -> list[str]:
        """Return the keys of the cases that have a folder here."""
        return sorted(folder.name for folder in self._folder.glob("*") if folder.is_dir())

    def is_free(self, key: str) -> bool:
        """Say whether no other process has the case's index open, and keep it from opening it."""
        with self._guard:
            return self._own(key, WAIT_SECONDS)

    def erase(self, key: str) -> None:
        """Remove the case's folder, with whatever an interrupted swap left beside it."""
        with self._guard:
            # A process that still has it open keeps nameless files, and drops them when it looks here again.
            alone = self._own(key, WAIT_SECONDS)
            self._last[key] = self._newest(key)
            self._shut(key, release=False)
            remove_folder(self._at(key))
            if alone:
                drop_lock_file(self._lock_path(key))
            self._release(key)

    def close(self) -> None:
        """Close every open index and give its lock back."""
        with self._guard:
            for key in list(self._locks):
                self._shut(key)

    def _current(self, stamp: Stamp) -> _Open | None:
        """Return the open index if it has reached the stamp; else leave it to whoever will bring it up."""
        key = stamp.case_key
        if not self.has(key) or not self._own(key, 0.0):
            return None
        opened = self._opened(key)
        if opened is not None and opened.collection.metadata == stamp.flat():
            return opened
        self._shut(key)
        if opened is None:
            raise StoreError(f"the index in {self._at(key)} is damaged; `fta-mem reindex` remakes it")
        return None

    def _update(self, stamp: Stamp, units: Sequence[FTAUnit], vectors: Matrix) -> bool:
        """Add what is new and mend what is filed otherwise; False when the folder must be made afresh."""
        from chromadb.errors import ChromaError

        try:
            opened = self._opened(stamp.case_key)
            # Nobody else writes to an index whose lock was kept: what was put into it last is what it holds.
            known = self._contents.pop(stamp.case_key, None)
            if opened is None or not _made_alike(opened.collection, stamp):
                return False
            change = change_since(known, stamp, units, vectors) if known is not None else None
            if change is None:
                change = change_from(_flats(opened.collection), index_rows(stamp, units, vectors))
            if change is None:
                return False
            _add(opened.collection, change.added)
            _refile(opened.collection, change.refiled)
            opened.collection.modify(metadata=stamp.flat())
            self._shut(stamp.case_key, release=False)
            seal_folder(opened.folder)
        except ChromaError:  # a damaged folder: the ledger has all that it takes to make another
            return False
        return True

    def _renew(self, stamp: Stamp, rows: Sequence[IndexRow]) -> None:
        key = stamp.case_key
        self._shut(key, release=False)
        former = self._generations(key)
        # A number that Chroma never saw: it keeps a failed start in mind, by path, as long as the process lives.
        number = self._newest(key) + 1
        self._last[key] = number
        fresh = self._at(key) / f"{number}{UNFINISHED}"
        make_folder(fresh)
        _fill(fresh, stamp, rows)
        fresh.rename(self._at(key) / str(number))
        for folder in former:
            remove_folder(folder)

    def _opened(self, key: str) -> _Open | None:
        opened = self._open.get(key)
        if opened is not None and not opened.is_there():  # erased or made afresh by another process
            self._contents.pop(key, None)
            self._shut(key, release=False)
            opened = None
        generations = self._generations(key)
        if opened is None and generations:
            opened = _open(generations[-1])
        if opened is not None:
            self._open[key] = opened
            self._open.move_to_end(key)
            while len(self._open) > OPEN_AT_ONCE:
                self._shut(next(iter(self._open)))
        return opened

    def _shut(self, key: str, *, release: bool = True) -> None:
        opened = self._open.pop(key, None)
        if opened is not None:
            _close(opened.client)
        if release:
            self._release(key)

    def _own(self, key: str, wait: float) -> bool:
        if key not in self._locks:
            lock = locked_file(self._lock_path(key), wait)
            if lock is None:
                return False
            self._locks[key] = lock
        return True

    def _release(self, key: str) -> None:
        self._contents.pop(key, None)
        lock = self._locks.pop(key, None)
        if lock is not None:
            lock.release()

    def _lock_path(self, key: str) -> Path:
        return self._lock_folder / f"{key}.index"

    def _at(self, key: str) -> Path:
        return self._folder / key

    def _generations(self, key: str) -> list[Path]:
        """Return the finished folders of a case's index, the newest last."""
        found = [folder for folder in self._at(key).glob("*") if folder.name.isdecimal() and folder.name.isascii()]
        return sorted(found, key=lambda folder: int(folder.name))

    def _newest(self, key: str) -> int:
        return max([self._last.get(key, 0), *[int(folder.name) for folder in self._generations(key)]])

    def _tidy(self, key: str) -> None:
        """Remove what an interrupted run left: unfinished folders, and finished ones that were replaced."""
        current = self._generations(key)[-1:]
        for folder in self._at(key).glob("*"):
            if folder not in current:
                remove_folder(folder)


@contextmanager
def _as_store_errors(folder: Path) -> Iterator[None]:
    from chromadb.errors import ChromaError

    try:
        yield
    except (ChromaError, OSError) as error:
        raise StoreError(
            f"the index in {folder} can't be used ({type(error).__name__}); `fta-mem reindex` remakes it"
        ) from error


def _client(folder: Path) -> "ClientAPI":
    import chromadb

    return chromadb.PersistentClient(path=str(folder), settings=_settings().model_copy())


@lru_cache(maxsize=1)
def _settings() -> "Settings":
    """Return Chroma's settings; building them takes longer than opening an index."""
    from chromadb.config import Settings

    return Settings(anonymized_telemetry=False)


def _close(client: "ClientAPI") -> None:
    client.close()  # type: ignore[attr-defined]  # the interface leaves it out, every client has it


def _open(folder: Path) -> _Open | None:
    from chromadb.errors import NotFoundError

    if not (folder / DATABASE).is_file() or not is_whole(folder):
        return None
    client = _client(folder)
    try:
        collection = client.get_collection(COLLECTION, embedding_function=None)
    except NotFoundError:
        _close(client)
        return None
    return _Open(folder, client, collection, folder.stat().st_ino)


def _fill(folder: Path, stamp: Stamp, rows: Sequence[IndexRow]) -> None:
    from chromadb.api.collection_configuration import CreateCollectionConfiguration, CreateHNSWConfiguration

    configuration = CreateCollectionConfiguration(
        hnsw=CreateHNSWConfiguration(space="cosine", ef_search=MOST_CANDIDATES)
    )
    client = _client(folder)
    try:
        collection = client.create_collection(
            COLLECTION, configuration=configuration, metadata=stamp.flat(), embedding_function=None
        )
        _add(collection, rows)
    finally:
        _close(client)
    seal_folder(folder)


def _add(collection: "Collection", rows: Sequence[IndexRow]) -> None:
    for start in range(0, len(rows), BATCH):
        batch = rows[start : start + BATCH]
        collection.upsert(
            ids=[row.memory_id for row in batch],
            embeddings=np.stack([row.vector for row in batch]),
            documents=[row.document for row in batch],
            metadatas=[row.flat for row in batch],
        )


def _refile(collection: "Collection", rows: Sequence[IndexRow]) -> None:
    for start in range(0, len(rows), BATCH):
        batch = rows[start : start + BATCH]
        collection.update(ids=[row.memory_id for row in batch], metadatas=[row.flat for row in batch])


def _flats(collection: "Collection") -> "dict[str, Metadata]":
    held = collection.get(include=["metadatas"])
    return dict(zip(held["ids"], held["metadatas"] or [], strict=True))


def _difference(collection: "Collection", rows: Sequence[IndexRow]) -> str:
    held = collection.get(include=["metadatas", "documents", "embeddings"])
    if len(held["ids"]) != len(rows):
        return f"holds {len(held['ids'])} units instead of {len(rows)}"
    said = dict(zip(held["ids"], held["documents"] or [], strict=True))
    filed = dict(zip(held["ids"], held["metadatas"] or [], strict=True))
    near = dict(zip(held["ids"], np.asarray(held["embeddings"], dtype=np.float32), strict=True))
    for row in rows:
        if said.get(row.memory_id) != row.document or filed.get(row.memory_id) != row.flat:
            return "holds other units than the ledger"
        if not np.allclose(near[row.memory_id], row.vector, atol=VECTOR_SLACK):
            return "holds other vectors than the ledger"
    return ""


def _made_alike(collection: "Collection", stamp: Stamp) -> bool:
    held, wanted = collection.metadata or {}, stamp.flat()
    return all(held.get(name) == wanted[name] for name in ("case", "embedder", "dimension"))
