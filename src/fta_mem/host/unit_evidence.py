"""The turns behind a unit, as a reader sees them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fta_mem.retrieval.packet_text import quoted_turns
from fta_mem.state.answering import SourceTurn
from fta_mem.state.errors import UnknownCaseError
from fta_mem.state.records import FTAUnit

if TYPE_CHECKING:
    from fta_mem.storage.ports import CaseView


def evidence_of(view: "CaseView", unit: FTAUnit) -> list[SourceTurn]:
    """Return the turns of a unit's evidence spans, in order."""
    places = {(span.session, index) for span in unit.spans for index in range(span.turn_span[0], span.turn_span[1] + 1)}
    return [turn for turn in view.turns if (turn.session, turn.turn_index) in places]


def lines_of(turns: Sequence[SourceTurn]) -> list[str]:
    """Return turns word for word, each session under its own heading."""
    return quoted_turns(turns)


def explained(view: "CaseView", memory_id: str) -> str:
    """Return a unit with its time, feeling, links and the turns that prove it.

    Raises:
        UnknownCaseError: the case has no such unit.
    """
    unit = next((unit for unit in view.units if unit.memory_id == memory_id), None)
    if unit is None:
        raise UnknownCaseError(f"memory holds no unit {memory_id!r} of this person")
    lines = [f"{memory_id}: {unit.fact.text}", f"status: {unit.status}"]
    if unit.time.event_start is not None:
        lines.append(f"when: {unit.time.event_start} to {unit.time.event_end} (said: {unit.time.event_time})")
    if unit.affect.emotion_or_state != "unknown":
        lines.append(f"feeling: {unit.affect.emotion_or_state}")
    touching = [link for link in view.links if memory_id in (link.source, link.target)]
    lines += [f"link: {link.source} {link.relation} {link.target}" for link in touching]
    return "\n".join([*lines, "turns:", *lines_of(evidence_of(view, unit))])
