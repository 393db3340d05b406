"""answerer: the answer a* from the packet alone, or an explicit abstention (paper, Equation 12)."""

from langgraph.runtime import Runtime

from fta_mem.engines.base import AnswerRequest, Engine
from fta_mem.retrieval.open_turns import view_of
from fta_mem.state.answering import AnsweringState, AnsweringUpdate
from fta_mem.state.records import Usage
from fta_mem.state.settings import Settings
from fta_mem.storage.base import RecallStore


def answerer(
    state: AnsweringState, runtime: Runtime[Settings], *, engine: Engine, store: RecallStore
) -> AnsweringUpdate:
    """Ask the engine; what it may use is the packet and nothing else."""
    people = view_of(state["case_id"], store).people
    request = AnswerRequest(state["question"], state["query"], state["packet"], state["now"], people)
    judged = engine.answer(request)
    return AnsweringUpdate(answer=judged.value, usage=state.get("usage", Usage()) + judged.usage)
