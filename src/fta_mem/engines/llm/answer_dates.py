"""The days in an answer, worded in one style however the dialogue or the model words them."""

import re
from collections.abc import Collection
from datetime import date
from typing import Final

from fta_mem.engines.date_wording import word_day, word_iso_days
from fta_mem.state.settings import DateStyle
from fta_mem.temporal.mention import TimeMention
from fta_mem.temporal.resolve import find_times

_MONTH: Final = re.compile(r"\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)", re.IGNORECASE)
_WEEKDAY_BEFORE: Final = re.compile(
    r"(?<!\w)(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,?\s+)?(?:the\s+)?$", re.IGNORECASE
)


def in_style(text: str, style: DateStyle, known: Collection[date]) -> str:
    """Return an answer with its days in the style asked for: ISO ones, and those spelled in any other way.

    A day without its year ("fourteen of February") counts where exactly one of the ``known`` days is that day; else
    the words stay.
    """
    text = word_iso_days(text, style)
    anchor = max(known, default=None)
    pieces: list[str] = []
    done = 0
    for mention in find_times(text, anchor):
        day = _day(mention, known)
        begin = _begin(text, mention)
        if day is not None and begin >= done:
            pieces += [text[done:begin], word_day(day, style)]
            done = mention.span[1]
    return "".join(pieces) + text[done:]


def _day(mention: TimeMention, known: Collection[date]) -> date | None:
    """Return the one day that a mention spells out by its month; None for "Friday", a month, or a stretch of days."""
    if mention.kind != "point" or mention.start is None or mention.start != mention.end:
        return None
    if mention.relation or not _MONTH.search(mention.text):
        return None
    if str(mention.start.year) in mention.text:
        return mention.start
    alike = {day for day in known if (day.month, day.day) == (mention.start.month, mention.start.day)}
    return alike.pop() if len(alike) == 1 else None


def _begin(text: str, mention: TimeMention) -> int:
    """Return where a mention's day begins: behind its preposition, with the weekday that its new wording repeats."""
    said = text[mention.span[0] : mention.span[1]]
    opening = re.match(r"(?:on|in|at|by)\s+", said, re.IGNORECASE)
    if opening is not None:
        return mention.span[0] + opening.end()
    before = _WEEKDAY_BEFORE.search(text[: mention.span[0]])
    return before.start() if before is not None else mention.span[0]
