"""What a run is given: typed inputs that Studio shows as a form and that a host can fill by hand."""

from typing import NotRequired

from typing_extensions import TypedDict

from fta_mem.state.errors import DatasetError
from fta_mem.state.records import Session, Turn


class TurnInput(TypedDict):
    """One turn as a host knows it. ``role`` is "user" or "assistant" (others are kept but may not be sources)."""

    role: str
    content: str
    name: NotRequired[str]
    turn_id: NotRequired[str]
    timestamp: NotRequired[str]


class SessionInput(TypedDict):
    """One finished session; ``timestamp`` is ISO 8601 and may be missing (times stay unknown)."""

    session_id: str
    turns: list[TurnInput]
    timestamp: NotRequired[str | None]


def session_from_input(given: SessionInput) -> Session:
    """Return the session that the input describes.

    Raises:
        DatasetError: a turn lacks its role or content, or the session its id.
    """
    try:
        turns = [_turn(index, given["session_id"], turn) for index, turn in enumerate(given["turns"])]
        return Session(str(given["session_id"]), given.get("timestamp"), tuple(turns))
    except KeyError as error:
        raise DatasetError(
            f"the session input lacks {error.args[0]!r}; give session_id, and turns with role and content"
        ) from error


def _turn(index: int, session_id: str, given: TurnInput) -> Turn:
    role = given["role"]
    return Turn(
        index=index,
        turn_id=given.get("turn_id") or f"{session_id}:{index}",
        role=role,
        name=given.get("name") or role,
        text=given["content"],
        timestamp=given.get("timestamp"),
    )
