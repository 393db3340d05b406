"""``fta-mem eval``: measure memory on a benchmark, next to what a user would pick instead."""

import os
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar, cast

import click

from fta_mem.cli.options import Invocation, common_options, engine_options, reading_options
from fta_mem.cli.output import dumps
from fta_mem.state.encoding import JSON
from fta_mem.state.errors import UnknownCaseError

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from fta_mem.evaluation.answerers import Answerer
    from fta_mem.evaluation.benchmark_data import BenchmarkData, Held
    from fta_mem.evaluation.run_folder import RunFolder
    from fta_mem.evaluation.runner import Job
    from fta_mem.evaluation.selection import Workshop
    from fta_mem.evaluation.session_summaries import Summarise
    from fta_mem.evaluation.text_scores import TextScorer
    from fta_mem.memory import Memory
    from fta_mem.state.settings import Settings
    from fta_mem.text.embedder import Embedder

TABLES: Final = (
    *("main", "cost", "granularity", "windows", "ablations", "k", "bootstrap"),
    *("2", "3", "5", "6", "7", "8", "10", "figure2", "figure3"),
)
BENCHMARKS: Final = ("locomo", "es-memeval", "longmemeval", "beam", "realtalk", "questions")

F = TypeVar("F", bound=Callable[..., object])


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be measured, as the command line says."""

    benchmark: str | None
    data: tuple[Path, ...]
    methods: str | None
    cases: str | None
    limit: int | None
    seed: int
    out: Path | None
    cache: Path | None
    answers: bool
    judge_model: str | None
    bert_model: str | None
    wrong_keys: Path | None
    tables: tuple[str, ...] = ()


def _measuring_options(command: F) -> F:
    for option in (
        click.option(
            "--table",
            "tables",
            multiple=True,
            type=click.Choice(TABLES),
            help="A table of the paper, by what it shows or its number (repeatable).",
        ),
        click.option(
            "--wrong-keys",
            type=click.Path(path_type=Path),
            metavar="FILE",
            help="Lines of CASE:NUMBER, questions whose answer is held to be wrong: figures without them as well.",
        ),
        click.option("--bert-model", metavar="NAME", help="A model's name or folder for BERTScore (NAME@LAYER)."),
        click.option("--judge-model", metavar="NAME", help="A chat model that judges answers, from 0 to 2."),
        click.option("--answers/--no-answers", default=True, help="Ask for answers too, or measure retrieval alone."),
        click.option(
            "--cache",
            type=click.Path(path_type=Path, file_okay=False),
            metavar="DIR",
            help="Keep the memory that is built here, for other runs too (default: in --out, else nowhere).",
        ),
        click.option(
            "--out",
            type=click.Path(path_type=Path, file_okay=False),
            metavar="DIR",
            help="Keep settings, a line a question and the summary here; a run that was stopped goes on.",
        ),
        click.option("--seed", type=int, default=0, show_default=True, help="For the sample and the intervals."),
        click.option("--limit", type=click.IntRange(min=1), help="Ask only so many questions, drawn by the seed."),
        click.option("--cases", metavar="NAME,…", help="Only these cases, or the first so many."),
        click.option(
            "--methods",
            metavar="NAME,…",
            help="Methods or groups: default, baselines, ablations, k, all (default: those of --table, else default).",
        ),
        click.option(
            "--data",
            type=click.Path(path_type=Path),
            multiple=True,
            required=True,
            metavar="FILE",
            help="The benchmark's file (repeatable).",
        ),
        click.argument("benchmark", type=click.Choice(BENCHMARKS), required=False),
    ):
        command = option(command)
    return command


@click.command()
@common_options()
@engine_options
@reading_options
@_measuring_options
@click.pass_context
def command(
    ctx: click.Context,
    benchmark: str | None,
    data: tuple[Path, ...],
    methods: str | None,
    cases: str | None,
    limit: int | None,
    seed: int,
    out: Path | None,
    cache: Path | None,
    answers: bool,
    judge_model: str | None,
    bert_model: str | None,
    wrong_keys: Path | None,
    tables: tuple[str, ...],
) -> None:
    """Measure evidence recall and answers on BENCHMARK, for FTA-Mem and for simpler stores in the same run.

    Without its name the benchmark is told by the data's content. "questions" are your own: JSON lines of case,
    question, answer and, if you like, evidence (ids of turns or sessions), about dialogues that you give as --data
    as well, or that memory holds at --home.
    """
    judges = (judge_model, bert_model, wrong_keys)
    wanted = Wanted(benchmark, data, methods, cases, limit, seed, out, cache, answers, *judges, _named(tables))
    report = _measure(ctx.ensure_object(Invocation), wanted)
    if ctx.ensure_object(Invocation).as_json:
        click.echo(dumps(report))
    else:
        _print(report, wanted.tables)


def _named(tables: tuple[str, ...]) -> tuple[str, ...]:
    """Return the tables that are asked for, whether by name or by the paper's number."""
    from fta_mem.evaluation.paper_tables import NUMBERS

    return tuple(dict.fromkeys(NUMBERS.get(name, name) for name in tables))


def _tables(report: dict[str, JSON], names: tuple[str, ...]) -> dict[str, JSON]:
    from fta_mem.evaluation.paper_tables import table_of

    built = {name: table_of(name, report) for name in names}
    return {name: {"columns": [*columns], "rows": [[*row] for row in rows]} for name, (columns, rows) in built.items()}


def _methods(wanted: Wanted) -> list[str]:
    """Return the methods to measure: those named, else those that the tables need."""
    from fta_mem.evaluation.paper_tables import TABLES as PAPER
    from fta_mem.evaluation.selection import chosen_methods

    if wanted.methods is None:
        needed = [method for name in wanted.tables for method in PAPER[name].methods]
        return chosen_methods(needed or ["default"])
    return chosen_methods(name.strip() for name in wanted.methods.split(",") if name.strip())


def _measure(invocation: Invocation, wanted: Wanted) -> dict[str, JSON]:
    from fta_mem.evaluation.pace import Pace
    from fta_mem.evaluation.profiles import PROFILES, profile_settings
    from fta_mem.evaluation.runner import build_report, run_method

    names = _methods(wanted)
    data = _read(invocation, wanted)
    settings = profile_settings(PROFILES[data.benchmark], invocation.pairs, os.environ)
    with ExitStack() as stack:
        job = _job(invocation, data, settings, wanted)
        embedder = _embedder()
        folder = stack.enter_context(_folder(job, embedder, wanted)) if wanted.out is not None else None
        job = replace(job, keeper=folder or job.keeper, pace=Pace(len(names) * len(job.asked.questions)))
        workshop = _workshop(invocation, settings, embedder, wanted, stack)
        outcomes = {name: run_method(job, name, partial(workshop.build, name)) for name in names}
        report = build_report(job, outcomes, names[0] if "fta" not in names else "fta")
        report["tables"] = _tables(report, wanted.tables)
        if folder is not None:
            folder.finish(report)
    return report


def _job(invocation: Invocation, data: "BenchmarkData", settings: "Settings", wanted: Wanted) -> "Job":
    from fta_mem.evaluation.profiles import PROFILES
    from fta_mem.evaluation.question_files import read_wrong_keys
    from fta_mem.evaluation.runner import Job, sampled

    asked = sampled(data.asked, wanted.limit, wanted.seed)
    waits = invocation.answer_model or invocation.model
    say = partial(click.echo, err=True)
    profile = PROFILES[data.benchmark]
    wrong = read_wrong_keys(wanted.wrong_keys, data.asked.questions) if wanted.wrong_keys else frozenset()
    job = Job(profile, data.cases, asked, settings, wanted.seed, say, workers=settings.workers if waits else 1)
    about = _about(invocation, wanted)
    return replace(job, about=about, scorers=_scorers(invocation, settings, wanted), wrong_keys=wrong)


def _scorers(invocation: Invocation, settings: "Settings", wanted: Wanted) -> "list[TextScorer]":
    """Return the models that score answers, if any were named."""
    scorers: list[TextScorer] = []
    if wanted.bert_model is not None:
        from fta_mem.evaluation.bert_score import BertScore

        scorers.append(BertScore(wanted.bert_model))
    if wanted.judge_model is not None:
        from fta_mem.engines.llm.chat_models import ANSWER_TEMPERATURE
        from fta_mem.engines.llm.factory import open_caller
        from fta_mem.evaluation.answer_judge import AnswerJudge

        caller = open_caller(wanted.judge_model, invocation.base_url, settings, temperature=ANSWER_TEMPERATURE)
        scorers.append(AnswerJudge(caller))
    return scorers


def _read(invocation: Invocation, wanted: Wanted) -> "BenchmarkData":
    """Return the data's cases and questions; without a benchmark's name the content tells it."""
    from fta_mem.evaluation.benchmark_data import read_benchmark, told_benchmark
    from fta_mem.evaluation.questions import BENCHMARKS as KNOWN

    named = next((name for name in KNOWN if name == wanted.benchmark), None)
    with ExitStack() as stack:
        return read_benchmark(wanted.data, named or told_benchmark(wanted.data), wanted.cases, _held(invocation, stack))


def _held(invocation: Invocation, stack: ExitStack) -> "Held":
    """Return what reads a case from memory, which is opened for the first of them."""
    from fta_mem.state.records import Case, Session

    opened: list[Memory] = []

    def held(case_id: str) -> Case:
        if not opened:
            opened.append(stack.enter_context(invocation.memory()))
        store = opened[0].store
        heads = [entry.head for entry in store.fold_order(case_id)]
        if not heads:
            raise UnknownCaseError(f"there is no case {case_id!r} in the data nor in memory; see --data and --home")
        turns = (store.turns(case_id, head.session_id, 0, head.turn_count - 1) for head in heads)
        sessions = (Session(head.session_id, head.timestamp, said) for head, said in zip(heads, turns, strict=True))
        return Case(case_id, tuple(sessions))

    return held


def _about(invocation: Invocation, wanted: Wanted) -> dict[str, JSON]:
    """Return the command line's own choices that figures depend on."""
    return {
        "engine": invocation.engine,
        "model": invocation.model,
        "answer_model": invocation.answer_model,
        "judge_model": wanted.judge_model,
        "bert_model": wanted.bert_model,
        "answers": wanted.answers,
        "cases": wanted.cases,
        "limit": wanted.limit,
        "seed": wanted.seed,
    }


def _folder(job: "Job", embedder: "Embedder", wanted: Wanted) -> "AbstractContextManager[RunFolder]":
    from fta_mem.evaluation.run_folder import RunFolder
    from fta_mem.evaluation.run_settings import run_settings

    settings = run_settings(job.profile.benchmark, wanted.data, job.settings, embedder.name, job.about)
    return RunFolder(cast(Path, wanted.out), settings).opened()


def _embedder() -> "Embedder":
    from fta_mem.evaluation.dialogue_index import KeptVectors
    from fta_mem.text.minilm import MiniLM

    return KeptVectors(MiniLM(os.environ.get("FTA_MEM_EMBEDDER")))


def _workshop(
    invocation: Invocation, settings: "Settings", embedder: "Embedder", wanted: Wanted, stack: ExitStack
) -> "Workshop":
    from fta_mem.evaluation.run_folder import MEMORY_FOLDER
    from fta_mem.evaluation.selection import Workshop, file_hash

    kept = wanted.cache or (wanted.out / MEMORY_FOLDER if wanted.out is not None else None)
    homes = kept or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="fta-mem-eval-")))

    def opener(home: Path, changed: "Settings") -> "Memory":
        return _open(invocation, home, changed, embedder)

    return Workshop(
        embedder=embedder,
        answerer=_answerer(invocation, embedder, settings) if wanted.answers else None,
        settings=settings,
        opener=opener,
        homes=homes,
        data_hash=" ".join(file_hash(path) for path in wanted.data),
        engine=f"{invocation.engine} {invocation.model}",
        summarise=_summarise(invocation, settings),
    )


def _summarise(invocation: Invocation, settings: "Settings") -> "Summarise":
    """Return who sums up sessions for the baseline of summaries: the model that builds memory, else an extract."""
    from fta_mem.evaluation.session_summaries import ModelSummaries, extracted

    if invocation.model is None:
        return extracted
    from fta_mem.engines.llm.factory import open_caller

    return ModelSummaries(open_caller(invocation.model, invocation.base_url, settings))


def _answerer(invocation: Invocation, embedder: "Embedder", settings: "Settings") -> "Answerer":
    """Return who answers for the baselines: the model alone where one answers for FTA-Mem, else the rules engine."""
    from fta_mem.assembly import open_engine
    from fta_mem.evaluation.answerers import EngineAnswerer, ModelAnswerer

    model = invocation.answer_model or invocation.model
    if model is None:
        return EngineAnswerer(open_engine(embedder, settings))
    from fta_mem.engines.llm.chat_models import ANSWER_TEMPERATURE
    from fta_mem.engines.llm.factory import open_caller

    return ModelAnswerer(
        open_caller(model, invocation.base_url, settings, temperature=ANSWER_TEMPERATURE), settings.date_style
    )


def _open(invocation: Invocation, home: Path, settings: "Settings", embedder: "Embedder") -> "Memory":
    from fta_mem.assembly import open_memory

    return (invocation.opener or open_memory)(
        home,
        engine=invocation.engine,
        model=invocation.model,
        answer_model=invocation.answer_model,
        base_url=invocation.base_url,
        settings=settings,
        create=True,
        embedder=embedder,
    )


def _print(report: dict[str, JSON], names: tuple[str, ...]) -> None:
    from fta_mem.evaluation.paper_tables import TABLES as PAPER
    from fta_mem.evaluation.paper_tables import table_of
    from fta_mem.evaluation.report import as_text, notes, tables

    for line in notes(report):
        click.echo(line)
    for name in names:
        click.echo(f"\n{PAPER[name].title}\n{as_text(table_of(name, report))}")
    for table in () if names else tables(report):
        click.echo(f"\n{as_text(table)}")
