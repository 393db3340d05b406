"""Agreement: how a newer claim stands to an older one, and what a claim says to a yes/no question."""

import re
from itertools import product
from typing import Final, Literal

from fta_mem.engines.rules.state.lexicon import CALLING_OFF, PUTTING_OFF, SAYING, are_opposite, concept_of
from fta_mem.engines.rules.state.noun_phrases import (
    bare,
    head_of,
    is_name,
    is_told,
    numbers_in,
    same_person,
    same_value,
    value_stems,
)
from fta_mem.engines.rules.state.slots import EMPTYING, FILLING, SlotUse, same_slot, slot_uses
from fta_mem.state.claims import Claim

Agreement = Literal[
    "agrees",
    "adds_detail",
    "denies",
    "ends",
    "replaces",
    "restores",
    "corrects",
    "completes",
    "cancels",
    "postpones",
    "unrelated",
]
"""``agrees``: the same said again; ``ends``: it held and no longer does; ``replaces``: the slot has another value now;
``restores``: what was denied, refused or ended holds after all; ``corrects``: the older was never so; ``completes``,
``cancels``, ``postpones``: what came of the older one's plan."""
_COPULAS: Final = frozenset({"be", "become", "have", "be called"})
_UNTOLD: Final = ("wished", "imagined", "conditional", "nearly", "possible", "asked", "reported")
_TAKEN_BACK: Final = re.compile(
    r"\b(?:i meant|meant to say|i mean|i lied|not true|wasn['’]t true|(?:was|been) wrong|mistaken|mixed up|"
    r"made (?:it|that) up|wasn['’]t (?:straight|honest)|correction|turns out|truth is|to be honest|actually|in fact)\b",
    re.IGNORECASE,
)
_MENDED: Final = re.compile(r"\b(?:not|wait|sorry|oops|typo)\b|\*", re.IGNORECASE)
"""What a correction of another turn holds, which says the earlier claim again with the right part."""


def relation_of(newer: Claim, older: Claim) -> Agreement:
    """Say how a newer claim stands to an older one; "unrelated" wherever it is not certain."""
    # What nobody says is so changes nothing, and nothing changes it.
    if newer.actuality in _UNTOLD or older.actuality in _UNTOLD:
        return "unrelated"
    # Slots know ends and other values; two deeds are only compared where no slot has an opinion.
    for new, old in product(slot_uses(newer), slot_uses(older)):
        found = _in_slot(new, old) if same_slot(new, old) else _across_slots(new, old)
        if found != "unrelated":
            return found
    return _called_off(newer, older) or _of_deeds(newer, older)


def topics_of(claim: Claim) -> frozenset[str]:
    """Return what a claim can agree about with another: its slots, their things, its verb; none shared, unrelated."""
    uses = slot_uses(claim)
    things = {use.slot.partition(":")[2] or use.slot for use in uses}
    states = {"be:"} if any(use.slot.startswith("be:") for use in uses) else set()
    plans = {"plan:"} if claim.actuality == "planned" or claim.predicate in CALLING_OFF | PUTTING_OFF else set()
    return frozenset(things | states | plans | {concept_of(claim.predicate)[0]})


def _called_off(newer: Claim, older: Claim) -> Agreement | None:
    """Read "we cancelled the trip to Malta" against "we are flying to Malta": a plan is named by what it is about."""
    if older.actuality != "planned" or not _is_so(older) or newer.polarity == "denied" or newer.actuality == "planned":
        return None
    if newer.predicate not in CALLING_OFF | PUTTING_OFF:
        return None
    about = newer.object or newer.subject
    if not head_of(about):
        return None
    named = head_of(about) in (head_of(older.object), concept_of(older.predicate)[0])
    moving = head_of(about) == "journey" and concept_of(older.predicate)[0] in ("attend", "take")
    if not (named or moving) or _differ(newer.place, older.place):
        return None
    return "cancels" if newer.predicate in CALLING_OFF else "postpones"


def _differ(one: str, other: str) -> bool:
    return bool(one and other) and not same_value(one, other)


def takes_back(claim: Claim) -> bool:
    """Say whether a claim's own words take something back ("actually", "I meant", "that wasn't true")."""
    mended = claim.question_turn is not None and _MENDED.search(claim.words) is not None
    return mended or "actually" in claim.adverbs or _TAKEN_BACK.search(claim.words) is not None


def _in_slot(new: SlotUse, old: SlotUse) -> Agreement:
    one = new.is_plain or value_is_same(new, old)
    if old.kind == "planned":
        return _of_plan(new, old, one)
    if old.kind == "planned_end":
        return "completes" if new.kind == "ends" else "unrelated"
    if old.kind in FILLING:
        return _of_filled(new, old, one)
    # Only what was denied or ended can be restored: another value says nothing of it.
    if old.kind in EMPTYING and (one or not old.value):
        return _of_emptied(new, old)
    return "unrelated"


def _of_plan(new: SlotUse, old: SlotUse, one: bool) -> Agreement:
    if new.kind in FILLING:
        return "completes" if one else "replaces" if new.value else "unrelated"
    if new.kind in (*EMPTYING, "planned_end"):
        return "cancels" if one or not new.value else "unrelated"
    if new.kind == "planned" and not one and new.value and old.value:
        return "replaces"
    if not one:
        return "unrelated"
    return "agrees" if _days_agree(new.claim, old.claim) else "postpones"


def _of_filled(new: SlotUse, old: SlotUse, one: bool) -> Agreement:
    if new.kind in FILLING:
        if one:
            # Said again in more words it is the same thing, not a change.
            return "adds_detail" if len(value_stems(new.value)) > len(value_stems(old.value)) else "agrees"
        return _replacing(new, old)
    if new.kind == "ends":
        return "ends" if one or not new.value else "unrelated"
    if new.kind == "denied":
        return "denies" if one else "unrelated"
    return "unrelated"


def _of_emptied(new: SlotUse, old: SlotUse) -> Agreement:
    if new.kind in (*FILLING, "planned") and (new.is_plain or new.value):
        return "restores" if new.is_plain or old.value else "unrelated"
    return "agrees" if new.kind == old.kind else "unrelated"


def _replacing(new: SlotUse, old: SlotUse) -> Agreement:
    """Another value takes a slot only where the two are of one kind: two places, two amounts of one unit, two names."""
    if not (is_told(new.value) and is_told(old.value)) or not _are_comparable(new, old):
        return "unrelated"
    # An event that is moved was planned right: nothing that was said before was wrong.
    if new.slot.startswith("when:") and new.kind == "changes":
        return "postpones"
    return "corrects" if takes_back(new.claim) and new.kind == "holds" else "replaces"


def _are_comparable(new: SlotUse, old: SlotUse) -> bool:
    # A verb of change, or "now", says itself that the slot is filled anew; otherwise two values may hold side by side.
    if new.kind in ("begins", "changes") or new.claim.adverbs and "now" in new.claim.adverbs:
        return True
    if new.slot.startswith("amount:"):
        return bool(numbers_in(new.value) and numbers_in(old.value)) and _unit(new.value) == _unit(old.value)
    # Leeds takes the place of Bristol, but "a small flat" of neither: one can live in both.
    return is_name(bare_case(new.value)) == is_name(bare_case(old.value))


def bare_case(value: str) -> str:
    """Return a value without its article, with its capitals."""
    return re.sub(r"^(?:the|a|an|my|his|her|their|our)\s+", "", value, flags=re.IGNORECASE)


def _unit(value: str) -> frozenset[str]:
    return value_stems(value) - set(numbers_in(value))


def value_is_same(new: SlotUse, old: SlotUse) -> bool:
    """Say whether two uses of one slot name one value; for the day of an event, one interval."""
    if new.slot.startswith("when:") and new.claim.start and old.claim.start:
        return (new.claim.start, new.claim.end) == (old.claim.start, old.claim.end)
    return bool(new.value and old.value) and same_value(new.value, old.value)


def _across_slots(new: SlotUse, old: SlotUse) -> Agreement:
    """Two states that exclude each other ("single", then "married") are kept under two names."""
    if not same_person(new.holder, old.holder) or not (new.slot.startswith("be:") and old.slot.startswith("be:")):
        return "unrelated"
    if new.kind in FILLING and old.kind in FILLING and are_opposite(bare(new.value), bare(old.value)):
        return "corrects" if takes_back(new.claim) else "replaces"
    return "unrelated"


def _of_deeds(newer: Claim, older: Claim) -> Agreement:
    """Compare two deeds: a plan and its outcome, an intention given up, a deed denied or told again."""
    if not is_same_deed(newer, older):
        return "unrelated"
    done, was_done = _is_so(newer), _is_so(older)
    if older.actuality == "planned":
        return _outcome(newer, older, done) if was_done else ("restores" if done else "agrees")
    if newer.actuality == "planned":
        return "unrelated"
    # The same deed on another day is another deed, and no news of the first.
    if done == was_done:
        return "agrees" if newer.predicate == older.predicate and _days_agree(newer, older) else "unrelated"
    return "restores" if done else "denies"


def _outcome(newer: Claim, older: Claim, done: bool) -> Agreement:
    if not done:
        return "cancels"
    if newer.actuality != "planned":
        return "completes"
    return "agrees" if _days_agree(newer, older) else "postpones"


def _is_so(claim: Claim) -> bool:
    return (claim.polarity == "asserted") == (concept_of(claim.predicate)[1] > 0)


def _days_agree(newer: Claim, older: Claim) -> bool:
    if newer.start is None or older.start is None or newer.end is None or older.end is None:
        return True
    return newer.start <= older.end and older.start <= newer.end


def is_same_deed(one: Claim, other: Claim) -> bool:
    """Say whether two claims tell one predicate of one subject, with parts that agree; one part at least is shared."""
    if not is_told(one.subject) or not same_person(one.subject, other.subject):
        return False
    if one.predicate in _COPULAS | SAYING or concept_of(one.predicate)[0] != concept_of(other.predicate)[0]:
        return False
    return parts_agree(one, other) is True


def parts_agree(one: Claim, other: Claim) -> bool | None:
    """Say whether the parts of two claims agree: False where an object or place differs, None where none is shared."""
    shared = None
    for mine, theirs in ((one.object, other.object), (one.place, other.place)):
        if is_told(mine) and is_told(theirs):
            if head_of(mine) != head_of(theirs) and not same_person(mine, theirs) and not same_value(mine, theirs):
                return False
            shared = True
    same_time = (
        one.start is not None and (one.start, one.end) == (other.start, other.end) and not (one.object or other.object)
    )
    return shared or (True if same_time or _others(one) & _others(other) else None)


def _others(claim: Claim) -> frozenset[str]:
    told = [*claim.people, *(text for _, text in claim.obliques), claim.place, claim.object]
    return frozenset(head_of(text) for text in told if is_told(text) and text not in (claim.subject, claim.speaker))


def settles(claim: Claim, question: Claim) -> bool | None:
    """Say whether a claim makes a yes/no question true or false; None where it settles nothing.

    The question's claim names what must agree; its empty parts match anything. A plan settles nothing that is asked
    of what happened.
    """
    if claim.actuality in _UNTOLD or (claim.actuality == "planned") != (question.actuality == "planned"):
        return None
    for use, asked in product(slot_uses(claim), slot_uses(question)):
        if same_slot(use, asked):
            found = _settled_by_slot(use, asked)
            if found is not None:
                # "Doesn't she live here?" is settled by the same claim as "Does she?", the other way round.
                return found if _is_so(question) or asked.kind != "denied" else not found
    if is_same_deed(claim, question):
        return _is_so(claim) == _is_so(question)
    return None


def _settled_by_slot(use: SlotUse, asked: SlotUse) -> bool | None:
    one = use.is_plain or not asked.value or (bool(use.value) and same_value(use.value, asked.value))
    if use.kind in (*FILLING, "planned"):
        return True if one else False if use.value and asked.value and _are_comparable(asked, use) else None
    if use.kind in EMPTYING:
        return False if one or not use.value else None
    return None
