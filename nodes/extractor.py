"""extractor: candidate Fact-Time-Affect units from one fragment (paper, Equation 3)."""

from dataclasses import replace
from typing import Final

from langgraph.runtime import Runtime

from fta_mem.engines.base import Engine, ExtractionRequest, Judgement, UnitDraft
from fta_mem.state.construction import ConstructionState, ConstructionUpdate
from fta_mem.state.encoding import from_json
from fta_mem.state.records import (
    Affect,
    Candidate,
    Evidence,
    Fact,
    Fragment,
    FTAUnit,
    Provenance,
    TimeAnchor,
    Turn,
    Usage,
)
from fta_mem.state.settings import Settings, settings_of
from fta_mem.storage.ports import ConstructionStore

CONTEXT_TURNS: Final = 6
"""Turns before a fragment that its pronouns and short replies may point to."""


def extractor(
    state: ConstructionState, runtime: Runtime[Settings], *, engine: Engine, store: ConstructionStore
) -> ConstructionUpdate:
    """Take the next fragment from the queue and ask for its candidate units."""
    fragment, *waiting = [from_json(Fragment, item) for item in state["pending_fragments"]]
    first = max(0, fragment.start - CONTEXT_TURNS)
    read = store.turns(state["case_id"], state["session_id"], first, fragment.end)
    before = tuple(turn for turn in read if turn.index < fragment.start)
    turns = read[len(before) :]
    head = store.session_head(state["case_id"], state["session_id"])
    carried = tuple(from_json(FTAUnit, unit) for unit in state["carried_over"])
    request = ExtractionRequest(head.session_id, head.timestamp, turns, carried, head.people, before)
    judged = engine.extract_units(request)
    candidates = candidates_from(judged, fragment, turns, head.session_id, head.timestamp)
    settings = settings_of(runtime.context)
    return ConstructionUpdate(
        current_fragment=fragment,
        pending_fragments=waiting,
        candidates=[replace(item, unit=ablate(item.unit, settings)) for item in candidates],
        usage=from_json(Usage, state["usage"]) + judged.usage,
    )


def candidates_from(
    judged: Judgement[tuple[UnitDraft, ...]],
    fragment: Fragment,
    turns: tuple[Turn, ...],
    session_id: str,
    dialogue_time: str | None,
) -> list[Candidate]:
    """Turn drafts into candidates whose evidence lies inside the fragment; a draft that says nothing is dropped."""
    made_by = Provenance(judged.engine, judged.model, judged.prompts)
    times = {turn.index: turn.timestamp for turn in turns}
    candidates = []
    for draft in judged.value:
        span = clamp(draft.turn_span, fragment)
        if span is None or not draft.fact.text.strip():
            continue
        said = times.get(span[0]) or dialogue_time
        unit = FTAUnit(
            fact=draft.fact,
            time=replace(draft.time, dialogue_time=draft.time.dialogue_time or said),
            affect=draft.affect,
            evidence=Evidence(session_id, span, said),
            status=draft.status,
            grounding=draft.grounding,
            claims=draft.claims,
            provenance=made_by,
        )
        candidates.append(Candidate(unit, draft.completes))
    return candidates


def clamp(span: tuple[int, int], fragment: Fragment) -> tuple[int, int] | None:
    """Return the part of a span that lies in the fragment, None if there is none."""
    begin, end = max(min(span), fragment.start), min(max(span), fragment.end)
    return (begin, end) if begin <= end else None


def ablate(unit: FTAUnit, settings: Settings) -> FTAUnit:
    """Take away the anchors that an ablation leaves out (Figure 3)."""
    if settings.fact_only or not settings.use_time:
        unit = replace(unit, time=TimeAnchor(dialogue_time=None if settings.fact_only else unit.time.dialogue_time))
    if settings.fact_only or not settings.use_affect:
        unit = replace(unit, affect=Affect())
    if settings.fact_only:
        unit = replace(unit, fact=Fact(unit.fact.text, subject=unit.fact.subject, speaker=unit.fact.speaker))
    return unit
