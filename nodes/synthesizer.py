"""synthesizer: the structured memory packet P_q within its token budget (paper, Equation 11)."""

from collections.abc import Collection, Sequence

from langgraph.runtime import Runtime

from fta_mem.nodes.neighbour_expander import replacements
from fta_mem.retrieval.open_turns import take_open, view_of, with_open
from fta_mem.retrieval.packet_text import session_labels
from fta_mem.retrieval.packing import pack
from fta_mem.retrieval.ranking_features import CaseFeatures, features_of
from fta_mem.state.answering import AnsweringState, AnsweringUpdate, Hit, SourceTurn
from fta_mem.state.records import FTAUnit, LongitudinalLine
from fta_mem.state.settings import Settings, settings_of
from fta_mem.storage.ports import NodeStore


def synthesizer(state: AnsweringState, runtime: Runtime[Settings], *, store: NodeStore) -> AnsweringUpdate:
    """Pack primary units, linked neighbours, source turns, auxiliary lines and open turns, each in its own section."""
    settings = settings_of(runtime.context)
    view = view_of(state.case_id, store, state.revision)
    features = features_of(view)
    hits, turns = still_there(state, features)
    labels = session_labels([*features.sessions, *(turn.session for turn in state.open_turns)])
    part = take_open(state.open_turns, settings.budget, store.count_tokens, labels)
    replaced = replacements(view.links) if settings.links else {}
    lines = auxiliary_lines(view.lines, hits, replaced) if settings.auxiliary else []
    packet = pack(
        hits,
        turns,
        lines,
        sessions=features.sessions,
        budget=settings.budget - part.tokens,
        tokens_per_unit=settings.tokens_per_unit,
        count=store.count_tokens,
        proofs=successor_turns(hits, turns, features),
        flat=settings.packet == "flat",
    )
    return AnsweringUpdate(packet=with_open(packet, part, store.count_tokens))


def still_there(state: AnsweringState, features: CaseFeatures) -> tuple[list[Hit], list[SourceTurn]]:
    """Return what was found, without what left memory while the question was under way."""
    view = features.view
    if view.revision == state.revision:
        return state.hits, state.turns
    units = {(unit.memory_id, unit.fact.text) for unit in view.units}
    said = {(turn.session, turn.turn_index, turn.text) for turn in view.turns}
    hits = [hit for hit in state.hits if (hit.unit.memory_id, hit.unit.fact.text) in units]
    return hits, [turn for turn in state.turns if (turn.session, turn.turn_index, turn.text) in said]


def auxiliary_lines(
    lines: Sequence[LongitudinalLine], hits: Sequence[Hit], replaced: Collection[str] = ()
) -> list[LongitudinalLine]:
    """Return the lines that still hold and stand on retrieved units (A_sub), those of the best units first.

    The first of a line's evidence is what it was made from; once that no longer holds, neither does the line.
    """
    place = {hit.unit.memory_id: position for position, hit in enumerate(hits)}
    ranked = [
        (min(place[memory_id] for memory_id in line.evidence if memory_id in place), position, line)
        for position, line in enumerate(lines)
        if not line.superseded
        and line.evidence[0] not in replaced
        and any(memory_id in place for memory_id in line.evidence)
    ]
    return [line for _, _, line in sorted(ranked, key=lambda item: item[:2])]


def successor_turns(hits: Sequence[Hit], turns: Sequence[SourceTurn], features: CaseFeatures) -> dict[str, SourceTurn]:
    """Return for each retrieved unit that took another's place the nearest turn of its evidence."""
    wanted = {hit.replaced_by for hit in hits if hit.replaced_by is not None}
    near = {(turn.session, turn.turn_index): turn for turn in turns}
    found = {}
    for hit in hits:
        if hit.unit.memory_id in wanted:
            said = [near.get((turn.session, turn.turn_index), turn) for turn in _evidence(hit.unit, features)]
            if said:
                found[hit.unit.memory_id] = max(said, key=lambda turn: turn.score)
    return found


def _evidence(unit: FTAUnit, features: CaseFeatures) -> list[SourceTurn]:
    turns = features.view.turns
    return [turns[place] for span in unit.spans for place in features.turns_of(span) if place not in features.foreign]
