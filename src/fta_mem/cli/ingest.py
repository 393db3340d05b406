"""``fta-mem ingest``: a dialogue file becomes memory, whole or not at all."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fta_mem.cli.dialogue_output import contents_document, left_out_line, session_lines
from fta_mem.cli.options import Invocation, common_options, engine_options
from fta_mem.cli.output import Document, dumps, ingest_document
from fta_mem.cli.terminal import one_line

if TYPE_CHECKING:
    from fta_mem.formats.case_builder import Problem
    from fta_mem.formats.reader import DialogueFile
    from fta_mem.memory import IngestReport, Progress
    from fta_mem.state.records import Case

FORMATS = (
    "auto",
    "locomo",
    "es-memeval",
    "longmemeval",
    "beam",
    "realtalk",
    "jsonl",
    "whatsapp",
    "telegram",
    "chatgpt",
    "claude",
)
PROBLEMS_SHOWN = 20


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--case", "case_id", metavar="ID", help="The case to read from the file, or the name for its only one.")
@click.option("--format", type=click.Choice(FORMATS), default="auto", show_default=True)
@click.option("--chat", metavar="NAME", help="The one chat to read from a Telegram account's export.")
@click.option(
    "--date-order",
    type=click.Choice(["dmy", "mdy", "ymd"]),
    help="How a WhatsApp export writes days, where the file doesn't tell.",
)
@click.option("--dry-run", is_flag=True, help="Show what the file holds and what is left out; make no memory.")
@click.option("--keep-going", is_flag=True, help="Leave out sessions with problems instead of refusing the file.")
@click.option("--bring-back", is_flag=True, help="Take turns in again that were erased from memory before.")
@click.option("--progress", is_flag=True, help="Show progress on stderr even if it is no terminal.")
@engine_options
@common_options()
@click.pass_context
def ingest(
    ctx: click.Context,
    file: Path,
    case_id: str | None,
    format: str,
    chat: str | None,
    date_order: str | None,
    dry_run: bool,
    keep_going: bool,
    bring_back: bool,
    progress: bool,
) -> None:
    """Make memory of a dialogue FILE.

    The whole file is looked through first; nothing becomes memory if anything in it is wrong (see --keep-going).
    Ingesting a file again changes nothing; a changed session replaces what came from it. A chat that was exported
    again replaces all that came from that chat.
    """
    invocation = ctx.ensure_object(Invocation)
    found = _look_through(file, format, case_id, chat, date_order)
    if dry_run:
        ctx.exit(_show_contents(invocation, found))
    skipped = _refuse_or_report(found.problems, keep_going)
    reports = _ingest_cases(invocation, found, progress, bring_back=bring_back)
    _print(invocation, found, reports, skipped)
    if skipped:
        click.echo(f"Error: {len(skipped)} problems; the sessions that have them were left out", err=True)
        ctx.exit(1)


def _look_through(
    file: Path, format: str, case_id: str | None, chat: str | None, date_order: str | None
) -> "DialogueFile":
    from fta_mem.formats.detect import FORMATS as KNOWN
    from fta_mem.formats.reader import Wanted, look_through
    from fta_mem.formats.whatsapp.date_order import ORDERS

    if case_id is not None and not case_id.strip():
        raise click.UsageError("--case needs a name")
    known = next((name for name in KNOWN if name == format), None)
    order = next((name for name in ORDERS if name == date_order), None)
    return look_through(file, Wanted(known or "auto", case_id, chat, order))


def _show_contents(invocation: Invocation, found: "DialogueFile") -> int:
    """Print what the file holds, and return the exit code: 2 if something in it is wrong."""
    cases = [read.sound_part() for read in found.cases()]
    for problem in found.problems[:PROBLEMS_SHOWN]:
        click.echo(f"Problem: {one_line(str(problem))}", err=True)
    if invocation.as_json:
        click.echo(dumps(contents_document(found, cases)))
    else:
        for line in _contents_lines(found, cases):
            click.echo(line)
    return 2 if found.problems else 0


def _contents_lines(found: "DialogueFile", cases: Sequence["Case"]) -> Iterator[str]:
    for case in cases:
        yield f"case {one_line(case.case_id)}"
        for session in case.sessions:
            yield from session_lines(session)
    turns = sum(len(session.turns) for case in cases for session in case.sessions)
    order = f"; dates are read as {found.date_order}" if found.date_order else ""
    yield f"{found.format}: {len(cases)} cases, {found.sessions} sessions, {turns} turns{order}"
    if found.left_out:
        yield left_out_line(found.left_out)


def _refuse_or_report(problems: Sequence["Problem"], keep_going: bool) -> list[str]:
    from fta_mem.state.errors import DatasetError

    if problems and not keep_going:
        more = f" (and {len(problems) - 1} more such problems)" if len(problems) > 1 else ""
        raise DatasetError(f"{problems[0]}{more}; nothing was ingested, --keep-going leaves such sessions out")
    for problem in problems:
        click.echo(f"Skipped: {one_line(str(problem))}", err=True)
    return [str(problem) for problem in problems]


def _ingest_cases(
    invocation: Invocation, found: "DialogueFile", progress: bool, *, bring_back: bool
) -> list["IngestReport"]:
    reports = []
    with invocation.memory(create=True) as memory, _progress(progress) as report_progress:
        for read in found.cases():
            case = read.sound_part()
            if case.sessions and bring_back:
                memory.store.bring_back(case.case_id)
            if case.sessions:
                reports.append(memory.ingest(case, progress=report_progress))
    return reports


@contextmanager
def _progress(wanted: bool) -> Iterator[Callable[["Progress"], None] | None]:
    """Yield a callback that shows progress: a bar on a terminal, lines elsewhere if wanted."""
    if sys.stderr.isatty():
        with _bar() as show:
            yield show
    else:
        yield _print_progress if wanted else None


def _print_progress(progress: "Progress") -> None:
    click.echo(f"{one_line(progress.case_id)}: {progress.done}/{progress.total} sessions", err=True)


@contextmanager
def _bar() -> Iterator[Callable[["Progress"], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Bars(*columns, console=Console(stderr=True)) as bars:
        tasks = {}

        def show(progress: "Progress") -> None:
            if progress.case_id not in tasks:
                tasks[progress.case_id] = bars.add_task(one_line(progress.case_id))
            bars.update(tasks[progress.case_id], completed=progress.done, total=progress.total)

        yield show


def _print(
    invocation: Invocation, found: "DialogueFile", reports: Sequence["IngestReport"], skipped: Sequence[str]
) -> None:
    dropped = sum(report.dropped_sessions for report in reports)
    more: Document = {"dropped_sessions": dropped, "left_out": dict(found.left_out)}
    document = ingest_document(reports, skipped) | more
    if invocation.as_json:
        click.echo(dumps(document))
        return
    counts = ", ".join(f"{document[name]} {name}" for name in ("sessions", "turns", "fragments", "units", "links"))
    click.echo(f"{len(reports)} cases: {counts}; {document['unchanged_sessions']} sessions were unchanged")
    if document["refused_units"] or document["refused_lines"]:
        click.echo(
            f"{document['refused_units']} units were refused or marked as doubtful, {document['refused_lines']} lines "
            "refused: what they cite does not say them"
        )
    click.echo(
        f"{document['engine_calls']} engine calls ({document['tokens_in']} tokens in, {document['tokens_out']} out,"
        f" {document['retries']} retries, {document['fallbacks']} fallbacks, {document['refusals']} refusals);"
        f" {document['seconds']} seconds"
    )
    if dropped:
        click.echo(f"{dropped} sessions that the chat no longer holds were dropped")
    if document["erased_turns"]:
        click.echo(f"{document['erased_turns']} turns were erased before and stay away; --bring-back takes them in")
    if found.left_out:
        click.echo(left_out_line(found.left_out))
