"""A case's counts."""

from dataclasses import dataclass, field

from fta_mem.state.records import Usage
from fta_mem.storage.ledger.rows import CaseCounts, SessionRow
from fta_mem.storage.ports import CaseSummary
from fta_mem.storage.view.lifecycle import is_edge


@dataclass(slots=True)
class Totals:
    """What a case's committed sessions add up to."""

    sessions: int = 0
    turns: int = 0
    fragments: int = 0
    first: str | None = None
    last: str | None = None
    usage: Usage = field(default_factory=Usage)

    def add(self, row: SessionRow, fragments: int) -> None:
        """Count one more session."""
        self.sessions += 1
        self.turns += row.head.turn_count
        self.fragments += fragments
        self.first = min((day for day in (self.first, row.first_day) if day), default=None)
        self.last = max((day for day in (self.last, row.last_day) if day), default=None)
        self.usage += row.usage

    def summary(self, case_id: str, units: int, links: int) -> CaseSummary:
        """Return them with the counts of units and links."""
        return CaseSummary(
            case_id, self.sessions, self.turns, self.fragments, units, links, self.first, self.last, self.usage
        )


def summary_of(case_id: str, counts: CaseCounts) -> CaseSummary:
    """Return the counts of what a reader of the case sees, from rows alone."""
    totals = Totals(fragments=counts.fragments)
    for row in counts.committed:
        totals.add(row, 0)
    shown = {(link.source, link.target, link.relation) for link in counts.links if is_edge(link)}
    links = [edge for edge in shown if edge[0] in counts.memory_ids and edge[1] in counts.memory_ids]
    return totals.summary(case_id, len(counts.memory_ids), len(links))
