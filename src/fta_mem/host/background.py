"""Making memory in the background, so that no reply has to wait for it."""

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final

import tenacity

from fta_mem.state.errors import CaseLockedError

WORKERS: Final = 2
LOCK_PATIENCE_SECONDS: Final = 60.0
"""How long a case that another process is writing to is tried again, before the failure is told."""
PAUSE_SECONDS: Final = 0.1
_log = logging.getLogger(__name__)


class Background:
    """Cases of which something waits in the ledger to become memory: one run a case at a time.

    A case that somebody else is writing to is tried again for ``patience`` seconds. A failure loses nothing: what was
    handed over goes on waiting (and being recalled from) until the next submission of its case, or the next start.
    ``wait`` raises what went wrong, whatever it was and however long ago, unless a later run put it right.
    """

    def __init__(self, take_in: Callable[[str], object], patience: float = LOCK_PATIENCE_SECONDS) -> None:
        self._take_in = tenacity.retry(
            retry=tenacity.retry_if_exception_type(CaseLockedError),
            stop=tenacity.stop_after_delay(patience),
            wait=tenacity.wait_fixed(PAUSE_SECONDS),
            reraise=True,
        )(take_in)
        self._pool = ThreadPoolExecutor(max_workers=WORKERS, thread_name_prefix="fta-mem-remember")
        self._changed = threading.Condition()  # guards the three below
        self._again: set[str] = set()
        self._running: set[str] = set()
        self._failed: dict[str, BaseException] = {}

    def submit(self, case_id: str) -> None:
        """Make memory of what waits of a case, once more if a run of it is under way that may have missed some."""
        with self._changed:
            if case_id in self._running:
                self._again.add(case_id)
            else:
                self._start(case_id)

    def wait(self) -> None:
        """Return when nothing is being worked on any more.

        Raises:
            Exception: memory of some case could not be made; what was handed over still waits. Each failure is told
                once: a further call raises the next case's.
        """
        with self._changed:
            self._changed.wait_for(lambda: not self._running)
            failed = self._failed.popitem()[1] if self._failed else None
        if failed is not None:
            raise failed

    def close(self) -> None:
        """Finish what is under way, then raise what ``wait`` raises."""
        try:
            self.wait()
        finally:
            self._pool.shutdown()

    def _start(self, case_id: str) -> None:
        run = self._pool.submit(self._take_in, case_id)
        self._running.add(case_id)
        run.add_done_callback(lambda ended: self._ended(case_id, ended))

    def _ended(self, case_id: str, run: Future[object]) -> None:
        """Keep what went wrong, and go on with what came meanwhile."""
        error = run.exception()
        with self._changed:
            if error is None:
                self._failed.pop(case_id, None)
            else:
                _log.warning("the memory of a session could not be made yet (%s)", type(error).__name__)
                self._failed[case_id] = error
            self._running.discard(case_id)
            if case_id in self._again:
                self._again.discard(case_id)
                self._start(case_id)
            self._changed.notify_all()
