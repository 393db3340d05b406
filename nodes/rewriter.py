"""rewriter: an evidence-oriented query q' with its cues (paper, Query Rewriting and Unit Retrieval)."""

from langgraph.runtime import Runtime

from fta_mem.engines.base import Engine, RewriteRequest
from fta_mem.retrieval.open_turns import view_to_ask
from fta_mem.retrieval.ranking_features import features_of
from fta_mem.state.answering import AnsweringState, AnsweringUpdate, Cues, RewrittenQuery
from fta_mem.state.errors import QuestionError
from fta_mem.state.settings import Settings, settings_of
from fta_mem.storage.ports import NodeStore


def rewriter(state: AnsweringState, runtime: Runtime[Settings], *, engine: Engine, store: NodeStore) -> AnsweringUpdate:
    """Rewrite the question against the case's people and its own now; never the wall clock."""
    question = state.question.strip()
    if not question:
        raise QuestionError("the question is empty; ask something")
    store.check_asking(state.case_id)
    view = view_to_ask(state, store)
    now = state.now or view.last_day
    judged = engine.rewrite_query(RewriteRequest(question, now, view.people, features_of(view).naming))
    query = judged.value
    if not settings_of(runtime.context).rewrite:
        query = RewrittenQuery(question, query.kind, Cues(), ())
    return AnsweringUpdate(now=now, query=query, usage=judged.usage)
