"""intake: put the session's turns into the ledger, so that state carries ids and pointers only (design, section 2)."""

from langgraph.runtime import Runtime

from fta_mem.state.construction import ConstructionInput, ConstructionUpdate
from fta_mem.state.errors import DatasetError
from fta_mem.state.records import Usage
from fta_mem.state.segmentation import turn_pairs, whole_session
from fta_mem.state.session_input import session_from_input
from fta_mem.state.settings import Settings, settings_of
from fta_mem.storage.ports import NodeStore


def intake(state: ConstructionInput, runtime: Runtime[Settings], *, store: NodeStore) -> ConstructionUpdate:
    """Stage a session that was given inline, and set the pointers to its first window."""
    settings = settings_of(runtime.context)
    session_id = _stage(state, store)
    head = store.session_head(state["case_id"], session_id)
    ready = {"session": whole_session, "turn_pair": turn_pairs}.get(settings.segmentation)
    fragments = list(ready(head.turn_count)) if ready else []
    return ConstructionUpdate(
        session_id=session_id,
        session=None,
        dialogue_time=head.timestamp,
        people=head.people,
        turn_count=head.turn_count,
        window_start=head.turn_count if ready else 0,
        window_end=min(settings.window_size, head.turn_count) - 1,
        fragments=fragments,
        pending_fragments=fragments,
        units=[],
        usage=Usage(),
    )


def _stage(state: ConstructionInput, store: NodeStore) -> str:
    given = state.get("session")
    if given is not None:
        session = session_from_input(given)
        store.stage(state["case_id"], session)
        return session.session_id
    session_id = state.get("session_id")
    if not session_id:
        raise DatasetError("give a session, or the session_id of one that is staged already")
    return session_id
