"""answerer: the answer a* from the packet alone, or an explicit abstention (paper, Equation 12)."""

from dataclasses import replace

from langgraph.runtime import Runtime

from fta_mem.engines.base import AnswerRequest, Engine
from fta_mem.retrieval.open_turns import view_of
from fta_mem.retrieval.ranking_features import CaseReading, reading_of
from fta_mem.state.answering import Answer, AnsweringState, AnsweringUpdate, Citation, Packet, RewrittenQuery
from fta_mem.state.encoding import from_json
from fta_mem.state.records import Usage
from fta_mem.state.settings import Settings
from fta_mem.storage.ports import RecallStore


def answerer(
    state: AnsweringState, runtime: Runtime[Settings], *, engine: Engine, store: RecallStore
) -> AnsweringUpdate:
    """Ask the engine; what it may use is the packet and nothing else."""
    view = view_of(state["case_id"], store, state.get("revision"))
    query, packet = from_json(RewrittenQuery, state["query"]), from_json(Packet, state["packet"])
    request = AnswerRequest(state["question"], query, packet, state["now"], view.people)
    usage = from_json(Usage, state.get("usage", Usage()))
    judged = engine.answer(request)
    answer = with_units(judged.value, reading_of(view), packet)
    return AnsweringUpdate(answer=answer, usage=usage + judged.usage)


def with_units(answer: Answer, reading: CaseReading, packet: Packet) -> Answer:
    """Name for each cited turn the unit that holds it, where the packet had no room to list that unit."""
    place = {turn.turn_id: (turn.session, turn.turn_index) for turn in packet.turns}
    cited: dict[str, list[str]] = {}
    for citation in answer.citations:
        for turn_id in citation.turn_ids:
            cited.setdefault(citation.memory_id or reading.unit_at(place.get(turn_id)), []).append(turn_id)
    return replace(answer, citations=tuple(Citation(unit, tuple(turns)) for unit, turns in cited.items()))
