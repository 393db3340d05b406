"""What holds at a day, what held before, what is planned: a slot's history read from claims in order of their days."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from fta_mem.engines.rules.state.agreement import relation_of, takes_back, value_is_same
from fta_mem.engines.rules.state.contrast import taken_up
from fta_mem.engines.rules.state.families import ANY
from fta_mem.engines.rules.state.noun_phrases import same_person, value_stems
from fta_mem.engines.rules.state.slots import FILLING, SlotUse, slot_uses
from fta_mem.state.claims import Claim


@dataclass(frozen=True, slots=True)
class SlotState:
    """A slot at a day: ``now`` is what holds (None: nothing is known to), ``since`` its ISO day where known.

    ``ended`` is what ended or denied it where nothing holds; ``before`` what held earlier, newest first; ``planned``
    what is meant to come; ``detail`` further claims that agree with ``now``.
    """

    now: SlotUse | None = None
    since: str | None = None
    ended: SlotUse | None = None
    before: tuple[SlotUse, ...] = ()
    planned: tuple[SlotUse, ...] = ()
    detail: tuple[SlotUse, ...] = ()


def state_at(
    claims: Sequence[Claim], holder: str, slot: str, day: str | None = None, said_on: Mapping[str, str] | None = None
) -> SlotState:
    """Return what is known of a holder's slot at a day (None: as of all that was said).

    ``said_on`` gives each session's ISO day; claims count in order of their own day where they tell a change, else
    of the day they were said on. A correction replaces at once; detail isn't replacement.
    """
    said = said_on or {}
    uses = [use for claim in taken_up(claims) for use in slot_uses(claim) if _is_of(use, holder, slot)]
    dated = sorted(((_day_of(use, said), place, use) for place, use in enumerate(uses)), key=lambda item: item[:2])
    state = SlotState()
    for when, _, use in dated:
        if day is None or when <= day:
            state = _after(state, use, when)
    return state


def _is_of(use: SlotUse, holder: str, slot: str) -> bool:
    if not same_person(use.holder, holder):
        return False
    about = use.slot.partition(":")[2]
    return use.slot == slot or (bool(about) and use.slot.startswith(ANY) and slot.partition(":")[2] == about)


def _day_of(use: SlotUse, said: Mapping[str, str]) -> str:
    """Return the day from which a use counts; a change counts from its own day, a statement from when it is made."""
    spoken = said.get(use.claim.session, "")[:10]
    # An event's day is what fills its slot: it says nothing of when the telling counts.
    changed = use.kind in ("begins", "changes", "ends") and use.claim.start and not use.slot.startswith("when:")
    return (use.claim.start or spoken)[:10] if changed else spoken


def _after(state: SlotState, use: SlotUse, when: str) -> SlotState:
    """Return the state once one more use is known."""
    if use.kind in FILLING:
        return _filled(state, use, when)
    if use.kind in ("planned", "planned_end"):
        return replace(state, planned=(*state.planned, use))
    if use.kind == "held":
        return state if _known(state, use) else replace(state, before=(*state.before, use))
    return _emptied(state, use)


def _filled(state: SlotState, use: SlotUse, when: str) -> SlotState:
    # Once the slot is filled, plans to fill it came true or were dropped; a plan to end it still stands.
    planned = tuple(plan for plan in state.planned if plan.kind == "planned_end")
    if state.now is None:
        return replace(state, now=use, since=when or None, ended=None, planned=planned, detail=())
    relation = relation_of(use.claim, state.now.claim)
    if _agrees(use, state.now):
        newest = use if len(value_stems(use.value)) >= len(value_stems(state.now.value)) else state.now
        return replace(state, now=newest, detail=(*state.detail, state.now if newest is use else use), planned=planned)
    # What is corrected never held, so it is no answer to what held before.
    before = state.before if relation == "corrects" else (state.now, *state.before)
    return replace(state, now=use, since=when or None, ended=None, before=before, planned=planned, detail=())


def _emptied(state: SlotState, use: SlotUse) -> SlotState:
    """End or deny what holds; the end of something else than what holds leaves it standing."""
    planned = tuple(plan for plan in state.planned if use.value and not _agrees(use, plan))
    if state.now is not None and use.value and not _agrees(use, state.now):
        return replace(state, planned=planned)
    known = state.now is not None and not _never_was(use)
    before = (state.now, *state.before) if known and state.now is not None else state.before
    return replace(state, now=None, since=None, ended=use, before=before, planned=planned, detail=())


def _never_was(use: SlotUse) -> bool:
    """Say whether a denial takes back what was said ("it isn't on the 3rd") and not what once held."""
    corrected = use.slot.startswith("when:") or use.slot == "name" or takes_back(use.claim)
    return use.kind == "denied" and (corrected or use.claim.question_turn is not None)


def _agrees(use: SlotUse, other: SlotUse) -> bool:
    return use.is_plain or value_is_same(use, other)


def _known(state: SlotState, use: SlotUse) -> bool:
    known: Iterator[SlotUse] = iter((*((state.now,) if state.now else ()), *state.before))
    return any(_agrees(use, other) for other in known)
