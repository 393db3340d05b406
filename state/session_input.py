"""What a run is given: typed inputs that Studio shows as a form and that a host can fill by hand."""

from typing import Annotated, NotRequired

from typing_extensions import TypedDict

from fta_mem.state.errors import DatasetError
from fta_mem.state.form_fields import Shown
from fta_mem.state.records import Session, Turn


class TurnInput(TypedDict):
    """One turn as a host knows it."""

    role: Annotated[str, Shown('"user" or "assistant"; others are kept, but nothing is remembered of them.', "user")]
    content: Annotated[str, Shown("What was said, word for word.", "My sister Mara moved to Leeds last Friday.")]
    name: NotRequired[Annotated[str | None, Shown("The speaker as a reader would call them.", "Ana")]]
    turn_id: NotRequired[Annotated[str | None, Shown("The turn's id in its source; else session:index.")]]
    timestamp: NotRequired[Annotated[str | None, Shown("When it was said (ISO 8601).", "2024-03-04T18:30:00")]]


class SessionInput(TypedDict):
    """One session; without a time of its own, times like "last Friday" stay unresolved."""

    session_id: Annotated[str, Shown("The session's id, unique within the case.", "s1")]
    turns: Annotated[list[TurnInput], Shown("What was said, in order.")]
    timestamp: NotRequired[Annotated[str | None, Shown("When it began (ISO 8601).", "2024-03-04T18:30:00")]]


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


def input_of(session: Session) -> SessionInput:
    """Return the input that describes the session; captions stand in the text."""
    turns = [_turn_input(turn) for turn in session.turns]
    return SessionInput(session_id=session.session_id, timestamp=session.timestamp, turns=turns)


def _turn_input(turn: Turn) -> TurnInput:
    given = TurnInput(role=turn.role, content=turn.content, name=turn.name, turn_id=turn.turn_id)
    if turn.timestamp is not None:
        given["timestamp"] = turn.timestamp
    return given


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
