"""The memory that a host graph embeds: two nodes of its own graph, ``recall`` before a reply, ``remember`` after it.

host: ... -> recall -> (the host's reply) -> remember -> ...

They are wrappers on purpose: a compiled graph added as a node would see the host's context and write its own state
into the host's checkpoints. What reaches the host's state is the packet's text.
"""

from collections.abc import Callable, Sequence
from contextvars import copy_context
from dataclasses import dataclass, field
from typing import Protocol

from langchain_core.runnables import RunnableConfig
from langgraph.config import get_stream_writer

from fta_mem.engines.rules.extraction.wording_cues import is_risk
from fta_mem.formats.messages import continued, names_of, retracted, without
from fta_mem.host.host_fields import HostFields
from fta_mem.state.answering import Packet
from fta_mem.state.errors import ConsentError, UnknownCaseError
from fta_mem.state.records import Case, Session, Turn
from fta_mem.storage.ports import HandedOver, SessionHead

Event = dict[str, object]
Watch = Callable[[Event], None]


@dataclass(frozen=True, slots=True)
class RiskSignal:
    """A unit that speaks of danger to somebody, for the host to act on; nothing here ever answers it."""

    case_id: str
    session_id: str
    memory_id: str
    subject: str


class _Recalled(Protocol):
    @property
    def packet(self) -> Packet: ...


class _Store(Protocol):
    def session_head(self, case_id: str, session_id: str) -> SessionHead: ...
    def turns(self, case_id: str, session_id: str, begin: int, end: int) -> tuple[Turn, ...]: ...
    def hand_over(
        self, case_id: str, session_id: str, shown: Sequence[str], change: Callable[[tuple[Turn, ...]], Session]
    ) -> Session: ...
    def shown(self, case_id: str, session_id: str) -> tuple[str, ...]: ...
    def without_forgotten(self, case_id: str, session: Session) -> Session: ...
    def handed_over(self, case_id: str) -> tuple[HandedOver, ...]: ...
    def without_erased(self, case: Case) -> tuple[Case, int]: ...


class LivingMemory(Protocol):
    """What these nodes need of a Memory (``fta_mem.memory``)."""

    @property
    def store(self) -> _Store:
        """Return where it is kept."""

    def recall(
        self, case_id: str, question: str, *, now: str | None = None, open_sessions: Sequence[Session] = ()
    ) -> _Recalled:
        """Return the packet for a question."""

    def build(self, case_id: str, *, watch: Watch | None = None) -> None:
        """Make memory of what was handed over of a case."""


class Queue(Protocol):
    """What makes memory of cases in the background (``fta_mem.host.background``)."""

    def submit(self, case_id: str) -> None:
        """Make memory of what was handed over of a case."""


@dataclass(frozen=True, slots=True)
class MemoryNodes:
    """The two nodes. ``every`` is the number of new turns after which ``remember`` acts before a session's end.

    It doesn't wait for that many after words of danger, or where the person got no reply. Without a ``queue`` the
    ``remember`` node works while the host's run waits, and streams the machine's events.
    """

    memory: LivingMemory
    fields: HostFields = field(default_factory=HostFields)
    every: int = 2
    queue: Queue | None = None
    watch: Watch | None = None

    def recall(self, state: object, config: RunnableConfig) -> dict[str, str]:
        """Write the packet for the person's last message into the host's state ("" where memory holds nothing)."""
        self.fields.check_packet_key(state)
        case_id = self.fields.user(config)
        session = self.fields.session(state, config)
        self._take_back(case_id, session, branched=_has_branched(config))
        return {self.fields.packet: self.packet(case_id, session)}

    def remember(self, state: object, config: RunnableConfig) -> dict[str, str]:
        """Keep the session so far, for good, and let memory be made of it if enough is new or it has ended."""
        case_id = self.fields.user(config)
        session = self.fields.session(state, config)
        here, write = copy_context(), get_stream_writer()

        def stream(event: Event) -> None:
            """Write from inside the host's run, which is hidden from where memory is made."""
            here.run(write, event)

        if _has_branched(config):  # perhaps behind ``recall``, which would have noticed otherwise
            self._take_back(case_id, session, branched=True)
        self.keep(case_id, session, stream, ended=self.fields.has_ended(state))
        return {}

    def packet(self, case_id: str, session: Session) -> str:
        """Return the packet's text for the last thing that the person said; what came before it is searched too."""
        session = continued(self._held(case_id, session.session_id), session)
        asked = next((turn for turn in reversed(session.turns) if turn.role == "user"), None)
        if asked is None or not asked.text.strip():
            return ""
        said = Session(session.session_id, session.timestamp, session.turns[: asked.index])
        now = asked.timestamp[:10] if asked.timestamp else None
        try:
            return self.memory.recall(case_id, asked.text, now=now, open_sessions=[said]).packet.text
        except (UnknownCaseError, ConsentError):  # the first thing that this person ever says, or memory is off
            return ""

    def keep(self, case_id: str, session: Session, stream: Watch, *, ended: bool = False) -> None:
        """Hand a session over, and make memory of it, or let the queue do so, if it is time."""
        store = self.memory.store
        left, _ = store.without_erased(Case(case_id, (store.without_forgotten(case_id, session),)))
        if not left.sessions:
            return
        (told,) = left.sessions
        try:
            whole = store.hand_over(case_id, told.session_id, names_of(session), lambda held: continued(held, told))
        except ConsentError:  # paused or off: the conversation goes on, and nothing of it is kept
            return
        if not self._is_time(whole, self._remembered(case_id, session.session_id), ended=ended):
            return
        if self.queue is not None:
            self.queue.submit(case_id)
        else:
            self.memory.build(case_id, watch=_both(stream, self.watch))

    def _take_back(self, case_id: str, session: Session, *, branched: bool) -> None:
        """Let go of what the thread told when its last run ended, and was taken back before this one began."""
        store = self.memory.store
        gone = retracted(store.shown(case_id, session.session_id), session, branched=branched)
        if not gone:
            return
        names = names_of(session)
        store.hand_over(case_id, session.session_id, names, lambda held: without(held, session, gone))
        if self.queue is not None:
            self.queue.submit(case_id)

    def _is_time(self, whole: Session, remembered: Sequence[Turn], *, ended: bool) -> bool:
        fresh, gone = set(whole.turns) - set(remembered), set(remembered) - set(whole.turns)
        if not fresh and not gone:
            return False
        return bool(gone) or ended or len(fresh) >= self.every or _is_urgent(whole, fresh)

    def _held(self, case_id: str, session_id: str) -> tuple[Turn, ...]:
        for item in self.memory.store.handed_over(case_id):
            if item.session.session_id == session_id:
                return item.session.turns
        return self._remembered(case_id, session_id)

    def _remembered(self, case_id: str, session_id: str) -> tuple[Turn, ...]:
        try:
            head = self.memory.store.session_head(case_id, session_id)
        except UnknownCaseError:
            return ()
        return self.memory.store.turns(case_id, session_id, 0, head.turn_count - 1)


def _has_branched(config: RunnableConfig) -> bool:
    """Say whether the run began at an earlier state of its thread: LangGraph notes which one."""
    return "checkpoint_id" in config.get("metadata", {})


def _is_urgent(session: Session, fresh: set[Turn]) -> bool:
    """Say whether new turns speak of danger, or the last of them got no reply: perhaps nothing will come after it."""
    return session.turns[-1].role == "user" or any(is_risk(turn.text) for turn in fresh)


def _both(stream: Watch, watch: Watch | None) -> Watch:
    def tell(event: Event) -> None:
        stream(event)
        if watch is not None:
            watch(event)

    return tell
