"""Chat messages of LangChain as turns: what a person and their agent said, nothing that a system or tool added."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Final

from fta_mem.state.errors import DatasetError
from fta_mem.state.records import Session, Turn

if TYPE_CHECKING:
    from langchain_core.messages import BaseMessage, MessageLikeRepresentation

ROLES: Final = {"human": "user", "ai": "assistant"}
TIMESTAMP: Final = "timestamp"
"""The key of ``additional_kwargs`` under which a host says when a message was sent (ISO 8601, or a datetime)."""
FRAMEWORK_MARK: Final = "lc_source"
"""The key of ``additional_kwargs`` by which LangChain marks messages that it wrote itself, such as summaries."""


def session_from_messages(session_id: str, messages: "Sequence[MessageLikeRepresentation]") -> Session:
    """Return the messages of people and agents as a session; it began with its first dated message.

    Messages may be objects, dicts or (role, text) pairs. Left out are a system prompt, what tools returned, what a
    framework put there (a summary of older messages), and what has no words: memory is made of what somebody said.

    Raises:
        DatasetError: something among them is no message.
    """
    from langchain_core.messages import convert_to_messages

    try:
        given = convert_to_messages(messages)
    except (ValueError, NotImplementedError, TypeError) as error:
        raise DatasetError(
            "the host's messages hold something that is no message; give LangChain messages, or dicts with role and "
            "content"
        ) from error
    spoken = [message for message in given if _is_speech(message)]
    turns = tuple(_turn(session_id, index, message) for index, message in enumerate(spoken))
    return Session(session_id, next((turn.timestamp for turn in turns if turn.timestamp), None), turns)


def continued(held: Sequence[Turn], session: Session) -> Session:
    """Return the session with the turns that were held of it before: a host may have trimmed its messages since.

    A turn with an id that is held already takes that one's place; all others follow.
    """
    turns = {turn.turn_id: turn for turn in held} | {turn.turn_id: turn for turn in session.turns}
    began = next((turn.timestamp for turn in turns.values() if turn.timestamp), session.timestamp)
    return Session(session.session_id, began, tuple(_at(index, turn) for index, turn in enumerate(turns.values())))


def _is_speech(message: "BaseMessage") -> bool:
    of_framework = FRAMEWORK_MARK in message.additional_kwargs
    return message.type in ROLES and not of_framework and bool(str(message.text).strip())


def _moment(given: object) -> str | None:
    if isinstance(given, datetime):
        return given.isoformat()
    return given if isinstance(given, str) else None


def _turn(session_id: str, index: int, message: "BaseMessage") -> Turn:
    role = ROLES[message.type]
    return Turn(
        index=index,
        turn_id=message.id or f"{session_id}:{index}",
        role=role,
        name=message.name or role,
        text=str(message.text),
        timestamp=_moment(message.additional_kwargs.get(TIMESTAMP)),
    )


def _at(index: int, turn: Turn) -> Turn:
    return Turn(index, turn.turn_id, turn.role, turn.name, turn.text, turn.timestamp, turn.caption)
