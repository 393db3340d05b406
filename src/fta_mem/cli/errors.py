"""Errors as a user sees them: one line, and an exit code."""

from typing import Final

import click

from fta_mem.cli.terminal import one_line
from fta_mem.state.errors import DatasetError, FTAMemError, QuestionError, SettingsError, UnknownCaseError

BAD_INPUT: Final = (DatasetError, SettingsError, UnknownCaseError, QuestionError)


def describe(error: BaseException) -> str:
    """Return an error as one line; of a foreign error only the first, since the rest may quote dialogue."""
    if isinstance(error, click.ClickException):
        return one_line(error.format_message())
    if isinstance(error, (click.Abort, KeyboardInterrupt)):
        return "interrupted"
    if isinstance(error, FTAMemError):
        return one_line(str(error))
    first = (str(error).splitlines() or [""])[0]
    return one_line(f"{type(error).__name__}: {first}"[:300])


def exit_code_of(error: BaseException) -> int:
    """Return 2 for wrong usage and bad input, 1 for anything else."""
    if isinstance(error, click.ClickException):
        return 2 if isinstance(error, click.FileError) else error.exit_code
    return 2 if isinstance(error, BAD_INPUT) else 1
