"""judge_relations: how a new unit relates to older ones near it (Equation 6, Figure 8), told by their claims."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Final

from fta_mem.engines.base import RelationJudgement, RelationRequest
from fta_mem.engines.rules.state.agreement import Agreement, relation_of
from fta_mem.engines.rules.state.slots import slot_uses
from fta_mem.state.claims import Claim
from fta_mem.state.labels import Completeness, Confidence, LifecycleStatus, Relation
from fta_mem.state.records import FTAUnit


@dataclass(frozen=True, slots=True)
class _Verdict:
    """What is said of a pair before it is written down."""

    relation: Relation
    confidence: Confidence
    completeness: Completeness = "unknown"
    lifecycle: LifecycleStatus = "unknown"


_UNKNOWN: Final = _Verdict("unknown", "unknown")
_VERDICTS: Final[dict[Agreement, _Verdict]] = {
    "corrects": _Verdict("updates", "high", "complete", "contradicted"),
    "replaces": _Verdict("updates", "high", "complete", "archived"),
    "ends": _Verdict("updates", "high", "complete", "archived"),
    "postpones": _Verdict("updates", "high", "complete", "archived"),
    "restores": _Verdict("updates", "medium", "complete", "archived"),
    "cancels": _Verdict("contradicts", "medium", "complete", "contradicted"),
    "denies": _Verdict("contradicts", "medium", "unknown", "contradicted"),
    "completes": _Verdict("followup_of", "medium", "complete", "completed"),
    "adds_detail": _Verdict("supports", "medium"),
    "agrees": _Verdict("supports", "medium"),
}
"""In order of weight: a pair of units of several claims is labelled by the change that weighs most."""


def judge_relations(request: RelationRequest) -> tuple[RelationJudgement, ...]:
    """Return a judgement for each (new, old) pair; a pair that shows no certain relation is "unknown"."""
    return tuple(
        _written(new, old, _judge(new, old))
        for new, row in zip(request.new_units, request.candidates, strict=True)
        for old, _ in row
    )


def _written(new: FTAUnit, old: FTAUnit, verdict: _Verdict) -> RelationJudgement:
    return RelationJudgement(
        new.memory_id, old.memory_id, verdict.relation, verdict.confidence, verdict.completeness, verdict.lifecycle
    )


def _judge(new: FTAUnit, old: FTAUnit) -> _Verdict:
    found = set(_agreements(new, old))
    heaviest = next((verdict for agreement, verdict in _VERDICTS.items() if agreement in found), _UNKNOWN)
    if heaviest.relation == "supports" and _tell_one_event(new, old):
        return _Verdict("same_episode_as", "medium")
    return heaviest


def _agreements(new: FTAUnit, old: FTAUnit) -> Iterator[Agreement]:
    for newer, older in product(new.claims, old.claims):
        if not _is_same_telling(newer, older):
            yield relation_of(newer, older)


def _is_same_telling(newer: Claim, older: Claim) -> bool:
    """Say whether two units hold one clause of one turn, as where their spans overlap."""
    return (newer.session, newer.turn, newer.words) == (older.session, older.turn, older.words)


def _tell_one_event(new: FTAUnit, old: FTAUnit) -> bool:
    return not any(slot_uses(claim) for claim in (*new.claims, *old.claims))
