"""A run's folder: what it holds, and that a killed run ends as an unbroken one does."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from tests.unit.evaluation.conftest import LetterEmbedder

from fta_mem.evaluation.baselines import Baseline
from fta_mem.evaluation.dialogue_index import KeptVectors
from fta_mem.evaluation.methods import Answered, Built
from fta_mem.evaluation.pace import Pace
from fta_mem.evaluation.profiles import PROFILES
from fta_mem.evaluation.questions import Question, QuestionSet
from fta_mem.evaluation.run_folder import RunFolder
from fta_mem.evaluation.runner import Job, build_report, run_method
from fta_mem.state.answering import Answer, Citation, Packet
from fta_mem.state.encoding import JSON
from fta_mem.state.errors import SettingsError, StoreError
from fta_mem.state.records import Case, Usage
from fta_mem.state.settings import Settings

NAME = "turn_bm25"
CITED = (Citation("emem_000001", ("s2:1",)),)


class Stops:
    """Answers so many questions, and is killed at the next."""

    def __init__(self, after: int) -> None:
        self.left = after
        self.asked: list[str] = []

    def __call__(self, question: str, packet: Packet, now: str | None, people: tuple[str, ...]) -> Answered:
        if not self.left:
            raise KeyboardInterrupt
        self.left -= 1
        self.asked.append(question)
        return Answered(Answer("the kitten", "unheard" in question, CITED, 0.5), Usage(calls=1, tokens_in=7))


def sit(job: Job, path: Path, answers: Stops, settings: dict[str, JSON] | None = None) -> dict[str, JSON]:
    """Measure into a folder until the end, or until it is killed."""
    with RunFolder(path, settings or {"seed": 0}).opened() as folder:
        held = replace(job, keeper=folder, pace=Pace(len(job.asked.questions)))
        method = Baseline(NAME, KeptVectors(LetterEmbedder()), answers, 1000)
        report = build_report(held, {NAME: run_method(held, NAME, lambda: method)}, NAME)
        folder.finish(report)
        return report


def lines(path: Path) -> list[dict[str, JSON]]:
    rows = [json.loads(line) for line in (path / f"{NAME}.jsonl").read_text(encoding="utf-8").splitlines()]
    return [{**row, "seconds": 0} for row in rows]


@pytest.fixture
def job(case: Case) -> Job:
    cases = (case, replace(case, case_id="c2"))
    asked = [
        Question(one.case_id, number, text, "" if number == 2 else "kitten", "4", (f"s1:{number}",), number == 2)
        for one in cases
        for number, text in enumerate(("who slept? w", "xy", "unheard of?", "and z?"))
    ]
    return Job(PROFILES["locomo"], cases, QuestionSet(tuple(asked)), Settings())


@pytest.mark.parametrize("after", range(9))
def test_a_killed_run_goes_on_and_ends_as_an_unbroken_one(job: Job, tmp_path: Path, after: int) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    report = sit(job, whole, Stops(99))
    killed = Stops(after)
    if after < len(job.asked.questions):
        with pytest.raises(KeyboardInterrupt):
            sit(job, broken, killed)
    rest = Stops(99)
    assert sit(job, broken, rest) == report
    assert lines(broken) == lines(whole)
    assert sorted(path.name for path in broken.iterdir()) == sorted(path.name for path in whole.iterdir())
    assert len(killed.asked) + len(rest.asked) == len(job.asked.questions), "no question is asked twice"


def test_a_line_that_was_torn_is_asked_again(job: Job, tmp_path: Path) -> None:
    whole, torn = tmp_path / "whole", tmp_path / "torn"
    sit(job, whole, Stops(99))
    with pytest.raises(KeyboardInterrupt):
        sit(job, torn, Stops(3))
    path = torn / f"{NAME}.jsonl"
    path.write_bytes(path.read_bytes()[:-20])
    rest = Stops(99)
    sit(job, torn, rest)
    assert lines(torn) == lines(whole)
    assert len(rest.asked) == 6


def test_a_line_tells_what_was_asked_and_what_the_answer_stands_on(job: Job, tmp_path: Path) -> None:
    sit(job, tmp_path, Stops(99))
    row = lines(tmp_path)[0]
    assert (row["case"], row["question"], row["gold"], row["answer"]) == ("c1", "who slept? w", "kitten", "the kitten")
    assert row["cited"] == [{"memory_id": "emem_000001", "turn_ids": ["s2:1"]}]
    assert isinstance(row["tokens"], int) and row["tokens"] > 0
    assert row["evidence"] == ["s1:0"]


def test_what_building_took_is_known_once_a_case(tmp_path: Path) -> None:
    with RunFolder(tmp_path, {}).opened() as folder:
        folder.keep_built("fta", "a", Built(3, 2, 40, 1.5))
        folder.keep_built("fta", "a", Built(3, 2, 40, 0.0))
        folder.keep_built("other", "a", Built(9))
        assert folder.built("fta") == {"a": Built(3, 2, 40, 1.5)}


def test_a_folder_of_another_run_is_refused(job: Job, tmp_path: Path) -> None:
    sit(job, tmp_path, Stops(99), {"seed": 1, "model": None})
    with pytest.raises(SettingsError, match="other model, seed"):
        sit(job, tmp_path, Stops(99), {"seed": 2, "model": "x"})


def test_one_run_at_a_time_writes_to_a_folder(tmp_path: Path) -> None:
    with RunFolder(tmp_path, {}).opened(), pytest.raises(StoreError, match="another run"):
        RunFolder(tmp_path, {}).opened().__enter__()


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(StoreError, match="can't be written"):
        RunFolder(tmp_path / "file" / "out", {}).opened().__enter__()
