"""synthesizer: the structured memory packet P_q within its token budget (paper, Equation 11)."""

from collections.abc import Sequence

from langgraph.runtime import Runtime

from fta_mem.retrieval.open_turns import take_open, view_of, with_open
from fta_mem.retrieval.packing import pack, pack_flat
from fta_mem.retrieval.ranking_features import reading_of
from fta_mem.state.answering import AnsweringState, AnsweringUpdate, Hit, SourceTurn
from fta_mem.state.encoding import from_json
from fta_mem.state.records import LongitudinalLine
from fta_mem.state.settings import Settings, settings_of
from fta_mem.storage.ports import RecallStore


def synthesizer(state: AnsweringState, runtime: Runtime[Settings], *, store: RecallStore) -> AnsweringUpdate:
    """Pack primary units, linked neighbours, source turns, auxiliary lines and open turns, each in its own section."""
    settings = settings_of(runtime.context)
    view = view_of(state["case_id"], store, state.get("revision"))
    sessions = reading_of(view).sessions
    turns = [from_json(SourceTurn, turn) for turn in state["turns"]]
    open_turns = [from_json(SourceTurn, turn) for turn in state.get("open_turns", [])]
    part = take_open(open_turns, settings.budget, store.count_tokens)
    budget = settings.budget - part.tokens
    if settings.packet == "flat":
        packet = pack_flat(turns, sessions=sessions, budget=budget, count=store.count_tokens)
        return AnsweringUpdate(packet=with_open(packet, part, store.count_tokens))
    hits = [from_json(Hit, hit) for hit in state["hits"]]
    lines = auxiliary_lines(view.lines, hits) if settings.auxiliary else []
    packet = pack(
        hits,
        turns,
        lines,
        sessions=sessions,
        budget=budget,
        tokens_per_unit=settings.tokens_per_unit,
        count=store.count_tokens,
    )
    return AnsweringUpdate(packet=with_open(packet, part, store.count_tokens))


def auxiliary_lines(lines: Sequence[LongitudinalLine], hits: Sequence[Hit]) -> list[LongitudinalLine]:
    """Return the lines that still hold and stand on retrieved units (A_sub), those of the best units first."""
    place = {hit.unit.memory_id: position for position, hit in enumerate(hits)}
    ranked = [
        (min(place[memory_id] for memory_id in line.evidence if memory_id in place), position, line)
        for position, line in enumerate(lines)
        if not line.superseded and any(memory_id in place for memory_id in line.evidence)
    ]
    return [line for _, _, line in sorted(ranked, key=lambda item: item[:2])]
