"""extract_units: candidate Fact-Time-Affect units from a fragment's turns (Ext_theta, Equation 3, Figure 7)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from fta_mem.engines.base import ExtractionRequest, UnitDraft
from fta_mem.engines.rules.claims.extract import claims_of
from fta_mem.engines.rules.claims.people import People
from fta_mem.engines.rules.extraction import affect
from fta_mem.engines.rules.extraction import content_types as kinds
from fta_mem.engines.rules.extraction.completion import completed_partial
from fta_mem.engines.rules.extraction.dialogue_acts import Act, Utterance, read_turns
from fta_mem.engines.rules.extraction.fact_text import headline, tell
from fta_mem.engines.rules.extraction.participants import Cast, cast_of
from fta_mem.engines.rules.extraction.situations import Part, Situation, group
from fta_mem.engines.rules.extraction.time_anchor import anchor_from
from fta_mem.state.claims import Claim
from fta_mem.state.labels import ContentType, TimeOrientation, UnitStatus
from fta_mem.state.records import Affect, Fact, TimeAnchor
from fta_mem.temporal.mention import TimeMention
from fta_mem.temporal.resolve import find_times


def extract_units(request: ExtractionRequest) -> tuple[UnitDraft, ...]:
    """Return the fragment's candidate units in the order of their evidence."""
    turns = [replace(turn, timestamp=turn.timestamp or request.dialogue_time) for turn in request.turns]
    utterances = read_turns(turns, request.people)
    situations = group(utterances)
    drafts: list[UnitDraft] = []
    for situation in situations:
        known = [item for item in utterances if item.index <= situation.end]
        drafts += _drafts(situation, cast_of(situation, known, request.people), request.people)
    claims = claims_of(turns, People.of(request.people), session=request.session_id)
    return _with_completion(request, _with_claims(drafts, claims))


def _with_claims(drafts: list[UnitDraft], claims: Sequence[Claim]) -> list[UnitDraft]:
    """Give each claim to one draft: the first of its speaker's that covers its turn."""
    given: list[list[Claim]] = [[] for _ in drafts]
    for claim in claims:
        covering = [n for n, draft in enumerate(drafts) if draft.turn_span[0] <= claim.turn <= draft.turn_span[1]]
        own = [n for n in covering if drafts[n].fact.speaker == claim.speaker]
        if covering:
            given[(own or covering)[0]].append(claim)
    return [replace(draft, claims=tuple(item)) for draft, item in zip(drafts, given, strict=True)]


def _with_completion(request: ExtractionRequest, drafts: list[UnitDraft]) -> tuple[UnitDraft, ...]:
    """Name the partial unit that each draft completes; a partial unit is completed once."""
    taken: set[int] = set()
    for place, draft in enumerate(drafts):
        position = completed_partial(request, draft, first=place == 0)
        if position is not None and position not in taken:
            taken.add(position)
            drafts[place] = replace(draft, completes=position)
    return tuple(drafts)


def _drafts(situation: Situation, cast: Cast, people: Sequence[str]) -> list[UnitDraft]:
    """Return the situation's unit, or several of bounded text where one long sentence fills more than one."""
    texts = tell(situation, cast, people)
    plain = _Plain.of(situation)
    kind = _content_type(situation, plain)
    status = _status(situation, plain, kind)
    span = (situation.begin, situation.end)
    return [
        UnitDraft(
            fact=Fact(text, kind, cast.participants, headline(text), cast.subject, cast.speaker),
            time=_time(situation, plain),
            affect=_affect(plain, kind),
            turn_span=span,
            status=status,
        )
        for text in texts
    ]


@dataclass(frozen=True, slots=True)
class _Plain:
    """What a situation's teller said, word for word, and what its verbs show (``leading``: the first of them)."""

    text: str
    tenses: frozenset[TimeOrientation]
    leading: frozenset[TimeOrientation]
    supporter: bool

    @classmethod
    def of(cls, situation: Situation) -> "_Plain":
        told = [part for part in situation.parts if not part.asks] or situation.parts
        text = "\n".join(" ".join(act.text for act in part.acts) for part in told)
        each = [_tenses(part.utterance, act) for part in told for act in part.acts]
        leading = next((tenses for tenses in each if tenses), frozenset())
        return cls(text, frozenset().union(*each), leading, told[0].utterance.is_supporter)


def _tenses(utterance: Utterance, act: Act) -> frozenset[TimeOrientation]:
    return kinds.tenses_of(utterance.parsed.tokens_of(act.sentence), act.text)


def _content_type(situation: Situation, plain: _Plain) -> ContentType:
    asked = " ".join(act.text for part in situation.parts if part.asks for act in part.acts)
    if situation.kind == "claim" and (kinds.is_risk(plain.text) or kinds.is_risk(asked)):
        return "risk_signal"
    if situation.kind == "support" or plain.supporter:
        return _support_type(situation, plain)
    feeling = affect.emotion_in(plain.text) is not None
    return kinds.content_type_of(
        plain.text, plain.leading, plan=affect.plan_in(plain.text) is not None, feeling=feeling
    )


def _support_type(situation: Situation, plain: _Plain) -> ContentType:
    """Tell a supporter's hypothesis from other support; what they say of another's danger is still a signal."""
    if situation.kind == "question":
        return "support_interaction"
    advises = any(act.kind == "advice" for part in situation.parts for act in part.acts)
    return "belief_candidate" if not advises and kinds.is_guess(plain.text) else "support_interaction"


def _status(situation: Situation, plain: _Plain, kind: ContentType) -> UnitStatus:
    if situation.kind == "question" or (len(situation.parts) == 1 and kinds.is_announcement(plain.text)):
        return "partial"
    return "pending" if kind == "homework_or_plan" else "complete"


def _time(situation: Situation, plain: _Plain) -> TimeAnchor:
    mentions = [mention for part in situation.parts if not part.asks for mention in _mentions(part)]
    if not mentions:
        mentions = [mention for part in situation.parts if part.asks for mention in _mentions(part)]
    first = next(part.utterance.turn for part in situation.parts)
    return anchor_from(mentions, plain.tenses, first.timestamp)


def _mentions(part: Part) -> list[TimeMention]:
    spans = [act.sentence.span for act in part.acts]
    found = find_times(part.utterance.parsed.text, part.utterance.turn.timestamp)
    return [item for item in found if any(begin <= item.span[0] < end for begin, end in spans)]


def _affect(plain: _Plain, kind: ContentType) -> Affect:
    if plain.supporter:
        return Affect(relation_cues=affect.relation_cues_in(plain.text))
    return Affect(
        affect.emotion_in(plain.text) or "unknown",
        affect.plan_in(plain.text) or "unknown",
        affect.relation_cues_in(plain.text),
        affect.valence_of(plain.text),
    )
