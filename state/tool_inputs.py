"""What the memory's three tools take and give, for programs and agents that reach them over MCP."""

from typing import Annotated, NotRequired

from typing_extensions import TypedDict

from fta_mem.state.form_fields import Shown
from fta_mem.state.session_input import SessionInput

CaseId = Annotated[str, Shown("Whose memory is meant; may be left out by somebody who is logged in.", "ana")]


class QuestionInput(TypedDict):
    """What to look for in somebody's memory."""

    question: Annotated[str, Shown("A question, or what was just said.", "Where did Mara move?")]
    case_id: NotRequired[CaseId]
    now: NotRequired[Annotated[str, Shown("The day it is asked on (ISO); else the last one.", "2024-03-08")]]


class RecallOutput(TypedDict):
    """What memory holds near a question."""

    packet: str
    memory_ids: list[str]


class AskOutput(TypedDict):
    """A short answer with what it stands on, or an abstention."""

    answer: str
    abstained: bool
    memory_ids: list[str]
    turn_ids: list[str]


class RememberInput(TypedDict):
    """A session to make memory of; the same session again, or with more turns, is no second memory."""

    session: Annotated[SessionInput, Shown("What was said.")]
    case_id: NotRequired[CaseId]


class RememberOutput(TypedDict):
    """The memory as it stands now."""

    sessions: int
    turns: int
    units: int


class RecallState(QuestionInput, RecallOutput):
    """The question and what memory holds near it."""


class AskState(QuestionInput, AskOutput):
    """The question and its answer."""


class RememberState(RememberInput, RememberOutput):
    """The session and the memory that it went into."""
