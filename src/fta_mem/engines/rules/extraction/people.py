"""Whom a sentence is about and who takes part in it: names, kin terms, pronouns that can be resolved safely."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from fta_mem.text.grammar import Parsed, Sentence, Token
from fta_mem.text.word_lists import words

_SHE: Final = words(
    "mother mum mom mommy mama sister daughter wife girlfriend aunt auntie grandmother grandma granny nan gran niece "
    "stepmother stepmum stepmom stepsister sis fiancee mother-in-law"
)
_HE: Final = words(
    "father dad daddy papa brother son husband boyfriend uncle grandfather grandpa grandad granddad nephew stepfather "
    "stepdad stepbrother bro fiance father-in-law"
)
_THEY: Final = words(
    "partner spouse ex cousin parent parents child children kid kids baby toddler sibling siblings family friend "
    "friends bestie buddy mate flatmate roommate housemate neighbour neighbor colleague coworker co-worker boss "
    "manager "
    "supervisor teacher tutor coach mentor therapist counsellor counselor doctor gp psychiatrist psychologist "
    "landlord landlady classmate teammate grandparents grandparent grandson granddaughter grandchildren twin "
    "twins relative "
    "relatives in-laws"
)
KIN: Final = _SHE | _HE | _THEY
FIRST: Final = words("i me my mine myself")
FIRST_PLURAL: Final = words("we us our ours ourselves")
SECOND: Final = words("you your yours yourself u ya")
_THIRD: Final = {"she": _SHE, "her": _SHE, "he": _HE, "him": _HE, "his": _HE}
_NOT_PERSON: Final = words(
    "GPE ORG LOC FAC DATE TIME EVENT WORK_OF_ART PRODUCT NORP LANGUAGE MONEY CARDINAL ORDINAL LAW"
)
_NUMERIC: Final = words("DATE TIME MONEY CARDINAL ORDINAL PERCENT QUANTITY")
_HUMAN: Final = words(
    "say tell ask call text message write think feel want love like hate move leave come stop start cry die "
    "marry propose "
    "promise forget remember know help visit invite meet drink eat sleep shout yell apologise apologize lie cheat quit "
    "wake stay live try talk speak argue agree refuse hope wish believe need laugh smile hug kiss drive walk "
    "phone ring "
    "teach study graduate retire snore sulk break turn get"
)
_SUBJECT_DEPS: Final = ("nsubj", "nsubjpass")


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody mentioned: a label that reads alone, and the kin term if one was used."""

    label: str
    kin: str = ""

    def may_be(self, pronoun: str) -> bool:
        """Say whether a third-person pronoun can stand for this person."""
        own = _THIRD.get(pronoun.lower())
        if own is None or not self.kin:
            return True
        return self.kin in own or self.kin in _THEY


def full_name(said: str, people: Sequence[str]) -> str:
    """Return the speaker whom a short form names ("Mel" for Melanie), or the name as said."""
    plain = said.casefold()
    for name in people:
        if name.casefold() == plain or (len(plain) >= 3 and name.casefold().startswith(plain)):
            return name
    return said


def persons_in(parsed: Parsed, sentence: Sentence, speaker: str, people: Sequence[str]) -> tuple[Person, ...]:
    """Return the persons whom a sentence names, by name or by kin term, in order and once each."""
    found: dict[str, Person] = {}
    for place in range(sentence.first, sentence.last):
        person = _person_at(parsed, place, speaker, people)
        if person is not None:
            found.setdefault(person.label, person)
    return tuple(found.values())


def subject_of(
    parsed: Parsed, sentence: Sentence, speaker: str, addressee: str, people: Sequence[str]
) -> Person | str | None:
    """Return whom a sentence is about: a person, an unresolved "he" or "she" as said, or None when it doesn't say."""
    place = main_subject(parsed, sentence)
    if place is None:
        return None
    said = parsed.tokens[place].text.lower()
    if said in FIRST or said in FIRST_PLURAL:
        return Person(speaker)
    if said in SECOND:
        return Person(addressee) if addressee else None
    return said if said in ("he", "she") else _person_at(parsed, place, speaker, people)


def main_subject(parsed: Parsed, sentence: Sentence) -> int | None:
    """Return the place of the main clause's subject, or of the first clause's that has one."""
    subjects = [place for place in range(sentence.first, sentence.last) if parsed.tokens[place].dep in _SUBJECT_DEPS]
    main = [place for place in subjects if parsed.tokens[parsed.tokens[place].head].dep == "ROOT"]
    return next(iter(main or subjects), None)


def _person_at(parsed: Parsed, place: int, speaker: str, people: Sequence[str]) -> Person | None:
    token = parsed.tokens[place]
    if token.lemma.lower() in KIN and token.pos in ("NOUN", "PROPN"):
        return _kin_at(parsed, place, speaker, people)
    if token.pos != "PROPN" or not token.text[:1].isupper() or not _is_named_person(parsed, token):
        return None
    kin = _kin_before(parsed, place)
    if kin is not None:
        return _kin_at(parsed, kin, speaker, people)
    if place and parsed.tokens[place - 1].pos == "PROPN" and parsed.tokens[place - 1].entity == "PERSON":
        return None  # the second word of a name: its first word stood for the whole
    return Person(full_name(_name_from(parsed, place), people))


def _is_named_person(parsed: Parsed, token: Token) -> bool:
    """Say whether a name is a person's: by the recogniser, or by doing what people do ("Hanno moved out")."""
    if token.entity == "PERSON":
        return True
    if token.dep == "pobj" and parsed.tokens[token.head].lemma.lower() == "with":
        return token.entity not in _NUMERIC
    if token.dep not in _SUBJECT_DEPS:
        return False
    return token.entity not in _NOT_PERSON or parsed.tokens[token.head].lemma.lower() in _HUMAN


def _kin_at(parsed: Parsed, place: int, speaker: str, people: Sequence[str]) -> Person | None:
    token = parsed.tokens[place]
    kin = token.lemma.lower()
    after = place + 1
    if after < len(parsed.tokens) and parsed.tokens[after].text == ",":
        after += 1
    if after < len(parsed.tokens) and parsed.tokens[after].pos == "PROPN" and parsed.tokens[after].text[:1].isupper():
        return Person(full_name(_name_from(parsed, after), people), kin)
    owned = _is_determined(parsed, place, "poss")
    if not owned and (
        token.dep == "attr" or (token.tag == "NNS" and not _is_determined(parsed, place, "det", "nummod"))
    ):
        return None
    owner = next((t.text for t in parsed.tokens[max(0, place - 3) : place] if t.dep == "poss" and t.head == place), "")
    if owner.lower() in ("my", "our") or (not owner and token.text[:1].isupper() and token.pos == "PROPN"):
        return Person(f"{speaker}'s {token.text.lower()}", kin)
    return Person(token.text.lower(), kin)


def _is_determined(parsed: Parsed, place: int, *deps: str) -> bool:
    """Say whether certain people are meant ("my kids", "the kids") and not a kind of people ("kids in need")."""
    return any(token.head == place and token.dep in deps for token in parsed.tokens[max(0, place - 4) : place])


def _kin_before(parsed: Parsed, place: int) -> int | None:
    """Return the place of the kin term that a name belongs to ("my flatmate Oren", "my sister, Pia")."""
    before = place - 2 if place > 1 and parsed.tokens[place - 1].text == "," else place - 1
    return before if before >= 0 and parsed.tokens[before].lemma.lower() in KIN else None


def _name_from(parsed: Parsed, place: int) -> str:
    last = place
    while (
        last + 1 < len(parsed.tokens)
        and parsed.tokens[last + 1].pos == "PROPN"
        and parsed.tokens[last + 1].entity == "PERSON"
        and parsed.tokens[last].entity == "PERSON"
    ):
        last += 1
    return parsed.text[parsed.tokens[place].span[0] : parsed.tokens[last].span[1]]
