"""Dates of which only some parts were said: collecting the parts and filling the rest by tense."""

import re
from calendar import monthrange
from dataclasses import dataclass, replace
from datetime import date

from fta_mem.temporal.calendar import choose, month_of, shift_months, year_of
from fta_mem.temporal.mention import Reading, Scene, Span
from fta_mem.temporal.numbers import CARDINAL_DAY, ORDINAL, parse_number, parse_ordinal
from fta_mem.temporal.rules.weekdays import WEEKDAYS

MONTH_NAMES = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november", "december",
)  # fmt: skip
MONTHS: dict[str, int] = {name: number for number, name in enumerate(MONTH_NAMES, 1)}
MONTHS |= {name[:3]: number for number, name in enumerate(MONTH_NAMES, 1)} | {"sept": 9}


@dataclass(frozen=True, slots=True)
class PartialDate:
    """Hold the parts of a date that were said; `weekday` helps to find the missing ones."""

    year: int | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None


def parse_partial(text: str, anchor: date) -> PartialDate:
    """Collect year, month, day and weekday from the words of one matched date."""
    found = PartialDate()
    side = re.search(r"\b(last|this|next)\s+year", text, re.IGNORECASE)
    if side:
        found = replace(found, year=anchor.year + {"last": -1, "this": 0, "next": 1}[side[1].lower()])
    for word in re.findall(rf"{ORDINAL}\b|{CARDINAL_DAY}\b|[A-Za-z]+|[0-9]+(?:st|nd|rd|th)?", text, re.IGNORECASE):
        found = _with_word(found, word.lower())
    return found


def _with_word(found: PartialDate, word: str) -> PartialDate:
    if word in MONTHS and found.month is None:
        return replace(found, month=MONTHS[word])
    if word in WEEKDAYS:
        return replace(found, weekday=WEEKDAYS[word])
    if re.fullmatch(r"[0-9]{4}", word):
        return replace(found, year=int(word))
    day = parse_ordinal(word) or parse_number(word)
    return replace(found, day=int(day)) if day is not None and found.day is None else found


def numeric_dates(text: str) -> tuple[PartialDate, ...]:
    """Return the dates that figures may be: "3/4/2023" is one of two, with dots the day stands first."""
    first, second, third = re.split(r"[-/.]", text.strip())
    if int(first) > 31:
        return (PartialDate(int(first), int(second), int(third)),)
    year = int(third) + (2000 if len(third) <= 2 else 0)
    day_first, month_first = PartialDate(year, int(second), int(first)), PartialDate(year, int(first), int(second))
    if "." in text or int(first) > 12:
        return (day_first,)
    return (month_first,) if int(second) > 12 or first == second else (month_first, day_first)


def resolve(partial: PartialDate, scene: Scene, at: tuple[int, int]) -> Reading | None:
    """Turn the said parts into an interval, filling the year or month by tense; None if no such day exists."""
    if partial.day is None:
        return _month_or_year(partial, scene, at)
    candidates = _days(partial, scene.anchor)
    if partial.weekday is not None:
        candidates = [span for span in candidates if span[0].weekday() == partial.weekday] or candidates
    complete = partial.year is not None and partial.month is not None
    if complete:
        return Reading(candidates[0], "day", anchored=False) if candidates else None
    return Reading(choose(candidates, scene.anchor, scene.tense_at(*at)), "day") if candidates else None


def _month_or_year(partial: PartialDate, scene: Scene, at: tuple[int, int]) -> Reading | None:
    if partial.month is None:
        return Reading(year_of(partial.year), "year", anchored=False) if partial.year else None
    if not 1 <= partial.month <= 12:
        return None
    if partial.year is not None:
        return Reading(month_of(partial.year, partial.month), "month", anchored=False)
    return Reading(choose(months_near(scene.anchor, partial.month), scene.anchor, scene.tense_at(*at)), "month")


def months_near(anchor: date, month: int) -> list[Span]:
    """List one month in the years around the anchor, oldest first."""
    return [month_of(anchor.year + step, month) for step in (-2, -1, 0, 1, 2)]


def _days(partial: PartialDate, anchor: date) -> list[Span]:
    """List the days that fit: one when complete, else one a year or a month around the anchor."""
    if partial.month is not None:
        years = [partial.year] if partial.year else [anchor.year + step for step in (-2, -1, 0, 1, 2)]
        months = [(year, partial.month) for year in years]
    else:
        near = [shift_months(anchor.replace(day=1), step) for step in range(-7, 8)]
        months = [(first.year, first.month) for first in near if partial.year in (None, first.year)]
    return [
        (date(year, month, partial.day), date(year, month, partial.day))
        for year, month in months
        if partial.day and 1 <= month <= 12 and partial.day <= monthrange(year, month)[1]
    ]
