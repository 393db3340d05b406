"""The ``fta-mem`` program: its commands, loaded when they are called, and the border where errors become one line."""

import importlib
import os
import sys
import traceback
from collections.abc import Sequence
from typing import Final

import click

from fta_mem.cli.errors import describe, exit_code_of
from fta_mem.cli.options import Invocation, common_options
from fta_mem.cli.terminal import make_streams_safe, quiet_broken_pipe

COMMANDS: Final[dict[str, tuple[str, str, str]]] = {
    "ingest": ("fta_mem.cli.ingest", "ingest", "Make memory of a dialogue file."),
    "ask": ("fta_mem.cli.questions", "ask", "Answer a question from memory, or abstain."),
    "recall": ("fta_mem.cli.questions", "recall", "Show the memory packet for a question."),
    "cases": ("fta_mem.cli.inspection", "cases", "List the cases."),
    "sessions": ("fta_mem.cli.inspection", "sessions", "Show what was read: time, name and text."),
    "units": ("fta_mem.cli.inspection", "units", "List a case's Fact-Time-Affect units."),
    "show": ("fta_mem.cli.inspection", "show", "Show one unit with its turns and links."),
    "links": ("fta_mem.cli.inspection", "links", "List how a case's units are related."),
    "profile": ("fta_mem.cli.inspection", "profile", "List what lasts: about the person, and support that was tried."),
    "timeline": ("fta_mem.cli.inspection", "timeline", "List a case's dated events in order."),
    "export": ("fta_mem.cli.moving", "export", "Write all of a case to a file."),
    "import": ("fta_mem.cli.moving", "import_", "Make a case of an exported file."),
    "consent": ("fta_mem.cli.consent", "consent", "Say whether memory may be kept of a person."),
    "forget": ("fta_mem.cli.forget", "forget", "Erase a case, or parts of it, for good."),
    "reindex": ("fta_mem.cli.care", "reindex", "Make the vector indexes anew from the ledger."),
    "doctor": ("fta_mem.cli.care", "doctor", "Check that memory and models are in order."),
    "eval": ("fta_mem.cli.evaluate", "command", "Measure on a benchmark."),
    "report": ("fta_mem.cli.measuring", "report", "Write measured runs as Markdown and HTML."),
    "compare": ("fta_mem.cli.measuring", "compare", "Compare two measured runs, with an interval."),
    "audit": ("fta_mem.cli.audit", "audit", "Draw a sheet of memory to mark, and read marked ones."),
    "density": ("fta_mem.cli.measuring", "density", "Count how much a dialogue's turns tell."),
}
"""Name, module, attribute and help line: the help of the program needs no command's module."""


class _CommandsOnDemand(click.Group):
    """A group that imports a command's module only when that command is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of use."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command, or None if there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        module, attribute, _ = COMMANDS[cmd_name]
        command: click.Command = getattr(importlib.import_module(module), attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands' help lines without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, _, text) in COMMANDS.items()])


@click.command(cls=_CommandsOnDemand, no_args_is_help=False)
@common_options(environment=True)
@click.version_option(package_name="fta-mem", prog_name="fta-mem")
def program() -> None:
    """Fact-Time-Affect memory of long dialogues: build it, ask it, look at it, erase it.

    Exit codes: 0 success, 2 wrong usage or bad input, 1 anything else.
    """


def main() -> None:
    """Run the program on the process's arguments and exit."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str], invocation: Invocation | None = None) -> int:
    """Run the program and return its exit code; whatever goes wrong becomes one line on stderr.

    ``FTA_MEM_DEBUG=1`` shows the traceback as well. ``invocation`` may bring another way to open memory.
    """
    make_streams_safe()
    with quiet_broken_pipe() as pipe:
        pipe.code = _run(arguments, invocation or Invocation())
    return pipe.code


def _run(arguments: Sequence[str], invocation: Invocation) -> int:
    try:
        code: object = program.main(list(arguments), prog_name="fta-mem", standalone_mode=False, obj=invocation)
    except BrokenPipeError:
        raise
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001  (the border: no traceback leaves it)
        if os.environ.get("FTA_MEM_DEBUG") == "1":
            traceback.print_exception(error)
        click.echo(f"Error: {describe(error)}", err=True)
        return exit_code_of(error)
    return code if isinstance(code, int) else 0
