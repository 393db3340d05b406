"""Anchors of invented turns, means over them, and correlations worked out by hand."""

import json
import math
from pathlib import Path

import pytest
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage

from fta_mem.cli.program import run
from fta_mem.engines.llm.call_policy import Caller, Policy
from fta_mem.engines.llm.chat_models import ModelHandle
from fta_mem.engines.llm.failures import MalformedOutputError
from fta_mem.evaluation.density import Density, annotated, density_rows, mean_density
from fta_mem.evaluation.density_gain import correlation, correlations
from fta_mem.evaluation.density_model import ModelAnnotator, read_counts
from fta_mem.evaluation.density_rules import by_rules
from fta_mem.evaluation.density_tables import correlation_table, density_table
from fta_mem.evaluation.run_folder import RunFolder
from fta_mem.state.records import Case, Session, Turn


def counts(role: str, text: str) -> Density:
    return by_rules(Turn(0, "t", role, "Wren" if role == "user" else "supporter", text), "2024-03-04")


def test_a_turn_that_tells_a_dated_fact() -> None:
    found = counts("user", "I started as a night porter at the Larkfield hotel on Friday.")
    assert found == Density(12, 1, 1, 1, 0, 1, 0)


def test_several_facts_and_people_are_counted_each_once() -> None:
    found = counts("user", "My sister Tamsin visits me in May with her twins, and Odile lent me 50 euros.")
    assert (found.factual_anchors, found.temporal_anchors) == (2, 1)
    assert found.entity_anchors >= 3
    assert (found.implicitness, found.low_information) == (1, 0)


def test_support_is_counted_by_its_cues_and_is_no_fact() -> None:
    found = counts("assistant", "That makes sense. Have you tried writing it down before bed?")
    assert (found.factual_anchors, found.support_process_anchors) == (0, 2)
    assert counts("user", "Thanks, that helps. I'll try it tomorrow.").support_process_anchors == 3


@pytest.mark.parametrize(("text", "implicit", "low"), [("Yeah.", 3, 1), ("It was him again.", 3, 0), ("", 3, 1)])
def test_what_needs_its_context_is_implicit(text: str, implicit: float, low: float) -> None:
    found = counts("user", text)
    assert (found.implicitness, found.low_information) == (implicit, low)


def _model(*said: str) -> ModelAnnotator:
    handle = ModelHandle("test:said", GenericFakeChatModel(messages=iter(map(AIMessage, said))), structured=False)
    return ModelAnnotator(Caller(handle, Policy(attempts=1, second_chances=0)))


REPLY = {
    "factual_anchors": 2,
    "entity_anchors": 1,
    "temporal_anchors": 0,
    "support_process_anchors": 3,
    "implicitness": 2,
    "low_information": 0,
}


def test_a_model_counts_by_the_papers_rules() -> None:
    found = _model(json.dumps(REPLY))(Turn(0, "t", "user", "Wren", "three short words"), None)
    assert found == Density(3, 2, 1, 0, 3, 2, 0)


@pytest.mark.parametrize(
    "wrong",
    [{"implicitness": 4}, {"implicitness": 0}, {"low_information": 2}, {"entity_anchors": -1}, {"entity_anchors": "x"}],
)
def test_counts_out_of_range_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(MalformedOutputError):
        read_counts(json.dumps(REPLY | wrong), 1)


def test_means_are_over_turns_and_counted_turns_are_kept(tmp_path: Path) -> None:
    one, two = Density(2, 1, 0, 0, 0, 1, 0), Density(4, 0, 3, 0, 0, 3, 1)
    assert mean_density([one, two]) == Density(3, 0.5, 1.5, 0, 0, 2, 0.5)
    assert density_rows({"a": [one], "b": [two, two]})[""].length == pytest.approx(10 / 3)
    assert density_rows({}) == {}
    turns = (Turn(0, "x:0", "user", "Wren", "Yeah."), Turn(1, "x:1", "system", "System", "be kind"))
    case, asked = Case("c", (Session("x", "2024-03-04", turns),)), []

    def count(turn: Turn, moment: str | None) -> Density:
        asked.append((turn.turn_id, moment))
        return one

    path = tmp_path / "kept.jsonl"
    assert annotated([case], count, path) == annotated([case], count, path) == {"c": [one]}
    assert asked == [("x:0", "2024-03-04")]


def test_correlations_by_hand() -> None:
    found = correlation("factual_anchors", [1.0, 2.0, 3.0, 4.0], [4.0, 3.0, 2.0, 0.0], 0)
    # Deviations -1.5 -0.5 0.5 1.5 and 1.75 0.75 -0.25 -2.25: -6.5 / sqrt(5 * 8.75).
    assert found.pearson == pytest.approx(-6.5 / math.sqrt(5 * 8.75))
    assert found.spearman == pytest.approx(-1.0)
    # Of 24 orders two reach |r|: the one that is, and its reverse or less; p is a multiple of 1 / 24.
    assert found.permutation_p == pytest.approx(round(found.permutation_p * 24) / 24)
    assert found.permutation_p <= 2 / 24 + 1e-9
    assert found.lowest == pytest.approx(-1.0)
    assert found.lowest <= found.pearson <= found.highest < 0
    assert found.low <= found.pearson <= found.high
    assert found == correlation("factual_anchors", [1.0, 2.0, 3.0, 4.0], [4.0, 3.0, 2.0, 0.0], 0)


def test_what_does_not_vary_and_too_few_dialogues_give_no_correlation() -> None:
    dense = {name: Density(1, facts, 1, 0, 0, 2, 0) for name, facts in zip("abcd", (1, 2, 3, 5), strict=True)}
    gains = {"a": 0.3, "b": 0.2, "c": 0.2, "d": 0.0, "z": 9.0}
    found = correlations(dense, gains)
    assert [(each.field, each.dialogues) for each in found] == [("factual_anchors", 4)]
    assert correlations(dense, {"a": 0.1, "b": 0.2}) == []
    assert correlations(dense, dict.fromkeys("abcd", 0.1)) == []
    rows = correlation_table("fta less turn_bm25", found, "locomo")[1]
    assert (rows[0][0], rows[1][0]) == ("fta less turn_bm25", "paper: FTA-Mem less CompassMem")
    assert density_table({"": dense["a"], "a": dense["a"]})[1][0] == ["turn length", "1.00", "1.00", "18.56", "22.69"]


def _run(folder: Path, method: str, f1: dict[str, list[float]]) -> None:
    with RunFolder(folder, {"benchmark": "locomo"}).opened() as opened:
        opened.finish({})
    rows = [
        {"case": case, "number": number, "scores": {"f1": value}}
        for case, values in f1.items()
        for number, value in enumerate(values)
    ]
    rows.append({"case": "a", "number": 9, "scores": {"f1": 1.0, "abstention": 1.0}})
    (folder / f"{method}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def test_two_runs_are_compared_over_the_questions_that_both_were_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _run(tmp_path / "one", "fta", {"a": [1.0, 0.5], "b": [0.5]})
    _run(tmp_path / "other", "bm25", {"a": [0.5, 0.5, 0.0], "b": [0.1]})
    one, other = str(tmp_path / "one"), f"{tmp_path / 'other'}:bm25"
    assert run(["compare", one, other, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    # (0.5 + 0 + 0.4) / 3 over two cases of which a alone gives 0.25 and b alone 0.4.
    assert (found["mean"], found["low"], found["high"]) == pytest.approx((0.3, 0.25, 0.4))
    assert (found["cases"], found["few_cases"]) == (2, True)
    assert run(["compare", one, other]) == 0
    assert (
        capsys.readouterr().out
        == "f1: +30.00 points [+25.00, +40.00] over 2 cases; few cases, read it as a rough size\n"
    )
    for wrong in (f"{one}:none", str(tmp_path), f"{one}:fta2"):
        assert run(["compare", one, wrong]) == 2
    assert run(["compare", one, other, "--metric", "judge"]) == 2


def test_the_command_counts_and_correlates(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = ("Yeah.", "I work at the harbour office.", "My sister Tamsin visits me in May with Odile and the twins.")
    samples = [
        {
            "sample_id": name,
            "conversation": {
                "session_1": [{"speaker": "Wren", "dia_id": "D1:1", "text": text}],
                "session_1_date_time": "6:00 pm on 4 March, 2024",
            },
        }
        for name, text in zip("abc", said, strict=True)
    ]
    data = tmp_path / "locomo.json"
    data.write_text(json.dumps(samples), encoding="utf-8")
    _run(tmp_path / "run", "fta", {"a": [0.9], "b": [0.5], "c": [0.2]})
    _run(tmp_path / "run2", "bm25", {"a": [0.1], "b": [0.1], "c": [0.1]})
    kept = tmp_path / "turns.jsonl"
    arguments = ["density", str(data), "--out", str(kept)]
    gains = ["--gain", str(tmp_path / "run"), "--gain", f"{tmp_path / 'run2'}:bm25"]
    assert run([*arguments, *gains, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["dialogues"]["a"]["low_information"] == 1.0
    by_field = {each["field"]: each for each in found["correlations"]}
    assert by_field["factual_anchors"]["pearson"] < -0.8 and by_field["implicitness"]["pearson"] > 0.8
    assert len(kept.read_text(encoding="utf-8").splitlines()) == 3
    assert run([*arguments, *gains]) == 0
    printed = capsys.readouterr().out
    assert "fta less bm25" in printed and "paper: FTA-Mem less CompassMem" in printed
    assert run([*arguments, *gains[:2]]) == 2
