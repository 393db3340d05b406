"""The cost table: every call counted under its stage, figures that follow from the counts, and the program as a whole."""

import json
from pathlib import Path

import pytest

from fta_mem.evaluation.costs import (
    Call,
    Spent,
    Timed,
    answering_lines,
    concurrency_lines,
    construction_lines,
    main,
    spent_by,
)

CALLS = (
    Call("detect_boundaries", 300, 30, 1.0),
    Call("extract_units", 500, 200, 2.0),
    Call("extract_units", 400, 100, 3.0),
    Call("judge_relations", 250, 50, 4.0),
)


def test_stages_and_their_sums_follow_from_the_calls() -> None:
    assert spent_by(CALLS, ("extract_units",)) == Spent(2, 900, 300)
    lines = construction_lines(CALLS, turns=10)
    assert lines[1] == "extract_units: 2 calls, 900 tokens in, 300 out; a turn 0.20 calls, 120 tokens"
    assert lines[3] == "update_longitudinal: 0 calls, 0 tokens in, 0 out; a turn 0.00 calls, 0 tokens"
    assert lines[4].startswith("boundaries and extraction: 3 calls, 1200 tokens in, 330 out; a turn 0.30 calls, 153 ")
    assert lines[5] == "all of construction: 4 calls, 1450 tokens in, 380 out; a turn 0.40 calls, 183 tokens"


def test_questions_that_code_answers_are_no_part_of_the_mean() -> None:
    rewritten = Call("rewrite_query", 30, 10, 1.0)
    made = [[rewritten, Call("answer", 100, 10, 2.0)], [rewritten], [rewritten, Call("answer", 200, 30, 3.0)]]
    rewriting, answering = answering_lines(made, top_k=25)
    assert rewriting == "rewrite_query: 3 calls for 3 questions, 40 tokens each"
    assert answering == (
        "answer, K = 25: 2 of 3 questions put to the model, 150 tokens in and 20 out each, at most 230 together"
    )
    assert "0 of 1 questions" in answering_lines([[]], top_k=10)[1]


def test_ratios_compare_the_stage_and_the_whole() -> None:
    stage, whole = concurrency_lines(Timed(1, 180.0, 360.0, 300), Timed(8, 30.0, 90.0, 300), 1.0)
    assert "180.0 s with 1 worker, 30.0 s with 8: 6.0 times faster" in stage
    assert "300 calls: 360.0 s and 90.0 s: 4.0 times faster" in whole


@pytest.mark.filterwarnings("error")
def test_the_program_counts_a_file_and_times_it(tmp_path: Path) -> None:
    said = ("I sold my old canoe last Monday.", "My neighbour Petra bought it.", "Now I want a kayak.", "It is blue.")
    talk = {"speaker_a": "Ada", "speaker_b": "Ben"}
    for number in (1, 2):
        talk[f"session_{number}_date_time"] = f"6:00 pm on {number} March, 2024"
        talk[f"session_{number}"] = [
            {"speaker": "Ada", "dia_id": f"D{number}:{at}", "text": text} for at, text in enumerate(said, start=1)
        ]
    asked = [{"question": "Who bought Ada's canoe?", "answer": "Petra", "evidence": ["D1:2"], "category": 4}]
    file = tmp_path / "locomo.json"
    file.write_text(json.dumps([{"sample_id": "ada", "conversation": talk, "qa": asked}]), encoding="utf-8")
    lines: list[str] = []
    main(["locomo", str(file), "--seconds", "0.01", "--workers", "2"], say=lines.append)
    assert lines[0] == "8 turns of 1 cases, rehearsal (simulated)"
    assert lines[1].startswith("detect_boundaries: 2 calls, ")
    assert lines[8].startswith("answer, K = 25: 1 of 1 questions put to the model")
    assert lines[9] == "2 sessions, 8 turns"
    assert "with 1 worker" in lines[10] and "with 2:" in lines[10]
