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
from fta_mem.host.host_fields import HostFields
from fta_mem.state.answering import Packet
from fta_mem.state.errors import UnknownCaseError
from fta_mem.state.records import Session, Turn
from fta_mem.storage.ports import SessionHead

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


class LivingMemory(Protocol):
    """What these nodes need of a Memory (``fta_mem.memory``)."""

    @property
    def store(self) -> _Store:
        """Return where it is kept."""

    def recall(
        self, case_id: str, question: str, *, now: str | None = None, open_sessions: Sequence[Session] = ()
    ) -> _Recalled:
        """Return the packet for a question."""

    def hand_over(self, case_id: str, session: Session, *, whole: bool = False) -> Session:
        """Keep a session on disk, joined to what is held of it unless it is the whole."""

    def take_in(self, case_id: str, *, watch: Watch | None = None) -> object:
        """Make memory of what was handed over."""


class Queue(Protocol):
    """Who makes memory in the background (``fta_mem.host.background``)."""

    def submit(self, case_id: str) -> None:
        """Make memory of what waits of a case."""


@dataclass(frozen=True, slots=True)
class MemoryNodes:
    """The two nodes. ``every`` is the number of new turns of which memory is made before a session's end.

    What ``remember`` is given is kept on disk at once, and searched. Making memory of it doesn't wait for so many turns
    after words of danger, or where the person got no reply. Without a ``queue`` it is made while the host's run waits,
    which then streams the machine's events.
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
        return {self.fields.packet: self.packet(case_id, session)}

    def remember(self, state: object, config: RunnableConfig) -> dict[str, str]:
        """Keep the session so far, and make memory of it if enough is new or it has ended."""
        case_id = self.fields.user(config)
        session = self.fields.session(state, config)
        here, write = copy_context(), get_stream_writer()

        def stream(event: Event) -> None:
            """Write from inside the host's run, which is hidden from where memory is made."""
            here.run(write, event)

        self.keep(case_id, session, stream, ended=self.fields.has_ended(state), forked=_is_fork(config))
        return {}

    def packet(self, case_id: str, session: Session) -> str:
        """Return the packet's text for the last thing that the person said; what came before it is searched too."""
        asked = next((turn for turn in reversed(session.turns) if turn.role == "user"), None)
        if asked is None or not asked.text.strip():
            return ""
        said = Session(session.session_id, session.timestamp, session.turns[: asked.index])
        now = asked.timestamp[:10] if asked.timestamp else None
        try:
            return self.memory.recall(case_id, asked.text, now=now, open_sessions=[said]).packet.text
        except UnknownCaseError:  # the first thing that this person ever says
            return ""

    def keep(self, case_id: str, session: Session, stream: Watch, *, ended: bool = False, forked: bool = False) -> None:
        """Hand a session over, and make memory of it or let the queue do so, where it is time.

        One that was ``forked`` goes on from an earlier point of its thread: what was said after that is no more.
        """
        whole = self.memory.hand_over(case_id, session, whole=forked)
        held = self._held(case_id, session.session_id)
        if whole.turns == held:
            return
        fresh = set(whole.turns) - set(held)
        retracted = set(held) - set(whole.turns)
        if not (ended or retracted or len(fresh) >= self.every or _is_urgent(whole, fresh)):
            return
        if self.queue is not None:
            self.queue.submit(case_id)
        else:
            self.memory.take_in(case_id, watch=_both(stream, self.watch))

    def _held(self, case_id: str, session_id: str) -> tuple[Turn, ...]:
        """Return the turns of a session that are memory, or becoming it."""
        try:
            head = self.memory.store.session_head(case_id, session_id)
        except UnknownCaseError:
            return ()
        return self.memory.store.turns(case_id, session_id, 0, head.turn_count - 1)


def _is_urgent(session: Session, fresh: set[Turn]) -> bool:
    """Say whether new turns speak of danger, or the last of them got no reply: perhaps nothing will come after it."""
    return not session.turns or session.turns[-1].role == "user" or any(is_risk(turn.text) for turn in fresh)


def _is_fork(config: RunnableConfig) -> bool:
    """Say whether a run began from a checkpoint that the host named (time travel, edit and resend)."""
    return bool(config.get("metadata", {}).get("checkpoint_id"))


def _both(stream: Watch, watch: Watch | None) -> Watch:
    def tell(event: Event) -> None:
        stream(event)
        if watch is not None:
            watch(event)

    return tell
