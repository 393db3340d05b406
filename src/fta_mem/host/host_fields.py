"""Where a host keeps what memory needs: messages, the session's id, whose memory it is, where the packet goes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import UUID

from langchain_core.runnables import RunnableConfig
from langgraph.runtime import Runtime, get_runtime

from fta_mem.formats.messages import session_from_messages
from fta_mem.host.ownership import logged_in
from fta_mem.state.errors import SettingsError
from fta_mem.state.records import Session

if TYPE_CHECKING:
    from langchain_core.messages import MessageLikeRepresentation


@dataclass(frozen=True, slots=True)
class HostFields:
    """Where a host keeps what memory needs: each is a key of its state, or a function of its state.

    ``session_id`` falls back to the thread's id. ``packet`` is the key that ``recall`` writes. ``user_id`` is a key of
    the config's ``configurable`` or of the host's context (a string, an integer or a UUID), or a function of the
    config; on a server with authentication the authenticated identity counts.
    """

    messages: "str | Callable[[object], Sequence[MessageLikeRepresentation]]" = "messages"
    session_id: str | Callable[[object], str] = "session_id"
    ended: str | Callable[[object], bool] = "session_ended"
    packet: str = "memory"
    user_id: str | Callable[[RunnableConfig], object] = "user_id"

    def session(self, state: object, config: RunnableConfig) -> Session:
        """Return the session under way as it stands in the host's state.

        Raises:
            SettingsError: the state holds no messages where they should be, or nothing names the session.
        """
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

    def check_packet_key(self, state: object) -> None:
        """Refuse to write the packet over something of the host's own.

        Raises:
            SettingsError: the host keeps something else than text under the packet's key.
        """
        held = _read(state, self.packet)
        if held is not None and not isinstance(held, str):
            raise SettingsError(
                f"the state's {self.packet!r} holds a {type(held).__name__}, so the packet's text can't go there; "
                f"name another key of type str: HostFields(packet=...)"
            )

    def user(self, config: RunnableConfig) -> str:
        """Return whose memory the current run is about.

        Raises:
            SettingsError: the run names nobody, two people, or somebody else than who is logged in.
        """
        named = {_user_text(given, self._user_name) for given in self._users_given(config) if given not in (None, "")}
        identity = logged_in()
        if identity and named - {identity}:
            raise SettingsError(f"{self._user_name} is not the user who is logged in; leave it out")
        if len(named) > 1:
            raise SettingsError(f"the config and the context name different users as {self._user_name}; give one")
        if not identity and not named:
            raise SettingsError(
                f'no user id: run with config={{"configurable": {{"{self._user_name}": ...}}}}, '
                f"or put it into the context, or give HostFields a function that finds it"
            )
        return identity or named.pop()

    @property
    def _user_name(self) -> str:
        return self.user_id if isinstance(self.user_id, str) else "user_id"

    def _users_given(self, config: RunnableConfig) -> list[object]:
        if callable(self.user_id):
            return [self.user_id(config)]
        return [config.get("configurable", {}).get(self.user_id), _read(_context(), self.user_id)]


def _context() -> object:
    try:
        runtime: Runtime[Any] | None = get_runtime()
    except RuntimeError:  # called outside of any run
        return None
    return runtime.context if runtime is not None else None


def _user_text(given: object, name: str) -> str:
    if isinstance(given, bool) or not isinstance(given, str | int | UUID):
        raise SettingsError(f"{name} is a {type(given).__name__}; give a string, an integer or a UUID")
    return str(given)


def _read(state: object, name: str) -> object:
    """Return a field of a host's state, whatever it is: a dict, a dataclass or a pydantic model."""
    if isinstance(state, Mapping):
        return state.get(name)
    return getattr(state, name, None)
