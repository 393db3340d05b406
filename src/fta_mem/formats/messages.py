"""Chat messages of LangChain as turns: what a person and their agent said, nothing that a system or tool added."""

from collections.abc import Sequence
from dataclasses import replace
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


def continued(held: Sequence[Turn], session: Session, *, whole: bool = False) -> Session:
    """Return the session as it stands, given what was held of it: the thread is the truth from where it begins.

    What the thread shows no more between or behind its messages was removed, edited or said anew, and goes. What stood
    before its first message stays, since a host may have trimmed it away; but a message whose reply is now the first
    one was taken back. Without ids, messages are told by their words. A thread that shows nothing of what is held goes
    on from it, unless it is ``whole``: begun again from an earlier point.
    """
    place = _place_in(held, session)
    kept = list(held[:place]) if place is not None else [] if whole else list(held)
    if place is not None and session.turns[0].role == "assistant" and _is_same(held[place], session.turns[0]):
        while kept and kept[-1].role == "user":
            kept.pop()
    turns = [*kept, *session.turns]
    began = next((turn.timestamp for turn in turns if turn.timestamp), session.timestamp)
    placed = tuple(_at(index, turn, session.session_id) for index, turn in enumerate(turns))
    return Session(session.session_id, began, placed)


def _place_in(held: Sequence[Turn], session: Session) -> int | None:
    """Return how many of the held turns stand before the session's first one, None where it shows none of them."""
    if any(not _is_numbered(turn, session.session_id) for turn in session.turns):
        at = {turn.turn_id: index for index, turn in enumerate(held)}
        seen = next(((at[turn.turn_id], place) for place, turn in enumerate(session.turns) if turn.turn_id in at), None)
        # What comes before the first one that is held took the place of as many that were.
        return max(0, seen[0] - seen[1]) if seen is not None else None
    said, known = [_words(turn) for turn in session.turns], [_words(turn) for turn in held]
    for place in range(len(known)):
        if known[place:] == said[: len(known) - place]:
            return place
    return 0 if said[:1] == known[:1] != [] else None


def _is_same(one: Turn, other: Turn) -> bool:
    return one.turn_id == other.turn_id or _words(one) == _words(other)


def _is_numbered(turn: Turn, session_id: str) -> bool:
    """Say whether a turn has no id of its own, but the number that it got here."""
    return turn.turn_id.startswith(f"{session_id}:") and turn.turn_id[len(session_id) + 1 :].isdecimal()


def _words(turn: Turn) -> tuple[str, str, str]:
    return turn.role, turn.name, turn.text


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


def _at(index: int, turn: Turn, session_id: str) -> Turn:
    name = f"{session_id}:{index}" if _is_numbered(turn, session_id) else turn.turn_id
    return replace(turn, index=index, turn_id=name)
