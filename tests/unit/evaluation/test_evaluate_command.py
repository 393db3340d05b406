"""The eval command as a whole, on a dialogue of a few turns, with the real rules engine and embedder."""

import json
from pathlib import Path

import pytest

from fta_mem.cli.program import run

SAID = (
    ("Ada", "I started a new job at the harbour library last Monday."),
    ("Ben", "Congratulations! How do you feel about it?"),
    ("Ada", "My colleague Ruth was kind to me on the first day."),
    ("Ben", "I adopted a grey cat called Moss in February."),
)
ASKED = (
    {"question": "Who was kind to Ada?", "answer": "Ruth", "evidence": ["D1:3"], "category": 4},
    {"question": "What is Ben's cat called?", "answer": "Moss", "evidence": ["D1:4; D1:9"], "category": 1},
    {"question": "Where did Ada buy a boat?", "adversarial_answer": "Oslo", "evidence": ["D1:1"], "category": 5},
)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    turns = [
        {"speaker": name, "dia_id": f"D1:{number}", "text": text} for number, (name, text) in enumerate(SAID, start=1)
    ]
    talk = {
        "speaker_a": "Ada",
        "speaker_b": "Ben",
        "session_1_date_time": "6:00 pm on 4 March, 2024",
        "session_1": turns,
    }
    path = tmp_path / "locomo.json"
    path.write_text(json.dumps([{"sample_id": "ada", "conversation": talk, "qa": list(ASKED)}]), encoding="utf-8")
    return path


def test_memory_and_a_baseline_in_one_run(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    arguments = ["eval", "locomo", "--data", str(data), "--methods", "fta,window4_mixed", "--json", "--out", str(out)]
    assert run(arguments) == 0
    printed = capsys.readouterr()
    report = json.loads(printed.out)
    assert (report["cases"], report["questions"], report["dropped_evidence"]) == (1, 3, 1)
    assert report["settings"]["top_k"] == 25
    assert list(report["methods"]) == ["fta", "window4_mixed"]
    for figures in report["methods"].values():
        assert figures["evidence_recall"] == {"500": 1.0, "1000": 1.0, "1700": 1.0}
        assert all(0 <= figures[name] <= 1 for name in ("f1", "bleu1", "abstention", "false_abstention"))
        assert 0 < figures["tokens_per_question"] < 500
    assert list(report["gains"]) == ["window4_mixed"]
    assert "fta: ada, 3 questions" in printed.err
    rows = [json.loads(line) for line in (out / "fta.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [row["evidence"] for row in rows] == [["D1:3"], ["D1:4"], ["D1:1"]]
    assert json.loads((out / "report.json").read_text(encoding="utf-8")) == report
    settings = json.loads((out / "run.json").read_text(encoding="utf-8"))
    assert settings["data"][0]["name"] == "locomo.json"
    assert len(settings["data"][0]["sha256"]) == 64
    assert settings["versions"].keys() >= {"python", "fta-mem", "langgraph", "spacy"}
    assert settings["prompts"]["answer"].startswith("answer@")
    assert settings["embedder"]
    again = ["eval", "locomo", "--data", str(data), "--methods", "fta,window4_mixed", "--json", "--out", str(out)]
    assert run(again) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out) == report
    assert printed.err == ""
    assert run([*again, "--seed", "3"]) == 2
    assert "holds a run of other seed" in capsys.readouterr().err


def test_tables_without_answers(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["eval", "locomo", "--data", str(data), "--methods", "turn_bm25", "--no-answers", "--limit", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("locomo: 1 cases, 2 questions")
    assert any(line.startswith("turn_bm25") for line in lines)


def test_a_table_of_the_paper(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["eval", "--data", str(data), "--table", "5", "--methods", "turn_bm25", "--no-answers"]
    assert run(arguments) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[lines.index("Table 5: what an answer costs") + 1].split() == [
        *("method", "backbone", "protocol", "unit", "units", "tokens", "a", "question")
    ]
    assert any(line.startswith("paper: CompassMem") for line in lines)
    assert run([*arguments, "--json"]) == 0
    table = json.loads(capsys.readouterr().out)["tables"]["cost"]
    assert table["rows"][0][:5] == ["turn_bm25", "rules engine", "1000 tokens", "turn", "4"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["eval", "locomo"],
        ["eval", "other", "--data", "DATA"],
        ["eval", "locomo", "--data", "nowhere.json"],
        ["eval", "es-memeval", "--data", "DATA"],
        ["eval", "locomo", "--data", "DATA", "--methods", "magic"],
        ["eval", "locomo", "--data", "DATA", "--methods", ","],
        ["eval", "locomo", "--data", "DATA", "--set", "nothing=1"],
        ["eval", "locomo", "--data", "DATA", "--limit", "0"],
        ["eval", "locomo", "--data", "DATA", "--cases", "nobody"],
    ],
)
def test_wrong_usage_is_one_line(arguments: list[str], data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([str(data) if argument == "DATA" else argument for argument in arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("Error: ")
    assert len(printed.err.splitlines()) == 1
