import json

import numpy as np

from fta_mem.cli.output import (
    Document,
    ask_document,
    cases_document,
    doctor_document,
    dumps,
    forget_document,
    ingest_document,
    recall_document,
    reindex_document,
    show_document,
    timeline_document,
    turn_ids_of,
    units_document,
)
from fta_mem.memory import Asked, IngestReport, Recalled
from fta_mem.state.answering import Answer, Citation, Cues, Hit, Packet, RewrittenQuery, SourceTurn
from fta_mem.state.records import (
    Affect,
    Evidence,
    Fact,
    FTAUnit,
    Link,
    LongitudinalLine,
    Provenance,
    TimeAnchor,
    Usage,
)
from fta_mem.storage.ports import CaseSummary, CaseView, Removed


def unit(memory_id: str, begin: int, end: int, start: str | None = None, until: str | None = None) -> FTAUnit:
    return FTAUnit(
        Fact(f"fact of {memory_id}"),
        TimeAnchor(event_start=start, event_end=until or start),
        Affect(valence=-0.5),
        Evidence("s1", (begin, end)),
        memory_id=memory_id,
        provenance=Provenance("rules", created_at="2030-01-01T00:00:00"),
    )


TURNS = tuple(SourceTurn("s1", index, f"T{index}", "Ana", f"text {index}") for index in range(4))
UNITS = (unit("emem_1", 0, 1, "2024-05-01", "2024-05-03"), unit("emem_2", 3, 3), unit("emem_3", 2, 3, "2024-05-01"))
LINKS = (Link("emem_2", "emem_1", "updates", "high"), Link("emem_3", "emem_2", "supports"))
NO_VECTORS = np.zeros((0, 3), dtype=np.float32)
VIEW = CaseView("c", 1, ("Ana",), UNITS, NO_VECTORS, TURNS, NO_VECTORS, LINKS, (), "2024-05-04")
PACKET = Packet(
    "the packet",
    2,
    (Hit(UNITS[0], 1.2, replaced_by="emem_2"), Hit(UNITS[1], 0.25, section="neighbour", relation="updates")),
    TURNS[:1],
    (LongitudinalLine("k", "support", "walks helped", ("emem_1",)),),
    labels=(("a host's own id", "s1"),),
)
QUERY = RewrittenQuery("q'", cues=Cues(("2024-05-01", "2024-05-31"), ("Ana",), ("event",), ("fear",)))


def keys(document: Document) -> list[str]:
    return list(document)


def test_recall_has_the_contract_s_keys_and_values() -> None:
    document = recall_document(Recalled("c", "q?", QUERY, PACKET, "chroma"), turn_ids_of(TURNS))
    assert json.loads(dumps(document)) == {
        "case": "c",
        "question": "q?",
        "query": "q'",
        "cues": {
            "time": ["2024-05-01", "2024-05-31"],
            "participants": ["Ana"],
            "content_types": ["event"],
            "affect": ["fear"],
        },
        "units": [
            {
                "memory_id": "emem_1",
                "score": 1.0,
                "text": "fact of emem_1",
                "event_start": "2024-05-01",
                "event_end": "2024-05-03",
                "current": False,
                "evidence": {"session": "s1", "turn_span": [0, 1], "turn_ids": ["T0", "T1"]},
                "more_evidence": [],
                "relation": None,
                "section": "primary",
            },
            {
                "memory_id": "emem_2",
                "score": 0.25,
                "text": "fact of emem_2",
                "event_start": None,
                "event_end": None,
                "current": True,
                "evidence": {"session": "s1", "turn_span": [3, 3], "turn_ids": ["T3"]},
                "more_evidence": [],
                "relation": "updates",
                "section": "neighbour",
            },
        ],
        "turns": [{"session": "s1", "turn_index": 0, "turn_id": "T0", "speaker": "Ana", "text": "text 0"}],
        "auxiliary": [{"kind": "support", "text": "walks helped", "evidence": ["emem_1"]}],
        "sessions": {"s1": "a host's own id"},
        "packet": "the packet",
        "tokens": 2,
        "searched": "chroma",
    }


def test_ask_adds_the_answer() -> None:
    answer = Answer("on May 1", False, (Citation("emem_1", ("T0", "T1")),))
    asked = Asked("c", "q?", QUERY, PACKET, answer, Usage())
    recalled = recall_document(asked, turn_ids_of(TURNS))
    document = ask_document(asked, turn_ids_of(TURNS))
    assert {name: document[name] for name in recalled} == recalled
    assert document["answer"] == "on May 1"
    assert document["abstained"] is False
    assert document["citations"] == [{"memory_id": "emem_1", "turn_ids": ["T0", "T1"]}]
    assert document["judge"] is None
    assert "nearest" not in document


def test_an_abstention_shows_the_nearest_evidence() -> None:
    answer = Answer("Not mentioned.", True, nearest=(Citation("emem_1", ("T0",)),))
    document = ask_document(Asked("c", "q?", QUERY, PACKET, answer, Usage()), turn_ids_of(TURNS))
    assert document["abstained"] is True
    assert document["citations"] == []
    assert document["nearest"] == [{"memory_id": "emem_1", "turn_ids": ["T0"]}]


def test_ingest_sums_the_cases() -> None:
    reports = [
        IngestReport("a", 1, 2, 3, 4, 5, Usage(calls=6, tokens_in=7, tokens_out=8), 0.5, 1),
        IngestReport(
            "b",
            10,
            20,
            30,
            40,
            50,
            Usage(retries=1, fallbacks=2, refusals=3, refused_units=4, refused_lines=5),
            1.25,
            0,
        ),
    ]
    assert ingest_document(reports, ["x"]) == {
        "cases": ["a", "b"],
        "sessions": 11,
        "turns": 22,
        "fragments": 33,
        "units": 44,
        "links": 55,
        "engine_calls": 6,
        "tokens_in": 7,
        "tokens_out": 8,
        "retries": 1,
        "fallbacks": 2,
        "refusals": 3,
        "refused_units": 4,
        "refused_lines": 5,
        "price": None,
        "seconds": 1.75,
        "unchanged_sessions": 1,
        "erased_turns": 0,
        "skipped": ["x"],
    }


def test_units_leave_out_the_run_s_clock_alone() -> None:
    (first, *_) = json.loads(dumps(units_document(VIEW)))["units"]
    assert first["provenance"] == {"engine": "rules", "model": "", "prompts": []}
    assert {"memory_id", "fact", "time", "affect", "evidence", "status", "completeness", "lifecycle"} <= set(first)
    assert {"L_links", "R_links"} <= set(first)


def test_show_brings_the_turns_and_links_of_one_unit() -> None:
    document = json.loads(dumps(show_document(VIEW, UNITS[1])))
    assert document["memory_id"] == "emem_2"
    assert [turn["turn_id"] for turn in document["turns"]] == ["T3"]
    assert [(link["source"], link["target"]) for link in document["links"]] == [
        ("emem_2", "emem_1"),
        ("emem_3", "emem_2"),
    ]
    assert document["history"] == []


def test_timeline_has_dated_events_by_start_then_end() -> None:
    document = json.loads(dumps(timeline_document(VIEW)))
    assert [(e["memory_id"], e["start"], e["end"], e["valence"]) for e in document["events"]] == [
        ("emem_3", "2024-05-01", "2024-05-01", -0.5),
        ("emem_1", "2024-05-01", "2024-05-03", -0.5),
    ]


def test_the_small_documents() -> None:
    summary = CaseSummary("c", 1, 2, 3, 4, 5, "2024-01-01", None)
    assert cases_document([summary]) == {
        "cases": [{"case": "c", "sessions": 1, "turns": 2, "units": 4, "first": "2024-01-01", "last": None}]
    }
    removed = {"sessions": 1, "turns": 2, "units": 3, "links": 4}
    assert forget_document("c", Removed(1, 2, 3, 4)) == {"case": "c", "removed": removed}
    assert reindex_document([]) == {"cases": []}
    assert doctor_document([]) == {"ok": True, "findings": []}
    assert doctor_document(["x"]) == {"ok": False, "findings": ["x"]}


def test_any_text_becomes_ascii_on_one_line() -> None:
    line = dumps({"text": "小棠\ud800\u2028\n"})
    assert line.isascii()
    assert "\n" not in line
    assert json.loads(line) == {"text": "小棠\ud800\u2028\n"}
