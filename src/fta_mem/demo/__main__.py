"""`make demo`: months of one (invented) person's dialogue become memory, and three questions are answered from it."""

import sys
import tempfile
from importlib.resources import as_file, files
from pathlib import Path
from typing import Final

import click

from fta_mem.assembly import open_memory
from fta_mem.formats.reader import read_cases
from fta_mem.memory import Asked, IngestReport, Memory, Progress
from fta_mem.state.records import FTAUnit
from fta_mem.storage.ports import CaseView

QUESTIONS: Final = (
    "On what date did Rhian tell Bex about the pregnancy?",
    "Does Rhian sing in Auntie Mair's choir?",
    "What breed of dog is Pickle?",
)


def main() -> None:
    """Build the bundled case in a folder that goes away again, and print what it became."""
    with tempfile.TemporaryDirectory() as home, open_memory(Path(home)) as memory:
        report = build(memory)
        view = memory.store.view(report.case_id)
        print_report(report)
        print_units(view)
        print_links(view)
        for question in QUESTIONS:
            print_answer(memory.ask(report.case_id, question))


def build(memory: Memory) -> IngestReport:
    """Make memory of the bundled case."""
    with as_file(files("fta_mem.demo") / "case.json") as path:
        (read,) = read_cases(path)
    return memory.ingest(read.case, progress=_show)


def print_report(report: IngestReport) -> None:
    """Print the counts."""
    click.echo(
        f"{report.case_id}: {report.sessions} sessions, {report.turns} turns -> {report.fragments} fragments, "
        f"{report.units} units, {report.links} links in {report.seconds:.0f} s, with no model and no network\n"
    )


def print_units(view: CaseView) -> None:
    """Print three units that have a fact, a time, an affect and evidence."""
    whole = [unit for unit in view.units if unit.time.event_start and unit.affect.emotion_or_state != "unknown"]
    for unit in whole[:3]:
        _print_unit(unit)


def print_links(view: CaseView) -> None:
    """Print two links between units."""
    facts = {unit.memory_id: unit.fact.text for unit in view.units}
    for link in view.links[:2]:
        click.echo(f"{link.source} {link.relation} {link.target} ({link.confidence})")
        click.echo(f"  new: {_short(facts[link.source])}\n  old: {_short(facts[link.target])}\n")


def print_answer(asked: Asked) -> None:
    """Print a question, its answer, and the turns that it stands on."""
    click.echo(f"? {asked.question}")
    click.echo(f"  {'(not in memory) ' if asked.answer.abstained else ''}{asked.answer.text}")
    cited = {turn_id for citation in asked.answer.citations for turn_id in citation.turn_ids}
    for turn in asked.packet.turns:
        if turn.turn_id in cited:
            click.echo(f"    [{turn.turn_id}] {turn.speaker}: {_short(turn.text)}")
    click.echo("")


def _print_unit(unit: FTAUnit) -> None:
    begin, end = unit.evidence.turn_span
    click.echo(f"{unit.memory_id}  {unit.fact.content_type}, {unit.status}, about {unit.fact.subject}")
    click.echo(f"  fact      {_short(unit.fact.text)}")
    click.echo(f"  time      {unit.time.event_time!r} = {unit.time.event_start}..{unit.time.event_end}")
    click.echo(f"  affect    {unit.affect.emotion_or_state} (valence {unit.affect.valence:+.2f})")
    click.echo(f"  evidence  {unit.evidence.session}, turns {begin}-{end}, said {unit.evidence.dialogue_time}\n")


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 150 else f"{line[:147]}..."


def _show(progress: Progress) -> None:
    if sys.stderr.isatty():
        click.echo(f"\rsession {progress.done}/{progress.total}", nl=progress.done == progress.total, err=True)


if __name__ == "__main__":
    main()
