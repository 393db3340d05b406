"""Who tells a situation, whom it is about, and who takes part (fact anchor of a unit)."""

from collections.abc import Sequence
from dataclasses import dataclass

from fta_mem.engines.rules.extraction.dialogue_acts import Act, Utterance
from fta_mem.engines.rules.extraction.people import Person, full_name, persons_in, subject_of
from fta_mem.engines.rules.extraction.situations import Part, Situation

_ANTECEDENT_TURNS = 4


@dataclass(frozen=True, slots=True)
class Cast:
    """Who is in a situation; ``addressee`` is "" in a group, ``third`` is whom a leading "he" or "she" means or ""."""

    speaker: str
    addressee: str
    subject: str
    participants: tuple[str, ...]
    third: str = ""


def cast_of(situation: Situation, known: Sequence[Utterance], people: Sequence[str]) -> Cast:
    """Return the cast of a situation; ``known`` are the fragment's utterances up to its end."""
    told = [part for part in situation.parts if not part.asks] or situation.parts
    teller = told[0].utterance
    addressee = addressee_of(teller, known, people)
    subject: Person | str | None = None
    if situation.kind != "question":
        for part in told:
            for act in part.acts:
                subject = subject or _about(part.utterance, act, addressee, people)
    third = ""
    if isinstance(subject, str):
        third = _antecedent(subject, told[0].utterance, known, people)
        subject = Person(third) if third else None
    about = subject.label if isinstance(subject, Person) else ""
    if situation.kind == "support" and any("you" in act.text.lower() for act in told[0].acts):
        about = addressee
    if about == addressee and situation.kind == "claim" and _speaks_of_self(told[0]):
        about = teller.speaker
    if not about:
        about = addressee if situation.kind != "claim" and addressee else teller.speaker
    named = _named(situation, addressee, people)
    everyone = (teller.speaker, *_addressed(situation, teller, addressee), about, *named)
    return Cast(teller.speaker, addressee, about, tuple(dict.fromkeys(name for name in everyone if name)), third)


def _speaks_of_self(part: Part) -> bool:
    """Say whether the first sentence has an "I" as a subject: then a name before it only calls the other."""
    tokens = part.utterance.parsed.tokens_of(part.acts[0].sentence) if part.acts else ()
    return any(token.text.lower() == "i" and token.dep in ("nsubj", "nsubjpass") for token in tokens)


def addressee_of(teller: Utterance, known: Sequence[Utterance], people: Sequence[str]) -> str:
    """Return whom a turn speaks to: the only other person there is, "" among several."""
    others = [
        name for name in dict.fromkeys((*people, *(item.speaker for item in known))) if name and name != teller.speaker
    ]
    return others[0] if len(others) == 1 else ""


def _about(utterance: Utterance, act: Act, addressee: str, people: Sequence[str]) -> Person | str | None:
    if not utterance.parsed.english:
        return None
    return subject_of(utterance.parsed, act.sentence, utterance.speaker, addressee, people)


def _antecedent(pronoun: str, teller: Utterance, known: Sequence[Utterance], people: Sequence[str]) -> str:
    """Return the only person of the last turns whom the pronoun can mean; "" where several could be meant."""
    found: dict[str, Person] = {}
    for item in (item for item in known if teller.index - _ANTECEDENT_TURNS <= item.index < teller.index):
        for act in item.acts:
            for person in persons_in(item.parsed, act.sentence, item.speaker, people):
                if person.label not in people and person.may_be(pronoun):
                    found.setdefault(person.label, person)
    return next(iter(found)) if len(found) == 1 else ""


def _named(situation: Situation, addressee: str, people: Sequence[str]) -> list[str]:
    names: list[str] = []
    for part in situation.parts:
        for act in part.acts:
            for person in persons_in(part.utterance.parsed, act.sentence, part.utterance.speaker, people):
                owned = person.label.rpartition("'s ")[2]
                named = bool(person.kin) and owned[:1].isupper()
                names += [full_name(owned, people), *([person.kin] if named else [])]
    return names


def _addressed(situation: Situation, teller: Utterance, addressee: str) -> list[str]:
    """Return the addressee where the situation is an exchange or speaks to them."""
    speakers = [part.utterance.speaker for part in situation.parts if part.utterance.speaker != teller.speaker]
    said = " ".join(act.text for part in situation.parts for act in part.acts).lower()
    spoken_to = situation.kind != "claim" or any(word in said.split() for word in ("you", "your", "we", "us", "our"))
    return list(dict.fromkeys([*speakers, *([addressee] if addressee and spoken_to else [])]))
