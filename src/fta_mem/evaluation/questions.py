"""The questions of a benchmark file, with the turns that its annotators marked as evidence."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal, cast

from fta_mem.state.encoding import JSON
from fta_mem.state.errors import DatasetError
from fta_mem.state.records import Case

Benchmark = Literal["locomo", "es-memeval"]

NO_ANSWER: Final[dict[Benchmark, str]] = {"locomo": "5", "es-memeval": "Abstention"}
"""The category whose right answer is that memory doesn't hold it."""

_LOCOMO_TURN: Final = re.compile(r"D(\d+):(\d+)")
_SESSION_TURN: Final = re.compile(r"[^\s,;]+:\d+")


@dataclass(frozen=True, slots=True)
class Question:
    """A question about one case; ``evidence`` holds turn ids that exist, ``gold`` is "" where abstaining is right.

    ``category`` is LoCoMo's number (1 to 5) or the name of ES-MemEval's capability.
    """

    case_id: str
    number: int
    text: str
    gold: str
    category: str
    evidence: tuple[str, ...] = ()
    expects_abstention: bool = False
    now: str | None = None

    @property
    def measures_evidence(self) -> bool:
        """Say whether recall of evidence counts: some is annotated, and the answer is there."""
        return bool(self.evidence) and not self.expects_abstention


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """The questions of a file; ``dropped_evidence`` counts annotations that name no turn of their case."""

    questions: tuple[Question, ...]
    dropped_evidence: int = 0


def read_questions(path: Path, benchmark: Benchmark, cases: Sequence[Case]) -> QuestionSet:
    """Return the file's questions in its order, for the cases given.

    Raises:
        DatasetError: the file isn't JSON of the benchmark's form.
    """
    try:
        document: JSON = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise DatasetError(f"{path} can't be read as JSON: {type(error).__name__}") from error
    turn_ids = {case.case_id: _turn_ids(case) for case in cases}
    samples = document if isinstance(document, list) else [document]
    raw = _locomo(samples) if benchmark == "locomo" else _es_memeval(samples)
    return _checked(raw, turn_ids, path)


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


def _named(entry: str) -> list[str]:
    locomo = [f"D{int(session)}:{int(turn)}" for session, turn in _LOCOMO_TURN.findall(entry)]
    return locomo or [name for name in _SESSION_TURN.findall(entry) if not name.startswith("D:")]


def _turn_ids(case: Case) -> frozenset[str]:
    return frozenset(turn.turn_id for session in case.sessions for turn in session.turns)


def _checked(raw: Iterator[Question], turn_ids: Mapping[str, frozenset[str]], path: Path) -> QuestionSet:
    questions: list[Question] = []
    dropped = 0
    try:
        for question in raw:
            if question.case_id in turn_ids:
                kept, lost = evidence_ids(question.evidence, turn_ids[question.case_id])
                questions.append(_with_evidence(question, kept))
                dropped += lost
    except (KeyError, TypeError, AttributeError) as error:
        raise DatasetError(f"{path} doesn't have the questions of this benchmark ({error})") from error
    if not questions:
        raise DatasetError(f"{path} has no questions of this benchmark")
    return QuestionSet(tuple(questions), dropped)


def _with_evidence(question: Question, evidence: tuple[str, ...]) -> Question:
    return replace(question, evidence=evidence)


def _locomo(samples: Sequence[JSON]) -> Iterator[Question]:
    for sample in samples:
        record = cast("dict[str, JSON]", sample)
        for number, entry in enumerate(cast("list[dict[str, JSON]]", record["qa"])):
            category = str(entry["category"])
            unanswerable = category == NO_ANSWER["locomo"]
            yield Question(
                case_id=str(record["sample_id"]),
                number=number,
                text=str(entry["question"]),
                gold="" if unanswerable else str(entry["answer"]),
                category=category,
                evidence=_strings(entry["evidence"]),
                expects_abstention=unanswerable,
            )


def _es_memeval(samples: Sequence[JSON]) -> Iterator[Question]:
    for sample in samples:
        record = cast("dict[str, JSON]", sample)
        groups = cast("list[dict[str, list[dict[str, JSON]]]]", record["questions"])
        entries = [entry for group in groups for entry in group["questions"]]
        for number, entry in enumerate(entries):
            category = str(entry["capability"])
            yield Question(
                case_id=str(record["id"]),
                number=number,
                text=str(entry["question"]),
                gold=str(entry["answer"]),
                category=category,
                evidence=_strings(entry["evidence"]),
                expects_abstention=category == NO_ANSWER["es-memeval"],
            )


def _strings(value: JSON) -> tuple[str, ...]:
    return tuple(str(item) for item in value) if isinstance(value, list) else ()
