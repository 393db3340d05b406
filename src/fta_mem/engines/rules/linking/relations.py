"""judge_relations: how a new unit relates to older ones near it (Equation 6, Figure 8), told by their claims."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product
from typing import Final, Literal

from fta_mem.engines.base import RelationJudgement, RelationRequest
from fta_mem.engines.rules.linking.everyday import EVERYDAY
from fta_mem.engines.rules.linking.outcomes import kept, missed
from fta_mem.engines.rules.linking.passages import ALONE, passages_of
from fta_mem.engines.rules.linking.reading import ReadUnit, read
from fta_mem.engines.rules.linking.turnabouts import Rarity, Turn, rarity_of, turnabout
from fta_mem.engines.rules.state.agreement import Agreement, relation_of
from fta_mem.engines.rules.state.lexicon import LASTING_STATES, concept_of
from fta_mem.engines.rules.state.slots import SlotUse, slot_uses
from fta_mem.state.claims import Claim
from fta_mem.state.labels import Completeness, Confidence, LifecycleStatus, Relation
from fta_mem.state.records import FTAUnit
from fta_mem.text.word_lists import words


@dataclass(frozen=True, slots=True)
class _Verdict:
    """What is said of a pair before it is written down."""

    relation: Relation
    confidence: Confidence
    completeness: Completeness = "unknown"
    lifecycle: LifecycleStatus = "unknown"


Finding = Agreement | Literal["follows", "retells"]
"""``follows``: a suggestion was taken up; ``retells``: one deed told again."""
_KEPT: Final = words("like have take amount")
_LASTING: Final = frozenset(concept_of(word)[0] for word in LASTING_STATES)
_ARTICLES: Final = ("a ", "an ", "the ")
MOST: Final = 2
NEARLY: Final = 0.8
_UNKNOWN: Final = _Verdict("unknown", "unknown")
_VERDICTS: Final[dict[Finding, _Verdict]] = {
    "corrects": _Verdict("updates", "high", "complete", "contradicted"),
    "replaces": _Verdict("updates", "high", "complete", "archived"),
    "ends": _Verdict("updates", "high", "complete", "archived"),
    "postpones": _Verdict("updates", "high", "complete", "archived"),
    "restores": _Verdict("updates", "medium", "complete", "archived"),
    "cancels": _Verdict("contradicts", "medium", "complete", "contradicted"),
    "denies": _Verdict("contradicts", "medium", "unknown", "contradicted"),
    "completes": _Verdict("followup_of", "medium", "complete", "completed"),
    "follows": _Verdict("followup_of", "medium"),
    "retells": _Verdict("same_episode_as", "medium"),
    "adds_detail": _Verdict("supports", "medium"),
    "agrees": _Verdict("supports", "medium"),
}
"""In order of weight: a pair of units of several claims is labelled by the change that weighs most."""


def judge_relations(request: RelationRequest) -> tuple[RelationJudgement, ...]:
    """Return a judgement for each (new, old) pair; a pair that shows no certain relation is "unknown"."""
    rows = list(_rows(request))
    judged = {unit.memory_id: unit for unit in (*request.new_units, *chain.from_iterable(rows))}
    passages = passages_of((*judged.values(), *request.beside))
    readings = {name: read(unit, passages.get(name, ALONE)) for name, unit in judged.items()}
    rarity = rarity_of(list(readings.values()))
    return tuple(
        judgement
        for new, row in zip(request.new_units, rows, strict=True)
        for judgement in _judged(readings[new.memory_id], [readings[old.memory_id] for old in row], rarity)
    )


def _rows(request: RelationRequest) -> Iterator[list[FTAUnit]]:
    """Yield the older units that each new one is judged against."""
    further = request.further or ((),) * len(request.new_units)
    for row, more in zip(request.candidates, further, strict=True):
        yield [*(unit for unit, _ in row), *more]


def _judged(new: ReadUnit, older: Sequence[ReadUnit], rarity: Rarity) -> Iterator[RelationJudgement]:
    """Judge a new unit's row; what is told in few words goes to the old units of the row that fit it best."""
    undone, carried_out = missed(new, older), kept(new, older)
    turns = _best([turnabout(new, old, rarity) for old in older])
    for old, turn in zip(older, turns, strict=True):
        found: set[Finding] = set(_agreements(new, old))
        found |= {turn.finding} if turn is not None else set()
        found |= {"cancels"} if old is undone else {"completes"} if old is carried_out else set()
        verdict = next((verdict for finding, verdict in _VERDICTS.items() if finding in found), _UNKNOWN)
        yield RelationJudgement(
            new.unit.memory_id,
            old.unit.memory_id,
            verdict.relation,
            verdict.confidence,
            verdict.completeness,
            verdict.lifecycle,
        )


def _best(turns: Sequence[Turn | None]) -> list[Turn | None]:
    """Keep of each finding the turns that tie a new unit most: two at most; of what is taken back one."""
    groups: dict[str, list[tuple[float, int]]] = {}
    for place, turn in enumerate(turns):
        if turn is not None:
            groups.setdefault("taken back" if turn.taken_back else turn.finding, []).append((turn.weight, place))
    chosen: set[int] = set()
    for group, found in groups.items():
        found.sort(reverse=True)
        near = [place for weight, place in found if weight >= NEARLY * found[0][0]]
        chosen.update(near[: 1 if group == "taken back" else MOST])
    return [turn if place in chosen else None for place, turn in enumerate(turns)]


def _agreements(new: ReadUnit, old: ReadUnit) -> Iterator[Finding]:
    if new.is_support or old.is_support:
        return
    pairs = ((newer, older) for (newer, one), (older, other) in product(new.topics, old.topics) if one & other)
    for newer, older in pairs:
        if newer.speaker == older.speaker and not _is_same_telling(newer, older) and not _is_name_in_passing(newer):
            found = relation_of(*_as_reported(newer, older))
            yield from _weighed(found, newer, older)


def _as_reported(newer: Claim, older: Claim) -> tuple[Claim, Claim]:
    """Compare what one person is quoted with twice as if it were so: a word taken back is taken back."""
    same = newer.reported_by.casefold() == older.reported_by.casefold() != ""
    if newer.actuality == older.actuality == "reported" and same:
        return replace(newer, actuality="actual"), replace(older, actuality="actual")
    return newer, older


def _is_name_in_passing(claim: Claim) -> bool:
    return claim.implied and claim.predicate == "be called"


def _weighed(found: Agreement, newer: Claim, older: Claim) -> Iterator[Finding]:
    """Yield what a pair of claims shows, where it is more than a mood, a common verb or a word in passing."""
    uses = [use for claim in (newer, older) for use in slot_uses(claim)[:1]]
    if found in ("agrees", "adds_detail"):
        if len(uses) == 2 and all(_is_kept(use) for use in uses):
            yield found
        elif not uses and concept_of(newer.predicate)[0] not in EVERYDAY:
            yield "retells"
    elif all(_may_change(use) for use in uses):
        yield found


def _is_kept(use: SlotUse) -> bool:
    """Say whether a slot is one that people keep for months, so that saying it again supports it."""
    family, _, about = use.slot.partition(":")
    habit = use.claim.actuality == "habitual" and not family.startswith("be")
    return ":" not in use.slot or ((family in _KEPT or habit) and bool(about) and about not in EVERYDAY)


def _may_change(use: SlotUse) -> bool:
    """Say whether a denial of a slot can be told from another mood or another moment."""
    family, _, about = use.slot.partition(":")
    return not family.startswith("be") or not about or about in _LASTING or use.value.casefold().startswith(_ARTICLES)


def _is_same_telling(newer: Claim, older: Claim) -> bool:
    """Say whether two units hold one clause of one turn, as where their spans overlap."""
    return (newer.session, newer.turn, newer.words) == (older.session, older.turn, older.words)
