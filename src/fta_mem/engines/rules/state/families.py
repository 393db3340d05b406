"""Families of slots: how a clause's grammar tells which slot it is about.

Each family reads a claim and gives what it finds; a family says nothing where the grammar doesn't show its slot.
Single-valued slots have a plain name ("home", "work", "dose:sertraline"); a slot that merely holds or doesn't is
named by its predicate and the head of its object ("like:swim").
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from fta_mem.engines.rules.state.lexicon import MOODS, PASSING, Aspect, aspect_of, concept_of, sense_of
from fta_mem.engines.rules.state.noun_phrases import (
    bare,
    freshness,
    head_of,
    is_name,
    numbers_in,
    owner_and_noun,
    same_person,
)
from fta_mem.state.claims import Claim
from fta_mem.text.word_lists import entries, words

ANY: Final = "*"
"""The predicate of a slot whose verb isn't told: "quit sugar" ends whatever was done with sugar."""

_COPULAS: Final = words("be become stay remain")
_ROLES: Final = entries(
    "therapist,counsellor,counselor,psychologist,psychiatrist,doctor,gp,dentist,nurse,midwife,social worker,boss,"
    "manager,supervisor,line manager,landlord,landlady,tutor,coach,mentor,sponsor,lawyer,solicitor,boyfriend,"
    "girlfriend,partner,husband,wife,spouse,fiance,fiancee,fiancé,fiancée,best friend,flatmate,roommate,housemate,"
    "emergency contact"
)
_ATTRIBUTES: Final = entries(
    "phone number,number,mobile number,mobile,email,email address,address,postcode,name,surname,last name,nickname,"
    "password,pin,birthday,date of birth,age,job,dose,dosage,shift,shifts,hours,working hours,rent,salary,wage,weight,"
    "diagnosis,major,car,bank,religion,pronouns,star sign,blood group,blood type,shoe size,postal address,rota"
)
_THINGS: Final = words("car job bank major")
_PARTNERS: Final = words("boyfriend girlfriend partner husband wife spouse fiance fiancee fiancé fiancée")
_STATUSES: Final = words("single married engaged divorced separated widowed dating together")
_TOGETHER: Final = {"marry": "married", "divorce": "divorced", "get married": "married", "get engaged": "engaged"}
_PARTING: Final = entries("break up, split up, split, separate, divorce, dump, be dumped, be over")
_HOMES: Final = words("live reside dwell stay settle move relocate") | {
    "move in", "move out", "move back", "move away", "move into", "move home", "settle in", "settle down", "be based",
}  # fmt: skip
_LEAVING_HOME: Final = frozenset({"move out", "move away"})
_LOSING_WORK: Final = frozenset(
    {"be fired", "be sacked", "be laid off", "be let go", "be made redundant", "retire", "resign"}
)
_TAKING_WORK: Final = words("get take start begin land accept find")
_ENDING_WORK: Final = words("quit leave lose resign drop") | {"give up", "pack in", "jack in", "hand in"}
_WORK_NOUNS: Final = words("job post position work")
_OCCUPATIONS: Final = words(
    "nurse teacher doctor driver cook chef barista waiter waitress plumber electrician carpenter lawyer solicitor "
    "accountant engineer programmer developer designer architect carer midwife paramedic firefighter soldier pilot "
    "librarian cleaner receptionist secretary mechanic baker butcher gardener farmer journalist writer editor painter "
    "musician actor hairdresser vet pharmacist physiotherapist psychologist counsellor manager lecturer professor "
    "researcher scientist cashier postman courier builder welder tailor student apprentice freelancer consultant"
)
_EVENTS: Final = words(
    "appointment surgery operation wedding funeral party trip flight exam test midterm interview hearing meeting "
    "session therapy scan checkup holiday visit concert marathon race graduation christening birthday ceremony class "
    "course lesson viewing move delivery review assessment consultation treatment deadline date game match performance "
    "rehearsal festival reunion dinner lunch retreat conference workshop election date"
)
_ARRANGING: Final = words("book make arrange schedule reserve set fix have plan confirm organise organize get") | {
    "sign up", "set up", "be scheduled", "be booked",
}  # fmt: skip
_FUNCTIONAL: Final = words("drive study major attend support rent own")
_OWNING: Final = words("have own keep get buy adopt acquire inherit sell lose rehome be") | {
    "give away", "get rid", "be sold", "be stolen",
}  # fmt: skip
_USING: Final = words("take be use")
_NEEDING_MORE: Final = words("attend come want take use stop bring keep hold")
"""Verbs that say nothing of a habit without what they go with."""
_LIKING: Final = "like"


@dataclass(frozen=True, slots=True)
class Found:
    """A slot that a family sees in a claim, before its kind is told."""

    holder: str
    slot: str
    value: str = ""
    aspect: Aspect = ""


def attribute(claim: Claim) -> Iterator[Found]:
    """Read "Ana's therapist is Dr Weiss", "Ana's sister is called Helen", "Helen is Ana's boss"."""
    owner, noun = owner_and_noun(claim.subject)
    aspect = aspect_of(claim.predicate)
    if claim.predicate == "be called":
        yield Found(claim.subject, "name", claim.object)
    if owner and _is_single(noun) and (claim.predicate in (*_COPULAS, "be called") or aspect == "changes"):
        value = _attributed(claim)
        if _may_be(bare(noun), value):
            yield Found(owner, slot_name(noun), value, _fresh(noun, aspect))
    elif owner and claim.predicate == "be" and is_name(claim.object) and not claim.place:
        yield Found(claim.subject, "name", claim.object)
    owner, noun = owner_and_noun(claim.object)
    if owner and claim.predicate in _COPULAS and bare(noun) in _ROLES and not same_person(owner, claim.subject):
        yield Found(owner, slot_name(noun), claim.subject, _fresh(noun, ""))


def _attributed(claim: Claim) -> str:
    places = (text for prep, text in claim.obliques if prep in ("to", "at", "in"))
    return claim.object or claim.amount or next(places, claim.place)


def _may_be(noun: str, value: str) -> bool:
    """Say whether a value can be somebody's therapist or car: "nice" is none; a question leaves it empty."""
    if not value or (noun not in _ROLES and noun not in _THINGS):
        return True
    return is_name(value) or (noun in _THINGS and value.casefold().startswith(("a ", "an ", "the ")))


def _is_single(noun: str) -> bool:
    plain = bare(noun)
    return plain in _ROLES or plain in _ATTRIBUTES or plain.startswith(("favourite ", "favorite "))


def slot_name(noun: str) -> str:
    """Return the slot of an attribute or a role ("new GP" is "doctor", "favourite colour" stays)."""
    plain = bare(noun)
    return sense_of(plain) if plain in _ROLES else plain.replace("favorite", "favourite").replace("color", "colour")


def _fresh(noun: str, aspect: Aspect) -> Aspect:
    return "begins" if freshness(noun) == "new" else "ends" if freshness(noun) == "old" else aspect


def partner(claim: Claim) -> Iterator[Found]:
    """Read "single", "got engaged to Theo", "broke up with Theo", "has a boyfriend"."""
    holder, other = _couple(claim)
    status = _status(claim)
    if claim.predicate in _PARTING and (other or claim.predicate.endswith(" up")):
        yield Found(holder, "partner", other, "ends")
        yield Found(holder, "relationship", "", "ends")
    elif status:
        aspect: Aspect = "" if claim.predicate.split(" ")[0] == "be" else "begins"
        yield Found(holder, "relationship", status, aspect)
        if other and status not in ("single", "divorced", "separated", "widowed"):
            yield Found(holder, "partner", other, aspect)
    elif claim.predicate in _OWNING and head_of(claim.object) == "partner" and claim.predicate != "be":
        name = claim.object.split()[-1]
        yield Found(claim.subject, "partner", name if is_name(name) else "", aspect_of(claim.predicate))
    elif claim.predicate in ("date", "go out") and other:
        yield Found(holder, "partner", other)


def _couple(claim: Claim) -> tuple[str, str]:
    """Return whose partner is told and who that is; "Theo and Ana broke up", told by Ana, is Ana's."""
    named = [text for prep, text in claim.obliques if prep in ("with", "to", "from")] + [claim.object]
    sides = [part.strip() for part in claim.subject.split(" and ")]
    holder = claim.speaker if claim.speaker in sides else sides[0]
    others = [*(side for side in sides if side != holder), *(name for name in named if is_name(name)), *claim.people]
    return holder, next((name for name in others if name and name != holder), "")


def _status(claim: Claim) -> str:
    if claim.predicate in _TOGETHER:
        return _TOGETHER[claim.predicate]
    plain = bare(claim.object)
    participle = claim.predicate.removeprefix("be ")
    if participle in ("married", "engaged", "divorced", "separated", "widowed"):
        return participle
    return plain if claim.predicate in _COPULAS and plain in _STATUSES else ""


def home(claim: Claim) -> Iterator[Found]:
    """Read "lives in Ghent", "moved to Ghent", "moved out", "lives with Mara"."""
    if claim.predicate not in _HOMES or (claim.predicate == "move" and claim.object):
        return
    if claim.predicate == "stay" and claim.actuality != "habitual":
        return
    leaving = claim.predicate in _LEAVING_HOME
    aspect: Aspect = (
        "ends" if leaving else "begins" if claim.predicate not in ("live", "reside", "dwell", "stay") else ""
    )
    places = [text for prep, text in claim.obliques if prep in ("in", "at", "to", "into", "on", "near")]
    value = _left(claim) if leaving else claim.place or next(iter(places), "")
    company = next((text for prep, text in claim.obliques if prep == "with"), "")
    if value or not company:
        yield Found(claim.subject, "home", value, aspect)
    if company:
        yield Found(claim.subject, "lives with", company, aspect)


def _left(claim: Claim) -> str:
    return next((text for prep, text in claim.obliques if prep in ("of", "from")), claim.place)


def work(claim: Claim) -> Iterator[Found]:
    """Read "works at the library as a clerk", "quit her job", "was laid off", "is a nurse"."""
    where = claim.place or next((text for prep, text in claim.obliques if prep in ("at", "for", "in", "with")), "")
    as_what = next((text for prep, text in claim.obliques if prep == "as"), "")
    aspect = aspect_of(claim.predicate)
    job = head_of(claim.object) in _WORK_NOUNS
    if claim.predicate == "work":
        if where or not as_what:
            yield Found(claim.subject, "work", where)
        if as_what:
            yield Found(claim.subject, "occupation", as_what)
    elif claim.predicate in _LOSING_WORK or (job and claim.predicate in _ENDING_WORK):
        yield Found(claim.subject, "work", where, "ends")
        yield Found(claim.subject, "occupation", as_what, "ends")
    elif job and claim.predicate in (*_TAKING_WORK, "have"):
        yield Found(claim.subject, "work", where, "" if claim.predicate == "have" else "begins")
    elif (
        claim.predicate in _COPULAS and head_of(claim.object) in _occupations() and not owner_and_noun(claim.object)[0]
    ):
        yield Found(claim.subject, "occupation", claim.object, aspect)


def _occupations() -> frozenset[str]:
    return frozenset(concept_of(word)[0] for word in _OCCUPATIONS)


def amount(claim: Claim) -> Iterator[Found]:
    """Read "is on 20 mg of sertraline", "drinks one can a day", "is 27"."""
    if claim.past and claim.actuality != "habitual" and not claim.phase:
        return
    if claim.predicate == "be" and not claim.obliques and (_is_age(claim.amount) or _is_age(claim.object)):
        yield Found(claim.subject, "age", claim.amount or claim.object)
        return
    substance = claim.object or next((text for prep, text in claim.obliques if prep in ("of", "on")), "")
    if claim.amount and substance and head_of(substance):
        yield Found(claim.subject, f"amount:{head_of(substance)}", claim.amount, _raising(claim))
    elif claim.amount and claim.predicate not in _COPULAS and not claim.object:
        yield Found(claim.subject, f"amount:{concept_of(claim.predicate)[0]}", claim.amount, _raising(claim))


def _is_age(text: str) -> bool:
    plain = text.casefold()
    counted = numbers_in(plain)
    return len(counted) == 1 and (plain == counted[0] or "year" in plain or plain.isalpha())


def _raising(claim: Claim) -> Aspect:
    return "changes" if aspect_of(claim.predicate) == "changes" else ""


def when(claim: Claim) -> Iterator[Found]:
    """Read "the surgery is on 3 June", "they moved the operation to Monday", "the trip was cancelled"."""
    about, aspect = "", aspect_of(claim.predicate)
    if claim.predicate in ("be", "take place", "happen") and not claim.object:
        about = claim.subject if claim.time else ""
    elif aspect in ("changes", "ends"):
        about = claim.object or (claim.subject if claim.predicate.startswith(("be ", "fall ")) else "")
    elif claim.predicate in _ARRANGING and claim.time:
        about = claim.object or next((text for prep, text in claim.obliques if prep == "for"), "")
    owner, noun = owner_and_noun(about)
    if about and head_of(noun) in _event_heads():
        yield Found(owner or claim.speaker, f"when:{head_of(noun)}", claim.time if aspect != "ends" else "", aspect)


def _event_heads() -> frozenset[str]:
    return frozenset(concept_of(word)[0] for word in _EVENTS)


def functional(claim: Claim) -> Iterator[Found]:
    """Read "drives a Volvo", "sees Dr Amari": one object at a time."""
    if claim.past and claim.actuality != "habitual":
        return
    if claim.predicate in _FUNCTIONAL and claim.object and claim.predicate != "own":
        yield Found(claim.subject, claim.predicate, claim.object)
    if claim.predicate == "see" and claim.object.casefold().startswith(("dr ", "dr. ", "doctor ")):
        yield Found(claim.subject, "doctor", claim.object)


def having(claim: Claim) -> Iterator[Found]:
    """Read "has a dog", "sold the car", "Ana's cat died"."""
    owner, noun = owner_and_noun(claim.subject)
    if claim.predicate in ("die", "pass away", "be stolen", "be sold") and owner:
        yield Found(owner, f"have:{head_of(noun)}", "", "ends")
    elif claim.predicate in _OWNING and claim.predicate != "be" and head_of(claim.object) and not _is_somebody(claim):
        aspect = aspect_of(claim.predicate) or ("begins" if claim.predicate == "get" else "")
        if claim.past and not aspect and not claim.phase:
            return
        yield Found(claim.subject, f"have:{head_of(claim.object)}", claim.object, aspect)


def _is_somebody(claim: Claim) -> bool:
    """Say whether the object is a person by name, whom one doesn't have ("got me back on the notebook")."""
    return claim.object in claim.people and is_name(claim.object)


def plain_state(claim: Claim) -> Iterator[Found]:
    """Read what holds or doesn't: "smokes", "hates swimming", "is pregnant", "goes to therapy", "quit sugar"."""
    about = claim.object or next((text for _, text in claim.obliques), claim.place)
    head = head_of(about)
    if claim.predicate in _COPULAS:
        prep = next((prep for prep, _ in claim.obliques), "") if not claim.object else ""
        if head and bare(about) not in MOODS:
            slot = "take" if prep == "on" else f"be {prep}".strip()
            yield Found(claim.subject, f"{slot}:{head}", about, "begins" if claim.predicate == "become" else "")
    elif claim.predicate not in PASSING and not claim.predicate.startswith("be "):
        yield from _doing(claim, about, head)


def _doing(claim: Claim, about: str, head: str) -> Iterator[Found]:
    """Read a habit or a lasting deed, or a verb that begins or ends whatever is done with its object."""
    concept, _ = concept_of(claim.predicate)
    aspect = aspect_of(claim.predicate) if not claim.phase else ""
    if aspect:
        named = claim.object or next((text for prep, text in claim.obliques if prep == "for"), "")
        if head_of(named) and not _is_somebody(claim):
            yield Found(claim.subject, f"{ANY}:{head_of(named)}", named, aspect)
        return
    habitual = claim.actuality == "habitual" or claim.phase != ""
    tells = bool(head) or (not about and habitual and concept not in _NEEDING_MORE)
    if tells and (not claim.past or habitual or concept == _LIKING):
        yield Found(claim.subject, f"{concept}:{head}", about)


FAMILIES: Final = (attribute, partner, home, work, amount, when, functional, having, plain_state)
