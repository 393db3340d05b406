"""Making memory behind the conversation's back: nobody who waits for an answer waits for it."""

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final

from fta_mem.state.errors import FTAMemError
from fta_mem.state.records import Case, Session

WORKERS: Final = 2
_log = logging.getLogger(__name__)


class Background:
    """Sessions that wait to become memory: one run a case at a time, the newest state of each session.

    A failure loses nothing: the sessions go on waiting (and being recalled from) until the next one of their case is
    submitted, and ``wait`` raises what went wrong.
    """

    def __init__(self, ingest: Callable[[Case], object]) -> None:
        self._ingest = ingest
        self._pool = ThreadPoolExecutor(max_workers=WORKERS, thread_name_prefix="fta-mem-remember")
        self._guard = threading.Lock()
        self._waiting: dict[str, dict[str, Session]] = {}
        self._running: dict[str, Future[None]] = {}
        self._failed: dict[str, FTAMemError] = {}

    def submit(self, case_id: str, session: Session) -> None:
        """Take a session, replacing an earlier state of it that still waits."""
        with self._guard:
            self._waiting.setdefault(case_id, {})[session.session_id] = session
            if case_id not in self._running:
                self._running[case_id] = self._pool.submit(self._work, case_id)

    def waiting(self, case_id: str) -> tuple[Session, ...]:
        """Return the sessions that are not memory yet."""
        with self._guard:
            return tuple(self._waiting.get(case_id, {}).values())

    def wait(self) -> None:
        """Return when nothing is being worked on any more.

        Raises:
            FTAMemError: memory of some case could not be made; its sessions still wait.
        """
        while running := self._still_running():
            for future in running:
                future.result()
        with self._guard:
            failed = list(self._failed.values())
            self._failed.clear()
        for error in failed:
            raise error

    def close(self) -> None:
        """Finish what waits, then raise what ``wait`` raises."""
        self._pool.shutdown(wait=True)
        self.wait()

    def _still_running(self) -> list[Future[None]]:
        with self._guard:
            return list(self._running.values())

    def _work(self, case_id: str) -> None:
        idle = False
        try:
            while sessions := self._next(case_id):
                self._ingest(Case(case_id, sessions))
                self._done(case_id, sessions)
            idle = True
        except FTAMemError as error:
            _log.warning("the memory of a session could not be made yet (%s)", type(error).__name__)
            with self._guard:
                self._failed[case_id] = error
        finally:
            if not idle:  # else another run of this case may stand there already
                with self._guard:
                    self._running.pop(case_id, None)

    def _next(self, case_id: str) -> tuple[Session, ...]:
        """Return what waits; with nothing left the case counts as idle at once, so that no submission is missed."""
        with self._guard:
            sessions = tuple(self._waiting.get(case_id, {}).values())
            if not sessions:
                self._running.pop(case_id, None)
            return sessions

    def _done(self, case_id: str, sessions: tuple[Session, ...]) -> None:
        with self._guard:
            waiting = self._waiting[case_id]
            for session in sessions:
                if waiting.get(session.session_id) is session:
                    del waiting[session.session_id]
            if not waiting:
                del self._waiting[case_id]
