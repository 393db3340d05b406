import json
from pathlib import Path

import pytest

from fta_mem.evaluation.question_files import evidence_ids, read_questions, read_wrong_keys
from fta_mem.evaluation.questions import Question
from fta_mem.state.errors import DatasetError
from fta_mem.state.records import Case, Session, Turn

LOCOMO_TURNS = frozenset({"D1:3", "D2:4", "D11:26", "D3:5"})


@pytest.mark.parametrize(
    ("entries", "kept", "dropped"),
    [
        (["D1:3"], ("D1:3",), 0),
        (["D1:3; D2:4"], ("D1:3", "D2:4"), 0),
        (["D2:4 D1:3", "D1:3"], ("D2:4", "D1:3"), 0),
        (["D:11:26"], (), 1),
        (["D3:05"], ("D3:5",), 0),
        (["D9:9", "D1:3"], ("D1:3",), 1),
        (["D", ""], (), 2),
        ([], (), 0),
    ],
)
def test_evidence_is_read_from_misspelt_entries(entries: list[str], kept: tuple[str, ...], dropped: int) -> None:
    assert evidence_ids(entries, LOCOMO_TURNS) == (kept, dropped)


def test_evidence_of_other_ids_is_found_too() -> None:
    known = frozenset({"c1-s03:7", "c1-s03:8", "my session:1"})
    assert evidence_ids(["c1-s03:7, c1-s03:8", "my session:1", "c1-s04:1"], known) == (
        ("c1-s03:7", "c1-s03:8", "my session:1"),
        1,
    )


def _case(case_id: str, *turn_ids: str) -> Case:
    turns = tuple(Turn(index, turn_id, "user", "Ann", "hello") for index, turn_id in enumerate(turn_ids))
    return Case(case_id, (Session("s", None, turns),))


def _file(folder: Path, document: object) -> Path:
    path = folder / "data.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def test_locomo_questions(tmp_path: Path) -> None:
    qa = [
        {"question": "When?", "answer": 2022, "evidence": ["D1:1"], "category": 2},
        {"question": "Who?", "adversarial_answer": "Bob", "evidence": ["D1:2"], "category": 5},
        {"question": "Why?", "answer": "so", "evidence": ["D7:7"], "category": 3},
    ]
    path = _file(tmp_path, [{"sample_id": "one", "qa": qa}, {"sample_id": "left out", "qa": qa}])
    found = read_questions(path, "locomo", [_case("one", "D1:1", "D1:2")])
    assert found.questions == (
        Question("one", 0, "When?", "2022", "2", ("D1:1",)),
        Question("one", 1, "Who?", "", "5", ("D1:2",), expects_abstention=True),
        Question("one", 2, "Why?", "so", "3", ()),
    )
    assert found.dropped_evidence == 1
    assert [question.measures_evidence for question in found.questions] == [True, False, False]


def test_es_memeval_questions_of_one_seeker(tmp_path: Path) -> None:
    asked = [
        {"capability": "User Modeling", "question": "What?", "answer": "tea", "evidence": ["c-s1:0"]},
        {"capability": "Abstention", "question": "Which?", "answer": "Not mentioned.", "evidence": []},
    ]
    groups = [{"questions": [entry]} for entry in asked]
    found = read_questions(_file(tmp_path, {"id": "c", "questions": groups}), "es-memeval", [_case("c", "c-s1:0")])
    assert found.questions == (
        Question("c", 0, "What?", "tea", "User Modeling", ("c-s1:0",)),
        Question("c", 1, "Which?", "Not mentioned.", "Abstention", (), expects_abstention=True),
    )


@pytest.mark.parametrize("document", [[{"sample_id": "one"}], ["text"], 3, [], [{"sample_id": "one", "qa": [{}]}]])
def test_a_file_without_such_questions_is_refused(tmp_path: Path, document: object) -> None:
    with pytest.raises(DatasetError):
        read_questions(_file(tmp_path, document), "locomo", [_case("one", "D1:1")])


def test_a_file_that_is_no_json_is_refused(tmp_path: Path) -> None:
    (tmp_path / "data.json").write_bytes(b"\xff{")
    with pytest.raises(DatasetError):
        read_questions(tmp_path / "data.json", "locomo", [])


def test_keys_that_are_held_to_be_wrong_are_named_by_case_and_number(tmp_path: Path) -> None:
    asked = [Question("conv-1", number, "?", "x", "4") for number in range(3)]
    path = tmp_path / "wrong.txt"
    path.write_text("conv-1:2 // the date is that of the call\n\n// nothing\nconv-1:0\n", encoding="utf-8")
    assert read_wrong_keys(path, asked) == {("conv-1", 2), ("conv-1", 0)}
    for line in ("conv-1:3", "conv-2:0", "conv-1", "conv-1:x"):
        path.write_text(f"conv-1:1\n{line}\n", encoding="utf-8")
        with pytest.raises(DatasetError, match="line 2"):
            read_wrong_keys(path, asked)
    with pytest.raises(DatasetError, match="can't be read"):
        read_wrong_keys(tmp_path / "none.txt", asked)
