"""One ingested file, looked at with every command that reads."""

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Commands, World

CASES = ["ada", "u1", "u10", "U1", "undated", "odd / ../name 😀", "long"]
QUESTIONS = (
    ("ada", "Where did Ada's brother Paul move?"),
    ("u1", "What did Ada buy?"),
    ("u10", "What did Ada adopt?"),
    ("U1", "What did Ada plant?"),
    ("undated", "What did Ada sign?"),
    ("odd / ../name 😀", "Who visited Ada?"),
    ("long", "What did the aunt sell?"),
    ("u2", "What did Ada buy?"),
    ("u1", " "),
)


def test_ingest_says_what_became_of_the_file(world: "World") -> None:
    assert world.first["cases"] == CASES
    assert (world.first["sessions"], world.first["turns"]) == (9, 26)
    assert world.first["unchanged_sessions"] == 0


def test_ingesting_again_changes_nothing(world: "World") -> None:
    before = world.units("ada")
    again = world.ingest(world.file)
    assert again["unchanged_sessions"] == 9
    clock = {"seconds", "unchanged_sessions"}
    assert {k: v for k, v in again.items() if k not in clock} == {
        k: v for k, v in world.first.items() if k not in clock
    }
    assert world.units("ada") == before


def test_cases_are_listed_with_their_counts_and_days(world: "World") -> None:
    done = world.run_here("cases", "--json")
    found = {case["case"]: case for case in json.loads(done.out)["cases"]}
    assert sorted(found) == sorted(CASES)
    ada = found["ada"]
    assert (ada["sessions"], ada["turns"], ada["first"], ada["last"]) == (3, 13, "2024-03-04", "2024-04-02")
    assert (found["undated"]["first"], found["undated"]["last"]) == (None, None)
    assert sum(case["units"] for case in found.values()) == world.first["units"]
    assert "odd / ../name 😀" in world.run_here("cases").out


def test_units_stand_in_the_order_of_the_dialogue_with_proof(world: "World") -> None:
    units = json.loads(world.units("ada"))["units"]
    places = [(unit["evidence"]["session"], unit["evidence"]["turn_span"]) for unit in units]
    assert places == sorted(places)
    assert len({unit["memory_id"] for unit in units}) == len(units) > 2
    assert all("created_at" not in unit["provenance"] for unit in units)


def test_a_unit_is_shown_with_its_turns(world: "World") -> None:
    first = json.loads(world.units("ada"))["units"][0]
    document = json.loads(world.run_here("show", "ada", first["memory_id"], "--json").out)
    assert {name: document[name] for name in first} == first
    begin, end = first["evidence"]["turn_span"]
    assert [turn["turn_id"] for turn in document["turns"]] == [f"D1:{n + 1}" for n in range(begin, end + 1)]
    assert document["history"] == []
    text = world.run_here("show", "ada", first["memory_id"]).out
    assert first["fact"]["text"] in text


def test_the_timeline_is_dated_and_in_order(world: "World") -> None:
    events = json.loads(world.run_here("timeline", "ada", "--json").out)["events"]
    starts = [event["start"] for event in events]
    assert starts == sorted(starts)
    assert "2024-03-17" in starts
    assert json.loads(world.run_here("timeline", "undated", "--json").out)["events"] == []


def test_what_lasts_is_listed_with_what_it_stands_on(world: "World") -> None:
    known = {unit["memory_id"] for unit in json.loads(world.units("ada"))["units"]}
    lines = json.loads(world.run_here("profile", "ada", "--json").out)["lines"]
    assert lines, "the file tells of lasting things"
    assert all(set(line["evidence"]) <= known and line["turns"] for line in lines)
    assert lines[0]["text"][:30] in world.run_here("profile", "ada").out


def test_links_are_listed_from_the_newer_to_the_older(world: "World") -> None:
    places = {unit["memory_id"]: place for place, unit in enumerate(json.loads(world.units("ada"))["units"])}
    found = json.loads(world.run_here("links", "ada", "--json").out)["links"]
    assert all(places[link["source"]] > places[link["target"]] for link in found)
    assert world.run_here("links", "ada").code == 0


@pytest.fixture(scope="module")
def answers(world: "World", tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, object]]:
    path = tmp_path_factory.mktemp("questions") / "questions.jsonl"
    lines = [json.dumps({"case": case_id, "question": question}) for case_id, question in QUESTIONS]
    path.write_text("\n".join(lines), "utf-8")
    done = world.run("ask", "--questions", path, "--json")
    assert (done.code, done.err) == (1, "Error: 2 questions failed\n")
    return [json.loads(line) for line in done.out.splitlines()]


def test_questions_are_answered_in_order(answers: list[dict[str, object]]) -> None:
    assert [(answer["case"], answer["question"]) for answer in answers] == list(QUESTIONS)
    assert ["error" in answer for answer in answers] == [False] * 7 + [True] * 2


def test_every_answer_keeps_to_its_own_case(answers: list[dict[str, object]]) -> None:
    for answer, word in zip(answers, ("Lisbon", "bicycle", "cat", "pear", "lease", "Nora"), strict=False):
        assert word in str(answer["packet"])
    own = {"u1": "bicycle", "u10": "cat", "U1": "pear"}
    for answer in answers[1:4]:
        foreign = [word for case_id, word in own.items() if case_id != answer["case"] and word in json.dumps(answer)]
        assert foreign == []


def test_turns_beside_the_claims_stand_in_the_packet(answers: list[dict[str, object]]) -> None:
    turns = answers[0]["turns"]
    assert isinstance(turns, list)
    assert "D2:1" in [turn["turn_id"] for turn in turns]
    assert all(turn["text"] in str(answers[0]["packet"]) for turn in turns)


def test_one_question_prints_what_the_file_of_questions_prints(
    world: "World", answers: list[dict[str, object]]
) -> None:
    case_id, question = QUESTIONS[0]
    done = world.run_here("ask", case_id, question, "--json")
    assert (done.code, done.err) == (0, "")
    assert json.loads(done.out) == answers[0]


def test_recall_keeps_to_the_budget(world: "World") -> None:
    done = world.run_here(
        "recall", "ada", "How is the new job?", "--budget", "150", "--top-k", "2", "--set", "kept_places=0", "--json"
    )
    document = json.loads(done.out)
    assert document["tokens"] <= 150
    assert len([unit for unit in document["units"] if unit["section"] == "primary"]) <= 2
    assert not {"answer", "abstained", "citations"} & set(document)


@pytest.mark.parametrize(
    "arguments", [("ask", "u2", "q?"), ("units", "u"), ("show", "u1", "emem_999999"), ("forget", "U10", "--all")]
)
def test_what_memory_does_not_hold_is_bad_input(world: "World", arguments: tuple[str, ...]) -> None:
    world.refused(2, *arguments)


def test_all_is_in_order(world: "World") -> None:
    done = world.run_here("doctor", "--json")
    assert (done.code, json.loads(done.out)) == (0, {"ok": True, "findings": []})


def test_any_text_stays_what_it_is(world: "World") -> None:
    odd = "odd / ../name 😀"
    shown = world.run_here("units", odd)
    assert shown.code == 0
    assert "\x1b" not in shown.out
    units = json.loads(world.units(odd))["units"]
    assert "小棠" in json.dumps(units, ensure_ascii=False)


def test_nothing_is_written_outside_the_home(world: "World") -> None:
    assert sorted(path.name for path in world.home.parent.iterdir()) == ["home", "world.json"]
    assert world.home.stat().st_mode & 0o077 == 0


def test_stderr_takes_any_file_name(commands: "Commands", tmp_path: Path) -> None:
    done = commands.run("ingest", os.fsencode(tmp_path) + "/小棠\udc80.json".encode("utf-8", "surrogateescape"))
    assert (done.code, done.out) == (2, "")
    assert "小棠" in done.err
    assert done.err.count("\n") == 1


def test_a_sheet_to_mark_is_drawn_from_memory(world: "World", tmp_path: Path) -> None:
    done = world.run_here("audit", "ada", "u1", "--units", "4", "--out", tmp_path, "--json")
    assert done.code == 0 and json.loads(done.out)["items"] >= 4
    sheet = (tmp_path / "audit.csv").read_text("utf-8-sig")
    assert sheet.startswith("item,") and "emem_0" in sheet
    assert "<section data-item=" in (tmp_path / "audit.html").read_text("utf-8")
    assert world.run_here("audit", "nobody", "--out", tmp_path).code == 2
