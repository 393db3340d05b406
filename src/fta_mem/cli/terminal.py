"""What may reach a terminal: text without control characters, streams that take any character, quiet broken pipes."""

import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import TextIOWrapper

import click

_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2061-\u206f\ud800-\udfff\ufff9-\ufffb]")
"""Control, separator and direction-turning characters."""
_UNSEEN = re.compile(r"[\u00ad\u061c\u200b\u200e\u200f\u2060\ufeff]")
"""Marks without a width, which right-to-left chats are full of; joiners stay, emoji and several scripts need them."""


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
    """Return dialogue text fit for a terminal: what would steer it is replaced, what can't be seen left out."""
    return _UNPRINTABLE.sub("\ufffd", _UNSEEN.sub("", text))


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
    """Print a table to stdout: fitted to a terminal, elsewhere one line a row whatever its length."""
    lines = [[one_line(cell) for cell in row] for row in (headings, *rows)]
    if sys.stdout.isatty():
        _print_fitted(lines)
        return
    widths = [max(len(cell) for cell in column) for column in zip(*lines, strict=True)][:-1]
    for *cells, last in lines:
        click.echo("".join(f"{cell:<{width}}  " for cell, width in zip(cells, widths, strict=True)) + last)


def _print_fitted(lines: Sequence[Sequence[str]]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False)
    for heading in lines[0]:
        table.add_column(Text(heading), overflow="fold")
    for row in lines[1:]:
        table.add_row(*(Text(cell) for cell in row))
    Console(file=sys.stdout).print(table)
