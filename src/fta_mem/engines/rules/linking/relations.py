"""judge_relations: how a new unit relates to older ones near it (Equation 6, Figure 8), told by their claims."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Final

from fta_mem.engines.base import RelationJudgement, RelationRequest
from fta_mem.engines.rules.linking.reading import Reading, read
from fta_mem.engines.rules.linking.turnabouts import Rarity, rarity_of, turnabout
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


_SUPPORT: Final = "support_interaction"
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
    readings = {unit.memory_id: read(unit) for unit in _units(request)}
    rarity = rarity_of(list(readings.values()))
    return tuple(
        _written(new, old, _judge(readings[new.memory_id], readings[old.memory_id], rarity))
        for new, row in zip(request.new_units, request.candidates, strict=True)
        for old, _ in row
    )


def _units(request: RelationRequest) -> Iterator[FTAUnit]:
    yield from request.new_units
    for row in request.candidates:
        yield from (unit for unit, _ in row)


def _written(new: FTAUnit, old: FTAUnit, verdict: _Verdict) -> RelationJudgement:
    return RelationJudgement(
        new.memory_id, old.memory_id, verdict.relation, verdict.confidence, verdict.completeness, verdict.lifecycle
    )


def _judge(new: Reading, old: Reading, rarity: Rarity) -> _Verdict:
    if _SUPPORT in (new.unit.fact.content_type, old.unit.fact.content_type):
        return _UNKNOWN
    found: set[Agreement] = set(_agreements(new, old))
    turned = turnabout(new, old, rarity)
    if turned is not None:
        found.add(turned)
    heaviest = next((verdict for agreement, verdict in _VERDICTS.items() if agreement in found), _UNKNOWN)
    if heaviest.relation == "supports" and _tell_one_event(new.unit, old.unit):
        return _Verdict("same_episode_as", "medium")
    return heaviest


def _agreements(new: Reading, old: Reading) -> Iterator[Agreement]:
    for newer, older in product(new.claims, old.claims):
        if newer.speaker == older.speaker and not _is_same_telling(newer, older):
            yield relation_of(newer, older)


def _is_same_telling(newer: Claim, older: Claim) -> bool:
    """Say whether two units hold one clause of one turn, as where their spans overlap."""
    return (newer.session, newer.turn, newer.words) == (older.session, older.turn, older.words)


def _tell_one_event(new: FTAUnit, old: FTAUnit) -> bool:
    return not any(slot_uses(claim) for claim in (*new.claims, *old.claims))
