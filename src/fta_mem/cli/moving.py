"""``fta-mem export`` and ``import``: a case as a file, for another home or for the person themselves."""

import os
from pathlib import Path

import click

from fta_mem.cli.options import Invocation, common_options
from fta_mem.cli.output import dumps
from fta_mem.cli.terminal import one_line
from fta_mem.state.errors import DatasetError, StoreError


@click.command()
@click.argument("case")
@click.option("--out", type=click.Path(path_type=Path), required=True, metavar="FILE", help="The file to write.")
@common_options()
@click.pass_obj
def export(invocation: Invocation, case: str, out: Path) -> None:
    """Write all that is remembered of CASE to one JSON file: turns, units, links, lines. It holds what was said."""
    with invocation.memory() as memory:
        document = memory.export_case(case)
        summary = memory.store.summary(case)
    _write(out, document)
    if invocation.as_json:
        click.echo(dumps({"case": case, "sessions": summary.sessions, "units": summary.units, "file": str(out)}))
    else:
        click.echo(f"Wrote {summary.sessions} sessions and {summary.units} units of {one_line(case)} to {out}.")


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--as", "name", metavar="CASE", help="The name of the case here, if not its own.")
@common_options()
@click.pass_obj
def import_(invocation: Invocation, file: Path, name: str | None) -> None:
    """Make a case of FILE, which `fta-mem export` wrote; its memory is what it was."""
    try:
        document = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DatasetError(f"{file} can't be read: {getattr(error, 'strerror', 'it is no text')}") from error
    with invocation.memory(create=True) as memory:
        case = memory.import_case(document, name)
        summary = memory.store.summary(case)
    if invocation.as_json:
        click.echo(dumps({"case": case, "sessions": summary.sessions, "units": summary.units}))
    else:
        click.echo(f"Brought in {one_line(case)}: {summary.sessions} sessions, {summary.units} units.")


def _write(path: Path, text: str) -> None:
    """Write a file that its owner alone may read, whole or not at all."""
    rough = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with os.fdopen(os.open(rough, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
        rough.replace(path)
    except OSError as error:
        rough.unlink(missing_ok=True)
        raise StoreError(f"{path} can't be written: {error.strerror}") from error
