"""Where a claim stands: which turns say it, who said it, whom it may be about, and when it was.

A model's word is taken only for what it alone can know; places, speakers and days are worked out from the turns.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from fta_mem.engines.base import ExtractionRequest
from fta_mem.engines.llm.grounding import Grounds, content_stems, verdict_on
from fta_mem.engines.llm.request_rendering import source_turns
from fta_mem.state.records import TimeAnchor, Turn
from fta_mem.temporal.resolve import TimeMention, find_times, main_mention

MIN_SHARED: Final = 2
_USER_NAMES: Final = frozenset({"user", "the user", "seeker", "client", "speaker"})
_AGENT_NAMES: Final = frozenset({"assistant", "the assistant", "supporter", "counselor", "counsellor", "therapist"})


@dataclass(frozen=True, slots=True)
class Cited:
    """The turns that carry a claim; ``said_in`` is the one that says most of it."""

    span: tuple[int, int]
    turns: tuple[Turn, ...]
    said_in: Turn
    people: tuple[str, ...]
    before: tuple[str, ...] = ()
    """What the turns before the fragment say: somebody may be named there alone."""

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
        stands = bool(plain) and any(plain in text.lower() for text in (*self.texts, *self.before))
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
    before = tuple(turn.content for turn in source_turns(request.context))
    return Cited(span, between, said_in, request.people, before)


def _carry(claim: str, turns: Sequence[Turn], request: ExtractionRequest) -> bool:
    names = (*known_names(request), *(turn.name for turn in turns))
    numbers = (request.dialogue_time,) if request.dialogue_time else ()
    return verdict_on(claim, Grounds(tuple(turn.content for turn in turns), names, numbers)) != "refused"


def known_names(request: ExtractionRequest) -> tuple[str, ...]:
    """Return what a claim may call people and things by: who speaks, and what the turns before the fragment say.

    Those turns tell what "she" and "it" are. Only capitalised words are looked for there, so no fact comes from them.
    """
    return (*request.people, *(turn.content for turn in source_turns(request.context)))


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

    A phrase that no cited turn says counts as none; then, as where none was given (None), the sentence that says most
    of the claim is read for a time. Where the model found none ("unknown"), a time counts that its own claim states.
    """
    for turn in (cited.said_in, *cited.turns):
        if phrase not in (None, "unknown") and _folded(phrase) in _folded(turn.content):
            return _phrase_anchor(phrase, turn, request)
    turn = cited.said_in
    mention = main_mention(
        [
            mention
            for mention in _mentions(turn, request)
            if (_folded(mention.text) in _folded(claim) if phrase == "unknown" else _beside(mention, claim, turn))
        ]
    )
    return _anchor(mention.text, mention, request) if mention is not None else _anchor("unknown", None, request)


def _phrase_anchor(phrase: str, turn: Turn, request: ExtractionRequest) -> TimeAnchor:
    """Resolve the times in a phrase; where they leave more than one reading the phrase is kept and no day given."""
    folded = _folded(phrase)
    inside = [each for each in _mentions(turn, request) if _folded(each.text) in folded or folded in _folded(each.text)]
    known = [each for each in inside if each.start is not None]
    finest = min(known, key=_length, default=None)
    agree = finest is not None and all(_holds(each, finest) for each in known)
    return _anchor(phrase, finest if agree else None, request)


def _length(mention: TimeMention) -> int:
    return (mention.end - mention.start).days if mention.start and mention.end else 0


def _holds(wide: TimeMention, narrow: TimeMention) -> bool:
    """Say whether one time lies within another, as Tuesday lies within next week."""
    if not (wide.start and wide.end and narrow.start and narrow.end):
        return False
    return wide.start <= narrow.start and narrow.end <= wide.end


def _mentions(turn: Turn, request: ExtractionRequest) -> tuple[TimeMention, ...]:
    return find_times(turn.content[:20_000], _moment(turn.timestamp or request.dialogue_time))


def _beside(mention: TimeMention, claim: str, turn: Turn) -> bool:
    """Say whether a time stands in the sentence of its turn that says most of the claim."""
    wanted = content_stems(claim)
    sentences = [(found.start(), found.end(), found.group()) for found in re.finditer(r"[^.!?\n]+", turn.content)]
    best = max(sentences, key=lambda each: len(wanted & content_stems(each[2])), default=None)
    if best is None or len(wanted & content_stems(best[2])) < MIN_SHARED:
        return False
    return best[0] <= mention.span[0] < best[1]


def _anchor(phrase: str, mention: TimeMention | None, request: ExtractionRequest) -> TimeAnchor:
    if mention is None:
        return TimeAnchor(dialogue_time=request.dialogue_time, event_time=phrase)
    return TimeAnchor(
        dialogue_time=request.dialogue_time,
        event_time=phrase,
        event_start=mention.start.isoformat() if mention.start else None,
        event_end=mention.end.isoformat() if mention.end else None,
        granularity=mention.granularity,
        time_orientation=mention.orientation,
    )


def _moment(timestamp: str | None) -> datetime | None:
    try:
        return datetime.fromisoformat(timestamp) if timestamp else None
    except ValueError:
        return None


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
