"""Where a claim stands: which turns say it, who said it, whom it may be about, and when it was.

A model's word is taken only for what it alone can know; places, speakers and days are worked out from the turns.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from fta_mem.engines.base import ExtractionRequest
from fta_mem.engines.llm.grounding import Grounds, content_stems, verdict_on
from fta_mem.engines.llm.request_rendering import near_context, source_turns
from fta_mem.state.records import TimeAnchor, Turn
from fta_mem.temporal.resolve import ClauseTime, date_phrase, date_statement

MIN_SHARED: Final = 2
LONGEST_READ: Final = 20_000
_USER_NAMES: Final = frozenset({"user", "the user", "seeker", "client", "speaker"})
_AGENT_NAMES: Final = frozenset({"assistant", "the assistant", "supporter", "counselor", "counsellor", "therapist"})


@dataclass(frozen=True, slots=True)
class Cited:
    """The turns that carry a claim; ``said_in`` is the one that says most of it."""

    span: tuple[int, int]
    turns: tuple[Turn, ...]
    said_in: Turn
    people: tuple[str, ...]
    around: tuple[str, ...] = ()
    """What the fragment and the turns before it say: somebody may be named there alone."""

    @property
    def texts(self) -> tuple[str, ...]:
        """Return what the cited turns say."""
        return tuple(turn.content for turn in self.turns)

    @property
    def names(self) -> tuple[str, ...]:
        """Return the cited turns' speakers."""
        return tuple(dict.fromkeys(turn.name for turn in self.turns))

    @property
    def speaker(self) -> str:
        """Return who said it."""
        return self.said_in.name

    @property
    def by_supporter(self) -> bool:
        """Say whether only the supporting agent said it."""
        return self.said_in.role == "assistant"

    def person(self, name: str) -> str:
        """Return whom a name means: a known person, someone that the turns name, or nobody ("")."""
        plain = name.strip().lower()
        for role, spellings in (("user", _USER_NAMES), ("assistant", _AGENT_NAMES)):
            if plain in spellings:
                return next((turn.name for turn in self.turns if turn.role == role), "")
        known = [person for person in self.people if person.lower() == plain or plain in person.lower().split()]
        if known:
            return known[0]
        stands = bool(plain) and any(plain in text.lower() for text in (*self.texts, *self.around))
        return name.strip() if stands else ""


def cite(claim: str, span: tuple[int, int] | None, request: ExtractionRequest) -> Cited | None:
    """Return the turns that carry a claim: the span that was given, widened or moved to where it is really said.

    None where no turn of the fragment has anything to do with it.
    """
    turns = source_turns(request.turns)
    if not turns:
        return None
    given = tuple(turn for turn in turns if span is not None and span[0] <= turn.index <= span[1])
    if not given or not _carry(claim, given, request):
        best = _said_in(claim, turns)
        if best is None:
            return _cited(given, given[0], request) if given else None
        given = tuple(turn for turn in turns if turn in given or turn == best)
    return _cited(given, _said_in(claim, given) or given[0], request)


def _cited(given: Sequence[Turn], said_in: Turn, request: ExtractionRequest) -> Cited:
    span = given[0].index, given[-1].index
    between = tuple(turn for turn in source_turns(request.turns) if span[0] <= turn.index <= span[1])
    return Cited(span, between, said_in, request.people, _around(request))


def _carry(claim: str, turns: Sequence[Turn], request: ExtractionRequest) -> bool:
    names = (*known_names(request), *(turn.name for turn in turns))
    numbers = (request.dialogue_time,) if request.dialogue_time else ()
    return verdict_on(claim, Grounds(tuple(turn.content for turn in turns), names, numbers)) != "refused"


def known_names(request: ExtractionRequest) -> tuple[str, ...]:
    """Return what a claim may call people and things by: who speaks, and what the fragment and the turns before it say.

    They tell what "she" and "it" are in the turns cited. Only capitalised words are looked for there, so no fact comes
    from them.
    """
    return (*request.people, *_around(request))


def _around(request: ExtractionRequest) -> tuple[str, ...]:
    return tuple(turn.content for turn in (*near_context(request), *request.turns))


def _said_in(claim: str, turns: Sequence[Turn]) -> Turn | None:
    """Return the turn that shares most content words with a claim; a person's before the supporting agent's."""
    wanted = content_stems(claim)
    counts = [(len(wanted & content_stems(turn.content)), turn) for turn in turns]
    shared = [(count, turn.role != "assistant", -turn.index, turn) for count, turn in counts]
    own = [entry for entry in shared if entry[1] and entry[0] >= MIN_SHARED]
    best = max(own or shared, key=lambda entry: entry[:3], default=None)
    return best[3] if best is not None and best[0] > 0 else None


def time_anchor(phrase: str | None, claim: str, cited: Cited, request: ExtractionRequest) -> TimeAnchor:
    """Return when it was: the whole phrase as said, resolved against its own turn's day, never computed by the model.

    A phrase that no cited turn says counts as none; then, as where none was given (None), the part of a turn that says
    the claim is read for a time, as the rules engine reads it. Where the model found none ("unknown"), only a time
    counts that its own claim states.
    """
    named = phrase if phrase not in (None, "unknown") else ""
    turns = (cited.said_in, *cited.turns)
    phrased = [_date_phrase(turn, named, request) for turn in turns] if named else []
    stated = [_date_statement(turn, claim, request) for turn in turns] if not any(phrased) else []
    for when in (*phrased, *stated):
        if when is not None and (phrase != "unknown" or _folded(when.words) in _folded(claim)):
            return when.anchor(request.dialogue_time)
    return TimeAnchor(dialogue_time=request.dialogue_time)


def _date_phrase(turn: Turn, phrase: str, request: ExtractionRequest) -> ClauseTime | None:
    return date_phrase(turn.content[:LONGEST_READ], _moment(turn, request), phrase, asked=_asked_before(turn, request))


def _date_statement(turn: Turn, claim: str, request: ExtractionRequest) -> ClauseTime | None:
    return date_statement(
        turn.content[:LONGEST_READ], _moment(turn, request), claim, asked=_asked_before(turn, request)
    )


def _moment(turn: Turn, request: ExtractionRequest) -> str | None:
    return turn.timestamp or request.dialogue_time


def _asked_before(turn: Turn, request: ExtractionRequest) -> str:
    return next((other.content for other in request.turns if other.index == turn.index - 1), "")


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
