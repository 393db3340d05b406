"""A case's counts, from rows alone."""

from fta_mem.state.records import Usage
from fta_mem.storage.ports import CaseSummary
from fta_mem.storage.rows import Tally
from fta_mem.storage.view.projection import shown_links


def summary_of(case_id: str, tally: Tally) -> CaseSummary:
    """Return the counts of what a reader of the case sees."""
    sessions = tally.committed
    return CaseSummary(
        case_id=case_id,
        sessions=len(sessions),
        turns=sum(row.head.turn_count for row in sessions),
        fragments=tally.fragments,
        units=len(tally.memory_ids),
        links=len(shown_links(tally.edges, tally.memory_ids)),
        first=min((row.first_day for row in sessions if row.first_day), default=None),
        last=max((row.last_day for row in sessions if row.last_day), default=None),
        usage=sum((row.usage for row in sessions), Usage()),
    )
