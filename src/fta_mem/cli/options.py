"""The options that commands share, gathered in one Invocation that opens memory."""

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

import click

from fta_mem.state.errors import UnknownCaseError
from fta_mem.state.settings import Settings, parse_settings

if TYPE_CHECKING:
    from fta_mem.memory import Memory
    from fta_mem.text.embedder import Embedder

F = TypeVar("F", bound=Callable[..., object])

DEFAULT_HOME = Path("~/.fta-mem")


class OpenMemory(Protocol):
    """``fta_mem.assembly.open_memory``, or what a test puts in its place."""

    def __call__(
        self,
        home: Path,
        *,
        engine: str,
        model: str | None,
        answer_model: str | None,
        base_url: str | None,
        settings: Settings,
        create: bool,
        embedder: "Embedder | None" = None,
    ) -> "Memory":
        """Return the memory at that home."""


@dataclass(slots=True)
class Invocation:
    """What the command line said about memory as a whole."""

    home: Path | None = None
    as_json: bool = False
    engine: str = "rules"
    model: str | None = None
    answer_model: str | None = None
    base_url: str | None = None
    pairs: dict[str, str] = field(default_factory=dict)
    opener: OpenMemory | None = None

    @property
    def folder(self) -> Path:
        """Return where memory lives: ``--home``, else FTA_MEM_HOME, else ``.fta-mem`` in the user's home."""
        return (self.home or DEFAULT_HOME).expanduser()

    def settings(self) -> Settings:
        """Return the settings: ``--set`` before FTA_MEM_* variables before defaults."""
        from fta_mem.assembly import settings_from_environment

        return parse_settings(self.pairs, settings_from_environment(os.environ))

    def memory(self, *, create: bool = False) -> "Memory":
        """Open memory.

        Raises:
            UnknownCaseError: the home doesn't exist, and it is only to be read (``create`` is false).
        """
        from fta_mem.assembly import open_memory

        if not create and not self.folder.exists():
            raise UnknownCaseError(f"there is no memory at {self.folder} yet; ingest something first, or see --home")
        return (self.opener or open_memory)(
            self.folder,
            engine=self.engine,
            model=self.model,
            answer_model=self.answer_model,
            base_url=self.base_url,
            settings=self.settings(),
            create=create,
        )


def common_options(*, environment: bool = False) -> Callable[[F], F]:
    """Add ``--home`` and ``--json``; they may stand before the command's name or after it."""
    home = click.option(
        "--home",
        type=click.Path(path_type=Path),
        envvar="FTA_MEM_HOME" if environment else None,
        metavar="DIR",
        help="Where memory lives (default: FTA_MEM_HOME, else ~/.fta-mem).",
        expose_value=False,
        callback=_keep,
    )
    as_json = click.option(
        "--json", "as_json", is_flag=True, help="Print one JSON document.", expose_value=False, callback=_keep
    )
    return lambda command: home(as_json(command))


def engine_options(command: F) -> F:
    """Add who judges, and ``--set`` for any setting."""
    for option in (
        click.option(
            "--set",
            "pairs",
            multiple=True,
            metavar="NAME=VALUE",
            help="Change a setting (repeatable).",
            expose_value=False,
            callback=_keep_pairs,
        ),
        click.option(
            "--base-url", metavar="URL", help="An OpenAI-compatible server.", expose_value=False, callback=_keep
        ),
        click.option(
            "--answer-model", metavar="NAME", help="Another model for answering.", expose_value=False, callback=_keep
        ),
        click.option("--model", metavar="NAME", help="The llm engine's model.", expose_value=False, callback=_keep),
        click.option(
            "--engine",
            type=click.Choice(["rules", "llm"]),
            help="Who judges (default: rules).",
            expose_value=False,
            callback=_keep,
        ),
    ):
        command = option(command)
    return command


def reading_options(command: F) -> F:
    """Add ``--top-k`` and ``--budget``."""
    for name, what in (("budget", "Tokens that a packet may have."), ("top_k", "Primary units to retrieve.")):
        flag = f"--{name.replace('_', '-')}"
        command = click.option(flag, type=int, help=what, expose_value=False, callback=_keep_setting)(command)
    return command


class Day(click.ParamType[str]):
    """An ISO date; of a date with a time only the day counts."""

    name = "date"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the ISO day."""
        try:
            return day_of(str(value))
        except ValueError:
            self.fail(f"{str(value)!r} is not a date like 2024-03-31", param, ctx)


def day_of(text: str) -> str:
    """Return the day of an ISO date or timestamp; raise ValueError if it is none."""
    return datetime.fromisoformat(text.strip()).date().isoformat()


def _keep(ctx: click.Context, param: click.Parameter, value: object) -> None:
    invocation = ctx.ensure_object(Invocation)
    if value and param.name:
        setattr(invocation, param.name, value)


def _keep_setting(ctx: click.Context, param: click.Parameter, value: int | None) -> None:
    if value is not None and param.name:
        ctx.ensure_object(Invocation).pairs[param.name] = str(value)


def _keep_pairs(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> None:
    for pair in value:
        name, found, text = pair.partition("=")
        if not found:
            raise click.BadParameter(f"{pair!r} is not NAME=VALUE", ctx, param)
        ctx.ensure_object(Invocation).pairs.setdefault(name.strip().replace("-", "_"), text)
