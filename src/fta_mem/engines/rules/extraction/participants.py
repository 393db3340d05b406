"""Who tells a unit, whom it is about, and who takes part (fact anchor of a unit)."""

from collections.abc import Iterator
from dataclasses import dataclass

from fta_mem.engines.rules.claims.kinship import label_of
from fta_mem.engines.rules.extraction.substance import says_something
from fta_mem.engines.rules.extraction.tellings import Part, Telling
from fta_mem.state.claims import Claim


@dataclass(frozen=True, slots=True)
class Cast:
    """Who is in a unit; ``addressee`` is "" in a group."""

    speaker: str
    addressee: str
    subject: str
    participants: tuple[str, ...]


def cast_of(telling: Telling) -> Cast:
    """Return the cast of a unit: its subject is its main claim's where that is a person, else its teller."""
    teller = telling.told[0].utterance
    addressee = teller.reading.voice.addressee
    named = [name for part in telling.told for name in _named(part)]
    about = _subject(telling, named)
    if not about:
        about = addressee if telling.kind != "told" and addressee else teller.speaker
    everyone = (
        teller.speaker,
        *_addressed(telling, addressee),
        about,
        *(each for name in named for each in _forms(name)),
    )
    return Cast(teller.speaker, addressee, about, tuple(dict.fromkeys(name for name in everyone if name)))


def _subject(telling: Telling, named: list[str]) -> str:
    """Return the person whom the main claim is about; the owner of the thing that it is about."""
    if telling.kind == "question":
        return ""
    claims = [claim for part in telling.told for line in part.lines for claim in line.claims if not claim.implied]
    full = [claim for claim in claims if claim.subject and says_something(claim)] or [
        claim for claim in claims if claim.subject
    ]
    people = {*named, *(claim.speaker for claim in claims), telling.told[0].utterance.reading.voice.addressee}
    for claim in full:
        if claim.subject in people:
            return claim.subject
        owner = claim.subject.partition("'s ")[0]
        if owner != claim.subject and owner in people:
            return owner
    return ""


def _named(part: Part) -> Iterator[str]:
    """Yield the persons whom a part's sentences name or mean."""
    for line in part.lines:
        for place in range(line.sentence.first, line.sentence.last):
            label = part.utterance.reading.labels.get(place, "")
            if label and label[:1].isupper():
                yield label


def _forms(name: str) -> tuple[str, ...]:
    """Return a person's label, with the bare name and the relation for whoever looks for either."""
    label = label_of(name)
    return (name, label.name, label.bare_kin) if label.kin else (name,)


def _addressed(telling: Telling, addressee: str) -> list[str]:
    """Return the others who speak in the unit, and the addressee where they are spoken to."""
    teller = telling.teller
    speakers = [part.utterance.speaker for part in telling.parts if part.utterance.speaker != teller]
    said = " ".join(line.text for part in telling.parts for line in part.lines).lower().split()
    spoken_to = telling.kind != "told" or any(word in said for word in ("you", "your", "we", "us", "our"))
    return list(dict.fromkeys([*speakers, *([addressee] if addressee and spoken_to else [])]))


def main_claims(telling: Telling) -> list[Claim]:
    """Return the claims that a unit is told for: what its sentences say themselves, the fullest first."""
    claims = [
        claim
        for part in telling.told
        for line in part.lines
        for claim in line.claims
        if not claim.implied and claim.actuality != "asked"
    ]
    return [claim for claim in claims if says_something(claim)] or claims
