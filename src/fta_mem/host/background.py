"""Making memory in the background, so that no reply has to wait for it."""

import logging
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final

import tenacity

from fta_mem.state.errors import CaseLockedError

WORKERS: Final = 2
LOCK_PATIENCE_SECONDS: Final = 60.0
"""How long a case that another process is writing to is tried again, before the failure is told."""
LONGEST_PAUSE_SECONDS: Final = 0.5
_log = logging.getLogger(__name__)


class Background:
    """Cases of which something is still to become memory: one run a case at a time.

    What there is to do stands in the ledger, not here: a process that ends, however it ends, loses nothing, and any
    later run of the case makes up for it. A case that somebody else is writing to is tried again for ``patience``
    seconds. ``wait`` raises what went wrong, whatever it was and however long ago, unless a later run put it right.
    """

    def __init__(self, build: Callable[[str], object], patience: float = LOCK_PATIENCE_SECONDS) -> None:
        self._build = build
        self._again = tenacity.Retrying(
            retry=tenacity.retry_if_exception_type(CaseLockedError),
            stop=tenacity.stop_after_delay(patience),
            wait=tenacity.wait_random(0.0, LONGEST_PAUSE_SECONDS),
            reraise=True,
        )
        self._pool = ThreadPoolExecutor(max_workers=WORKERS, thread_name_prefix="fta-mem-remember")
        self._changed = threading.Condition()  # guards the four below
        self._looking = 0
        self._wanted: set[str] = set()
        self._running: set[str] = set()
        self._failed: dict[str, BaseException] = {}

    def take_up(self, waiting_cases: Callable[[], Sequence[str]]) -> None:
        """Make memory of what an earlier process left; even looking for it is done in the background.

        A server opens memory on its event loop, where nothing may wait for a database.
        """
        with self._changed:
            self._looking += 1
        self._pool.submit(waiting_cases).add_done_callback(self._looked)

    def _looked(self, run: Future[Sequence[str]]) -> None:
        error = run.exception()
        with self._changed:
            if error is not None:
                _log.warning("what is still to become memory could not be looked for (%s)", type(error).__name__)
            for case_id in run.result() if error is None else ():
                self.submit(case_id)
            self._looking -= 1
            self._changed.notify_all()

    def submit(self, case_id: str) -> None:
        """Make memory of a case; what comes during a run of it gets a run of its own."""
        with self._changed:
            self._wanted.add(case_id)
            if case_id not in self._running:
                self._start(case_id)

    def wait(self) -> None:
        """Return when nothing is being worked on any more.

        Raises:
            Exception: memory of some case could not be made; its sessions still wait. Each failure is told once: a
                further call raises the next case's.
        """
        with self._changed:
            self._changed.wait_for(lambda: not (self._running or self._looking))
            failed = self._failed.popitem()[1] if self._failed else None
        if failed is not None:
            raise failed

    def wait_for(self, case_id: str) -> None:
        """Return when nothing of this case is being worked on; raises what went wrong with it."""
        with self._changed:
            self._changed.wait_for(lambda: case_id not in self._running)
            failed = self._failed.pop(case_id, None)
        if failed is not None:
            raise failed

    def close(self) -> None:
        """Finish what is being worked on, then raise what ``wait`` raises."""
        try:
            self.wait()
        finally:
            self._pool.shutdown()

    def _start(self, case_id: str) -> None:
        self._wanted.discard(case_id)
        try:
            run = self._pool.submit(self._again.copy(), self._build, case_id)
        except RuntimeError:  # closed, or the program is ending
            _log.warning("something is still to become memory; the next start makes up for it")
            return
        self._running.add(case_id)
        run.add_done_callback(lambda ended: self._ended(case_id, ended))

    def _ended(self, case_id: str, run: Future[object]) -> None:
        """Keep what went wrong, and go on with what came meanwhile."""
        error = run.exception()
        with self._changed:
            self._failed.pop(case_id, None)
            if error is not None:
                _log.warning("the memory of a session could not be made yet (%s)", type(error).__name__)
                self._failed[case_id] = error
            self._running.discard(case_id)
            if case_id in self._wanted:
                self._start(case_id)
            self._changed.notify_all()
