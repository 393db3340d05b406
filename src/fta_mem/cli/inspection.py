"""``fta-mem cases``, ``sessions``, ``units``, ``links``, ``profile``, ``timeline``, ``show``: what memory holds."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from fta_mem.cli.dialogue_output import session_lines, sessions_document
from fta_mem.cli.options import Invocation, common_options
from fta_mem.cli.output import (
    Document,
    cases_document,
    dated_units,
    dumps,
    links_document,
    links_of,
    profile_document,
    show_document,
    timeline_document,
    turns_behind,
    units_document,
)
from fta_mem.cli.terminal import one_line, print_table
from fta_mem.state.answering import SourceTurn
from fta_mem.state.errors import UnknownCaseError
from fta_mem.state.records import FTAUnit, Session

if TYPE_CHECKING:
    from fta_mem.storage.ports import CaseSummary, CaseView


@click.command()
@common_options()
@click.pass_obj
def cases(invocation: Invocation) -> None:
    """List the cases with their sessions, turns, units, first and last day."""
    found: Sequence[CaseSummary] = ()
    if invocation.folder.exists():
        with invocation.memory() as memory:
            found = memory.store.cases()
    if invocation.as_json:
        click.echo(dumps(cases_document(found)))
        return
    rows = [(s.case_id, str(s.sessions), str(s.turns), str(s.units), s.first or "", s.last or "") for s in found]
    print_table(("case", "sessions", "turns", "units", "first", "last"), rows)


@click.command()
@click.argument("case")
@click.argument("session", required=False)
@common_options()
@click.pass_obj
def sessions(invocation: Invocation, case: str, session: str | None) -> None:
    """Show what was read of CASE, or of one SESSION of it: when, who and what, turn by turn."""
    found, open_ids = _sessions(invocation, case)
    if session is not None:
        found = [one for one in found if one.session_id == session]
        if not found:
            raise UnknownCaseError(f"case {case!r} has no session {session!r}")
    if _printed_json(invocation, sessions_document(case, found, open_ids)):
        return
    for one in found:
        for line in session_lines(one, ", not memory yet" if one.session_id in open_ids else ""):
            click.echo(line)


@click.command()
@click.argument("case")
@common_options()
@click.pass_obj
def units(invocation: Invocation, case: str) -> None:
    """List the Fact-Time-Affect units of CASE, in the order of the dialogue."""
    view = _view(invocation, case)
    if _printed_json(invocation, units_document(view)):
        return
    rows = [(u.memory_id, u.fact.content_type, _when(u), u.affect.emotion_or_state, u.fact.text) for u in view.units]
    print_table(("unit", "type", "when", "affect", "text"), rows)


@click.command()
@click.argument("case")
@click.argument("unit")
@common_options()
@click.pass_obj
def show(invocation: Invocation, case: str, unit: str) -> None:
    """Show one UNIT of CASE: its anchors, the turns that prove it, its links and its history."""
    view = _view(invocation, case)
    found = next((one for one in view.units if one.memory_id == unit), None)
    if found is None:
        raise UnknownCaseError(f"case {case!r} has no unit {unit!r}")
    if not _printed_json(invocation, show_document(view, found)):
        click.echo("\n".join(_unit_lines(view, found)))


@click.command()
@click.argument("case")
@common_options()
@click.pass_obj
def timeline(invocation: Invocation, case: str) -> None:
    """List what happened in CASE by date; what has no known date is left out."""
    view = _view(invocation, case)
    if _printed_json(invocation, timeline_document(view)):
        return
    rows = [(_when(u), f"{u.affect.valence:+.2f}", u.memory_id, u.fact.text) for u in dated_units(view)]
    print_table(("when", "valence", "unit", "text"), rows)


@click.command()
@click.argument("case")
@common_options()
@click.pass_obj
def profile(invocation: Invocation, case: str) -> None:
    """List what CASE holds about its person for longer, and what support was tried, with the units it stands on.

    A line that a later one replaced is marked as past.
    """
    view = _view(invocation, case)
    if _printed_json(invocation, profile_document(view)):
        return
    rows = [
        (line.kind, line.since or "", "past" if line.superseded else "", ", ".join(line.evidence), line.text)
        for line in view.lines
    ]
    print_table(("kind", "since", "", "units", "text"), rows)


@click.command()
@click.argument("case")
@common_options()
@click.pass_obj
def links(invocation: Invocation, case: str) -> None:
    """List how the units of CASE are related: the newer one, the relation, the older one, with both texts."""
    view = _view(invocation, case)
    if _printed_json(invocation, links_document(view)):
        return
    text = {unit.memory_id: unit.fact.text for unit in view.units}
    rows = [
        (link.source, link.relation, link.target, f"{text[link.source]} <- {text[link.target]}") for link in view.links
    ]
    print_table(("unit", "relation", "older unit", "texts"), rows)


def _sessions(invocation: Invocation, case_id: str) -> tuple[list[Session], frozenset[str]]:
    """Return all sessions in the order of the fold, and the ids of those that are not memory yet."""
    with invocation.memory() as memory:
        store = memory.store
        order = store.fold_order(case_id)
        if not order:
            store.summary(case_id)
        heads = [entry.head for entry in order]
        found = [
            Session(head.session_id, head.timestamp, store.turns(case_id, head.session_id, 0, head.turn_count - 1))
            for head in heads
        ]
    return found, frozenset(entry.head.session_id for entry in order if entry.fold_key is None)


def _view(invocation: Invocation, case_id: str) -> "CaseView":
    with invocation.memory() as memory:
        return memory.store.view(case_id)


def _printed_json(invocation: Invocation, document: Document) -> bool:
    if invocation.as_json:
        click.echo(dumps(document))
    return invocation.as_json


def _when(unit: FTAUnit) -> str:
    start, end = unit.time.event_start, unit.time.event_end
    return start or "" if start == end else f"{start} to {end}"


def _unit_lines(view: "CaseView", unit: FTAUnit) -> list[str]:
    said_by, about = one_line(unit.fact.speaker) or "unknown", one_line(unit.fact.subject) or "unknown"
    return [
        f"{unit.memory_id}  {unit.fact.content_type}, {unit.status}",
        f"  fact    {one_line(unit.fact.text)}",
        f"  about   {about} (said by {said_by})",
        f"  when    {_when(unit) or 'unknown'} (as said: {_word(unit.time.event_time)}; on {unit.time.dialogue_time})",
        f"  affect  {one_line(unit.affect.emotion_or_state)} ({unit.affect.valence:+.2f})",
        f"  stands  {unit.completeness}, {unit.lifecycle.status}",
        *(f"  link    {link.source} {link.relation} {link.target}" for link in links_of(view, unit)),
        *(_turn_line(turn) for turn in turns_behind(view, unit)),
    ]


def _word(said: str | None) -> str:
    return one_line(said or "unknown")


def _turn_line(turn: SourceTurn) -> str:
    """Return a turn on one line, so that no words of it can pass for a line of ours."""
    return f"  [{one_line(turn.turn_id)}] {one_line(turn.speaker)}: {one_line(turn.text)}"
