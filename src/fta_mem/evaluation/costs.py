"""What the llm engine asks of a model, and what working side by side saves, both with a simulated model.

``python -m fta_mem.evaluation.costs locomo|es-memeval FILE`` builds memory of the benchmark's file and answers its
questions through the llm engine's own prompts and parsers; every reply is the rules engine's judgement
(engines/llm/simulated_model.py). Calls and tokens are counted by stage, as Table 6 of the paper counts them. With
``--seconds S`` one case is built twice as well, every reply taking S seconds, by one worker and by several.
"""

import argparse
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, TypeVar

from fta_mem.assembly import open_engine
from fta_mem.engines.llm.call_policy import Caller, Reply
from fta_mem.engines.llm.chat_models import ModelHandle
from fta_mem.engines.llm.engine import LLMEngine
from fta_mem.engines.llm.schemas import Shape
from fta_mem.engines.llm.simulated_model import NAME, rehearsal
from fta_mem.evaluation.dialogue_index import KeptVectors
from fta_mem.evaluation.profiles import PROFILES, profile_settings
from fta_mem.evaluation.question_files import read_benchmark_cases, read_questions
from fta_mem.evaluation.questions import Question
from fta_mem.evaluation.runner import sampled
from fta_mem.memory import Memory
from fta_mem.prompts.loader import CONSTRUCTION, Prompt
from fta_mem.state.encoding import JSON
from fta_mem.state.errors import FTAMemError
from fta_mem.state.records import Case
from fta_mem.state.settings import Settings
from fta_mem.storage.store import SqlStore
from fta_mem.text.embedder import Embedder
from fta_mem.text.minilm import MiniLM

T = TypeVar("T")

READING: Final = ("detect_boundaries", "extract_units")
"""The stage whose cost the paper's Table 6 gives."""
PAPER: Final = (0.35, 576)
"""Calls and tokens a turn in Table 6: 2,061 calls and 3.39 million tokens for 5,882 turns."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call: its prompt's name, tokens in and out (estimated), and when its reply came (seconds of a clock)."""

    prompt: str
    tokens_in: int
    tokens_out: int
    ended: float


class TalliedCaller(Caller):
    """A caller that keeps a list of its calls, in the order of their replies."""

    def __init__(self, handle: ModelHandle) -> None:
        super().__init__(handle)
        self.calls: list[Call] = []

    def ask(self, prompt: Prompt, values: Mapping[str, JSON], shape: Shape, read: Callable[[str], T]) -> Reply[T]:
        """Return what the caller returns, and note what it cost."""
        reply = super().ask(prompt, values, shape, read)
        self.calls.append(Call(prompt.name, reply.usage.tokens_in, reply.usage.tokens_out, time.perf_counter()))
        return reply


@dataclass(frozen=True, slots=True)
class Spent:
    """Calls and tokens of a stage."""

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0

    @property
    def tokens(self) -> int:
        """Return tokens in and out."""
        return self.tokens_in + self.tokens_out


@dataclass(frozen=True, slots=True)
class Timed:
    """Building one case with a number of workers: seconds of boundaries and extraction, of all, and the calls."""

    workers: int
    reading_seconds: float
    seconds: float
    calls: int


@dataclass
class Rehearsal:
    """Memory on a simulated model, in a folder of its own."""

    home: Path
    embedder: Embedder
    settings: Settings
    seconds: float = 0.0
    model: TalliedCaller = field(init=False)
    memory: Memory = field(init=False)

    def __post_init__(self) -> None:
        rules = open_engine(self.embedder, self.settings)
        self.model = TalliedCaller(rehearsal(rules, self.embedder, self.seconds))
        engine = LLMEngine(self.model, self.model, rules, self.settings)
        self.memory = Memory(SqlStore(self.home, self.embedder), engine, self.settings)

    def __enter__(self) -> "Rehearsal":
        return self

    def __exit__(self, *error: object) -> None:
        self.memory.close()


def spent_by(calls: Sequence[Call], prompts: Sequence[str]) -> Spent:
    """Return what the calls of some prompts cost together."""
    chosen = [call for call in calls if call.prompt in prompts]
    return Spent(len(chosen), sum(call.tokens_in for call in chosen), sum(call.tokens_out for call in chosen))


def calls_by_question(on: Rehearsal, questions: Sequence[Question]) -> list[list[Call]]:
    """Ask the questions; return the calls that each made, none to answer where code answered (``guided``)."""
    made = []
    for question in questions:
        before = len(on.model.calls)
        on.memory.ask(question.case_id, question.text, now=question.now)
        made.append(on.model.calls[before:])
    return made


def time_building(case: Case, on: Rehearsal) -> Timed:
    """Build a case and say how long it took until the last boundary and extraction reply, and until all was memory."""
    started = time.perf_counter()
    on.memory.ingest(case)
    ended = time.perf_counter()
    calls = on.model.calls
    last = max(call.ended for call in calls if call.prompt in READING)
    return Timed(on.settings.workers, last - started, ended - started, len(calls))


def construction_lines(calls: Sequence[Call], turns: int) -> list[str]:
    """Return the table of construction: a line a stage, then the stage that the paper counts, then all of it."""
    lines = [_stage(name, spent_by(calls, (name,)), turns) for name in CONSTRUCTION]
    together = _stage("boundaries and extraction", spent_by(calls, READING), turns)
    lines.append(f"{together} (the paper: {PAPER[0]} and {PAPER[1]})")
    lines.append(_stage("all of construction", spent_by(calls, CONSTRUCTION), turns))
    return lines


def answering_lines(made: Sequence[Sequence[Call]], top_k: int) -> list[str]:
    """Return what rewriting and answering cost a question, answering over those that were put to the model."""
    rewriting = spent_by([call for calls in made for call in calls], ("rewrite_query",))
    asked = [cost for cost in (spent_by(calls, ("answer",)) for calls in made) if cost.calls]
    tokens_in, tokens_out = sum(cost.tokens_in for cost in asked), sum(cost.tokens_out for cost in asked)
    most = max((cost.tokens for cost in asked), default=0)
    count = max(len(asked), 1)
    return [
        f"rewrite_query: {rewriting.calls} calls for {len(made)} questions, "
        f"{rewriting.tokens / len(made):.0f} tokens each",
        f"answer, K = {top_k}: {len(asked)} of {len(made)} questions put to the model, {tokens_in / count:.0f} tokens "
        f"in and {tokens_out / count:.0f} out each, at most {most} together",
    ]


def concurrency_lines(one: Timed, several: Timed, seconds: float) -> list[str]:
    """Return what several workers save, in the stage and in all."""
    return [
        f"boundaries and extraction at {seconds:g} s a call: {one.reading_seconds:.1f} s with {one.workers} worker, "
        f"{several.reading_seconds:.1f} s with {several.workers}: {one.reading_seconds / several.reading_seconds:.1f} "
        "times faster",
        f"the whole ingest, {several.calls} calls: {one.seconds:.1f} s and {several.seconds:.1f} s: "
        f"{one.seconds / several.seconds:.1f} times faster",
    ]


def main(arguments: Sequence[str] | None = None, say: Callable[[str], None] = print) -> None:
    """Count and print; a line each. What is wrong with the file ends it with one line and exit code 2."""
    parser = _parser()
    given = parser.parse_args(arguments)
    try:
        _measure(given, say)
    except FTAMemError as error:
        parser.error(str(error))


def _measure(given: argparse.Namespace, say: Callable[[str], None]) -> None:
    profile = {str(name): known for name, known in PROFILES.items()}[given.benchmark]
    cases = tuple(read_benchmark_cases(given.file, profile.benchmark))
    questions = sampled(read_questions(given.file, profile.benchmark, cases), given.limit, 0).questions
    settings = profile_settings(profile, {}, {})
    embedder = KeptVectors(MiniLM())
    with tempfile.TemporaryDirectory(prefix="fta-mem-costs-") as folder:
        with Rehearsal(Path(folder) / "all", embedder, settings) as on:
            _count(cases, questions, on, say)
        if given.seconds > 0:
            case = Case(cases[0].case_id, cases[0].sessions[: given.sessions])
            say(f"{len(case.sessions)} sessions, {_turns(case)} turns")
            one, several = (
                _time_with(workers, case, Path(folder), embedder, settings, given.seconds)
                for workers in (1, given.workers)
            )
            for line in concurrency_lines(one, several, given.seconds):
                say(line)


def _count(cases: Sequence[Case], questions: Sequence[Question], on: Rehearsal, say: Callable[[str], None]) -> None:
    for case in cases:
        on.memory.ingest(case)
    turns = sum(map(_turns, cases))
    say(f"{turns} turns of {len(cases)} cases, {NAME}")
    lines = construction_lines(on.model.calls, turns)
    if questions:
        lines += answering_lines(calls_by_question(on, questions), on.settings.top_k)
    for line in lines:
        say(line)


def _turns(case: Case) -> int:
    return sum(len(session.turns) for session in case.sessions)


def _time_with(workers: int, case: Case, homes: Path, embedder: Embedder, settings: Settings, seconds: float) -> Timed:
    with Rehearsal(homes / f"{workers}", embedder, replace(settings, workers=workers), seconds) as on:
        return time_building(case, on)


def _stage(name: str, spent: Spent, turns: int) -> str:
    return (
        f"{name}: {spent.calls} calls, {spent.tokens_in} tokens in, {spent.tokens_out} out; a turn "
        f"{spent.calls / turns:.2f} calls, {spent.tokens / turns:.0f} tokens"
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Count the llm engine's calls and tokens with a simulated model.")
    parser.add_argument("benchmark", choices=sorted(PROFILES))
    parser.add_argument("file", type=Path, help="the benchmark's file")
    parser.add_argument("--limit", type=int, help="ask only so many questions")
    parser.add_argument("--seconds", type=float, default=0.0, help="time building, a reply taking so long")
    parser.add_argument("--workers", type=int, default=8, help="workers to compare with one")
    parser.add_argument("--sessions", type=int, default=27, help="sessions of the first case to build")
    return parser


if __name__ == "__main__":
    main()
