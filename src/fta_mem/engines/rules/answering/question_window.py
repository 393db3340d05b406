"""Read the time window of a question against an explicit `now` (paper, "Query Rewriting and Unit Retrieval")."""

import re
from datetime import date

from fta_mem.temporal.calendar import shift_days
from fta_mem.temporal.resolve import Span, TimeMention, find_times

_BEYOND = re.compile(r"(?P<side>before|after) (?P<day>\d{4}-\d{2}-\d{2})")
_AS_OF = re.compile(r"\bas\s+of\b", re.IGNORECASE)


def parse_question_time(question: str, now: date | None) -> Span | None:
    """Return the inclusive window of days that a question names, None when it names none.

    "As of 12 October" gives that day; "before" and "after" give open windows (to the calendar's ends, or to `now`).
    """
    mentions = [found for found in find_times(question, now) if _dates(found)]
    as_of = _AS_OF.search(question)
    if as_of:
        mentions = [found for found in mentions if found.span[0] >= as_of.start()] or mentions
    return _window(mentions[0], now) if mentions else None


def _dates(found: TimeMention) -> bool:
    if _BEYOND.fullmatch(found.relation or ""):
        return True
    named = found.start is not None and found.granularity != "unknown"
    return named and found.kind in ("point", "since", "until", "duration")


def _window(found: TimeMention, now: date | None) -> Span | None:
    beyond = _BEYOND.fullmatch(found.relation or "")
    if beyond is not None:
        bound = date.fromisoformat(beyond["day"])
        if beyond["side"] == "before":
            return date.min, shift_days(bound, -1) if bound > date.min else date.min
        first = shift_days(bound, 1) if bound < date.max else date.max
        return first, max(first, now or date.max)
    if found.start is None or found.end is None:
        return None
    if found.kind == "until":
        return date.min, found.end
    if found.kind == "since":
        return found.start, max(found.start, now or date.max)
    return found.start, found.end
