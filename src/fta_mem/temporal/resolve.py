"""The one door to time: what a text says about when, against the moment at which it was said.

The time anchor x^T keeps event time and dialogue time apart (paper, "Memory Unit Construction"). No clock is read:
a turn means the same days whenever it is processed, and what nothing anchors keeps its wording and no date.
"""

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from functools import lru_cache

from fta_mem.temporal.clauses import ClauseTime, dated_by, governing, place_of, said_part
from fta_mem.temporal.matching import match_times
from fta_mem.temporal.mention import Span, TimeMention
from fta_mem.temporal.rules.dates import named_days

__all__ = [
    "ClauseTime",
    "Moment",
    "Span",
    "TimeMention",
    "date_clause",
    "date_mentions",
    "date_phrase",
    "date_statement",
    "dated_by",
    "find_named_days",
    "find_times",
    "parse_moment",
]

Moment = datetime | date | str | None


def find_times(text: str, moment: Moment, *, asked: str = "") -> tuple[TimeMention, ...]:
    """Return the time expressions of one text in order; ``asked`` is the question that it answers, if it does.

    The moment's own calendar day counts, in its own offset: 00:30 is already the new day, whose "last night" is
    the day before. Without a moment (None, or a string that is no ISO date) only complete dates resolve.
    """
    return _found(text, parse_moment(moment) if isinstance(moment, str) else moment, asked)


def date_clause(text: str, moment: Moment, span: tuple[int, int] | None = None, *, asked: str = "") -> ClauseTime:
    """Return when the fact is that ``text[span[0]:span[1]]`` states; the whole text where no span is given.

    Both engines date a fact by this one function. A clause's own time comes first; without one, a time of the turn
    that governs it ("Last week was awful: I lost my job"). Else nothing dates it, and no day is given.
    """
    found = find_times(text, moment, asked=asked)
    whole = (0, len(text)) if span is None else span
    own = tuple(each for each in found if each.span[0] < whole[1] and whole[0] < each.span[1])
    mentions = own or governing(text, found, whole)
    return ClauseTime(mentions, dated_by(mentions))


def date_mentions(mentions: Sequence[TimeMention]) -> ClauseTime:
    """Return when a fact is that several turns tell, from the times that they name together."""
    return ClauseTime(tuple(mentions), dated_by(mentions))


def date_phrase(text: str, moment: Moment, phrase: str, *, asked: str = "") -> ClauseTime | None:
    """Return what a time phrase means where a text says it, None where the text doesn't say it.

    A model that names "Tuesday" of "next week on Tuesday" gets the day of the whole phrase.
    """
    span = place_of(phrase, text)
    if span is None:
        return None
    found = tuple(
        each for each in find_times(text, moment, asked=asked) if each.span[0] < span[1] and span[0] < each.span[1]
    )
    return ClauseTime(found, dated_by(found), text[span[0] : span[1]])


def date_statement(text: str, moment: Moment, statement: str, *, asked: str = "") -> ClauseTime | None:
    """Return when the part of a text is that says what a statement says; None where no part of it does, or no time."""
    span = said_part(statement, text)
    when = date_clause(text, moment, span, asked=asked) if span is not None else None
    return when if when is not None and when.mentions else None


def find_named_days(text: str) -> Iterator[tuple[tuple[int, int], int | None, int, int]]:
    """Yield each day that a text names by month and day: its place, the year or None, the month, the day."""
    for span, partial in named_days(text):
        yield span, partial.year, partial.month or 0, partial.day or 0


def parse_moment(value: str | None) -> datetime | date | None:
    """Return the moment or the day that an ISO string names; None for anything else."""
    if not value:
        return None
    try:
        return date.fromisoformat(value) if len(value) <= 10 else datetime.fromisoformat(value)
    except ValueError:
        return None


# The same turn is read for its boundaries, its claims and its answers.
@lru_cache(maxsize=2_048)
def _found(text: str, moment: datetime | date | None, asked: str) -> tuple[TimeMention, ...]:
    return match_times(text, moment, asked)
