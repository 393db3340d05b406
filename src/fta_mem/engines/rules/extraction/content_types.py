"""What kind of situation a unit holds and when it points to, by its claims (labels of Figure 7)."""

from typing import Final

from fta_mem.engines.rules.extraction.participants import main_claims
from fta_mem.engines.rules.extraction.tellings import Telling
from fta_mem.engines.rules.extraction.wording_cues import is_guess, is_risk
from fta_mem.state.claims import Claim
from fta_mem.state.labels import ContentType, TimeOrientation
from fta_mem.text.word_lists import words

_BETWEEN_PEOPLE: Final = words(
    "break_up split_up split marry divorce separate propose engage cheat argue fight quarrel fall_out make_up "
    "reconcile "
    "reconnect date meet leave dump ghost unfriend move_in move_out die pass_away be_born lose_contact lose_touch kiss "
    "hug adopt row reject betray"
)
_STATUS: Final = words("married engaged divorced separated pregnant together")
_FEELING_VERBS: Final = words("feel be become hurt ache suffer struggle miss worry cope sleep")
_UNCERTAIN: Final = ("possible", "imagined", "conditional", "nearly")


def content_type_of(telling: Telling) -> ContentType:
    """Return the situation type of a unit, told by its claims; what sounds of danger is a signal, denied or not."""
    told = " ".join(line.text for line in telling.lines)
    asked = " ".join(line.text for part in telling.parts if part.asks for line in part.lines)
    if telling.kind == "told" and (is_risk(told) or is_risk(asked)):
        return "risk_signal"
    if telling.kind == "question" or telling.told[0].utterance.is_supporter:
        return _support_type(telling, told)
    return _own_type(main_claims(telling))


def _support_type(telling: Telling, told: str) -> ContentType:
    """Tell a supporter's hypothesis from other support."""
    if telling.kind == "question":
        return "support_interaction"
    advises = any(line.kind == "advice" for line in telling.lines)
    return "belief_candidate" if not advises and is_guess(told) else "support_interaction"


def _own_type(claims: list[Claim]) -> ContentType:
    if not claims:
        return "general_fact"
    held = [claim for claim in claims if claim.is_so or claim.actuality == "reported"]
    if any(is_between_people(claim) for claim in held):
        return "relationship_event"
    claims = [claim for claim in claims if not _governs(claim, claims)] or claims
    first = claims[0]
    if first.actuality == "planned" or (not held and any(claim.actuality == "planned" for claim in claims)):
        return "homework_or_plan"
    if not held:
        return "current_state" if first.actuality == "wished" else "belief_candidate"
    if any(claim.actuality in _UNCERTAIN for claim in claims) and held[0].predicate in (
        "think",
        "believe",
        "guess",
        "suppose",
    ):
        return "belief_candidate"
    if any(claim.past or claim.perfect for claim in held):
        return "event"
    return "current_state" if any(_is_state(claim) for claim in held) else "general_fact"


def _governs(claim: Claim, claims: list[Claim]) -> bool:
    """Say whether a claim only leads to what is planned or wished ("I have to", "I wish")."""
    return any(
        other is not claim and other.actuality in ("planned", "wished") and claim.object and other.words in claim.object
        for other in claims
    )


def is_between_people(claim: Claim) -> bool:
    """Say whether a claim tells what happened between people: a quarrel, a wedding, a death."""
    key = claim.predicate.replace(" ", "_")
    if claim.object.startswith("to "):
        return False  # "dying to see it"
    if claim.object in _STATUS and claim.predicate in ("be", "become"):
        return claim.predicate == "become" or claim.past or claim.perfect
    if key not in _BETWEEN_PEOPLE:
        return False
    return (
        bool(claim.people)
        or key in ("die", "pass_away", "divorce", "break_up", "split_up")
        or claim.object.lower().startswith(("someone", "a ", "him", "her"))
    )


def _is_state(claim: Claim) -> bool:
    """Say whether a claim tells how somebody is at present."""
    if claim.actuality == "habitual" and claim.predicate not in ("feel",):
        return False
    return (
        claim.predicate in _FEELING_VERBS
        and not claim.past
        and (
            claim.predicate != "be" or claim.object[:1].islower() and not claim.object.startswith(("a ", "an ", "the "))
        )
    )


def tenses_of(telling: Telling) -> frozenset[TimeOrientation]:
    """Return the orientations that a unit's claims show."""
    found: set[TimeOrientation] = set()
    for claim in main_claims(telling):
        if claim.actuality in ("planned", "wished") and not claim.past:
            found.add("future")
        elif claim.past or claim.perfect:
            found.add("past")
        else:
            found.add("present")
    return frozenset(found)
