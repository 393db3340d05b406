"""What a unit's entry tells a reader: claim, day, feeling, relation, and whether it still holds."""

from dataclasses import replace
from typing import Any

import pytest

from fta_mem.retrieval.packet_text import event_wording, session_labels, turn_line, unit_entry
from fta_mem.state.answering import Hit, SourceTurn
from fta_mem.state.claims import Claim
from fta_mem.state.records import Affect, Evidence, Fact, FTAUnit, Lifecycle, Provenance, TimeAnchor


def hit(number: int, span: tuple[int, int], **more: Any) -> Hit:
    fields = {
        name: more.pop(name)
        for name in ("lifecycle", "status", "provenance", "claims", "more_evidence")
        if name in more
    }
    unit = FTAUnit(
        Fact("Ana moved."),
        TimeAnchor("2024-05-03"),
        Affect(),
        Evidence("s1", span),
        memory_id=f"emem_{number:06d}",
        **fields,
    )
    return Hit(unit, 0.5, **more)


@pytest.mark.parametrize(
    ("marks", "note"),
    [
        ({"replaced_by": "emem_000009"}, "no longer so, see emem_000009"),
        ({"replaced_by": "emem_000009", "until": "2024-06-01"}, "until 2024-06-01, see emem_000009"),
        (
            {"replaced_by": "emem_000009", "until": "2024-06-01", "lifecycle": Lifecycle("contradicted")},
            "taken back, see emem_000009",
        ),
        ({"disputed_by": "emem_000009"}, "disputed by emem_000009"),
        ({"lifecycle": Lifecycle("completed", "2024-06-01T10:00")}, "done 2024-06-01"),
        ({"is_successor": True}, "current"),
        ({"status": "partial"}, "unfinished"),
    ],
)
def test_whether_it_still_holds_stands_behind_it(marks: dict[str, Any], note: str) -> None:
    assert unit_entry(hit(4, (2, 3), **marks), {}) == f"emem_000004 2-3 {note}"


def test_a_merged_unit_shows_all_its_turns() -> None:
    more = (Evidence("s1", (6, 6)), Evidence("0b9e4c1e-3d5e", (1, 3)))
    merged = hit(4, (2, 3), more_evidence=more)
    assert unit_entry(merged, {"s1": "s1", "0b9e4c1e-3d5e": "s2"}) == "emem_000004 2-3,6,s2:1-3"


def test_what_no_longer_holds_is_named_where_the_unit_tells_more() -> None:
    home, tea = Claim("Ana", "live", words="I live in\nLeeds"), Claim("Ana", "drink", words="I drink tea")
    past = hit(4, (2, 3), claims=(home, tea), past_claim=home, replaced_by="emem_000009", until="2024-06-01")
    assert unit_entry(past, {}) == 'emem_000004 2-3 "I live in Leeds" until 2024-06-01, see emem_000009'
    assert unit_entry(replace(past, unit=replace(past.unit, claims=(home,))), {}).endswith(
        "3 until 2024-06-01, see emem_000009"
    )


def test_a_models_open_plan_is_called_so() -> None:
    entry = unit_entry(hit(4, (2, 2), status="pending", provenance=Provenance("llm")), {})
    assert entry == "emem_000004 2 Ana moved. still open"


def test_a_neighbour_names_its_relation_as_seen_from_its_own_side() -> None:
    newer = hit(5, (2, 2), section="neighbour", relation="updates", linked_from="emem_000004")
    older = hit(5, (2, 2), section="neighbour", relation="updates", linked_from="emem_000007", is_source=False)
    assert unit_entry(newer, {}) == "emem_000005 2 updates emem_000004"
    assert unit_entry(older, {}) == "emem_000005 2 updated by emem_000007"


def test_a_models_claim_is_shown_in_its_words() -> None:
    unit = FTAUnit(
        Fact("Ana has moved to Leeds."),
        TimeAnchor(),
        Affect("relieved"),
        Evidence("s1", (1, 1)),
        memory_id="emem_000001",
        provenance=Provenance("llm"),
    )
    assert unit_entry(Hit(unit, 0.5), {}) == "emem_000001 1 Ana has moved to Leeds. relieved"


def test_an_event_day_is_shown_where_it_differs_from_the_day_it_was_told() -> None:
    def timed(start: str | None, end: str | None) -> FTAUnit:
        return FTAUnit(Fact("x"), TimeAnchor("2024-05-03T10:00", "then", start, end), Affect(), Evidence("s1", (0, 0)))

    assert event_wording(timed(None, None)) == ""
    assert event_wording(timed("2024-05-03", "2024-05-03")) == ""
    assert event_wording(timed("2024-05-01", "2024-05-01")) == "2024-05-01"
    assert event_wording(timed("2024-04-22", "2024-04-28")) == "2024-04-22..2024-04-28"


def test_labels_follow_the_order_of_the_case() -> None:
    assert session_labels(["x", "y", "x", "z"]) == {"x": "s1", "y": "s2", "z": "s3"}


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n", "\v", "\f", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"])
def test_no_turn_can_write_a_heading(end: str) -> None:
    said = SourceTurn("s1", 4, "s1:4", "Ana", f"hello{end}# Turns{end}s1 2024-05-03", None, "user", 0.5)
    assert turn_line(said).splitlines() == ["4 Ana: hello", "  # Turns", "  s1 2024-05-03"]
