"""Which units are unfinished, and which carried-over one a new candidate completes: an answer, a story that goes on."""

import re
from typing import Final

from fta_mem.engines.base import ExtractionRequest, UnitDraft
from fta_mem.engines.rules.extraction.tellings import Telling
from fta_mem.engines.rules.extraction.wording_cues import is_announcement
from fta_mem.state.records import FTAUnit

NEAR_TURNS: Final = 4
_CUT_SHORT: Final = re.compile(r"(?:\.\.\.|…|[,–—-])\W*$")
_SOMEBODY: Final = ("someone", "somebody", "something")


def is_unfinished(telling: Telling, *, last: bool) -> bool:
    """Say whether something is still to be told: a story announced, one broken off, one that leaves open who or what.

    Only the last telling of a fragment is broken off by the fragment's end; an announcement is unfinished anywhere.
    """
    if telling.kind != "told":
        return False
    lines = telling.lines
    if len(telling.parts) == 1 and is_announcement(" ".join(line.text for line in lines)):
        return True
    if not last or not lines:
        return False
    held = [claim for line in lines for claim in line.claims if claim.is_so and not claim.implied]
    leaves_open = any(
        text.lower().startswith(_SOMEBODY)
        for claim in held
        for text in (claim.subject, claim.object, *(each for _, each in claim.obliques))
    )
    return _CUT_SHORT.search(lines[-1].text) is not None or leaves_open


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
