"""When and how long, from sentences where no claim gives it: the time that the best matching one names, in words."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from fta_mem.engines.date_wording import duration_between, word_interval, word_time
from fta_mem.engines.rules.answering.question_kinds import Question
from fta_mem.engines.rules.answering.ranked_sentences import READABLE, RankedSentence
from fta_mem.state.answering import SourceTurn
from fta_mem.state.settings import DateStyle
from fta_mem.temporal.mention import TimeMention
from fta_mem.temporal.resolve import find_times
from fta_mem.text.content_words import words_of
from fta_mem.text.sentences import split_sentences

MENTION: Final = 0.12
"""How much worse a sentence with a time may score and still be taken before one without."""
LOOK: Final = 12
"""Sentences that are searched for a time."""
NEXT: Final = 2
"""How many turns on the same speaker may still give the time of what they told: somebody may ask for it in between."""
BARE: Final = 2
"""Words beside a time up to which a sentence is nothing but that time."""

_FUTURE = re.compile(r"\b(?:will|going to|plan\w*|is|are|next|upcoming|intend\w*|scheduled)\b", re.IGNORECASE)
_PAST = re.compile(r"\b(?:did|was|were|had|has|have|last)\b", re.IGNORECASE)
_LENGTH = re.compile(
    r"\b(?:(?:about|around|over|almost|nearly|more than|less than)\s+)?(?:a|an|one|two|three|four|five|six|seven|eight|"
    r"nine|ten|eleven|twelve|several|a few|a couple(?: of)?|[0-9]+(?:[-–][0-9]+)?|"
    r"(?:twenty|thirty|forty|fifty|sixty)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine)\b)?)"
    r"(?:\s+and a half)?\s+(?:second|minute|hour|day|night|week|weekend|month|year|decade)s?\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Timed:
    """A time that a turn gives for a sentence.

    ``stands_on`` is the sentence, and behind it the turn beside it that names the time, as a candidate.
    """

    candidate: RankedSentence
    text: str
    beside: SourceTurn | None = None

    @property
    def stands_on(self) -> tuple[RankedSentence, ...]:
        """Return what proves the time."""
        if self.beside is None or self.beside == self.candidate.turn:
            return (self.candidate,)
        return self.candidate, replace(self.candidate, turn=self.beside, text=self.beside.text)


def find_date(
    question: Question, candidates: Sequence[RankedSentence], turns: Sequence[SourceTurn], style: DateStyle
) -> Timed | None:
    """Return the time of the event asked for, as the best sentence that dates it says, or a bare time beside it."""
    if not candidates:
        return None
    best = candidates[0]
    near = [each for each in candidates[:LOOK] if each.score >= best.score - MENTION]
    for candidate in near:
        mention, turn = _mention_of(question, candidate), None
        if mention is None:
            mention, turn = _beside(question, candidate, turns)
        if mention is not None:
            return Timed(candidate, _in_unit(question, mention, style), beside=turn)
    return None


def _mention_of(question: Question, candidate: RankedSentence) -> TimeMention | None:
    """Return the time that the sentence names."""
    begin = candidate.turn.text.find(candidate.text)
    inside = [each for each in mentions(candidate) if 0 <= begin <= each.span[0] < begin + len(candidate.text)]
    return next((each for each in inside if not each.denied and _fits(question, each)), None)


def _beside(
    question: Question, candidate: RankedSentence, turns: Sequence[SourceTurn]
) -> tuple[TimeMention, SourceTurn] | tuple[None, None]:
    """Return the time that a sentence of the turn names and nothing else, or that the speaker's next turn begins with.

    With it comes the turn that names it.

    "He's moved out." - "When was that?" - "Saturday. A van came at noon."
    """
    here = candidate.turn
    following = [
        turn
        for turn in turns
        if turn.session == here.session
        and turn.speaker == here.speaker
        and here.turn_index < turn.turn_index <= here.turn_index + NEXT
    ]
    for turn in (here, *following):
        for mention in _bare(turn, first_only=turn is not here):
            if mention.kind == "point" and _fits(question, mention):
                return mention, turn
    return None, None


def _bare(turn: SourceTurn, *, first_only: bool) -> Iterator[TimeMention]:
    text = turn.text[:READABLE]
    sentences = split_sentences(text)[: 1 if first_only else None]
    for mention in find_times(text, moment_of(turn.dialogue_time)):
        begin, end = mention.span
        around = [text[first:begin] + text[end:last] for first, last in sentences if first <= begin and end <= last]
        if any(len(words_of(rest)) <= BARE for rest in around):
            yield mention


def mentions(candidate: RankedSentence) -> tuple[TimeMention, ...]:
    """Return the times of the candidate's turn, resolved against the turn's own time."""
    return find_times(candidate.turn.text, moment_of(candidate.turn.dialogue_time))


def moment_of(said: str | None) -> datetime | None:
    """Return a turn's time, None where it is unknown or unreadable."""
    try:
        return datetime.fromisoformat(said) if said else None
    except ValueError:
        return None


def _fits(question: Question, mention: TimeMention) -> bool:
    if mention.start is None or mention.kind in {"age", "recurring"} or mention.granularity in {"hour"}:
        return False
    past, future = _PAST.search(question.text), _FUTURE.search(question.text)
    if past and mention.orientation == "future" and not future:
        return False
    return not (future and not past and mention.orientation == "past")


def _in_unit(question: Question, mention: TimeMention, style: DateStyle) -> str:
    if mention.start is not None and question.focus == "year":
        return str(mention.start.year)
    if mention.start is not None and question.focus == "month":
        return word_interval((mention.start, mention.start), "month", style)
    return word_time(mention, style=style)


def find_length(candidates: Sequence[RankedSentence]) -> Timed | None:
    """Return the length of time that the best sentence names, or the time since what it says began."""
    if not candidates:
        return None
    floor = candidates[0].score - 2 * MENTION
    for candidate in candidates[:LOOK]:
        if candidate.score < floor:
            break
        found = next(iter(_lengths(candidate)), None)
        if found is not None:
            return Timed(candidate, found)
    return None


def _lengths(candidate: RankedSentence) -> Iterator[str]:
    for found in _LENGTH.finditer(candidate.text):
        yield found.group()
    moment = moment_of(candidate.turn.dialogue_time)
    for mention in mentions(candidate):
        if (
            mention.kind == "since"
            and mention.start is not None
            and moment is not None
            and mention.text in candidate.text
        ):
            yield duration_between(mention.start, moment.date())
