"""extract_units: candidate Fact-Time-Affect units from a fragment's turns (Ext_theta, Equation 3, Figure 7)."""

from collections.abc import Sequence
from dataclasses import replace

from fta_mem.engines.base import ExtractionRequest, UnitDraft
from fta_mem.engines.rules.extraction.affect import affect_of
from fta_mem.engines.rules.extraction.completion import completed_partial, is_unfinished
from fta_mem.engines.rules.extraction.content_types import content_type_of, tenses_of
from fta_mem.engines.rules.extraction.fact_text import summary_of, tell
from fta_mem.engines.rules.extraction.participants import cast_of
from fta_mem.engines.rules.extraction.tellings import Part, Telling, group
from fta_mem.engines.rules.extraction.time_anchor import anchor_from
from fta_mem.engines.rules.extraction.utterances import Utterance, read_claims
from fta_mem.state.claims import Claim
from fta_mem.state.labels import ContentType, UnitStatus
from fta_mem.state.records import Fact, TimeAnchor
from fta_mem.temporal.mention import TimeMention
from fta_mem.temporal.resolve import find_times


def extract_units(request: ExtractionRequest) -> tuple[UnitDraft, ...]:
    """Return the fragment's candidate units in the order of their evidence."""
    # A turn without a time of its own was said when its session was.
    turns = [replace(turn, timestamp=turn.timestamp or request.dialogue_time) for turn in request.turns]
    utterances, before = read_claims(turns, request.people, session=request.session_id, before=request.context)
    tellings = group(utterances, before)
    drafts = [
        draft
        for place, telling in enumerate(tellings)
        for draft in _drafts(telling, request.people, last=place == len(tellings) - 1)
    ]
    return _with_completion(request, _with_claims(drafts, tellings, utterances))


def _drafts(telling: Telling, speakers: Sequence[str], *, last: bool) -> list[UnitDraft]:
    """Return the telling's unit, or several of bounded text where one long sentence fills more than one."""
    cast = cast_of(telling)
    kind = content_type_of(telling)
    claims = _claims_in(telling)
    return [
        UnitDraft(
            fact=Fact(text, kind, cast.participants, summary_of(telling, text), cast.subject, cast.speaker),
            time=_time(telling),
            affect=affect_of(telling, cast),
            turn_span=(telling.begin, telling.end),
            status=_status(telling, kind, last=last),
            # A claim stands in one unit alone, or each of the parts would be found and linked for it.
            claims=claims if place == 0 else (),
        )
        for place, text in enumerate(tell(telling, speakers))
    ]


def _claims_in(telling: Telling) -> tuple[Claim, ...]:
    return tuple(dict.fromkeys(claim for part in telling.parts for line in part.lines for claim in line.claims))


def _with_claims(
    drafts: list[UnitDraft], tellings: Sequence[Telling], utterances: Sequence[Utterance]
) -> list[UnitDraft]:
    """Give what no unit tells (a remark's claim) to the unit in whose evidence it stands, each claim once."""
    held: set[Claim] = set()
    result: list[UnitDraft] = []
    for draft in drafts:
        own = tuple(claim for claim in draft.claims if claim not in held)
        held.update(own)
        result.append(replace(draft, claims=own))
    for claim in (claim for utterance in utterances for line in utterance.lines for claim in line.claims):
        if claim in held:
            continue
        place = _nearest(result, claim)
        if place is not None:
            held.add(claim)
            result[place] = replace(result[place], claims=(*result[place].claims, claim))
    return result


def _nearest(drafts: Sequence[UnitDraft], claim: Claim) -> int | None:
    covering = [n for n, draft in enumerate(drafts) if draft.turn_span[0] <= claim.turn <= draft.turn_span[1]]
    # A reply is told in one unit with its question; its claim belongs to who made it.
    own = [n for n in covering if drafts[n].fact.speaker == claim.speaker]
    return next(iter(own or covering), None)


def _with_completion(request: ExtractionRequest, drafts: list[UnitDraft]) -> tuple[UnitDraft, ...]:
    """Name the partial unit that each draft completes; a partial unit is completed once."""
    taken: set[int] = set()
    for place, draft in enumerate(drafts):
        position = completed_partial(request, draft, first=place == 0)
        if position is not None and position not in taken:
            taken.add(position)
            drafts[place] = replace(draft, completes=position)
    return tuple(drafts)


def _status(telling: Telling, kind: ContentType, *, last: bool) -> UnitStatus:
    if telling.kind == "question" or is_unfinished(telling, last=last):
        return "partial"
    return "pending" if kind == "homework_or_plan" else "complete"


def _time(telling: Telling) -> TimeAnchor:
    mentions = [mention for part in telling.parts if not part.asks for mention in _mentions(part)]
    if not mentions:
        # Only where nobody answers does a question's own day date the telling.
        mentions = [mention for part in telling.parts if part.asks for mention in _mentions(part)]
    anchor = anchor_from(mentions, tenses_of(telling), telling.parts[0].utterance.turn.timestamp)
    said = next((claim.time for claim in _claims_in(telling) if claim.time and claim.actuality != "asked"), "")
    # Words like "on Thursdays" give no day, and are still when it happens.
    return replace(anchor, event_time=said) if anchor.event_time == "unknown" and said else anchor


def _mentions(part: Part) -> list[TimeMention]:
    spans = [line.sentence.span for line in part.lines]
    found = find_times(part.utterance.parsed.text, part.utterance.turn.timestamp)
    return [item for item in found if any(begin <= item.span[0] < end for begin, end in spans)]
