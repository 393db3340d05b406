"""``fta-mem report``, ``compare`` and ``density``: what is made of measured runs, and stands beside them."""

from collections.abc import Mapping
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fta_mem.cli.options import Invocation, common_options, engine_options
from fta_mem.cli.output import dumps
from fta_mem.state.encoding import JSON

if TYPE_CHECKING:
    from fta_mem.evaluation.density import Annotator, Density

METRICS = ("f1", "bleu1", "bertscore", "judge", "evidence_recall@500", "evidence_recall@1000", "evidence_recall@1700")


@click.command()
@click.argument("one", metavar="DIR[:METHOD]")
@click.argument("other", metavar="DIR[:METHOD]")
@click.option("--metric", type=click.Choice(METRICS), default="f1", show_default=True)
@click.option("--seed", type=int, default=0, show_default=True)
@common_options()
@click.pass_context
def compare(ctx: click.Context, one: str, other: str, metric: str, seed: int) -> None:
    """Say what one measured run gains over another, by paired bootstrap over whole cases (the paper's Table 10).

    A run is a folder that eval --out left, with a method's name behind a colon ("fta" where there is none). Only
    questions that both were asked count.
    """
    from fta_mem.evaluation.runs import compared

    found = compared(one, other, metric, seed)
    if ctx.ensure_object(Invocation).as_json:
        click.echo(dumps({"one": one, "other": other, "metric": metric, **asdict(found), "few_cases": found.is_shaky}))
        return
    scale, unit = (1.0, "") if metric == "judge" else (100.0, " points")
    few = "; few cases, read it as a rough size" if found.is_shaky else ""
    click.echo(
        f"{metric}: {scale * found.mean:+.2f}{unit} [{scale * found.low:+.2f}, {scale * found.high:+.2f}] "
        f"over {found.cases} cases{few}"
    )


@click.command()
@click.argument("runs", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="DIR...")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    metavar="DIR",
    help="Where report.md, report.html and the plots go.",
)
@click.option(
    "--density",
    "counted",
    type=click.Path(path_type=Path),
    multiple=True,
    metavar="FILE",
    help="What density --out kept of the runs' dialogues (repeatable).",
)
@common_options()
@click.pass_context
def report(ctx: click.Context, runs: tuple[Path, ...], out: Path, counted: tuple[Path, ...]) -> None:
    """Write measured runs (folders that eval --out left) as one Markdown file and one HTML page, with plots."""
    from fta_mem.evaluation.density import mean_density, read_kept
    from fta_mem.evaluation.report_page import write_report
    from fta_mem.evaluation.runs import open_run

    densities = {case_id: mean_density(turns) for path in counted for case_id, turns in read_kept(path).items()}
    written = write_report(out, [open_run(path) for path in runs], densities)
    if ctx.ensure_object(Invocation).as_json:
        click.echo(dumps({"written": [str(path) for path in written]}))
    else:
        click.echo(f"{written[0]}\n{written[1]}\n{len(written) - 2} files of plots")


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--gain",
    "gains",
    multiple=True,
    metavar="DIR[:METHOD]",
    help="Measured runs: how much the first gains over the mean of the others is set against density (repeatable).",
)
@click.option("--metric", type=click.Choice(METRICS), default="f1", show_default=True)
@click.option("--seed", type=int, default=0, show_default=True)
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Keep each turn's counts here (JSON lines); turns that stand there are not counted again.",
)
@engine_options
@common_options()
@click.pass_context
def density(ctx: click.Context, file: Path, gains: tuple[str, ...], metric: str, seed: int, out: Path | None) -> None:
    """Count how much the turns of a dialogue FILE tell (the paper's Table 1), by rules or by a --model.

    With --gain twice or more, say whether gains go with density (Tables 4 and 9).
    """
    from fta_mem.evaluation.density import annotated, density_rows
    from fta_mem.evaluation.density_gain import correlations
    from fta_mem.evaluation.density_tables import correlation_fields, correlation_table, density_table
    from fta_mem.evaluation.report import as_text
    from fta_mem.evaluation.runs import gains_by_case, named_method, open_run
    from fta_mem.formats.reader import read_cases

    if len(gains) == 1:
        raise click.UsageError("--gain needs two runs or more: the first and what it is compared with")
    invocation = ctx.ensure_object(Invocation)
    annotate = _annotator(invocation)
    cases = (read.case for read in read_cases(file))
    means = density_rows(annotated(cases, annotate, out, partial(click.echo, err=True)))
    found = correlations(means, gains_by_case(gains[0], gains[1:], metric), seed) if gains else []
    if invocation.as_json:
        click.echo(dumps(_density_document(means) | {"correlations": correlation_fields(found)}))
        return
    click.echo(as_text(density_table(means)))
    if gains:
        benchmark = open_run(named_method(gains[0])[0]).benchmark
        named = f"{named_method(gains[0])[1]} less {', '.join(named_method(each)[1] for each in gains[1:])}"
        click.echo(f"\n{as_text(correlation_table(named, found, benchmark))}")


def _density_document(means: Mapping[str, "Density"]) -> dict[str, JSON]:
    dialogues: dict[str, JSON] = {case_id: {**asdict(each)} for case_id, each in means.items() if case_id}
    return {"all": {**asdict(means[""])} if means else None, "dialogues": dialogues}


def _annotator(invocation: Invocation) -> "Annotator":
    """Return who counts: the model that was named, else rules."""
    if invocation.model is None:
        from fta_mem.evaluation.density_rules import by_rules

        return by_rules
    from fta_mem.engines.llm.chat_models import ANSWER_TEMPERATURE
    from fta_mem.engines.llm.factory import open_caller
    from fta_mem.evaluation.density_model import ModelAnnotator

    settings = invocation.settings()
    caller = open_caller(invocation.model, invocation.base_url, settings, temperature=ANSWER_TEMPERATURE)
    return ModelAnnotator(caller)
