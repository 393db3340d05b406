"""The construction machine as a whole, on scripted judgements: path taken, state between, memory at the end."""

from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from fta_mem.engines.base import ExtractionRequest, RelationJudgement, RelationRequest, SegmentSpan, UnitDraft
from fta_mem.engines.scripted import ScriptedEngine
from fta_mem.graphs.construction import (
    State,
    build_across_sessions,
    build_construction_graph,
    build_within_session,
    route_fragments,
    route_segmentation,
)
from fta_mem.state.construction import ConstructionState
from fta_mem.state.errors import DatasetError, SettingsError, UnknownCaseError
from fta_mem.state.records import Affect, Fact, Fragment, LongitudinalLine, TimeAnchor
from fta_mem.state.session_input import SessionInput
from fta_mem.state.settings import Settings
from fta_mem.storage.store import SqlStore

SPANS = (SegmentSpan(0, 1, "session_start"), SegmentSpan(2, 2, "topic_change"), SegmentSpan(3, 3, "topic_change"))


def draft(text: str, span: tuple[int, int], status: str = "complete", completes: int | None = None) -> UnitDraft:
    fact = Fact(text, "event", ("Ana",), subject="Ana", speaker="Ana")
    return UnitDraft(fact, TimeAnchor(), Affect(), span, status, completes)  # type: ignore[arg-type]  # plain words


def script(*relations: RelationJudgement) -> list[tuple[str, object]]:
    return [
        ("detect_boundaries", SPANS),
        ("extract_units", (draft("Ana has news about her garden.", (0, 1), "partial"),)),
        ("extract_units", (draft("Ana's garden was chosen for the town show.", (2, 2), completes=0),)),
        ("extract_units", (draft("Mara, Ana's sister, is moving to Leeds.", (3, 3), "pending"),)),
        ("judge_relations", relations),
        ("update_longitudinal", ()),
    ]


def run(engine: ScriptedEngine, store: SqlStore, given: Any, **settings: Any) -> dict[str, Any]:
    graph = build_construction_graph(engine, store).compile()
    return graph.invoke(given, context=Settings(**settings))  # type: ignore[return-value]  # the output schema's dict


def test_a_session_becomes_units_links_and_memory(store: SqlStore, session: SessionInput) -> None:
    with ScriptedEngine(script(RelationJudgement("emem_000002", "emem_000001", "followup_of", "high"))) as engine:
        result = run(engine, store, {"case_id": "ana", "session": session}, link_threshold=0.0)
    assert result["fragments"] == [
        Fragment(0, 1, "session_start"),
        Fragment(2, 2, "topic_change"),
        Fragment(3, 3, "topic_change"),
    ]
    assert result["memory_ids"] == ["emem_000001", "emem_000002"]
    view = store.view("ana")
    fused, pending = view.units
    assert fused.fact.text == "Ana's garden was chosen for the town show."
    assert (fused.evidence.turn_span, fused.status) == ((0, 2), "complete")
    assert pending.status == "pending"
    assert [link.target for link in pending.L_links] == ["emem_000001"]
    assert fused.R_links == ("emem_000002",)


def test_what_stays_partial_is_kept_marked_and_open_to_the_next_session(store: SqlStore, session: SessionInput) -> None:
    first = [
        ("detect_boundaries", (SegmentSpan(0, 3),)),
        ("extract_units", (draft("Ana has news about her garden show.", (0, 0), "partial"),)),
        ("update_longitudinal", ()),
    ]
    with ScriptedEngine(first) as engine:
        run(engine, store, {"case_id": "ana", "session": session})
    assert [unit.status for unit in store.view("ana").units] == ["partial"]
    later = SessionInput(
        session_id="s2", timestamp="2024-05-10T18:00:00", turns=[{"role": "user", "content": "The show?"}]
    )
    completes = RelationJudgement("emem_000002", "emem_000001", "updates", "high", "complete")
    second = [
        ("detect_boundaries", (SegmentSpan(0, 0),)),
        ("extract_units", (draft("Ana's garden won the show.", (0, 0)),)),
        ("judge_relations", (completes,)),
        ("update_longitudinal", ()),
    ]
    with ScriptedEngine(second) as engine:
        result = run(engine, store, {"case_id": "ana", "session": later})
    left, unit = store.view("ana").units
    assert result["memory_ids"] == ["emem_000002"]
    assert (left.status, left.completeness, left.R_links) == ("partial", "complete", ("emem_000002",))
    assert left.fact.text == "Ana has news about her garden show."
    assert (unit.fact.text, unit.evidence.session, unit.more_evidence) == ("Ana's garden won the show.", "s2", ())


def test_a_partial_unit_is_fused_only_where_the_engine_says_so(store: SqlStore, session: SessionInput) -> None:
    alike = [
        ("detect_boundaries", (SegmentSpan(0, 1), SegmentSpan(2, 3))),
        ("extract_units", (draft("Ana asks what became of her garden show.", (0, 0), "partial"),)),
        ("extract_units", (draft("Ana's garden show was chosen by the town.", (2, 2)),)),
        ("judge_relations", ()),
        ("update_longitudinal", ()),
    ]
    with ScriptedEngine(alike) as engine:
        run(engine, store, {"case_id": "ana", "session": session}, link_threshold=0.0)
    assert [unit.status for unit in store.view("ana").units] == ["partial", "complete"]


def test_turns_before_a_fragment_come_along_as_context(store: SqlStore, session: SessionInput) -> None:
    with ScriptedEngine(script()) as engine:
        run(engine, store, {"case_id": "ana", "session": session}, link_threshold=0.0)
    asked = [request for request in engine.requests if isinstance(request, ExtractionRequest)]
    assert [[turn.index for turn in request.context] for request in asked] == [[], [0, 1], [0, 1, 2]]
    assert [[turn.index for turn in request.turns] for request in asked] == [[0, 1], [2], [3]]


def test_a_sessions_relations_are_judged_in_one_call_against_earlier_fragments_only(
    store: SqlStore, session: SessionInput
) -> None:
    with ScriptedEngine(script()) as engine:
        run(engine, store, {"case_id": "ana", "session": session}, link_threshold=0.0)
    (asked,) = [request for request in engine.requests if isinstance(request, RelationRequest)]
    assert [unit.memory_id for unit in asked.new_units] == ["emem_000001", "emem_000002"]
    assert [[old.memory_id for old, _ in row] for row in asked.candidates] == [[], ["emem_000001"]]


def test_lines_without_evidence_are_refused_and_counted(store: SqlStore, session: SessionInput) -> None:
    lines = (
        LongitudinalLine("k1", "user", "Ana gardens.", ("emem_000001",)),
        LongitudinalLine("k2", "user", "Ana sings.", ("emem_000077",)),
        LongitudinalLine("k3", "user", "Ana paints.", ()),
    )
    steps = [entry for entry in script() if entry[0] != "update_longitudinal"]
    with ScriptedEngine([*steps, ("update_longitudinal", lines)]) as engine:
        result = run(engine, store, {"case_id": "ana", "session": session}, link_threshold=0.0)
    assert [line.key for line in store.view("ana").lines] == ["k1"]
    assert result["usage"].refused_lines == 2


def test_garbage_from_an_engine_loses_no_turn_and_stays_inside_the_fragment(
    store: SqlStore, session: SessionInput
) -> None:
    wild = [
        ("detect_boundaries", (SegmentSpan(9, -4), SegmentSpan(3, 1), SegmentSpan(99, 99))),
        ("extract_units", (draft("Ana is here.", (-5, 70)), draft("  ", (0, 0)), draft("Far away.", (50, 60)))),
        ("extract_units", ()),
        ("update_longitudinal", ()),
    ]
    with ScriptedEngine(wild) as engine:
        result = run(engine, store, {"case_id": "ana", "session": session})
    assert result["fragments"] == [Fragment(0, 0, "session_start"), Fragment(1, 3)]
    assert [unit.evidence.turn_span for unit in store.view("ana").units] == [(0, 0)]


def test_no_relation_is_asked_where_no_neighbour_is_near(store: SqlStore, session: SessionInput) -> None:
    without = [entry for entry in script() if entry[0] != "judge_relations"]
    with ScriptedEngine(without) as engine:
        run(engine, store, {"case_id": "ana", "session": session}, link_threshold=1.0)
    assert store.view("ana").links == ()


@pytest.mark.parametrize(("segmentation", "fragments"), [("session", [(0, 3)]), ("turn_pair", [(0, 1), (2, 3)])])
def test_other_granularities_need_no_boundaries(
    store: SqlStore, session: SessionInput, segmentation: str, fragments: list[tuple[int, int]]
) -> None:
    extracted = [("extract_units", (draft("Ana gardens.", span),)) for span in fragments]
    with ScriptedEngine([*extracted, ("update_longitudinal", ())]) as engine:
        result = run(engine, store, {"case_id": "a", "session": session}, segmentation=segmentation, links=False)
    assert [(item.start, item.end) for item in result["fragments"]] == fragments


@pytest.mark.parametrize(
    ("settings", "kept"),
    [
        ({"use_time": False}, ("unknown", "calm")),
        ({"use_affect": False}, ("today", "unknown")),
        ({"fact_only": True}, ("unknown", "unknown")),
    ],
)
def test_ablations_take_anchors_away(
    store: SqlStore, session: SessionInput, settings: dict[str, bool], kept: tuple[str, str]
) -> None:
    fact = Fact("Ana rests today.", subject="Ana")
    whole = UnitDraft(
        fact, TimeAnchor(None, "today", "2024-05-03", "2024-05-03", "day"), Affect("calm"), (0, 0), "complete"
    )
    steps = [("detect_boundaries", (SegmentSpan(0, 3),)), ("extract_units", (whole,)), ("update_longitudinal", ())]
    with ScriptedEngine(steps) as engine:
        run(engine, store, {"case_id": "a", "session": session}, **settings)
    (unit,) = store.view("a").units
    assert (unit.time.event_time, unit.affect.emotion_or_state) == kept


def test_an_empty_session_becomes_an_empty_memory(store: SqlStore) -> None:
    with ScriptedEngine([]) as engine:
        result = run(engine, store, {"case_id": "a", "session": {"session_id": "s0", "turns": []}})
    assert result["memory_ids"] == []


def test_input_without_a_session_is_one_clear_error(store: SqlStore) -> None:
    with pytest.raises(DatasetError, match="session_id"):
        run(ScriptedEngine([]), store, {"case_id": "a"})
    with pytest.raises(UnknownCaseError):
        run(ScriptedEngine([]), store, {"case_id": "a", "session_id": "nowhere"})


def test_a_foreign_context_is_refused(store: SqlStore, session: SessionInput) -> None:
    from fta_mem.state.settings import settings_of

    with pytest.raises(SettingsError):
        settings_of(object())


def test_a_run_can_be_stopped_edited_and_resumed(store: SqlStore, session: SessionInput) -> None:
    with ScriptedEngine(script()) as engine:
        graph = build_construction_graph(engine, store, stop_after=["fuser"]).compile(checkpointer=InMemorySaver())
        thread: Any = {"configurable": {"thread_id": "t"}}
        graph.invoke({"case_id": "ana", "session": session}, thread, context=Settings(link_threshold=0.0))
        (stopped,) = graph.get_state(thread, subgraphs=True).tasks
        part: Any = stopped.state
        (carried,) = part.values["carried_over"]
        edited = {
            "fact": {"text": "Ana has good news about her garden.", "subject": "Ana"},
            "time": {},
            "affect": {},
            "evidence": {"session": "s1", "turn_span": [0, 1]},
            "status": "partial",
        }
        assert carried.fact.text == "Ana has news about her garden."
        graph.update_state(part.config, {"carried_over": [edited]}, as_node="fuser")
        while graph.get_state(thread).tasks:
            graph.invoke(None, thread, context=Settings(link_threshold=0.0))
    assert store.view("ana").units[0].fact.subject == "Ana"
    asked = [request for request in engine.requests if isinstance(request, ExtractionRequest)]
    assert asked[1].carried_over[0].fact.text == "Ana has good news about her garden."


def test_units_can_be_edited_as_plain_json_between_the_parts(store: SqlStore, session: SessionInput) -> None:
    with ScriptedEngine([entry for entry in script() if entry[0] != "judge_relations"]) as engine:
        builder = build_construction_graph(engine, store)
        graph = builder.compile(checkpointer=InMemorySaver(), interrupt_after=["within_session"])
        thread: Any = {"configurable": {"thread_id": "t"}}
        graph.invoke({"case_id": "ana", "session": session}, thread, context=Settings())
        state = graph.get_state(thread)
        assert state.next == ("across_sessions",)
        assert [unit.memory_id for unit in state.values["units"]] == ["", ""]
        edited = {
            "fact": {"text": "Mara is moving to York."},
            "time": {},
            "affect": {},
            "evidence": {"session": "s1", "turn_span": [3, 3]},
        }
        graph.update_state(thread, {"units": [edited]})
        graph.invoke(None, thread, context=Settings())
    (unit,) = store.view("ana").units
    assert (unit.memory_id, unit.fact.text, unit.evidence.turn_span) == (
        "emem_000001",
        "Mara is moving to York.",
        (3, 3),
    )


def test_no_turn_stands_in_a_checkpoint_after_intake(store: SqlStore, session: SessionInput) -> None:
    saver = InMemorySaver()
    with ScriptedEngine(script()) as engine:
        graph = build_construction_graph(engine, store).compile(checkpointer=saver)
        thread: Any = {"configurable": {"thread_id": "t"}}
        graph.invoke({"case_id": "ana", "session": session}, thread, context=Settings(link_threshold=0.0))
    values = [saved.checkpoint["channel_values"] for saved in saver.list(None)]
    later = [held for held in values if "turn_count" in held]
    assert len(later) > 10
    assert all(held["session"] is None for held in later)
    assert not any("Tell me!" in repr(held) for held in later)


def test_watchers_see_events_without_dialogue_text(store: SqlStore, session: SessionInput) -> None:
    with ScriptedEngine(script()) as engine:
        graph = build_construction_graph(engine, store).compile()
        events = list(
            graph.stream(
                {"case_id": "ana", "session": session},
                context=Settings(link_threshold=0.0),
                stream_mode="custom",
                subgraphs=True,
            )
        )
    kinds = [event["event"] for _, event in events]
    assert kinds == ["fragment_closed", "unit_finalised", "unit_finalised", "session_committed"]
    assert "garden" not in repr(events)


@pytest.mark.parametrize(
    ("start", "pending", "segmenting", "after_fusing"),
    [
        (0, [], "window_detector", "vectorizer"),
        (4, [Fragment(0, 3)], "extractor", "extractor"),
        (4, [], "vectorizer", "vectorizer"),
    ],
)
def test_routes(start: int, pending: list[Fragment], segmenting: str, after_fusing: str) -> None:
    state = ConstructionState(window_start=start, turn_count=4, pending_fragments=pending)
    assert route_segmentation(state) == segmenting
    assert route_fragments(state) == after_fusing


def test_both_parts_are_seen_from_outside(store: SqlStore, session: SessionInput) -> None:
    with ScriptedEngine(script()) as engine:
        graph = build_construction_graph(engine, store).compile()
        steps = list(
            graph.stream(
                {"case_id": "ana", "session": session},
                context=Settings(link_threshold=0.0),
                stream_mode="updates",
                subgraphs=True,
            )
        )
    seen = [(space[0].split(":")[0] if space else "", name) for space, update in steps for name in update]
    within = ["intake", "window_detector", *["extractor", "fuser"] * 3, "vectorizer"]
    assert [name for space, name in seen if space == "within_session"] == within
    across = [name for space, name in seen if space == "across_sessions"]
    assert (across[0], set(across[1:-1]), across[-1]) == ("finalizer", {"linker", "longitudinal"}, "commit")
    assert [name for space, name in seen if not space] == ["within_session", "across_sessions"]
    drawn = graph.get_graph(xray=True).nodes
    assert {"within_session:extractor", "across_sessions:linker"} <= set(drawn)


@pytest.mark.parametrize("build", [build_within_session, build_across_sessions])
def test_every_node_is_handed_records(build: Any, store: SqlStore) -> None:
    nodes = build(ScriptedEngine([]), store).nodes
    assert {name for name, node in nodes.items() if node.input_schema is not State} <= {"intake"}


def test_a_thread_takes_one_session_after_another(store: SqlStore, session: SessionInput) -> None:
    thread: Any = {"configurable": {"thread_id": "t"}}
    with ScriptedEngine(script()) as engine:
        graph = build_construction_graph(engine, store).compile(checkpointer=InMemorySaver())
        graph.invoke({"case_id": "ana", "session": session}, thread, context=Settings(link_threshold=0.0))
        empty: Any = {"case_id": "ana", "session": {"session_id": "s2", "turns": []}}
        result: Any = graph.invoke(empty, thread, context=Settings())
    assert (result["fragments"], result["units"], result["memory_ids"], result["usage"].calls) == ([], [], [], 0)
    assert len(store.view("ana").units) == 2
