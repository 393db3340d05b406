"""``fta-mem eval``: measure memory on a benchmark, next to what a user would pick instead."""

import os
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TextIO, TypeVar

import click

from fta_mem.cli.options import Invocation, common_options, engine_options, reading_options
from fta_mem.cli.output import dumps
from fta_mem.state.encoding import JSON
from fta_mem.state.errors import StoreError

if TYPE_CHECKING:
    from fta_mem.evaluation.answerers import Answerer
    from fta_mem.evaluation.profiles import Profile
    from fta_mem.evaluation.question_scores import Outcome
    from fta_mem.evaluation.runner import Job
    from fta_mem.evaluation.selection import Workshop
    from fta_mem.memory import Memory
    from fta_mem.state.settings import Settings
    from fta_mem.text.embedder import Embedder

F = TypeVar("F", bound=Callable[..., object])


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be measured, as the command line says."""

    data: Path
    methods: str
    limit: int | None
    seed: int
    out: Path | None
    cache: Path | None
    answers: bool


def _measuring_options(command: F) -> F:
    for option in (
        click.option("--answers/--no-answers", default=True, help="Ask for answers too, or measure retrieval alone."),
        click.option(
            "--cache",
            type=click.Path(path_type=Path, file_okay=False),
            metavar="DIR",
            help="Keep the memory that is built here, for the next run (default: a temporary folder).",
        ),
        click.option(
            "--out",
            type=click.Path(path_type=Path, file_okay=False),
            metavar="DIR",
            help="Write METHOD.jsonl (a line a question) and report.json here.",
        ),
        click.option("--seed", type=int, default=0, show_default=True, help="For the sample and the intervals."),
        click.option("--limit", type=click.IntRange(min=1), help="Ask only so many questions, drawn by the seed."),
        click.option(
            "--methods",
            default="default",
            show_default=True,
            metavar="NAME,…",
            help="Methods or groups of them: default, baselines, ablations, all.",
        ),
        click.option(
            "--data", type=click.Path(path_type=Path), required=True, metavar="FILE", help="The benchmark's file."
        ),
        click.argument("benchmark", type=click.Choice(["locomo", "es-memeval"])),
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
    benchmark: str,
    data: Path,
    methods: str,
    limit: int | None,
    seed: int,
    out: Path | None,
    cache: Path | None,
    answers: bool,
) -> None:
    """Measure evidence recall and answers on BENCHMARK, for FTA-Mem and for simpler stores in the same run."""
    from fta_mem.evaluation.profiles import PROFILES

    profile = {str(name): known for name, known in PROFILES.items()}[benchmark]
    report = _measure(ctx.ensure_object(Invocation), profile, Wanted(data, methods, limit, seed, out, cache, answers))
    if ctx.ensure_object(Invocation).as_json:
        click.echo(dumps(report))
    else:
        _print(report)


def _measure(invocation: Invocation, profile: "Profile", wanted: Wanted) -> dict[str, JSON]:
    from fta_mem.evaluation.profiles import profile_settings
    from fta_mem.evaluation.runner import build_report, run_method
    from fta_mem.evaluation.selection import chosen_methods

    settings = profile_settings(profile, invocation.pairs, os.environ)
    names = chosen_methods(name.strip() for name in wanted.methods.split(",") if name.strip())
    with ExitStack() as stack:
        job = _job(profile, settings, wanted, stack)
        workshop = _workshop(invocation, settings, wanted, stack)
        outcomes = {name: run_method(job, workshop.build(name)) for name in names}
    report = build_report(job, outcomes, names[0] if "fta" not in names else "fta")
    if wanted.out is not None:
        (wanted.out / "report.json").write_text(dumps(report) + "\n", encoding="utf-8")
    return report


def _job(profile: "Profile", settings: "Settings", wanted: Wanted, stack: ExitStack) -> "Job":
    from fta_mem.evaluation.questions import read_questions
    from fta_mem.evaluation.runner import Job, sampled
    from fta_mem.formats.reader import read_cases

    cases = tuple(read.case for read in read_cases(wanted.data, format=profile.benchmark))
    asked = sampled(read_questions(wanted.data, profile.benchmark, cases), wanted.limit, wanted.seed)
    write = _writer(wanted.out, stack) if wanted.out is not None else _ignore
    return Job(profile, cases, asked, settings, wanted.seed, say=lambda line: click.echo(line, err=True), write=write)


def _workshop(invocation: Invocation, settings: "Settings", wanted: Wanted, stack: ExitStack) -> "Workshop":
    from fta_mem.evaluation.dialogue_index import KeptVectors
    from fta_mem.evaluation.selection import Workshop, file_hash
    from fta_mem.text.minilm import MiniLM

    homes = wanted.cache or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="fta-mem-eval-")))

    embedder = KeptVectors(MiniLM(os.environ.get("FTA_MEM_EMBEDDER")))

    def opener(home: Path, changed: "Settings") -> "Memory":
        return _open(invocation, home, changed, embedder)

    return Workshop(
        embedder=embedder,
        answerer=_answerer(invocation, embedder, settings) if wanted.answers else None,
        settings=settings,
        opener=opener,
        homes=homes,
        data_hash=file_hash(wanted.data),
        engine=f"{invocation.engine} {invocation.model}",
    )


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


def _writer(folder: Path, stack: ExitStack) -> Callable[[str, "Outcome"], None]:
    """Return what appends an outcome to its method's file, each file begun anew and flushed line by line."""
    from fta_mem.evaluation.rows import row_of

    files: dict[str, TextIO] = {}
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"{folder} can't be made: {error.strerror}") from error

    def write(method: str, outcome: "Outcome") -> None:
        if method not in files:
            path = folder / f"{method}.jsonl"
            files[method] = stack.enter_context(path.open("w", encoding="utf-8", buffering=1))
        files[method].write(dumps(row_of(method, outcome)) + "\n")

    return write


def _ignore(method: str, outcome: "Outcome") -> None:
    """Keep no outcome but the figures."""


def _print(report: dict[str, JSON]) -> None:
    from fta_mem.evaluation.report import as_text, notes, tables

    for line in notes(report):
        click.echo(line)
    for table in tables(report):
        click.echo(f"\n{as_text(table)}")
