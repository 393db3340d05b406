"""Memory for a host's own graph: open it once, add its two nodes, say where the host keeps what they need."""

import logging
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from fta_mem.assembly import open_memory
from fta_mem.host.background import Background
from fta_mem.memory import Memory

if TYPE_CHECKING:
    from fta_mem.host.host_fields import HostFields
    from fta_mem.host.memory_nodes import Event, MemoryNodes, RiskSignal

_log = logging.getLogger(__name__)


class MemorySubgraph:
    """``recall`` and ``remember``, ready for ``add_node``; use it as a context manager, or ``close`` it.

    It works behind the host's back: ``remember`` returns when what it took stands in the ledger, it is recalled from
    meanwhile, and ``wait`` returns when all of it is memory. What an earlier process left is taken up at once.
    """

    def __init__(self, memory: Memory, nodes: "MemoryNodes", background: Background | None, *, owns: bool) -> None:
        self.memory = memory
        self.nodes = nodes
        # Nodes of any host's state: a narrower type would clash with its own nodes in ``add_sequence``.
        self.recall: Callable[..., Any] = nodes.recall
        self.remember: Callable[..., Any] = nodes.remember
        self._background = background
        self._owns = owns
        if background is not None:
            background.take_up(memory.store.waiting_cases)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def wait(self) -> None:
        """Return when everything that was taken is memory; raises what kept it from becoming that."""
        if self._background is not None:
            self._background.wait()

    def flush(self, user_id: str, thread_id: str | None = None) -> None:
        """Return when all that was handed over of a person, or of one thread of theirs, is memory.

        Raises:
            Exception: it could not be made; what was handed over still waits.
        """
        waiting = self.memory.store.handed_over(user_id)
        if thread_id is not None and all(item.session.session_id != thread_id for item in waiting):
            return
        if self._background is None:
            self.memory.build(user_id, watch=self.nodes.watch)
        else:
            self._background.submit(user_id)
            self._background.wait_for(user_id)

    def warm(self) -> None:
        """Load what recalling and remembering need, so that the first person doesn't wait for it."""
        self.memory.warm()

    def close(self) -> None:
        """Finish what was taken, and close the memory if it was opened here."""
        try:
            if self._background is not None:
                self._background.close()
        finally:
            if self._owns:
                self.memory.close()


def memory_subgraph(
    memory: Memory | Path | str,
    *,
    fields: "HostFields | None" = None,
    every: int = 2,
    background: bool = True,
    on_risk: "Callable[[RiskSignal], None] | None" = None,
) -> MemorySubgraph:
    """Return the two nodes over a memory (or over the home of one, with the settings of the environment).

    ``fields`` maps a host's state, ``every`` says after how many new turns ``remember`` acts before a session's end.
    With ``background=False`` the host's run waits for memory and streams its events. ``on_risk`` is told once of each
    unit that signals danger; without it a warning goes to the log.
    """
    from fta_mem.host.host_fields import HostFields
    from fta_mem.host.memory_nodes import MemoryNodes

    owns = not isinstance(memory, Memory)
    opened = memory if isinstance(memory, Memory) else open_memory(Path(memory).expanduser())
    watch = RiskWatch(on_risk or warn)
    queue = Background(lambda case_id: opened.build(case_id, watch=watch)) if background else None
    nodes = MemoryNodes(opened, fields or HostFields(), every, queue, watch)
    return MemorySubgraph(opened, nodes, queue, owns=owns)


class RiskWatch:
    """Picks the risk signals out of the construction machine's events, each unit once a process."""

    def __init__(self, tell: "Callable[[RiskSignal], None]") -> None:
        self._tell = tell
        self._told: set[tuple[str, str]] = set()

    def __call__(self, event: "Event") -> None:
        """Tell of the event if it is news of danger."""
        from fta_mem.host.memory_nodes import RiskSignal

        if event["event"] != "risk_signal":
            return
        names = ("case_id", "session_id", "memory_id", "subject")
        signal = RiskSignal(*(str(event[name]) for name in names))
        if (signal.case_id, signal.memory_id) not in self._told:
            self._told.add((signal.case_id, signal.memory_id))
            self._tell(signal)


def warn(signal: "RiskSignal") -> None:
    """Log that something dangerous was said, without saying by whom or what."""
    _log.warning("a risk signal was remembered as %s; pass on_risk to act on it", signal.memory_id)
