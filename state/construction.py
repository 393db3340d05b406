"""State of the construction machine: ids, pointers and fragments; the session's turns stay in the ledger.

Keeping turns out of it keeps checkpoints small (a few hundred bytes a step instead of the whole dialogue).
"""

from dataclasses import dataclass, field
from typing import Annotated, Final, NotRequired

from typing_extensions import TypedDict

from fta_mem.state.form_fields import Shown
from fta_mem.state.records import Candidate, Fragment, FTAUnit, Link, LongitudinalLine, Usage
from fta_mem.state.session_input import SessionInput

EXAMPLE_SESSION: Final = {
    "session_id": "s1",
    "timestamp": "2024-03-04T18:30:00",
    "turns": [
        {"role": "user", "name": "Ana", "content": "My sister Mara moved to Leeds last Friday."},
        {"role": "assistant", "name": "supporter", "content": "How do you feel about it?"},
        {"role": "user", "name": "Ana", "content": "I'm proud of her, but I feel lonely in the evenings."},
    ],
}


class ConstructionInput(TypedDict):
    """One session to make memory of: given here, or staged in the ledger before (then its id is enough)."""

    case_id: Annotated[str, Shown("Whose memory: the id of a person's case.", "ana")]
    session_id: NotRequired[Annotated[str, Shown("The id of a session that is staged already, instead of a session.")]]
    session: NotRequired[Annotated[SessionInput | None, Shown("The session to make memory of.", EXAMPLE_SESSION)]]


class SessionYield(TypedDict, total=False):
    """What a session yields by itself: the first part's output, and all that the second part needs of it.

    ``session`` is None again: its turns stand in the ledger. ``units`` have no ids yet.
    """

    case_id: str
    session_id: str
    session: SessionInput | None
    dialogue_time: str | None
    turn_count: int
    fragments: list[Fragment]
    units: list[FTAUnit]
    usage: Usage


class ConstructionOutput(TypedDict, total=False):
    """What the session became."""

    case_id: str
    session_id: str
    memory_ids: list[str]
    fragments: list[Fragment]
    units: list[FTAUnit]
    links: list[Link]
    usage: Usage


@dataclass(frozen=True, slots=True)
class ConstructionState:
    """All that can be watched, edited and resumed while one session becomes memory, in both parts of the machine.

    Nodes are handed records, whoever wrote them (``fta_mem.decoding``). Each channel has one writer at a time, so none
    needs a reducer, and a thread can take one session after another.
    """

    case_id: str = ""
    session_id: str = ""
    dialogue_time: str | None = None
    """When the session began, as its source says."""
    people: tuple[str, ...] = ()
    """The names of all who speak in it."""
    turn_count: int = 0
    window_start: int = 0
    """First turn of the current window: the BWS pointer; at the session's end the number of its turns."""
    window_end: int = 0
    """Last turn of the current window."""
    provisional: Fragment | None = None
    """The segment that the current window begins with, as the last window cut it: its cue is kept."""
    fragments: list[Fragment] = field(default_factory=list)
    """The finalised fragments."""
    pending_fragments: list[Fragment] = field(default_factory=list)
    """The queue of those that wait for extraction."""
    candidates: list[Candidate] = field(default_factory=list)
    """What the extractor found in the fragment that it took last."""
    carried_over: list[FTAUnit] = field(default_factory=list)
    """The partial units I_{i,j}, which wait for a later fragment of the session (Equation 4)."""
    units: list[FTAUnit] = field(default_factory=list)
    """The session's units so far; they get their ids in the second part."""
    links: list[Link] = field(default_factory=list)
    lines: list[LongitudinalLine] = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)
    """What the session's judgements cost; until the commit, those of the first part."""
    link_usage: Usage = field(default_factory=Usage)
    line_usage: Usage = field(default_factory=Usage)
    memory_ids: list[str] = field(default_factory=list)


class ConstructionUpdate(TypedDict, total=False):
    """What a node of the construction machine may return."""

    session_id: str
    session: SessionInput | None
    dialogue_time: str | None
    people: tuple[str, ...]
    turn_count: int
    window_start: int
    window_end: int
    provisional: Fragment | None
    fragments: list[Fragment]
    pending_fragments: list[Fragment]
    candidates: list[Candidate]
    carried_over: list[FTAUnit]
    units: list[FTAUnit]
    links: list[Link]
    lines: list[LongitudinalLine]
    usage: Usage
    link_usage: Usage
    line_usage: Usage
    memory_ids: list[str]
