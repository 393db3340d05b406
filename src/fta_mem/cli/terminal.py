"""What may reach a terminal: text without control characters, streams that take any character, quiet broken pipes."""

import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import TextIOWrapper

_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069]")


@dataclass(slots=True)
class Outcome:
    """The exit code to be."""

    code: int = 1


def make_streams_safe() -> None:
    """Let stdout and stderr write UTF-8 whatever the locale, and never fail on a character."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")


def printable(text: str) -> str:
    """Return dialogue text fit for a terminal: control characters and lone surrogates are replaced."""
    return _UNPRINTABLE.sub("\ufffd", text)


def one_line(text: str) -> str:
    """Return text as one printable line."""
    return printable(" ".join(text.split()))


@contextmanager
def quiet_broken_pipe() -> Iterator[Outcome]:
    """Yield the outcome; if whoever reads our output has gone, end without a word and with code 1."""
    outcome = Outcome()
    try:
        yield outcome
        sys.stdout.flush()
    except BrokenPipeError:
        outcome.code = 1
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())  # so that the interpreter's own last flush has somewhere to go
        os.close(nowhere)


def print_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table to stdout; elsewhere than on a terminal no line is broken."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False)
    for heading in headings:
        table.add_column(heading, overflow="fold")
    for row in rows:
        table.add_row(*(Text(one_line(cell)) for cell in row))
    console = Console(file=sys.stdout)
    console.print(table, width=None if console.is_terminal else console.measure(table).maximum, crop=False)
