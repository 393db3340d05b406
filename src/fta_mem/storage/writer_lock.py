"""A writer's lock, one a case: between threads of a process by a lock, between processes by a locked file."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fta_mem.state.errors import CaseLockedError, StoreError
from fta_mem.storage.folders import make_folder
from fta_mem.storage.keys import case_key

if TYPE_CHECKING:
    from filelock import FileLock

WAIT_SECONDS: Final = 2.0


class Hold:
    """One time that a run holds a case's lock; its identity is all there is to it."""


_held: ContextVar[frozenset[Hold]] = ContextVar("fta_mem_held_cases", default=frozenset())


class WriterLocks:
    """The writers' locks of a home, or of a memory without one (``folder`` is None).

    Whoever holds a case's lock may take it again: a node that runs in another thread counts as its caller, because
    LangGraph hands the caller's context on to it. Another run of the same process waits like another process.
    """

    def __init__(self, folder: Path | None, patience: float = WAIT_SECONDS) -> None:
        self._folder = folder
        self._patience = patience
        self._guard = threading.Lock()
        self._threads: dict[str, threading.Lock] = {}
        self._holds: dict[str, Hold] = {}

    @contextmanager
    def holding(self, case_id: str, wait: float | None = None) -> Iterator[None]:
        """Hold the case's lock.

        Raises:
            CaseLockedError: another run or process still holds it after ``wait`` seconds (else those of the locks).
        """
        if self.hold_of(case_id) is not None:
            yield
            return
        with self._acquired(case_id, self._patience if wait is None else wait):
            hold = self._holds[case_key(case_id)] = Hold()
            token = _held.set(_held.get() | {hold})
            try:
                yield
            finally:
                _held.reset(token)
                del self._holds[case_key(case_id)]

    def hold_of(self, case_id: str) -> Hold | None:
        """Return the hold under which the caller may write to the case, None where it has none.

        As long as it is the same one, nobody else can have changed anything.
        """
        hold = self._holds.get(case_key(case_id))
        return hold if hold in _held.get() else None

    def forget(self, case_id: str) -> None:
        """Remove the lock's file; the caller holds it."""
        if self._folder is not None:
            drop_lock_file(self._path(self._folder, case_id))

    @staticmethod
    def _path(folder: Path, case_id: str) -> Path:
        return folder / f"{case_key(case_id)}.write"

    @contextmanager
    def _acquired(self, case_id: str, wait: float) -> Iterator[None]:
        # One wait for both locks: the time that the first one took is gone for the second.
        deadline = time.monotonic() + wait
        thread_lock = self._thread_lock(case_key(case_id))
        if not thread_lock.acquire(timeout=wait):
            raise _locked(case_id, "this process")
        try:
            file_lock = self._file_lock(case_id, max(0.0, deadline - time.monotonic()))
            try:
                yield
            finally:
                if file_lock is not None:
                    file_lock.release()
        finally:
            thread_lock.release()

    def _thread_lock(self, key: str) -> threading.Lock:
        with self._guard:
            return self._threads.setdefault(key, threading.Lock())

    def _file_lock(self, case_id: str, wait: float) -> "FileLock | None":
        if self._folder is None:
            return None
        lock = locked_file(self._path(self._folder, case_id), wait)
        if lock is None:
            raise _locked(case_id, "another process")
        return lock


def locked_file(path: Path, wait: float) -> "FileLock | None":
    """Lock a file, or return None when another process still holds it after ``wait`` seconds."""
    from filelock import FileLock, Timeout

    make_folder(path.parent)
    # Not bound to a thread: LangGraph's pool may give it back on another one than took it.
    lock = FileLock(path, timeout=wait, thread_local=False)
    try:
        lock.acquire()
    except Timeout:
        return None
    except OSError as error:
        raise StoreError(f"the folder {path.parent} can't be written: {error.strerror}; choose another home") from error
    return lock


def drop_lock_file(path: Path) -> None:
    """Remove a lock file that the caller holds; whoever waits for it notices and makes another."""
    with suppress(OSError):  # where open files can't be removed, an empty file of no telling name stays
        path.unlink()


def _locked(case_id: str, holder: str) -> CaseLockedError:
    return CaseLockedError(f"{holder} is writing to case {case_id!r}; wait until it has finished, then try again")
