"""Custom stream events of the construction machine, for a host or Studio that watches memory being made."""

from typing import Literal

from langgraph.runtime import Runtime

from fta_mem.state.construction import ConstructionState
from fta_mem.state.settings import Settings

EventKind = Literal["fragment_closed", "unit_finalised", "link_made", "risk_signal", "session_committed"]


def announce(runtime: Runtime[Settings], kind: EventKind, state: ConstructionState, **facts: object) -> None:
    """Write one custom event: its kind, the session, turns that stand in fragments, ids or spans, and never text."""
    runtime.stream_writer(
        {
            "event": kind,
            "case_id": state.case_id,
            "session_id": state.session_id,
            "turns_done": state.fragments[-1].end + 1 if state.fragments else 0,
            "turns": state.turn_count,
            **facts,
        }
    )
