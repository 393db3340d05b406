"""extractor: candidate Fact-Time-Affect units from one fragment (paper, Equation 3)."""

from dataclasses import replace
from typing import Final

from langgraph.runtime import Runtime

from fta_mem.engines.base import Engine, ExtractionRequest, Judgement, UnitDraft
from fta_mem.state.construction import ConstructionState, ConstructionUpdate
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
)
from fta_mem.state.settings import Settings, settings_of
from fta_mem.storage.ports import NodeStore

CONTEXT_TURNS: Final = 6
"""Turns before a fragment that its pronouns and short replies may point to."""


def extractor(
    state: ConstructionState, runtime: Runtime[Settings], *, engine: Engine, store: NodeStore
) -> ConstructionUpdate:
    """Take the next fragment from the queue and ask for its candidate units."""
    fragment, *waiting = state.pending_fragments
    turns = store.turns(state.case_id, state.session_id, fragment.start, fragment.end)
    begin, end = context_span(fragment)
    context = store.turns(state.case_id, state.session_id, begin, end) if begin <= end else ()
    carried = tuple(state.carried_over)
    judged = engine.extract_units(
        ExtractionRequest(state.session_id, state.dialogue_time, turns, carried, state.people, context)
    )
    candidates = candidates_from(judged, fragment, turns, state.session_id, state.dialogue_time)
    settings = settings_of(runtime.context)
    return ConstructionUpdate(
        pending_fragments=waiting,
        candidates=[replace(item, unit=ablate(item.unit, settings)) for item in candidates],
        usage=state.usage + judged.usage,
    )


def context_span(fragment: Fragment) -> tuple[int, int]:
    """Return the span of the turns that come along before a fragment; it runs backwards where there are none."""
    return max(0, fragment.start - CONTEXT_TURNS), fragment.start - 1


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
