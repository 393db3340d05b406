"""vectorizer: embed what the session's units say, so that memory is searched for neighbours without waiting."""

from langgraph.runtime import Runtime

from fta_mem.state.construction import ConstructionState, ConstructionUpdate
from fta_mem.state.retrieval_text import retrieval_text
from fta_mem.state.settings import Settings
from fta_mem.storage.ports import NodeStore


def vectorizer(state: ConstructionState, runtime: Runtime[Settings], *, store: NodeStore) -> ConstructionUpdate:
    """Have the units' retrieval texts embedded, in one batch; the store keeps the vectors."""
    store.vectors(state.case_id, [retrieval_text(unit) for unit in state.units])
    return ConstructionUpdate()
