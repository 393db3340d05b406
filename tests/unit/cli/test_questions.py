import json
from pathlib import Path
from typing import cast

import numpy as np
import pytest

from fta_mem.cli.options import Invocation
from fta_mem.cli.program import run
from fta_mem.memory import Asked, Memory, Recalled
from fta_mem.state.answering import Answer, Citation, Packet, RewrittenQuery, SourceTurn
from fta_mem.state.errors import CaseLockedError, UnknownCaseError
from fta_mem.state.records import Usage
from fta_mem.storage.ports import CaseView

NO_VECTORS = np.zeros((0, 3), dtype=np.float32)
SAID = SourceTurn("s1", 0, "T1", "Ana", "I nearly\nquit my job.")
PACKET = Packet("packet \ud800 of \x1b[31m text", 5, turns=(SAID,))


class FakeStore:
    def open_turns(self, case_id: str) -> tuple[SourceTurn, ...]:
        return ()

    def view(self, case_id: str, revision: int | None = None) -> CaseView:
        return CaseView(case_id, 1, (), (), NO_VECTORS, (), NO_VECTORS, (), (), None)


class FakeMemory:
    """Answers with the question itself, and says what was asked."""

    def __init__(self) -> None:
        self.store = FakeStore()
        self.asked: list[tuple[str, str, str | None]] = []

    def __enter__(self) -> "FakeMemory":
        return self

    def __exit__(self, *error: object) -> None:
        self.asked.append(("closed", "", None))

    def recall(self, case_id: str, question: str, *, now: str | None = None) -> Recalled:
        self.asked.append((case_id, question, now))
        if case_id == "nobody":
            raise UnknownCaseError("there is no case 'nobody'")
        if case_id == "broken":
            raise ZeroDivisionError("a fault of ours")
        return Recalled(case_id, question, RewrittenQuery(question), PACKET)

    def ask(self, case_id: str, question: str, *, now: str | None = None) -> Asked:
        recalled = self.recall(case_id, question, now=now)
        if "unknown" in question:
            nearest = (Citation("emem_1", ("T1",)),) if "nearly" in question else ()
            return Asked(case_id, question, recalled.query, PACKET, Answer("", True, nearest=nearest), Usage())
        answer = Answer(f"about {question}", False, (Citation("emem_1", ("T1",)),))
        return Asked(case_id, question, recalled.query, PACKET, answer, Usage())


@pytest.fixture
def memory() -> FakeMemory:
    return FakeMemory()


@pytest.fixture
def invocation(memory: FakeMemory, tmp_path: Path) -> Invocation:
    def opener(home: Path, **rest: object) -> Memory:
        return cast(Memory, memory)

    return Invocation(home=tmp_path, opener=opener)


def test_one_question_as_text(invocation: Invocation, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["ask", "c", "why?"], invocation) == 0
    assert capsys.readouterr().out == "about why?\n  emem_1  T1\n"


def test_abstaining_is_a_success(invocation: Invocation, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["ask", "c", "unknown?"], invocation) == 0
    assert capsys.readouterr().out == "Not in memory.\n"


def test_abstaining_shows_what_came_nearest_in_its_speakers_words(
    invocation: Invocation, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["ask", "c", "nearly unknown?"], invocation) == 0
    assert capsys.readouterr().out == "Not settled; nearest:\n  emem_1  T1  Ana: I nearly quit my job.\n"


def test_text_output_carries_no_control_characters(invocation: Invocation, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["recall", "c", "why?"], invocation) == 0
    assert capsys.readouterr().out == "packet \ufffd of \ufffd[31m text\n"


@pytest.mark.parametrize("now", ["2024-03-04", "2024-03-04T23:30:00+08:00"])
def test_now_reaches_memory_as_a_day(invocation: Invocation, memory: FakeMemory, now: str) -> None:
    run(["ask", "c", "why?", "--now", now, "--json"], invocation)
    assert memory.asked == [("c", "why?", "2024-03-04"), ("closed", "", None)]


@pytest.mark.parametrize("way", ["ask", "recall"])
def test_a_file_of_questions_gives_a_document_a_line_in_order(
    way: str, invocation: Invocation, memory: FakeMemory, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "questions.jsonl"
    path.write_text(
        '\ufeff{"case": "c", "question": "one?", "now": "2024-01-01"}\r\n\n{"case": "d", "question": "two?"}',
        encoding="utf-8",
    )
    assert run([way, "--questions", str(path), "--json"], invocation) == 0
    documents = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(document["case"], document["question"]) for document in documents] == [("c", "one?"), ("d", "two?")]
    assert all(("answer" in document) == (way == "ask") for document in documents)
    assert memory.asked == [("c", "one?", "2024-01-01"), ("d", "two?", None), ("closed", "", None)]


def test_a_question_that_fails_says_so_on_its_line_and_the_next_ones_go_on(
    invocation: Invocation, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [
        {"case": "nobody", "question": "one?"},
        {"case": "c", "question": " "},
        {"case": "broken", "question": "three?"},
        {"question": "four?"},
        {"case": "c", "question": "five?", "now": "soon"},
        {"case": "c", "question": "six?", "now": 3},
        ["seven?"],
        {"case": "c", "question": "eight?"},
    ]
    path = tmp_path / "questions.jsonl"
    path.write_text("\n".join(["{", *map(json.dumps, lines)]), encoding="utf-8")
    assert run(["ask", "--questions", str(path), "--json"], invocation) == 1
    printed = capsys.readouterr()
    documents = [json.loads(line) for line in printed.out.splitlines()]
    assert [document.get("error") for document in documents] == [
        "line 1 is cut off or not valid JSON",
        "there is no case 'nobody'",
        "the question is empty; ask something",
        "ZeroDivisionError: a fault of ours",
        "line 5 needs a case and a question",
        "line 6: now is not a date like 2024-03-31",
        "line 7: now is not a date like 2024-03-31",
        "line 8 is not an object",
        None,
    ]
    assert [(document["case"], document["question"]) for document in documents[:3]] == [
        (None, None),
        ("nobody", "one?"),
        ("c", " "),
    ]
    assert printed.err == "Error: 8 questions failed\n"


def test_a_file_of_questions_as_text(
    invocation: Invocation, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "questions.jsonl"
    path.write_text('{"case": "c", "question": "one?"}\n{"case": "nobody", "question": "x"}\n', encoding="utf-8")
    assert run(["ask", "--questions", str(path)], invocation) == 1
    printed = capsys.readouterr()
    assert printed.out == "c: one?\nabout one?\n  emem_1  T1\n\n"
    assert printed.err == "Line 2: there is no case 'nobody'\nError: 1 questions failed\n"


def test_a_locked_case_is_no_wrong_usage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def opener(home: Path, **rest: object) -> Memory:
        raise CaseLockedError("another process is writing to case 'c'")

    assert run(["ask", "c", "why?"], Invocation(home=tmp_path, opener=opener)) == 1
    assert capsys.readouterr().err == "Error: another process is writing to case 'c'\n"
