"""``fta-mem forget``: erasing a case, or sessions and turns of it, with all that memory made of them."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

import click

from fta_mem.cli.options import Invocation, common_options, engine_options
from fta_mem.cli.output import dumps, erasure_document, forget_document, turns_behind
from fta_mem.cli.terminal import one_line
from fta_mem.state.answering import SourceTurn
from fta_mem.state.erasure import Erased, Erasure
from fta_mem.state.errors import UnknownCaseError

if TYPE_CHECKING:
    from fta_mem.memory import ErasureReceipt, Memory
    from fta_mem.storage.ports import CaseView

Place = tuple[str, int]
"""A session and the index of a turn in it."""
TURNS_SHOWN: Final = 12
"""Of those that are about something, the likeliest ones."""


@click.command()
@click.argument("case")
@click.option("--all", "whole", is_flag=True, help="Erase the whole case.")
@click.option("--session", "sessions", multiple=True, metavar="ID", help="Erase a session (repeatable).")
@click.option("--turn", "turns", multiple=True, metavar="ID", help="Erase a turn, named as `sessions --json` does.")
@click.option("--unit", "units", multiple=True, metavar="ID", help="Erase the turns that a unit stands on.")
@click.option("--about", metavar="WORDS", help="Show the turns about something, and ask which of them to erase.")
@click.option("--dry-run", is_flag=True, help="Show what would go, and erase nothing.")
@engine_options
@common_options()
@click.pass_obj
def forget(
    invocation: Invocation,
    case: str,
    whole: bool,
    sessions: tuple[str, ...],
    turns: tuple[str, ...],
    units: tuple[str, ...],
    about: str | None,
    dry_run: bool,
) -> None:
    """Erase CASE, or parts of it, for good: words, units, links, lines, vectors and caches.

    What rested on an erased turn and on others too is made anew from the others, so give the engine that made this
    memory. Ingesting the file again doesn't bring an erased turn back, unless you ask for it (ingest --bring-back).
    """
    parts = bool(sessions or turns or units or about is not None)
    if whole == parts:
        raise click.UsageError(
            "say what to forget: --all the case, or some --session, --turn, --unit, or --about WORDS"
        )
    with invocation.memory() as memory:
        if whole:
            _forget_case(invocation, memory, case, dry_run)
            return
        view = memory.store.view(case)
        places = {*_named_turns(view, turns), *_turns_of_units(view, units)}
        if about is not None:
            places |= _chosen(_turns_about(memory, case, about), may_ask=not (dry_run or invocation.as_json))
        if not places and not sessions:
            click.echo("Nothing was erased.")
            return
        _forget_parts(invocation, memory, case, erasure_of(sessions, places), dry_run)


def erasure_of(sessions: Sequence[str], places: set[Place]) -> Erasure:
    """Return whole sessions and single turns as one erasure."""
    names = {session for session, _ in places} - set(sessions)
    chosen = {name: frozenset(index for session, index in places if session == name) for name in names}
    return Erasure(frozenset(sessions), chosen)


def _forget_case(invocation: Invocation, memory: "Memory", case: str, dry_run: bool) -> None:
    if dry_run:
        held = memory.store.summary(case)
        click.echo(f"Would erase {one_line(case)}: {held.sessions} sessions, {held.turns} turns, {held.units} units")
        return
    removed = memory.store.forget_case(case)
    if invocation.as_json:
        click.echo(dumps(forget_document(case, removed)))
    else:
        click.echo(
            f"Erased {one_line(case)}: {removed.sessions} sessions, {removed.turns} turns,"
            f" {removed.units} units, {removed.links} links"
        )


def _forget_parts(invocation: Invocation, memory: "Memory", case: str, erasure: Erasure, dry_run: bool) -> None:
    receipt: ErasureReceipt | None = None
    if dry_run:
        erased = memory.store.resting_on(case, erasure)
    else:
        receipt = memory.erase(case, erasure)
        erased = receipt.erased
    if invocation.as_json:
        click.echo(dumps(erasure_document(case, erased, receipt)))
        return
    for line in _lines(erased) if dry_run else _receipt_lines(receipt):
        click.echo(line)


def _lines(erased: Erased) -> Iterator[str]:
    yield f"Would erase {_counted(erased)}:"
    for session, turn in erased.turns:
        yield f"  {one_line(session)} {turn.index}  {one_line(turn.name)}: {one_line(turn.content)}"
    for unit in erased.units:
        yield f"  {unit.memory_id}  {one_line(unit.fact.text)}"
    for line in erased.lines:
        yield f"  {line.kind} line  {one_line(line.text)}"


def _receipt_lines(receipt: "ErasureReceipt | None") -> Iterator[str]:
    if receipt is None:
        return
    yield f"Erased {_counted(receipt.erased)}; what rested on other turns too was made anew from those"
    traces = receipt.traces
    if traces.found_in:
        yield f"Still to be found in {', '.join(map(one_line, traces.found_in))}: close what has these files open"
    elif traces.texts:
        yield f"Looked for {traces.texts} of the texts in {traces.files} files: nothing is left"


def _counted(erased: Erased) -> str:
    return f"{len(erased.turns)} turns, {len(erased.units)} units, {len(erased.links)} links, {len(erased.lines)} lines"


def _named_turns(view: "CaseView", names: Sequence[str]) -> Iterator[Place]:
    places = {turn.turn_id: (turn.session, turn.turn_index) for turn in view.turns}
    for name in names:
        if name not in places:
            raise UnknownCaseError(f"there is no turn {name!r}; `fta-mem sessions CASE --json` names them")
        yield places[name]


def _turns_of_units(view: "CaseView", names: Sequence[str]) -> Iterator[Place]:
    known = {unit.memory_id: unit for unit in view.units}
    for name in names:
        if name not in known:
            raise UnknownCaseError(f"there is no unit {name!r}; `fta-mem units CASE` lists them")
        yield from ((turn.session, turn.turn_index) for turn in turns_behind(view, known[name]))


def _turns_about(memory: "Memory", case: str, about: str) -> list[SourceTurn]:
    """Return the turns that recall finds, the likeliest ones first."""
    packet = memory.recall(case, about).packet
    return sorted(packet.turns, key=lambda turn: -turn.score)[:TURNS_SHOWN]


def _chosen(found: Sequence[SourceTurn], *, may_ask: bool) -> set[Place]:
    for number, turn in enumerate(found, start=1):
        line = f"{number:3}  {one_line(turn.turn_id)}  {one_line(turn.speaker)}: {one_line(turn.text)}"
        click.echo(line, err=not may_ask)
    if not may_ask or not found:
        return set()
    answer = click.prompt("Which of these (numbers, none for nothing)", default="", show_default=False)
    numbers = answer.replace(",", " ").split()
    if not all(part.isdecimal() and 1 <= int(part) <= len(found) for part in numbers):
        raise click.UsageError(f"answer with numbers from 1 to {len(found)}; nothing was erased")
    return {(found[int(part) - 1].session, found[int(part) - 1].turn_index) for part in numbers}
