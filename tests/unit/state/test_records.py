"""Records keep their invariants, and survive JSON and a strict LangGraph checkpoint."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fta_mem.decoding import decoded
from fta_mem.state import records
from fta_mem.state.answering import Answer, Citation, Cues, Hit, Packet, RewrittenQuery, SourceTurn
from fta_mem.state.encoding import content_hash, to_json
from fta_mem.state.records import Affect, Evidence, Fact, FTAUnit, LinkTo, TimeAnchor, Turn

UNIT = FTAUnit(
    Fact("Ana moved.", "event", ("Ana", "Oren"), "Ana moved", "Ana", "Ana"),
    TimeAnchor("2024-05-02T10:00:00+02:00", "yesterday", "2024-05-01", "2024-05-01", "day", "past"),
    Affect("relieved", "unknown", ("sister",), 0.4),
    Evidence("s1", (2, 4), "2024-05-02"),
    status="complete",
    memory_id="emem_000001",
    L_links=(LinkTo("emem_000000", "updates", "high"),),
    R_links=("emem_000002",),
)
HIT = Hit(UNIT, 0.7, 0.6)
EXAMPLES: list[Any] = [
    Turn(0, "t0", "user", "Ana", "hi \ud800 \x00", None, "a cat"),
    records.Session("s", None, (Turn(0, "t0", "user", "Ana", "hi"),)),
    records.Fragment(1, 3, "risk_signal"),
    UNIT,
    records.Candidate(UNIT, 1),
    records.Link("emem_000002", "emem_000001", "updates"),
    records.LongitudinalLine("k", "user", "Ana likes chess.", ("emem_000001",)),
    records.Usage(1, 2, 3),
    RewrittenQuery("q", "when", Cues(("2024-01-01", "2024-02-01"), ("Ana",)), ("move",)),
    Packet("text", 3, (HIT,), (SourceTurn("s1", 2, "t2", "Ana", "I moved"),)),
    Answer("Yes", False, (Citation("emem_000001", ("t2",)),), 0.9),
]


@pytest.mark.parametrize("record", EXAMPLES, ids=lambda record: type(record).__name__)
def test_json_round_trip(record: Any) -> None:
    assert decoded(type(record), to_json(record)) == record


@pytest.mark.parametrize(
    "record",
    [item for item in EXAMPLES if not isinstance(item, (Turn, records.Session))],
    ids=lambda record: type(record).__name__,
)
def test_checkpoint_round_trip(record: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from langgraph.checkpoint.memory import InMemorySaver
    from langgraph.graph import END, START, StateGraph
    from typing_extensions import TypedDict

    kept = list[type(record)]  # type: ignore[misc]  # the schema depends on the record under test

    class Kept(TypedDict):
        value: kept  # type: ignore[valid-type]

    builder = StateGraph(Kept)
    builder.add_node("keep", lambda state: {"value": state["value"]})
    builder.add_edge(START, "keep")
    builder.add_edge("keep", END)
    graph = builder.compile(checkpointer=InMemorySaver())
    graph.invoke({"value": [record]}, {"configurable": {"thread_id": "t"}})
    assert graph.get_state({"configurable": {"thread_id": "t"}}).values["value"] == [record]


def test_what_is_no_record_has_no_json() -> None:
    with pytest.raises(TypeError, match="set has no JSON form"):
        to_json({1, 2})


def test_half_an_interval_and_a_backward_one_are_refused() -> None:
    with pytest.raises(ValueError, match="both ends"):
        TimeAnchor(event_start="2024-01-01")
    with pytest.raises(ValueError, match="backwards"):
        TimeAnchor(event_start="2024-02-01", event_end="2024-01-01")


@pytest.mark.parametrize("valence", [-1.5, 1.01])
def test_valence_has_a_range(valence: float) -> None:
    with pytest.raises(ValueError, match="outside"):
        Affect(valence=valence)


@given(st.text(), st.text())
def test_hashes_of_different_texts_differ(first: str, second: str) -> None:
    assert (content_hash(first) == content_hash(second)) == (first == second)


def test_a_caption_is_content() -> None:
    assert Turn(0, "t", "user", "Ana", "Look!", caption="a red bike").content == "Look! [photo: a red bike]"
    assert Turn(0, "t", "user", "Ana", "", caption="a red bike").content == "[photo: a red bike]"


@pytest.mark.parametrize(("role", "source"), [("user", True), ("assistant", True), ("tool", False), ("system", False)])
def test_system_and_tool_turns_are_no_source(role: str, source: bool) -> None:
    assert Turn(0, "t", role, "x", "text").is_source is source
