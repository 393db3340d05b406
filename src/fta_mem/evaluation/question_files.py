"""Reads a benchmark's files: which form each has, its cases, and its questions with evidence that exists."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from fta_mem.evaluation.question_forms import FORMS, RawQuestion
from fta_mem.evaluation.questions import BENCHMARKS, Benchmark, Question, QuestionId, QuestionSet
from fta_mem.formats.detect import detect_format
from fta_mem.formats.json_stream import first_byte, stream_entries, stream_lines
from fta_mem.formats.reader import read_cases, unreadable
from fta_mem.state.encoding import JSON
from fta_mem.state.errors import DatasetError
from fta_mem.state.records import Case

_LOCOMO_TURN: Final = re.compile(r"D(\d+):(\d+)")
_SESSION_TURN: Final = re.compile(r"[^\s,;]+:\d+")


@dataclass(frozen=True, slots=True)
class Known:
    """The turns of a case by id, and its sessions with their turns."""

    turns: frozenset[str]
    sessions: Mapping[str, tuple[str, ...]]


def benchmark_of(path: Path) -> Benchmark | None:
    """Return the benchmark whose form a file has, None for a dialogue without questions.

    Raises:
        DatasetError: it can't be read, or its form is unknown.
    """
    try:
        found = "questions" if _asks(path) else detect_format(path)
    except OSError as error:
        raise unreadable(path, error) from error
    return next((name for name in BENCHMARKS if name == found), None)


def read_benchmark_cases(path: Path, benchmark: Benchmark) -> Iterator[Case]:
    """Yield the cases of a benchmark's file; of one's own questions the dialogues stand in other files, of any format.

    Raises:
        DatasetError: the file has another form, or something in it is no dialogue.
    """
    found = benchmark_of(path)
    if benchmark == "questions":
        reads = iter(()) if found == "questions" else read_cases(path)
    elif found != benchmark:
        raise DatasetError(f"{path} has the form of {found or 'a dialogue without questions'}, not of {benchmark}")
    else:
        reads = read_cases(path, format=benchmark)
    for read in reads:
        if read.problems:
            raise DatasetError(f"{path}: {read.problems[0]}")
        yield read.case


def read_questions(path: Path, benchmark: Benchmark, cases: Sequence[Case]) -> QuestionSet:
    """Return the file's questions in its order, for the cases given.

    Raises:
        DatasetError: the file isn't JSON of the benchmark's form, or asks nothing of these cases.
    """
    known = {case.case_id: _known(case) for case in cases}
    raw = _raw_questions(path, benchmark, cases)
    questions: list[Question] = []
    dropped = 0
    try:
        for each in raw:
            if each.question.case_id in known:
                question, lost = _checked(each, known[each.question.case_id])
                questions.append(question)
                dropped += lost
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise DatasetError(f"{path} doesn't have the questions of this benchmark ({error})") from error
    if not questions:
        raise DatasetError(f"{path} has no questions of this benchmark")
    return QuestionSet(tuple(questions), dropped)


def read_wrong_keys(path: Path, questions: Sequence[Question]) -> frozenset[QuestionId]:
    """Return the questions whose gold answer a user holds to be wrong: lines of case and number ("conv-3:17").

    Numbers count from 0 in the file's order within the case; what follows "//" is a remark.

    Raises:
        DatasetError: the file can't be read, or a line names no question of the benchmark.
    """
    known = {question.id for question in questions}
    found: set[QuestionId] = set()
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise DatasetError(f"{path} can't be read: {type(error).__name__}") from error
    for number, line in enumerate(lines, start=1):
        text = line.partition("//")[0].strip()
        case_id, _, place = text.rpartition(":")
        if text and (not place.strip().isdecimal() or (case_id, int(place)) not in known):
            raise DatasetError(f"{path}, line {number} names no question; write CASE:NUMBER, counted from 0")
        if text:
            found.add((case_id, int(place)))
    return frozenset(found)


def asked_cases(path: Path) -> list[str]:
    """Return the cases that a file of one's own questions names."""
    named = (raw.question.case_id for raw in _raw_questions(path, "questions", ()))
    return [name for name in dict.fromkeys(named) if name]


def evidence_ids(entries: Sequence[str], known: frozenset[str]) -> tuple[tuple[str, ...], int]:
    """Return the existing turn ids that the entries name, each once, and how many annotations name none.

    A misspelt entry counts as the ids found in it: "D1:3; D2:4" is two, "D:1:3" is none.
    """
    kept: dict[str, None] = {}
    dropped = 0
    for entry in entries:
        named = [entry] if entry in known else _named(entry)
        kept.update((name, None) for name in named if name in known)
        dropped += sum(name not in known for name in named) if named else 1
    return tuple(kept), dropped


def _raw_questions(path: Path, benchmark: Benchmark, cases: Sequence[Case]) -> Iterator[RawQuestion]:
    """Yield the file's questions, numbered within their case where its form doesn't."""
    only = cases[0].case_id if len(cases) == 1 else ""
    numbers: dict[str, int] = {}
    for place, entry in enumerate(_entries(path), start=1):
        fallback = only if benchmark == "questions" else path.stem if place == 1 else f"{path.stem}-{place}"
        if not isinstance(entry, dict):
            raise DatasetError(f"{path} doesn't have the questions of this benchmark (entry {place})")
        for raw in FORMS[benchmark](entry, fallback):
            case_id = raw.question.case_id
            numbers[case_id] = numbers.get(case_id, -1) + 1
            yield replace(raw, question=replace(raw.question, number=numbers[case_id]))


def _entries(path: Path) -> Iterator[JSON]:
    try:
        if _has_lines(path):
            yield from (value for _, value in stream_lines(path))
        else:
            yield from stream_entries(path)
    except OSError as error:
        raise unreadable(path, error) from error


def _has_lines(path: Path) -> bool:
    """Say whether each line of the file is a value of its own, more than one of them."""
    if first_byte(path) != b"{":
        return False
    try:
        lines = stream_lines(path)
        next(lines)
        return next(lines, None) is not None
    except DatasetError:
        return False


def _asks(path: Path) -> bool:
    """Say whether the file's entries are questions alone."""
    if first_byte(path) not in {b"{", b"["}:
        return False
    try:
        entry = next(_entries(path), None)
    except DatasetError:
        return False
    return isinstance(entry, dict) and {"question", "answer"} <= entry.keys() and "haystack_sessions" not in entry


def _checked(raw: RawQuestion, known: Known) -> tuple[Question, int]:
    """Return the question with the turns and gold sessions that exist, and how many annotations name neither."""
    sessions = tuple(known.sessions[name] for name in raw.sessions if name in known.sessions)
    given = raw.question
    entries = [name for name in given.evidence if name in known.turns or name not in known.sessions]
    kept, lost = evidence_ids(entries, known.turns)
    question = replace(
        given,
        evidence=kept,
        sessions=sessions,
        outdated=tuple(name for name in given.outdated if name in known.turns),
        current=tuple(name for name in given.current if name in known.turns),
    )
    return question, lost


def _known(case: Case) -> Known:
    sessions = {session.session_id: tuple(turn.turn_id for turn in session.turns) for session in case.sessions}
    return Known(frozenset(turn for turns in sessions.values() for turn in turns), sessions)


def _named(entry: str) -> list[str]:
    locomo = [f"D{int(session)}:{int(turn)}" for session, turn in _LOCOMO_TURN.findall(entry)]
    return locomo or [name for name in _SESSION_TURN.findall(entry) if not name.startswith("D:")]
