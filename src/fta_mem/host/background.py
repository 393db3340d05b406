"""Making memory in the background, so that no reply has to wait for it."""

import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final

from fta_mem.state.errors import CaseLockedError
from fta_mem.state.records import Case, Session

WORKERS: Final = 2
LOCK_PATIENCE_SECONDS: Final = 60.0
"""How long a case that another process is writing to is tried again, before the failure is told."""
PAUSE_SECONDS: Final = 0.1
_log = logging.getLogger(__name__)


class Background:
    """Sessions that wait to become memory: one run a case at a time, the newest state of each session.

    A case that somebody else is writing to is tried again for ``patience`` seconds. A failure loses nothing: the
    sessions go on waiting (and being recalled from) until the next one of their case is submitted. ``wait`` raises
    what went wrong, whatever it was and however long ago, unless a later run put it right.
    """

    def __init__(self, ingest: Callable[[Case], object], patience: float = LOCK_PATIENCE_SECONDS) -> None:
        self._ingest = ingest
        self._patience = patience
        self._pool = ThreadPoolExecutor(max_workers=WORKERS, thread_name_prefix="fta-mem-remember")
        self._changed = threading.Condition()  # guards the three below
        self._waiting: dict[str, dict[str, Session]] = {}
        self._running: set[str] = set()
        self._failed: dict[str, BaseException] = {}

    def submit(self, case_id: str, session: Session) -> None:
        """Take a session, replacing an earlier state of it that still waits."""
        with self._changed:
            self._waiting.setdefault(case_id, {})[session.session_id] = session
            if case_id not in self._running:
                self._start(case_id)

    def waiting(self, case_id: str) -> tuple[Session, ...]:
        """Return the sessions that are not memory yet."""
        with self._changed:
            return tuple(self._waiting.get(case_id, {}).values())

    def wait(self) -> None:
        """Return when nothing is being worked on any more.

        Raises:
            Exception: memory of some case could not be made; its sessions still wait. Each failure is told once: a
                further call raises the next case's.
        """
        with self._changed:
            self._changed.wait_for(lambda: not self._running)
            failed = self._failed.popitem()[1] if self._failed else None
        if failed is not None:
            raise failed

    def close(self) -> None:
        """Finish what waits, then raise what ``wait`` raises."""
        try:
            self.wait()
        finally:
            self._pool.shutdown()

    def _start(self, case_id: str) -> None:
        sessions = tuple(self._waiting[case_id].values())
        run = self._pool.submit(self._make, Case(case_id, sessions))
        self._running.add(case_id)
        run.add_done_callback(lambda ended: self._ended(case_id, sessions, ended))

    def _make(self, case: Case) -> object:
        """Make memory, trying again as long as somebody else holds the case and patience lasts."""
        deadline = time.monotonic() + self._patience
        while True:
            try:
                return self._ingest(case)
            except CaseLockedError:
                if time.monotonic() >= deadline:
                    raise
                time.sleep(PAUSE_SECONDS)

    def _ended(self, case_id: str, sessions: tuple[Session, ...], run: Future[object]) -> None:
        """Take off what became memory, keep what went wrong, and go on with what came meanwhile."""
        error = run.exception()
        with self._changed:
            waiting = self._waiting[case_id]
            untried = any(session not in sessions for session in waiting.values())
            if error is None:
                self._failed.pop(case_id, None)
                self._waiting[case_id] = {key: item for key, item in waiting.items() if item not in sessions}
                if not self._waiting[case_id]:
                    del self._waiting[case_id]
            else:
                _log.warning("the memory of a session could not be made yet (%s)", type(error).__name__)
                self._failed[case_id] = error
            self._running.discard(case_id)
            if untried:
                self._start(case_id)
            self._changed.notify_all()
