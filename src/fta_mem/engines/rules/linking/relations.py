"""judge_relations: how a new unit relates to older ones near it (Equation 6, Figure 8); precision before recall."""

import re
from collections import Counter
from dataclasses import dataclass
from typing import Final

from fta_mem.engines.base import RelationJudgement, RelationRequest
from fta_mem.engines.rules.linking.contradictions import affirmed, ends_state, says_opposite
from fta_mem.state.labels import Completeness, Confidence, LifecycleStatus, Relation
from fta_mem.state.records import FTAUnit
from fta_mem.text.content_words import content_stems, stem
from fta_mem.text.word_lists import words

NEAR_TURNS: Final = 3
ALIKE: Final = 0.6
VERY_ALIKE: Final = 0.75
DENIAL_WORDS: Final = 40
ENOUGH_UNITS: Final = 5
_ENDED: Final = re.compile(
    r"\b(?:no longer|not anymore|any ?more|any longer|stopped|quit|gave up|given up|moved out|broke up|split up|"
    r"left|lost (?:my|his|her|the)? ?job|"
    r"fired|laid off|cancel\w*|called off|changed (?:my|his|her|their) mind|instead|switched|used to|fell through|"
    r"didn(?:'|’)?t (?:go|happen|work out)|"
    r"not going (?:to|after all)|after all|isn(?:'|’)?t (?:happening|going)|divorced|closed down|over now|"
    r"recovered|got better|back together)\b",
    re.IGNORECASE,
)
_CANCELLED: Final = re.compile(
    r"\b(?:cancel\w*|called off|fell through|didn(?:'|’)?t (?:go|happen|work out|make it|do it)|not going after "
    r"all|changed (?:my|his|her|their) "
    r"mind|couldn(?:'|’)?t (?:go|make it)|never (?:went|happened|did)|postponed)\b",
    re.IGNORECASE,
)
_DENIED: Final = re.compile(
    r"\b(?:i lied|that(?:'|’)?s not true|(?:was|is)n(?:'|’)?t true|i was wrong|i made (?:it|that) up|never "
    r"(?:said|told|did)|take (?:it|that) back|"
    r"to be honest|actually)\b",
    re.IGNORECASE,
)
_PROGRESS: Final = re.compile(
    r"\b(?:since then|finally|went (?:well|great|badly|ok|okay|fine)|turned out|in the end|got (?:the|accepted|in)|"
    r"passed|finished|completed|as planned|worked out|managed to|ended up)\b",
    re.IGNORECASE,
)
_LIGHT: Final = frozenset(
    stem(word)
    for word in words(
        "plan hope want intend think start try look need will decide promise asked really good great nice love like "
        "feel time day week month year today yesterday tomorrow last next new lot photo make know see come back people"
    )
)


@dataclass(frozen=True, slots=True)
class _Reading:
    """A unit with the stems that it is about and everybody in it."""

    unit: FTAUnit
    topic: frozenset[str]
    persons: frozenset[str]

    @property
    def text(self) -> str:
        return self.unit.fact.text


@dataclass(frozen=True, slots=True)
class _Verdict:
    """What is said of a pair before it is written down."""

    relation: Relation
    confidence: Confidence
    completeness: Completeness = "unknown"
    lifecycle: LifecycleStatus = "unknown"


def judge_relations(request: RelationRequest) -> tuple[RelationJudgement, ...]:
    """Return a judgement for each (new, old) pair; a pair that shows no certain relation is "unknown"."""
    everyday = _everyday(request)
    return tuple(
        _written(new, old, _judge(_read(new, everyday), _read(old, everyday), similarity))
        for new, row in zip(request.new_units, request.candidates, strict=True)
        for old, similarity in row
    )


def _everyday(request: RelationRequest) -> frozenset[str]:
    """Return the stems that most of the units share: what a case is all about ties no two units together."""
    units = {
        unit.fact.text: unit for unit in (*request.new_units, *(old for row in request.candidates for old, _ in row))
    }
    if len(units) < ENOUGH_UNITS:
        return frozenset()
    counts = Counter(each for text in units for each in content_stems(text))
    return frozenset(each for each, count in counts.items() if count > len(units) / 2)


def _written(new: FTAUnit, old: FTAUnit, verdict: _Verdict) -> RelationJudgement:
    return RelationJudgement(
        new.memory_id, old.memory_id, verdict.relation, verdict.confidence, verdict.completeness, verdict.lifecycle
    )


def _read(unit: FTAUnit, everyday: frozenset[str]) -> _Reading:
    persons = frozenset(name.casefold() for name in (unit.fact.subject, *unit.fact.participants) if name)
    names = {stem(part) for person in persons for part in person.replace("'s", "").split()}
    return _Reading(unit, frozenset(content_stems(unit.fact.text, without=_LIGHT | names | everyday)), persons)


_UNKNOWN: Final = _Verdict("unknown", "unknown")


def _judge(new: _Reading, old: _Reading, similarity: float) -> _Verdict:
    support = {unit.fact.content_type for unit in (new.unit, old.unit)} & {"support_interaction", "belief_candidate"}
    shared = len(new.topic & old.topic)
    related = _share_subject(new, old)
    if _is_same_exchange(new.unit, old.unit) and related and (shared >= 3 or (shared and similarity >= ALIKE)):
        return _Verdict("same_episode_as", "medium")
    if not related or support:
        return _support(new, old, shared, similarity)
    changed = _change(new, old, shared, similarity)
    if changed is not None:
        return changed
    return _carried_on(new, old, shared, similarity)


def _share_subject(new: _Reading, old: _Reading) -> bool:
    """Say whether both are about the same one, or one is about somebody who takes part in the other."""
    first, second = new.unit.fact.subject.casefold(), old.unit.fact.subject.casefold()
    if first == second:
        return True
    speakers = {new.unit.fact.speaker.casefold(), old.unit.fact.speaker.casefold()}
    return (first not in speakers and first in old.persons) or (second not in speakers and second in new.persons)


def _is_same_exchange(new: FTAUnit, old: FTAUnit) -> bool:
    if new.evidence.session != old.evidence.session:
        start = new.time.event_start
        narrow = new.time.granularity in ("day", "hour", "weekend")
        return (
            start is not None and narrow and (start, new.time.event_end) == (old.time.event_start, old.time.event_end)
        )
    return new.evidence.turn_span[0] - old.evidence.turn_span[1] <= NEAR_TURNS


def _change(new: _Reading, old: _Reading, shared: int, similarity: float) -> _Verdict | None:
    """Say whether the new unit ends, undoes or carries out what the old one states."""
    plan = old.unit.fact.content_type == "homework_or_plan"
    planned = frozenset(content_stems(old.unit.affect.intention_or_plan)) & old.topic or old.topic
    carried = len(new.topic & planned)
    if plan and carried >= 2 and _CANCELLED.search(new.text):
        return _Verdict("contradicts", "medium", "complete", "contradicted")
    done = new.unit.fact.content_type in ("event", "relationship_event") and _comes_after(new, old)
    if plan and done and carried >= 2 and 2 * carried >= len(planned):
        return _Verdict("updates", "medium" if carried < 3 else "high", "complete", "completed")
    if ends_state(new.text, old.text, (new.topic & old.topic) | _named_in_both(new, old)):
        return _Verdict("updates", "high" if shared else "medium", "complete", "archived")
    return None if plan else _denial(new, old, shared, similarity)


def _denial(new: _Reading, old: _Reading, shared: int, similarity: float) -> _Verdict | None:
    """A later negation of a state updates it; it contradicts where the speaker takes back what was said."""
    if shared < 2 or similarity < ALIKE or max(len(new.text.split()), len(old.text.split())) > DENIAL_WORDS:
        return None
    state = old.unit.fact.content_type in ("current_state", "general_fact", "belief_candidate")
    opposite = says_opposite(new.text, old.text, new.topic & old.topic)
    if opposite and _DENIED.search(new.text):
        return _Verdict("contradicts", "medium", "unknown", "contradicted")
    ended = affirmed(_ENDED, new.text) and _ENDED.search(old.text) is None
    if state and (opposite or ended):
        return _Verdict("updates", "medium", "complete", "archived")
    return None


def _named_in_both(new: _Reading, old: _Reading) -> frozenset[str]:
    speakers = {new.unit.fact.speaker.casefold(), old.unit.fact.speaker.casefold()}
    return (new.persons & old.persons) - speakers


def _comes_after(new: _Reading, old: _Reading) -> bool:
    return (new.unit.time.dialogue_time or "") > (old.unit.time.dialogue_time or "")


def _carried_on(new: _Reading, old: _Reading, shared: int, similarity: float) -> _Verdict:
    if not _comes_after(new, old) or shared < 2 or similarity < ALIKE:
        return _UNKNOWN
    if _PROGRESS.search(new.text):
        return _Verdict("followup_of", "medium" if shared < 3 else "high")
    lasting = {new.unit.fact.content_type, old.unit.fact.content_type} <= {"general_fact", "current_state"}
    if lasting and shared >= 3:
        return _Verdict("supports", "medium")
    return _Verdict("followup_of", "low") if similarity >= VERY_ALIKE else _UNKNOWN


def _support(new: _Reading, old: _Reading, shared: int, similarity: float) -> _Verdict:
    """A person's report on what a supporter suggested follows it up; suggestions that agree support each other."""
    kinds = (new.unit.fact.content_type, old.unit.fact.content_type)
    if not _comes_after(new, old) or shared < 2 or similarity < ALIKE:
        return _UNKNOWN
    if kinds[1] == "support_interaction" and kinds[0] not in ("support_interaction", "belief_candidate"):
        return _Verdict("followup_of", "medium")
    return _Verdict("supports", "low") if kinds == ("support_interaction", "support_interaction") else _UNKNOWN
