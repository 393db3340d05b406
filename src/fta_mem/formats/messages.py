"""Chat messages of LangChain as turns: what a person and their agent said, nothing that a system or tool added."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Final

from fta_mem.state.errors import DatasetError
from fta_mem.state.records import Session, Turn

if TYPE_CHECKING:
    from langchain_core.messages import BaseMessage, MessageLikeRepresentation

ROLES: Final = {"human": "user", "ai": "assistant"}
LIKE_MESSAGES: Final = 2
"""So many messages in a row, word for word the same, are the same messages."""
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

    A turn with an id that is held already takes that one's place; all others follow. Messages without ids go on where
    they say again what was held, as far as that goes.
    """
    session_id = session.session_id
    kept = held if names_of(session) else held[: _kept_by_text(held, session.turns)]
    named = {turn.turn_id: turn for turn in session.turns if _is_named(session_id, turn)}
    turns = [named.pop(turn.turn_id, turn) for turn in kept]
    turns += [turn for turn in session.turns if not _is_named(session_id, turn) or turn.turn_id in named]
    return _session(session_id, turns, session.timestamp)


def retracted(shown: Sequence[str], session: Session, *, branched: bool = False) -> frozenset[str]:
    """Return the ids of turns that a thread showed when a run ended, and that were taken back before the next began.

    ``shown`` are the ids in their order. What is missing behind a message that is still there was edited, regenerated
    or removed by somebody. A missing beginning was trimmed, and stays memory; but not a first message alone whose
    reply is still there, for nobody trims half an exchange. If nothing is left, all was trimmed, unless the thread
    ``branched`` off at an earlier state of its own.
    """
    there = {turn.turn_id for turn in session.turns}
    left = [index for index, name in enumerate(shown) if name in there]
    if not left:
        return frozenset(shown) if branched else frozenset()
    is_lone_reply = left[0] == 1 and shown[1] == session.turns[0].turn_id and session.turns[0].role == "assistant"
    first = 0 if is_lone_reply else left[0]
    return frozenset(shown[first:]) - there


def without(held: Sequence[Turn], session: Session, gone: frozenset[str]) -> Session:
    """Return a session as it was held, without turns that were taken back."""
    left = [turn for turn in held if turn.turn_id not in gone]
    return _session(session.session_id, left, session.timestamp)


def names_of(session: Session) -> tuple[str, ...]:
    """Return the ids that the host gave its messages, in their order."""
    return tuple(turn.turn_id for turn in session.turns if _is_named(session.session_id, turn))


def _kept_by_text(held: Sequence[Turn], told: Sequence[Turn]) -> int:
    """Return how many held turns stand before the place from which they are told again, to their end or further."""
    best, kept = 0, len(held)
    for start in range(len(held)):
        same = _alike(held[start:], told)
        # One like message alone ("Hello.") says nothing, unless it is the last one.
        if same >= max(best, 1) and (same >= LIKE_MESSAGES or start + same == len(held)):
            best, kept = same, start
    return kept


def _alike(held: Sequence[Turn], told: Sequence[Turn]) -> int:
    """Return how many turns at the beginning say the same."""
    pairs = enumerate(zip(held, told, strict=False))
    return next(
        (count for count, (one, other) in pairs if (one.role, one.text) != (other.role, other.text)),
        min(len(held), len(told)),
    )


def _session(session_id: str, turns: Sequence[Turn], timestamp: str | None) -> Session:
    began = next((turn.timestamp for turn in turns if turn.timestamp), timestamp)
    return Session(session_id, began, tuple(_at(session_id, index, turn) for index, turn in enumerate(turns)))


def _is_named(session_id: str, turn: Turn) -> bool:
    return turn.turn_id != f"{session_id}:{turn.index}"


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


def _at(session_id: str, index: int, turn: Turn) -> Turn:
    turn_id = turn.turn_id if _is_named(session_id, turn) else f"{session_id}:{index}"
    return Turn(index, turn_id, turn.role, turn.name, turn.text, turn.timestamp, turn.caption)
