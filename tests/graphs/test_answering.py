"""The answering machine as a whole, on a small memory: what is found, what is packed, what is refused."""

from pathlib import Path
from typing import Any

import pytest
from chromadb.api.models.Collection import Collection
from word_embedder import WordEmbedder

from fta_mem.engines.base import SegmentSpan, UnitDraft
from fta_mem.engines.scripted import ScriptedEngine
from fta_mem.graphs.answering import build_answering_graph, build_recall_graph
from fta_mem.graphs.construction import build_construction_graph
from fta_mem.memory import Memory
from fta_mem.retrieval.ranking import SPEAKER_WEIGHT
from fta_mem.state.answering import Answer, Citation, Cues, RewrittenQuery
from fta_mem.state.errors import QuestionError, UnknownCaseError
from fta_mem.state.records import Affect, Case, Fact, TimeAnchor
from fta_mem.state.session_input import SessionInput, session_from_input
from fta_mem.state.settings import Settings
from fta_mem.storage.store import SqlStore

QUESTION = "Where is the sister moving?"


def draft(text: str, span: tuple[int, int]) -> UnitDraft:
    return UnitDraft(
        Fact(text, "event", ("Ana",), subject="Ana", speaker="Ana"), TimeAnchor(), Affect(), span, "complete"
    )


MADE: list[tuple[str, object]] = [
    ("detect_boundaries", (SegmentSpan(0, 2), SegmentSpan(3, 3))),
    ("extract_units", (draft("Ana's garden was chosen for the town show.", (0, 2)),)),
    ("extract_units", (draft("Mara, Ana's sister, is moving to Leeds.", (3, 3)),)),
    ("update_longitudinal", ()),
]
REWRITTEN: tuple[str, object] = ("rewrite_query", RewrittenQuery("sister moving"))
ANSWERED: tuple[str, object] = ("answer", Answer("Leeds", False, (Citation("emem_000002", ("s1:3",)),), 0.9))


@pytest.fixture
def remembered(store: SqlStore, session: SessionInput) -> SqlStore:
    session["turns"].append({"role": "system", "content": "Recalled: the sister is moving to Mars."})
    with ScriptedEngine(MADE) as engine:
        graph = build_construction_graph(engine, store).compile()
        graph.invoke({"case_id": "ana", "session": session}, context=Settings(link_threshold=1.0))
    return store


def recall(store: SqlStore, query: RewrittenQuery, question: str = QUESTION, **settings: Any) -> dict[str, Any]:
    with ScriptedEngine([("rewrite_query", query)]) as engine:
        graph = build_recall_graph(engine, store).compile()
        given: Any = {"case_id": "ana", "question": question}
        return graph.invoke(given, context=Settings(search="exact", budget=100, tokens_per_unit=20, **settings))  # type: ignore[return-value]  # the output schema's dict


def test_the_unit_and_its_turn_are_found_and_cited(remembered: SqlStore) -> None:
    answer = Answer("Leeds", False, (Citation("emem_000002", ("s1:3",)),), 0.9)
    with ScriptedEngine([("rewrite_query", RewrittenQuery("sister moving")), ("answer", answer)]) as engine:
        graph = build_answering_graph(engine, remembered).compile()
        result: Any = graph.invoke(
            {"case_id": "ana", "question": QUESTION}, context=Settings(search="exact", threshold=0.0)
        )
    assert result["answer"] == answer
    assert "And my sister Mara is moving to Leeds." in result["packet"].text
    assert "emem_000002" in [hit.unit.memory_id for hit in result["packet"].hits]


def test_now_is_the_last_turns_day_and_never_the_wall_clock(remembered: SqlStore) -> None:
    with ScriptedEngine([("rewrite_query", RewrittenQuery("sister"))]) as engine:
        build_recall_graph(engine, remembered).compile().invoke({"case_id": "ana", "question": QUESTION})
        (request,) = engine.requests
    assert request.now == "2024-05-03"  # type: ignore[attr-defined]  # a RewriteRequest


def test_a_system_turn_is_never_shown(remembered: SqlStore) -> None:
    result = recall(remembered, RewrittenQuery("Recalled sister is moving to Mars"), threshold=0.0)
    assert "Mars" not in result["packet"].text
    assert len(result["packet"].turns) == 4


def test_a_high_threshold_leaves_only_kept_places(remembered: SqlStore) -> None:
    kept = recall(remembered, RewrittenQuery("sister moving"), threshold=1.0, kept_places=1)
    assert len(kept["packet"].hits) == 1
    none = recall(remembered, RewrittenQuery("sister moving"), threshold=1.0, kept_places=0)
    assert none["packet"].hits == ()
    assert none["packet"].turns


def test_only_turns_of_primary_units_are_taken_where_that_is_asked(remembered: SqlStore) -> None:
    query, few = RewrittenQuery("sister moving"), {"threshold": 0.0, "top_k": 1, "kept_places": 0}
    every = recall(remembered, query, **few)["packet"]
    own = recall(remembered, query, **few, neighbours_per_unit=0, turns_of_units=True)["packet"]
    (hit,) = own.hits
    begin, end = hit.unit.evidence.turn_span
    assert {turn.turn_index for turn in own.turns} == set(range(begin, end + 1))
    assert len(every.turns) > len(own.turns)
    assert recall(remembered, query, threshold=1.0, kept_places=0, turns_of_units=True)["packet"].turns == ()


def test_an_ordinary_question_asks_the_index_and_says_so(
    tmp_path: Path, embedder: WordEmbedder, session: SessionInput, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    query = Collection.query
    counted = lambda self, **given: asked.append(given["n_results"]) or query(self, **given)  # type: ignore[func-returns-value]  # noqa: E731
    monkeypatch.setattr(Collection, "query", counted)
    with SqlStore(tmp_path, embedder) as store, ScriptedEngine([*MADE, REWRITTEN, ANSWERED]) as engine:
        memory = Memory(store, engine, Settings(link_threshold=1.0, links=False))
        memory.ingest(Case("ana", (session_from_input(session),)))
        assert memory.ask("ana", QUESTION).searched == "chroma"
        assert len(asked) == 1


def test_where_the_index_is_away_exact_search_answers_and_says_so(
    tmp_path: Path, embedder: WordEmbedder, session: SessionInput
) -> None:
    with SqlStore(tmp_path, embedder) as store, ScriptedEngine([*MADE, REWRITTEN, REWRITTEN]) as engine:
        memory = Memory(store, engine, Settings(link_threshold=1.0, links=False))
        memory.ingest(Case("ana", (session_from_input(session),)))
        near = memory.recall("ana", QUESTION)
        with SqlStore(tmp_path, embedder, patience=0.05) as other:  # the first one has the index open
            alone = Memory(other, engine).recall("ana", QUESTION)
    assert (near.searched, alone.searched) == ("chroma", "exact")
    assert alone.packet == near.packet


@pytest.mark.parametrize("settings", [{"question_only": True}])
def test_question_only_sees_no_memory(remembered: SqlStore, settings: dict[str, bool]) -> None:
    assert recall(remembered, RewrittenQuery("sister"), **settings)["packet"].text == ""


def test_flat_context_has_turns_alone(remembered: SqlStore) -> None:
    packet = recall(remembered, RewrittenQuery("sister moving"), packet="flat")["packet"]
    assert packet.hits == ()
    assert "#" not in packet.text


def test_a_content_type_cue_lifts_its_units(remembered: SqlStore) -> None:
    plain = recall(remembered, RewrittenQuery("anything"), threshold=0.0, plain_embedding=True)
    cued = recall(
        remembered, RewrittenQuery("anything", cues=Cues(content_types=("event",))), threshold=0.0, lexical=False
    )
    assert max(hit.score for hit in cued["packet"].hits) > max(hit.score for hit in plain["packet"].hits)


def test_who_is_asked_about_lifts_their_turns_unless_left_out(remembered: SqlStore) -> None:
    query = RewrittenQuery("anything", cues=Cues(participants=("Ana",)))
    lifted = recall(remembered, query, threshold=0.0)["packet"].turns
    plain = recall(remembered, query, threshold=0.0, use_participants=False)["packet"].turns
    gains = {
        turn.speaker: turn.score - other.score for turn in lifted for other in plain if turn.turn_id == other.turn_id
    }
    assert gains == {"Ana": pytest.approx(SPEAKER_WEIGHT), "supporter": pytest.approx(0.0)}


@pytest.mark.parametrize("question", ["", "   ", "\n"])
def test_an_empty_question_is_refused(remembered: SqlStore, question: str) -> None:
    with pytest.raises(QuestionError):
        build_recall_graph(ScriptedEngine([]), remembered).compile().invoke({"case_id": "ana", "question": question})


def test_an_unknown_case_is_refused(store: SqlStore) -> None:
    with pytest.raises(UnknownCaseError):
        build_recall_graph(ScriptedEngine([]), store).compile().invoke({"case_id": "ana", "question": "Where?"})


def test_a_cited_turn_that_no_listed_unit_holds_names_its_unit(remembered: SqlStore) -> None:
    answer = Answer("Leeds", False, (Citation("", ("s1:3",)),), 0.9)
    with ScriptedEngine([("rewrite_query", RewrittenQuery("sister moving")), ("answer", answer)]) as engine:
        graph = build_answering_graph(engine, remembered).compile()
        result: Any = graph.invoke(
            {"case_id": "ana", "question": QUESTION}, context=Settings(search="exact", threshold=0.0)
        )
    assert result["answer"].citations == (Citation("emem_000002", ("s1:3",)),)


def test_an_abstention_shows_the_nearest_turns_with_their_units(remembered: SqlStore) -> None:
    script = [("rewrite_query", RewrittenQuery("sister moving")), ("answer", Answer("", True))]
    with ScriptedEngine(script) as engine:
        graph = build_answering_graph(engine, remembered).compile()
        result: Any = graph.invoke(
            {"case_id": "ana", "question": QUESTION}, context=Settings(search="exact", threshold=0.0)
        )
    nearest = result["answer"].nearest
    assert Citation("emem_000002", ("s1:3",)) in nearest
    assert sum(len(citation.turn_ids) for citation in nearest) == 3
