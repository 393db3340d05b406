"""``fta-mem audit``: a sheet on which people mark what memory made of a dialogue, and what comes of their marks."""

from dataclasses import asdict
from pathlib import Path

import click

from fta_mem.cli.options import Invocation, common_options
from fta_mem.cli.output import dumps
from fta_mem.state.errors import SettingsError

SHEET_FILE = "audit.csv"
PAGE_FILE = "audit.html"
RATERS = 2


@click.command()
@click.argument("cases", nargs=-1, metavar="[CASE]...")
@click.option("--units", type=click.IntRange(min=0), default=50, show_default=True, help="Units to mark.")
@click.option("--links", type=click.IntRange(min=0), default=25, show_default=True, help="Linked pairs to mark.")
@click.option("--seed", type=int, default=0, show_default=True, help="For the draw.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Where audit.csv and audit.html go: the same sheet, to mark in a spreadsheet or in a browser.",
)
@click.option(
    "--marked",
    type=click.Path(path_type=Path, dir_okay=False),
    multiple=True,
    metavar="FILE",
    help="A sheet that somebody marked and saved (at most two): print Table 11.",
)
@common_options()
@click.pass_context
def audit(
    ctx: click.Context,
    cases: tuple[str, ...],
    units: int,
    links: int,
    seed: int,
    out: Path | None,
    marked: tuple[Path, ...],
) -> None:
    """Draw units and linked pairs of each CASE with their evidence, for two people to mark (the paper's Table 11).

    With --marked, read what they marked: mean marks, and their agreement (Cohen's kappa).
    """
    if bool(cases) == bool(marked):
        raise click.UsageError("give either cases to draw from, or marked sheets with --marked")
    if marked:
        _print_table(ctx.ensure_object(Invocation), marked)
    elif out is None:
        raise click.UsageError("--out says where the sheet goes")
    else:
        _write_sheet(ctx.ensure_object(Invocation), cases, (units, links, seed), out)


def _write_sheet(invocation: Invocation, cases: tuple[str, ...], draw: tuple[int, int, int], out: Path) -> None:
    from fta_mem.evaluation.audit import as_csv, audit_items
    from fta_mem.evaluation.audit_page import as_page

    with invocation.memory() as memory:
        views = [memory.store.view(case_id) for case_id in dict.fromkeys(cases)]
    items = audit_items(views, *draw)
    written = [out / SHEET_FILE, out / PAGE_FILE]
    try:
        out.mkdir(parents=True, exist_ok=True)
        # A spreadsheet takes UTF-8 for Latin letters without the mark in front.
        written[0].write_text(as_csv(items), encoding="utf-8-sig")
        written[1].write_text(as_page(items), encoding="utf-8")
    except OSError as error:
        raise SettingsError(f"{out} can't be written: {error.strerror}") from error
    if invocation.as_json:
        click.echo(dumps({"items": len(items), "written": [str(path) for path in written]}))
    else:
        click.echo(f"{len(items)} items to mark\n{written[0]}\n{written[1]}")


def _print_table(invocation: Invocation, marked: tuple[Path, ...]) -> None:
    from fta_mem.evaluation.audit_marks import agreement, audit_table, read_marks
    from fta_mem.evaluation.report import as_text

    if len(marked) > RATERS:
        raise click.UsageError("Cohen's kappa compares two people; give --marked at most twice")
    found = agreement([read_marks(path) for path in marked])
    if invocation.as_json:
        click.echo(dumps({"criteria": [asdict(each) for each in found]}))
    else:
        click.echo(as_text(audit_table(found)))
