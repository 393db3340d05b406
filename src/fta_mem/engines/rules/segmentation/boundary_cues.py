"""Cues that a situation begins with a turn: one for each trigger of the paper's segmentation prompt (Figure 6)."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from fta_mem.engines.rules.claims.clauses import Clause
from fta_mem.engines.rules.extraction import affect
from fta_mem.engines.rules.extraction.time_anchor import times_of
from fta_mem.engines.rules.extraction.utterances import Utterance
from fta_mem.engines.rules.extraction.wording_cues import is_risk
from fta_mem.state.labels import BoundaryTrigger

CONTEXT: Final = 5
SHIFT: Final = 0.8
_GOAL: Final = re.compile(
    r"^\W*(?:(?:oh|so|ok|okay|well|hey|and)\b\W*)*(?:by the way|btw|anyways?|in other news|on another note|"
    r"speaking of|changing the "
    r"subject|can i ask|i wanted to (?:ask|talk|tell)|let(?:'|’)?s talk about|the reason i|what i really|moving "
    r"on|before we)\b",
    re.IGNORECASE,
)
_CORRECTION: Final = re.compile(
    r"\b(?:i meant|i mean, not|that(?:'|’)?s not (?:true|right|what)|i was wrong|correction|not true|i lied|i "
    r"take that back|"
    r"to be honest,? (?:it|i) (?:wasn|didn|isn)(?:'|’)?t|actually,? (?:it|i|he|she|they|we|no))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Cue:
    """A trigger that shows at a turn, and how much it weighs against a dip of similarity."""

    trigger: BoundaryTrigger
    weight: float


def cues_at(utterances: Sequence[Utterance | None], at: int, people: Sequence[str]) -> list[Cue]:
    """Return the cues that a new situation begins with turn ``at`` of the window."""
    here = utterances[at]
    if here is None:
        return []
    before = [item for item in utterances[max(0, at - CONTEXT) : at] if item is not None]
    checks: tuple[tuple[BoundaryTrigger, float, bool], ...] = (
        ("risk_signal", 0.5, _first(is_risk(here.turn.text), (is_risk(item.turn.text) for item in before))),
        ("goal_change", 0.4, _GOAL.match(here.turn.text) is not None),
        ("problem_to_support_transition", 0.3, _turns_to_support(here, before)),
        ("support_strategy_transition", 0.12, _changes_strategy(here, before)),
        ("new_time_reference", 0.2, bool(_days(here)) and not _days(here) & _joined(_days(item) for item in before)),
        (
            "new_person_or_relationship",
            0.2,
            bool(_persons(here, people) - _joined(_persons(i, people) for i in before)),
        ),
        ("emotion_shift", 0.2, _shifts(here, before)),
        ("homework_or_plan_creation", 0.15, _first(_plans(here), (_plans(item) for item in before[-2:]))),
        ("correction_or_contradiction", 0.15, _CORRECTION.search(here.turn.text) is not None),
    )
    return [Cue(trigger, weight) for trigger, weight, shows in checks if shows]


def _first(shows: bool, earlier: Iterable[bool]) -> bool:
    return shows and not any(earlier)


def _joined(sets: Iterable[frozenset[str]]) -> frozenset[str]:
    return frozenset().union(*sets)


def _turns_to_support(here: Utterance, before: Sequence[Utterance]) -> bool:
    return (
        here.is_supporter
        and bool(here.of("advice"))
        and not any(item.of("advice") for item in before if item.is_supporter)
    )


def _changes_strategy(here: Utterance, before: Sequence[Utterance]) -> bool:
    earlier = next((item for item in reversed(before) if item.is_supporter), None)
    return here.is_supporter and earlier is not None and bool(here.of("advice")) != bool(earlier.of("advice"))


def _shifts(here: Utterance, before: Sequence[Utterance]) -> bool:
    earlier = next((item for item in reversed(before) if item.speaker == here.speaker and not item.is_filler), None)
    if earlier is None or here.is_supporter:
        return False
    return abs(affect.valence_of(here.turn.text) - affect.valence_of(earlier.turn.text)) >= SHIFT


def _plans(item: Utterance) -> bool:
    own = (item.reading.tree.lower(place) for clause in _planned(item) for place in clause.subjects)
    return not item.is_supporter and any(said in ("i", "we") for said in own)


def _planned(item: Utterance) -> list[Clause]:
    return [clause for clause in item.reading.grammar.clauses if clause.actuality == "planned"]


def _days(item: Utterance) -> frozenset[str]:
    mentions = times_of(item.parsed.text, item.turn.timestamp)
    return frozenset(m.start.isoformat() for m in mentions if m.start is not None and m.kind == "point")


def _persons(item: Utterance, people: Sequence[str]) -> frozenset[str]:
    return frozenset(label for label in item.reading.labels.values() if label) - frozenset(people)
