"""Who, where, which, how much: the value that holds at the time asked about, never a denied or imagined one."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from fta_mem.engines.rules.answering.evidence import Evidence, Statement
from fta_mem.engines.rules.answering.matching import fits
from fta_mem.engines.rules.answering.verdicts import OVER, UNSAID
from fta_mem.engines.rules.state.holding import SlotState, state_at
from fta_mem.engines.rules.state.slots import SlotUse, slot_use
from fta_mem.state.claims import Asked, Claim, Wanted
from fta_mem.text.content_words import content_stems, word_set, words_of
from fta_mem.text.grammar import parse

_VAGUE: Final = word_set(
    "it this that these those something someone somebody somewhere there here one them everything everyone nobody"
)
_WHO: Final = word_set("who whom whose person people")
_PERSON_LABELS: Final = frozenset({"PERSON", "ORG", "NORP"})


@dataclass(frozen=True, slots=True)
class Value:
    """The words that fill what is asked for, and the statements that say them."""

    text: str
    by: tuple[Statement, ...]


def find_value(asked: Asked, evidence: Evidence, *, before: bool = False, several: bool = False) -> Value | None:
    """Return the value of the slot that is asked for, else what a statement that fits the question fills in.

    ``before`` asks for what held earlier, ``several`` for all that fit.
    """
    if asked.wanted not in FILLERS:
        return None
    return _of_slot(asked, evidence, before) or (None if before else _of_claims(asked, evidence, several))


def _of_slot(asked: Asked, evidence: Evidence, before: bool) -> Value | None:
    use = slot_use(asked.claim)
    # Where the question names the value itself, it asks for something else.
    if use is None or not use.holder or use.value:
        return None
    state = state_at(evidence.claims, use.holder, use.slot, evidence.asked_day, evidence.said_on)
    found = _chosen(asked, state, before)
    by = evidence.statement_of(found.claim) if found is not None else None
    if found is None or by is None or not _tells(found.value, asked):
        return None
    return Value(found.value, (by,))


def _chosen(asked: Asked, state: SlotState, before: bool) -> SlotUse | None:
    if before:
        return state.before[0] if state.before else None
    if asked.claim.actuality == "planned":
        return state.planned[-1] if state.planned else None
    # "Where did he work?" means what held last, where nothing holds any more.
    if asked.claim.past and state.now is None:
        return state.before[0] if state.before else None
    return state.now


def _of_claims(asked: Asked, evidence: Evidence, several: bool) -> Value | None:
    """Return what the newest fitting statement fills in, or what all of them do."""
    filled: dict[str, Statement] = {}
    for statement in fitting(asked, evidence):
        text = FILLERS[asked.wanted](asked, statement.claim)
        if _tells(text, asked) and _is_of_kind(text, asked, evidence):
            filled.setdefault(text, statement)
    if not filled:
        return None
    if several:
        return Value(", ".join(reversed(filled)), tuple(reversed(filled.values())))
    text, statement = next(iter(filled.items()))
    return Value(text, (statement,))


def fitting(asked: Asked, evidence: Evidence) -> Iterator[Statement]:
    """Yield the statements that say what the question names and that still stand, newest first."""
    over = UNSAID if asked.claim.past else OVER
    for statement in reversed(evidence.statements):
        if fits(statement.claim, asked) and not evidence.is_taken_back(statement, over):
            yield statement


def _subject(asked: Asked, claim: Claim) -> str:
    return claim.subject


def _object(asked: Asked, claim: Claim) -> str:
    if asked.preposition:
        return next((text for preposition, text in claim.obliques if preposition == asked.preposition), "")
    return claim.object


def _place(asked: Asked, claim: Claim) -> str:
    return claim.place


def _amount(asked: Asked, claim: Claim) -> str:
    return claim.amount


def _reason(asked: Asked, claim: Claim) -> str:
    return claim.reason


FILLERS: Final[dict[Wanted, Callable[[Asked, Claim], str]]] = {
    "subject": _subject,
    "object": _object,
    "place": _place,
    "amount": _amount,
    "count": _amount,
    "reason": _reason,
}


def _tells(text: str, asked: Asked) -> bool:
    """Say whether a text names something that the question doesn't."""
    words = words_of(text)
    if not words or all(word in _VAGUE for word in words):
        return False
    known = frozenset(content_stems(asked.claim.words))
    return bool(frozenset(content_stems(text)) - known) or any(word.isdigit() for word in words)


def _is_of_kind(text: str, asked: Asked, evidence: Evidence) -> bool:
    """Say whether a text can be what "who" asks for: a person whom the case knows, or a name."""
    if asked.kind not in _WHO:
        return True
    return bool(evidence.people.resolve(text)) or any(each.label in _PERSON_LABELS for each in parse(text).entities)
