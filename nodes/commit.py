"""commit: the session becomes memory in one ledger transaction; then the index follows (design, section 2.6)."""

from langgraph.runtime import Runtime

from fta_mem.engines.base import Engine
from fta_mem.nodes.progress import announce
from fta_mem.state.construction import ConstructionState, ConstructionUpdate
from fta_mem.state.encoding import content_hash
from fta_mem.state.fold_keys import fold_key, own_units, session_keys
from fta_mem.state.records import SessionOutcome, Usage
from fta_mem.state.settings import Settings, settings_of
from fta_mem.storage.ports import NodeStore


def commit(
    state: ConstructionState, runtime: Runtime[Settings], *, engine: Engine, store: NodeStore
) -> ConstructionUpdate:
    """Write what the session yielded, and say which units it left."""
    outcome = outcome_of(state)
    mine = own_units(outcome.units, outcome.session_id)
    keys = dict(zip([unit.memory_id for unit in mine], session_keys(mine), strict=True))
    head = store.session_head(outcome.case_id, outcome.session_id)
    previous = store.fold_key_before(outcome.case_id, outcome.session_id)
    key = fold_key(previous, head.content_hash, settings_of(runtime.context), engine.fingerprint())
    if to_be_retried(outcome.usage):
        key = content_hash(key, outcome.usage.fallbacks)
    store.commit(outcome, keys, key)
    announce(runtime, "session_committed", state, units=len(outcome.units), links=len(outcome.links))
    return ConstructionUpdate(memory_ids=[unit.memory_id for unit in outcome.units], usage=outcome.usage)


def to_be_retried(usage: Usage) -> bool:
    """Say whether a model failed where it may not fail again; what it refused, it would refuse once more.

    Such a session counts as changed at the next ingest, which repeats only the calls that failed.
    """
    return usage.fallbacks > usage.refusals


def outcome_of(state: ConstructionState) -> SessionOutcome:
    """Return the session's outcome as it stands in state."""
    return SessionOutcome(
        case_id=state.case_id,
        session_id=state.session_id,
        fragments=tuple(state.fragments),
        units=tuple(state.units),
        links=tuple(state.links),
        lines=tuple(state.lines),
        usage=state.usage + state.link_usage + state.line_usage,
    )
