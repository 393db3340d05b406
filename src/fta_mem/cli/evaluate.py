"""``fta-mem eval``: measure memory on a benchmark, next to what a user would pick instead."""

import os
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast

import click

from fta_mem.cli.options import Invocation, common_options, engine_options, reading_options
from fta_mem.cli.output import dumps
from fta_mem.state.encoding import JSON

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from fta_mem.evaluation.answerers import Answerer
    from fta_mem.evaluation.profiles import Profile
    from fta_mem.evaluation.run_folder import RunFolder
    from fta_mem.evaluation.runner import Job
    from fta_mem.evaluation.selection import Workshop
    from fta_mem.memory import Memory
    from fta_mem.state.settings import Settings
    from fta_mem.text.embedder import Embedder

F = TypeVar("F", bound=Callable[..., object])


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be measured, as the command line says."""

    data: tuple[Path, ...]
    methods: str
    cases: str | None
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
            default="default",
            show_default=True,
            metavar="NAME,…",
            help="Methods or groups of them: default, baselines, ablations, all.",
        ),
        click.option(
            "--data",
            type=click.Path(path_type=Path),
            multiple=True,
            required=True,
            metavar="FILE",
            help="The benchmark's file (repeatable).",
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
    data: tuple[Path, ...],
    methods: str,
    cases: str | None,
    limit: int | None,
    seed: int,
    out: Path | None,
    cache: Path | None,
    answers: bool,
) -> None:
    """Measure evidence recall and answers on BENCHMARK, for FTA-Mem and for simpler stores in the same run."""
    from fta_mem.evaluation.profiles import PROFILES

    profile = {str(name): known for name, known in PROFILES.items()}[benchmark]
    wanted = Wanted(data, methods, cases, limit, seed, out, cache, answers)
    report = _measure(ctx.ensure_object(Invocation), profile, wanted)
    if ctx.ensure_object(Invocation).as_json:
        click.echo(dumps(report))
    else:
        _print(report)


def _measure(invocation: Invocation, profile: "Profile", wanted: Wanted) -> dict[str, JSON]:
    from fta_mem.evaluation.pace import Pace
    from fta_mem.evaluation.profiles import profile_settings
    from fta_mem.evaluation.runner import build_report, run_method
    from fta_mem.evaluation.selection import chosen_methods

    settings = profile_settings(profile, invocation.pairs, os.environ)
    names = chosen_methods(name.strip() for name in wanted.methods.split(",") if name.strip())
    with ExitStack() as stack:
        job = _job(invocation, profile, settings, wanted)
        embedder = _embedder()
        folder = stack.enter_context(_folder(invocation, job, embedder, wanted)) if wanted.out is not None else None
        job = replace(job, keeper=folder or job.keeper, pace=Pace(len(names) * len(job.asked.questions)))
        workshop = _workshop(invocation, settings, embedder, wanted, stack)
        outcomes = {name: run_method(job, name, partial(workshop.build, name)) for name in names}
        report = build_report(job, outcomes, names[0] if "fta" not in names else "fta")
        if folder is not None:
            folder.finish(report)
    return report


def _job(invocation: Invocation, profile: "Profile", settings: "Settings", wanted: Wanted) -> "Job":
    from fta_mem.evaluation.questions import read_questions
    from fta_mem.evaluation.runner import Job, chosen_cases, sampled
    from fta_mem.formats.reader import read_cases

    data, *_ = wanted.data
    cases = chosen_cases([read.case for read in read_cases(data, format=profile.benchmark)], wanted.cases)
    asked = sampled(read_questions(data, profile.benchmark, cases), wanted.limit, wanted.seed)
    waits = invocation.answer_model or invocation.model
    say = partial(click.echo, err=True)
    return Job(profile, cases, asked, settings, wanted.seed, say, workers=settings.workers if waits else 1)


def _folder(
    invocation: Invocation, job: "Job", embedder: "Embedder", wanted: Wanted
) -> "AbstractContextManager[RunFolder]":
    from fta_mem.evaluation.run_folder import RunFolder
    from fta_mem.evaluation.run_settings import run_settings

    asked: dict[str, JSON] = {
        "engine": invocation.engine,
        "model": invocation.model,
        "answer_model": invocation.answer_model,
        "answers": wanted.answers,
        "cases": wanted.cases,
        "limit": wanted.limit,
        "seed": wanted.seed,
    }
    settings = run_settings(job.profile.benchmark, wanted.data, job.settings, embedder.name, asked)
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


def _print(report: dict[str, JSON]) -> None:
    from fta_mem.evaluation.report import as_text, notes, tables

    for line in notes(report):
        click.echo(line)
    for table in tables(report):
        click.echo(f"\n{as_text(table)}")
