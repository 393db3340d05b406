"""Claims of dialogue turns: clause-level open information extraction with event factuality (fact anchor x^F)."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from fta_mem.engines.rules.claims.corrections import corrections_of
from fta_mem.engines.rules.claims.implications import implied_by
from fta_mem.engines.rules.claims.mentions import Scene
from fta_mem.engines.rules.claims.naming import names_told, renamed, tells_name
from fta_mem.engines.rules.claims.people import People
from fta_mem.engines.rules.claims.questions import asked_in
from fta_mem.engines.rules.claims.replies import claims_of_reply
from fta_mem.engines.rules.claims.statements import Said, statements_of
from fta_mem.engines.rules.claims.turn_reading import TurnReading, read_turn, speaker_of
from fta_mem.state.claims import Asked, Claim
from fta_mem.state.records import Turn

ANSWER_TURNS: Final = 2
"""How many turns after a question a short reply may still answer it."""
_ELLIPTIC: Final = ("do", "be", "have")


def claims_of(turns: Sequence[Turn], people: People, *, session: str = "", skip: int = 0) -> list[Claim]:
    """Return what a run of turns says, in order; a short reply takes its clause from the question before it.

    The first ``skip`` turns are only read for what later ones refer to ("he", "Nope."); they give no claims.
    Turns that are no source of memory and turns in other languages give none.
    """
    reader = ClaimReader(people, tuple(dict.fromkeys((*people.speakers, *_speakers(turns)))), session)
    found: list[Claim] = []
    for place, turn in enumerate(turns):
        if turn.is_source:
            claims = reader.read(turn).claims
            found += claims if place >= skip else ()
    return found


def _speakers(turns: Sequence[Turn]) -> list[str]:
    return [speaker_of(turn) for turn in turns if turn.is_source]


@dataclass(frozen=True, slots=True)
class TurnClaims:
    """A turn as read, with the claims that it makes."""

    reading: TurnReading
    claims: tuple[Claim, ...]
    answers: bool = False
    """Its first words take their clause from a question."""


@dataclass
class ClaimReader:
    """Reads turns in order and keeps what later ones refer to: who was named, what was asked, what was said."""

    people: People
    speakers: tuple[str, ...]
    session: str = ""
    scene: Scene = field(init=False)
    said: list[Claim] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    asked_by: str = ""
    asked_at: int = -ANSWER_TURNS
    third: str = ""

    def __post_init__(self) -> None:
        self.scene = Scene(self.people)

    def glance(self, turn: Turn) -> TurnClaims:
        """Read a turn for whom it names alone."""
        return TurnClaims(read_turn(turn, self.speakers, self.scene), ())

    def read(self, turn: Turn) -> TurnClaims:
        """Return a turn's claims."""
        reading = read_turn(turn, self.speakers, self.scene)
        answering = self.asked_by != reading.voice.speaker and turn.index - self.asked_at <= ANSWER_TURNS
        asked = self._pointed() if answering else []
        replied = claims_of_reply(reading, asked, self.session) if asked else []
        dropped = self.asked[0].claim.subject if answering and self.asked else self.third
        stated = statements_of(reading, self.session, dropped=dropped)
        claims = [*replied, *self._settled(reading, stated)]
        claims += [replace(claim, session=self.session) for claim in names_told(reading, claims)]
        claims += corrections_of(reading, [*self.said, *claims], self.session)
        claims += _further(claims)
        self.said += claims
        self._keep(reading, answered=bool(replied))
        return TurnClaims(reading, tuple(claims), bool(replied))

    def _pointed(self) -> list[Asked]:
        """Return what was asked, with "it" ("Who was it with?") put as what the turn before the question told."""
        if not self.asked or self.asked[0].claim.subject.lower() not in ("it", "that", "this"):
            return self.asked
        main = self.asked[0]
        told = [
            claim
            for claim in self.said
            if claim.turn == self.asked_at - 1 and claim.speaker != self.asked_by and claim.is_so and not claim.implied
        ]
        if main.wanted == "yes_no" or main.claim.predicate not in ("be", "happen") or len(told) != 1:
            return self.asked
        open_part = tuple(each for each in told[0].obliques if each[0] != main.preposition)
        return [replace(main, claim=replace(told[0], obliques=open_part, turn=main.claim.turn))]

    def _settled(self, reading: TurnReading, stated: Sequence[Said]) -> list[Claim]:
        """Return the statements with names in one form, and "but I didn't" with the verb that it leaves out."""
        claims: list[Claim] = []
        for item in stated:
            claim = renamed(reading, item)
            if tells_name(reading, claim):
                continue
            if _is_elliptic(item):
                before = next((each for each in reversed(claims) if each.subject == claim.subject), None)
                if before is None or before.predicate in _ELLIPTIC:
                    continue
                kept = replace(
                    before, polarity=claim.polarity, actuality=claim.actuality, words=claim.words, span=claim.span
                )
                claim = replace(kept, past=claim.past, perfect=claim.perfect)
            claims.append(claim)
            if claim.subject and claim.subject not in self.speakers:
                self.third = claim.subject
        return claims

    def _keep(self, reading: TurnReading, *, answered: bool) -> None:
        """Remember what the turn asks last; an answered question is done with."""
        asking = [number for number, asks in enumerate(reading.grammar.asks) if asks]
        if not asking:
            if answered:
                self.asked = []
            return
        last = asking[-1]
        clauses = tuple(clause for clause in reading.grammar.clauses if clause.sentence == last)
        grammar = replace(reading.grammar, clauses=clauses)
        self.asked = asked_in(replace(reading, grammar=grammar), self.session)
        self.asked_by = reading.voice.speaker
        self.asked_at = reading.turn.index


def _further(claims: Sequence[Claim]) -> list[Claim]:
    """Return what the claims imply and don't say themselves."""
    known = {(claim.subject, claim.predicate, claim.object, claim.obliques) for claim in claims}
    found = [implied for claim in claims for implied in implied_by(claim)]
    return [each for each in found if (each.subject, each.predicate, each.object, each.obliques) not in known]


def _is_elliptic(item: Said) -> bool:
    claim, clause = item.claim, item.clause
    bare = not (claim.object or claim.obliques or claim.place or claim.time or claim.amount)
    return claim.predicate in _ELLIPTIC and bare and bool(clause.subjects) and not claim.adverbs
