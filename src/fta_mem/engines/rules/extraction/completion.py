"""Which carried-over partial unit a new candidate completes: an answered question, a story told at last."""

from typing import Final

from fta_mem.engines.base import ExtractionRequest, UnitDraft
from fta_mem.state.records import FTAUnit

NEAR_TURNS: Final = 4


def completed_partial(request: ExtractionRequest, draft: UnitDraft, *, first: bool) -> int | None:
    """Return the position in ``carried_over`` of the unit that the draft completes, the latest one first."""
    for position in range(len(request.carried_over) - 1, -1, -1):
        partial = request.carried_over[position]
        if partial.status == "partial" and _completes(request, partial, draft, first=first):
            return position
    return None


def _completes(request: ExtractionRequest, partial: FTAUnit, draft: UnitDraft, *, first: bool) -> bool:
    last = partial.spans[-1]
    if last.session != request.session_id or draft.status == "partial":
        return False
    near = 0 < draft.turn_span[0] - last.turn_span[1] <= NEAR_TURNS
    asks = partial.fact.text.rstrip("\"'”’").endswith(("?", "？"))
    if asks:
        return (
            near
            and first
            and draft.fact.speaker != partial.fact.speaker
            and draft.fact.content_type != "support_interaction"
        )
    return near and draft.fact.speaker == partial.fact.speaker
