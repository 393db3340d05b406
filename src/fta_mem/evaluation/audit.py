"""A sheet for a manual audit (paper, Table 11): units and linked pairs beside the turns that they stand on."""

import csv
import io
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from fta_mem.state.records import FTAUnit, Link
from fta_mem.storage.ports import CaseView

UNIT_CRITERIA: Final = ("fact", "time", "affect")
LINK_CRITERIA: Final = ("relation",)
CRITERIA: Final = (*UNIT_CRITERIA, *LINK_CRITERIA)
CLAIM_FIELDS: Final = ("claimed", "when", "feeling", "turns", "related", "older", "older_turns")
COLUMNS: Final = ("item", *CLAIM_FIELDS, "rater", *CRITERIA, "note")
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


@dataclass(frozen=True, slots=True)
class AuditItem:
    """A unit with its evidence, or a linked pair with both units' evidence; ``criteria`` is what is marked 0 to 2."""

    name: str
    criteria: tuple[str, ...]
    claimed: str
    turns: str
    when: str = ""
    feeling: str = ""
    related: str = ""
    older: str = ""
    older_turns: str = ""


def audit_items(views: Sequence[CaseView], units: int, links: int, seed: int) -> list[AuditItem]:
    """Return so many units and linked pairs of all cases together, drawn by the seed, in the cases' order."""
    draw = random.Random(seed)
    all_units = [(view, unit) for view in views for unit in view.units]
    all_links = [(view, link) for view in views for link in view.links]
    chosen_units = sorted(draw.sample(range(len(all_units)), min(units, len(all_units))))
    chosen_links = sorted(draw.sample(range(len(all_links)), min(links, len(all_links))))
    return [
        *(_unit_item(*all_units[place]) for place in chosen_units),
        *(_link_item(*all_links[place]) for place in chosen_links),
    ]


def _unit_item(view: CaseView, unit: FTAUnit) -> AuditItem:
    return AuditItem(
        f"{view.case_id} {unit.memory_id}", UNIT_CRITERIA, _claimed(unit), _turns(view, unit), _when(unit), _felt(unit)
    )


def _link_item(view: CaseView, link: Link) -> AuditItem:
    by_id = {unit.memory_id: unit for unit in view.units}
    newer, older = by_id[link.source], by_id[link.target]
    return AuditItem(
        f"{view.case_id} {link.source} {link.relation} {link.target}",
        LINK_CRITERIA,
        _claimed(newer),
        _turns(view, newer),
        _when(newer),
        related=link.relation,
        older=f"{_claimed(older)} ({_when(older)})",
        older_turns=_turns(view, older),
    )


def _claimed(unit: FTAUnit) -> str:
    return f"{unit.fact.text} [about {unit.fact.subject or 'unknown'}, said by {unit.fact.speaker or 'unknown'}]"


def _when(unit: FTAUnit) -> str:
    start, end = unit.time.event_start, unit.time.event_end
    days = "unknown" if start is None else start if start == end else f"{start} to {end}"
    return f"{days}; as said: {unit.time.event_time}; {unit.time.time_orientation}"


def _felt(unit: FTAUnit) -> str:
    return f"{unit.affect.emotion_or_state}; plan: {unit.affect.intention_or_plan}"


def _turns(view: CaseView, unit: FTAUnit) -> str:
    """Return the turns that prove a unit, verbatim, a line each."""
    return "\n".join(
        f"[{turn.turn_id}, {turn.dialogue_time or 'no date'}] {turn.speaker}: {' '.join(turn.text.split())}"
        for span in unit.spans
        for turn in view.turns
        if turn.session == span.session and span.turn_span[0] <= turn.turn_index <= span.turn_span[1]
    )


def as_csv(items: Sequence[AuditItem]) -> str:
    """Return the sheet as CSV: marks are left blank where they are to be made, "-" where they don't apply."""
    text = io.StringIO()
    sheet = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    sheet.writeheader()
    for item in items:
        shown = {name: _plain(getattr(item, name)) for name in CLAIM_FIELDS}
        marks = {name: "" if name in item.criteria else "-" for name in CRITERIA}
        sheet.writerow({"item": _plain(item.name), **shown, **marks})
    return text.getvalue()


def _plain(text: str) -> str:
    """Return text that no spreadsheet takes for a formula, whatever somebody said."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def sheet_names(items: Sequence[AuditItem]) -> Iterator[tuple[AuditItem, str]]:
    """Yield each item with the name that marks are read back under."""
    for item in items:
        yield item, _plain(item.name)
