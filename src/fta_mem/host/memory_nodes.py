"""The memory that a host graph embeds: two nodes of its own graph, ``recall`` before a reply, ``remember`` after it.

host: ... -> recall -> (the host's reply) -> remember -> ...

They are wrappers on purpose: a compiled graph added as a node would see the host's context and write its own state
into the host's checkpoints. What reaches the host's state is the packet's text.
"""

from collections.abc import Callable, Mapping, Sequence
from contextvars import copy_context
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from langchain_core.runnables import RunnableConfig
from langgraph.config import get_stream_writer

from fta_mem.formats.messages import continued, session_from_messages
from fta_mem.host.ownership import logged_in
from fta_mem.state.answering import Packet
from fta_mem.state.errors import SettingsError, UnknownCaseError
from fta_mem.state.records import Case, Session, Turn
from fta_mem.storage.ports import SessionHead

if TYPE_CHECKING:
    from langchain_core.messages import BaseMessage

Event = dict[str, object]
Watch = Callable[[Event], None]


@dataclass(frozen=True, slots=True)
class RiskSignal:
    """A unit that speaks of danger to somebody, for the host to act on; nothing here ever answers it."""

    case_id: str
    session_id: str
    memory_id: str
    subject: str


@dataclass(frozen=True, slots=True)
class HostFields:
    """Where a host keeps what memory needs: each is a key of its state, or a function of its state.

    ``session_id`` falls back to the thread's id. ``packet`` is the key that ``recall`` writes. ``user_id`` is a key of
    the config's ``configurable``; on a server with authentication the authenticated identity counts.
    """

    messages: "str | Callable[[object], Sequence[BaseMessage]]" = "messages"
    session_id: str | Callable[[object], str] = "session_id"
    ended: str | Callable[[object], bool] = "session_ended"
    packet: str = "memory"
    user_id: str = "user_id"

    def session(self, state: object, config: RunnableConfig) -> Session:
        """Return the session under way as it stands in the host's state."""
        messages = self.messages(state) if callable(self.messages) else _read(state, self.messages)
        if not isinstance(messages, Sequence) or isinstance(messages, str):
            raise SettingsError(f"the state holds no messages under {self.messages!r}; name them in HostFields")
        given = self.session_id(state) if callable(self.session_id) else _read(state, self.session_id)
        session_id = given or config.get("configurable", {}).get("thread_id")
        if not session_id:
            raise SettingsError("no session id: name its place in HostFields, or run with a thread_id")
        return session_from_messages(str(session_id), messages)

    def has_ended(self, state: object) -> bool:
        """Say whether the session is over, as far as the host tells."""
        return bool(self.ended(state) if callable(self.ended) else _read(state, self.ended))

    def user(self, config: RunnableConfig) -> str:
        """Return whose memory the current run is about.

        Raises:
            SettingsError: the config names nobody, or somebody else than who is logged in.
        """
        given = config.get("configurable", {}).get(self.user_id)
        identity = logged_in()
        if identity and given not in (None, "", identity):
            raise SettingsError(f"{self.user_id} is not the user who is logged in; leave it out")
        if not identity and not (isinstance(given, str) and given):
            raise SettingsError(f'no user id: run with config={{"configurable": {{"{self.user_id}": ...}}}}')
        return identity or str(given)


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

    def ingest(self, case: Case, *, watch: Watch | None = None) -> object:
        """Make memory of sessions."""


class Queue(Protocol):
    """Where sessions wait to become memory in the background (``fta_mem.host.background``)."""

    def submit(self, case_id: str, session: Session) -> None:
        """Take a session, replacing an earlier state of it that still waits."""

    def waiting(self, case_id: str) -> tuple[Session, ...]:
        """Return the sessions that are not memory yet."""


@dataclass(frozen=True, slots=True)
class MemoryNodes:
    """The two nodes. ``every`` is the number of new turns after which ``remember`` acts before a session's end.

    Without a ``queue`` the ``remember`` node works while the host's run waits, and streams the machine's events.
    """

    memory: LivingMemory
    fields: HostFields = field(default_factory=HostFields)
    every: int = 2
    queue: Queue | None = None
    watch: Watch | None = None

    def recall(self, state: object, config: RunnableConfig) -> dict[str, str]:
        """Write the packet for the person's last message into the host's state ("" where memory holds nothing)."""
        case_id = self.fields.user(config)
        session = self.fields.session(state, config)
        return {self.fields.packet: self.packet(case_id, session)}

    def remember(self, state: object, config: RunnableConfig) -> dict[str, str]:
        """Make memory of the session so far, if enough is new or it has ended."""
        case_id = self.fields.user(config)
        session = self.fields.session(state, config)
        here, write = copy_context(), get_stream_writer()

        def stream(event: Event) -> None:
            """Write from inside the host's run, which is hidden from where memory is made."""
            here.run(write, event)

        self.keep(case_id, session, stream, ended=self.fields.has_ended(state))
        return {}

    def packet(self, case_id: str, session: Session) -> str:
        """Return the packet's text for the last thing that the person said; what came before it is searched too."""
        asked = next((turn for turn in reversed(session.turns) if turn.role == "user"), None)
        if asked is None or not asked.text.strip():
            return ""
        waiting = [other for other in self._waiting(case_id) if other.session_id != session.session_id]
        said = Session(session.session_id, session.timestamp, session.turns[: asked.index])
        now = asked.timestamp[:10] if asked.timestamp else None
        try:
            return self.memory.recall(case_id, asked.text, now=now, open_sessions=[*waiting, said]).packet.text
        except UnknownCaseError:  # the first thing that this person ever says
            return ""

    def keep(self, case_id: str, session: Session, stream: Watch, *, ended: bool = False) -> None:
        """Make memory of a session, or hand it to the queue."""
        held = self._held(case_id, session.session_id)
        whole = continued(held, session)
        fresh = set(whole.turns) - set(held)
        if not fresh or (len(fresh) < self.every and not ended):
            return
        if self.queue is not None:
            self.queue.submit(case_id, whole)
        else:
            self.memory.ingest(Case(case_id, (whole,)), watch=_both(stream, self.watch))

    def _held(self, case_id: str, session_id: str) -> tuple[Turn, ...]:
        for session in self._waiting(case_id):
            if session.session_id == session_id:
                return session.turns
        try:
            head = self.memory.store.session_head(case_id, session_id)
        except UnknownCaseError:
            return ()
        return self.memory.store.turns(case_id, session_id, 0, head.turn_count - 1)

    def _waiting(self, case_id: str) -> tuple[Session, ...]:
        return self.queue.waiting(case_id) if self.queue is not None else ()


def _both(stream: Watch, watch: Watch | None) -> Watch:
    def tell(event: Event) -> None:
        stream(event)
        if watch is not None:
            watch(event)

    return tell


def _read(state: object, name: str) -> object:
    """Return a field of a host's state, whatever it is: a dict, a dataclass or a pydantic model."""
    if isinstance(state, Mapping):
        return state.get(name)
    return getattr(state, name, None)
