"""State of the construction machine: ids, pointers and fragments; the session's turns stay in the ledger.

Keeping turns out of it keeps checkpoints small (a few hundred bytes a step instead of the whole dialogue).
"""

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


class ConstructionOutput(TypedDict, total=False):
    """What the session became."""

    case_id: str
    session_id: str
    memory_ids: list[str]
    fragments: list[Fragment]
    units: list[FTAUnit]
    links: list[Link]
    usage: Usage


class ConstructionState(TypedDict, total=False):
    """All that can be watched, edited and resumed while one session becomes memory.

    ``window_start``/``window_end`` are the BWS pointer (inclusive turn indexes of the current window);
    ``provisional`` is the last segment, to be looked at again with what follows; ``pending_fragments`` is the queue of
    finalised fragments that wait for extraction; ``carried_over`` are the partial units I_{i,j} (Equation 4);
    ``new_units`` were finalised from the current fragment, ``units`` from the session so far. Each channel has one
    writer at a time, so none needs a reducer, and a thread can take one session after another.
    """

    case_id: str
    session_id: str
    session: SessionInput | None
    turn_count: int
    window_start: int
    window_end: int
    provisional: Fragment | None
    fragments: list[Fragment]
    pending_fragments: list[Fragment]
    current_fragment: Fragment | None
    candidates: list[Candidate]
    carried_over: list[FTAUnit]
    new_units: list[FTAUnit]
    units: list[FTAUnit]
    links: list[Link]
    lines: list[LongitudinalLine]
    usage: Usage
    memory_ids: list[str]


class ConstructionUpdate(TypedDict, total=False):
    """What a node of the construction machine may return."""

    session_id: str
    session: SessionInput | None
    turn_count: int
    window_start: int
    window_end: int
    provisional: Fragment | None
    fragments: list[Fragment]
    pending_fragments: list[Fragment]
    current_fragment: Fragment | None
    candidates: list[Candidate]
    carried_over: list[FTAUnit]
    new_units: list[FTAUnit]
    units: list[FTAUnit]
    links: list[Link]
    lines: list[LongitudinalLine]
    usage: Usage
    memory_ids: list[str]
