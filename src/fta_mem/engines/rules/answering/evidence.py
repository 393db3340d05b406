"""What an answer may stand on: the claims of the packet's turns, each with its day, its turn and its unit."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Final

from fta_mem.engines.base import AnswerRequest
from fta_mem.engines.rules.answering.matching import named_in
from fta_mem.engines.rules.claims.extract import claims_of
from fta_mem.engines.rules.claims.people import People
from fta_mem.engines.rules.state.agreement import Agreement, relation_of
from fta_mem.engines.rules.state.contrast import taken_up
from fta_mem.engines.rules.state.noun_phrases import owner_and_noun
from fta_mem.state.answering import Citation, SourceTurn
from fta_mem.state.claims import Asked, Claim
from fta_mem.state.records import FTAUnit, Turn

_POINTING: Final = frozenset({"it", "that", "this"})


@dataclass(frozen=True, slots=True)
class Statement:
    """A claim where it stands; its names are the canonical ones, so that two claims about one person agree."""

    claim: Claim
    memory_id: str
    turn: SourceTurn

    @property
    def day(self) -> str:
        """Return the ISO day on which it was said, "" where that is unknown."""
        return (self.turn.dialogue_time or "")[:10]

    def is_about(self, name: str, people: People) -> bool:
        """Say whether a person is its subject."""
        return bool(name) and people.same(self.claim.subject, name)


class Evidence:
    """The statements of a packet in the order said, up to the day asked about, and who is who."""

    def __init__(self, request: AnswerRequest) -> None:
        self.until = last_day(request)
        self.turns = tuple(turn for turn in request.packet.turns if _counts(turn, self.until))
        self._request = request
        window = request.query.cues.time
        self.asked_day = min(filter(None, (self.until, window[1] if window else None)), default=None)
        """The day at whose end a state is asked about: that of the question's own time, else the last one."""
        self._at = {(turn.session, turn.turn_index): turn for turn in self.turns}

    @cached_property
    def people(self) -> People:
        """Return everybody whom the case knows."""
        request = self._request
        return People.of(request.people, claims=(*request.naming, *(claim for _, claim in request.stated)))

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        """Return what the turns claim, in the order said; a session under way is read when it is asked about."""
        known = [(memory_id, claim) for memory_id, claim in self._request.stated]
        fresh = [("", claim) for claim in _claims_under_way(self.turns, self.people)]
        held = [
            Statement(canonical(claim, self.people), memory_id, self._at[claim.session, claim.turn])
            for memory_id, claim in (*known, *fresh)
            if (claim.session, claim.turn) in self._at
        ]
        place = {(turn.session, turn.turn_index): at for at, turn in enumerate(self.turns)}
        ordered = sorted(
            held, key=lambda each: (each.turn.dialogue_time or "", place[each.turn.session, each.turn.turn_index])
        )
        resolved = taken_up([each.claim for each in ordered])
        return tuple(replace(each, claim=claim) for each, claim in zip(ordered, resolved, strict=True))

    @cached_property
    def asked(self) -> tuple[Asked, ...]:
        """Return the question's clauses with canonical names."""
        return tuple(replace(each, claim=canonical(each.claim, self.people)) for each in self._request.query.asked)

    @cached_property
    def said_on(self) -> Mapping[str, str]:
        """Return each session's day."""
        return {turn.session: (turn.dialogue_time or "")[:10] for turn in self.turns if turn.dialogue_time}

    @cached_property
    def claims(self) -> list[Claim]:
        """Return the statements' claims, in the order said."""
        return [each.claim for each in self.statements]

    def statement_of(self, claim: Claim) -> Statement | None:
        """Return the statement that makes a claim."""
        # The same may have been said twice; the last time is the one to show.
        return next((each for each in reversed(self.statements) if each.claim == claim), None)

    def is_taken_back(self, statement: Statement, by: Collection[Agreement]) -> bool:
        """Say whether a later statement stands to this one in one of the relations."""
        place = self.statements.index(statement)
        return any(
            relation_of(later.claim, statement.claim) in by or denies_day(later.claim, statement.claim)
            for later in self.statements[place + 1 :]
        )

    def unit_days(self, statement: Statement) -> tuple[date, date] | None:
        """Return the days of the unit that holds a statement, None where it has none or they are another deed's.

        A bare "Saturday." dates what its unit tells; "I sold it on Friday. Then I moved out." leaves the move undated.
        """
        unit = self._units.get(statement.memory_id)
        if unit is None or unit.time.event_start is None or unit.time.event_end is None:
            return None
        span = (unit.time.event_start, unit.time.event_end)
        dated = [claim for claim in unit.claims if claim.start is not None and claim != statement.claim]
        if any((claim.start, claim.end) != span or not points_back(claim) for claim in dated):
            return None
        return date.fromisoformat(span[0][:10]), date.fromisoformat(span[1][:10])

    def concepts_around(self, statement: Statement) -> frozenset[str]:
        """Return the concepts of a statement's turn and of the turn before it."""
        turn = statement.turn
        before = self._at.get((turn.session, turn.turn_index - 1))
        return named_in(Claim(object=" ".join(each.text for each in (before, turn) if each is not None)))

    @cached_property
    def _units(self) -> Mapping[str, FTAUnit]:
        return {hit.unit.memory_id: hit.unit for hit in self._request.packet.hits}

    def in_turn(self, turn: SourceTurn) -> list[Statement]:
        """Return what one turn claims."""
        return [each for each in self.statements if each.turn is turn or each.turn == turn]


def points_back(claim: Claim) -> bool:
    """Say whether a claim goes on about what was told before it ("I did it", "that was on Friday")."""
    return bool({claim.subject.lower(), claim.object.lower()} & _POINTING)


def denies_day(later: Claim, earlier: Claim) -> bool:
    """Say whether a claim denies the day of an earlier one of the same event ("the wedding isn't on 3 March")."""
    is_denial = later.polarity == "denied" and earlier.polarity == "asserted" and later.predicate == earlier.predicate
    same_day = earlier.start is not None and (later.start, later.end) == (earlier.start, earlier.end)
    return is_denial and same_day and _head(later.subject) == _head(earlier.subject)


def _head(subject: str) -> str:
    """Return the noun of a subject without whose it is: "the check-up" goes on about "Ana's check-up"."""
    return owner_and_noun(subject)[1].casefold().removeprefix("the ").strip()


def canonical(claim: Claim, people: People) -> Claim:
    """Return the claim with the one name under which each person is kept."""
    return replace(
        claim,
        subject=people.canonical(claim.subject) if claim.subject else "",
        people=tuple(people.canonical(name) for name in claim.people),
    )


def last_day(request: AnswerRequest) -> str | None:
    """Return the day up to which turns count: the question's moment ("as of"), or the day on which it is asked."""
    cues = request.query.cues
    moments = [cues.time[1] if cues.as_of and cues.time else None, request.now[:10] if request.now else None]
    return min((moment for moment in moments if moment), default=None)


def cite(statements: Iterable[Statement], turns: Sequence[SourceTurn] = ()) -> tuple[Citation, ...]:
    """Return the statements' units with their turns, the one that a short reply answers included."""
    at = {(turn.session, turn.turn_index): turn for turn in turns}
    cited: dict[str, list[str]] = {}
    for each in statements:
        asked = at.get((each.turn.session, each.claim.question_turn)) if each.claim.question_turn is not None else None
        for turn in (*((asked,) if asked else ()), each.turn):
            held = cited.setdefault(each.memory_id, [])
            if turn.turn_id not in held:
                held.append(turn.turn_id)
    return tuple(Citation(memory_id, tuple(ids)) for memory_id, ids in cited.items())


def _counts(turn: SourceTurn, until: str | None) -> bool:
    spoken = turn.role not in {"system", "tool", "developer", "function"}
    return spoken and (until is None or turn.dialogue_time is None or turn.dialogue_time[:10] <= until)


def _claims_under_way(turns: Sequence[SourceTurn], people: People) -> list[Claim]:
    by_session: dict[str, list[Turn]] = {}
    for turn in turns:
        if turn.is_open:
            said = Turn(turn.turn_index, turn.turn_id, turn.role, turn.speaker, turn.text, turn.dialogue_time)
            by_session.setdefault(turn.session, []).append(said)
    return [claim for session, said in by_session.items() for claim in claims_of(said, people, session=session)]
