"""Chat messages of LangChain as turns: what a person and their agent said, nothing that a system or tool added."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from fta_mem.state.records import Session, Turn

if TYPE_CHECKING:
    from langchain_core.messages import BaseMessage

ROLES: Final = {"human": "user", "ai": "assistant"}
TIMESTAMP: Final = "timestamp"
"""The key of ``additional_kwargs`` under which a host says when a message was sent (ISO 8601)."""


def session_from_messages(session_id: str, messages: Sequence["BaseMessage"]) -> Session:
    """Return the messages of people and agents as a session; it began with its first dated message.

    A system prompt and what tools returned are left out: memory must not be made of what memory put there.
    """
    spoken = [message for message in messages if message.type in ROLES and str(message.text).strip()]
    turns = tuple(_turn(session_id, index, message) for index, message in enumerate(spoken))
    return Session(session_id, next((turn.timestamp for turn in turns if turn.timestamp), None), turns)


def continued(held: Sequence[Turn], session: Session) -> Session:
    """Return the session with the turns that were held of it before: a host may have trimmed its messages since.

    A turn with an id that is held already takes that one's place; all others follow.
    """
    turns = {turn.turn_id: turn for turn in held} | {turn.turn_id: turn for turn in session.turns}
    began = next((turn.timestamp for turn in turns.values() if turn.timestamp), session.timestamp)
    return Session(session.session_id, began, tuple(_at(index, turn) for index, turn in enumerate(turns.values())))


def _turn(session_id: str, index: int, message: "BaseMessage") -> Turn:
    role = ROLES[message.type]
    said_at = message.additional_kwargs.get(TIMESTAMP)
    return Turn(
        index=index,
        turn_id=message.id or f"{session_id}:{index}",
        role=role,
        name=message.name or role,
        text=str(message.text),
        timestamp=said_at if isinstance(said_at, str) else None,
    )


def _at(index: int, turn: Turn) -> Turn:
    return Turn(index, turn.turn_id, turn.role, turn.name, turn.text, turn.timestamp, turn.caption)
