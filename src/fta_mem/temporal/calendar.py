"""Calendar arithmetic on closed day intervals: weeks start on Monday, seasons are northern."""

from collections.abc import Sequence
from datetime import date, timedelta

from dateutil.relativedelta import relativedelta

from fta_mem.temporal.mention import Span, Tense

_FAR_AHEAD, _JUST_OVER = 300, 60
_MUCH_NEARER = 2
# Nearness tells nothing about days that come round every month.
_SHORT_CYCLE = 45
# Early, mid and late in a week; its start, middle and end.
_WEEK_PARTS = ((0, 1), (1, 3), (3, 6))
_WEEK_ENDS = ((0, 1), (2, 3), (4, 6))
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}


def shift_days(day: date, days: int) -> date:
    """Move a date by days (OverflowError beyond the calendar)."""
    return day + timedelta(days=days)


def shift_months(day: date, months: int) -> date:
    """Move a date by calendar months, clipped to the month's length (ValueError beyond the calendar)."""
    moved: date = day + relativedelta(months=months)
    return moved


def week_of(day: date) -> Span:
    """Return the Monday-to-Sunday week around a day."""
    monday = shift_days(day, -day.weekday())
    return monday, shift_days(monday, 6)


def weekend_of(day: date) -> Span:
    """Return the Saturday and Sunday of a day's week."""
    monday = week_of(day)[0]
    return shift_days(monday, 5), shift_days(monday, 6)


def month_of(year: int, month: int) -> Span:
    """Return a calendar month."""
    first = date(year, month, 1)
    return first, shift_days(shift_months(first, 1), -1)


def season_of(year: int, season: str) -> Span:
    """Return the three months of a season; a winter belongs to the year of its December."""
    first = date(year, SEASONS[season], 1)
    return first, shift_days(shift_months(first, 3), -1)


def year_of(year: int) -> Span:
    """Return a calendar year."""
    return date(year, 1, 1), date(year, 12, 31)


def weekday_before(day: date, weekday: int) -> date:
    """Return the latest such weekday strictly before a day."""
    return shift_days(day, -((day.weekday() - weekday - 1) % 7 + 1))


def weekday_after(day: date, weekday: int) -> date:
    """Return the first such weekday strictly after a day."""
    return shift_days(day, (weekday - day.weekday() - 1) % 7 + 1)


def nth_weekday(span: Span, weekday: int, nth: int) -> date | None:
    """Return the n-th such weekday inside an interval (-1 is the last), or None."""
    if nth < 0:
        found = weekday_before(shift_days(span[1], 1), weekday)
    else:
        found = shift_days(weekday_after(shift_days(span[0], -1), weekday), 7 * (nth - 1))
    return found if span[0] <= found <= span[1] else None


def distance(span: Span, day: date) -> int:
    """Count the days between a day and an interval, 0 inside it."""
    return max((span[0] - day).days, (day - span[1]).days, 0)


def choose(candidates: Sequence[Span], anchor: date, tense: Tense | None) -> Span | None:
    """Pick the occurrence that the sentence's tense points to.

    None where the words leave two: without a tense the last and the coming one are about as near; an arrangement's
    coming one is most of a year off and the last one just over.
    """
    begun = max((span for span in candidates if span[0] <= anchor), default=None)
    ahead = min((span for span in candidates if span[1] >= anchor), default=None)
    if begun is None or ahead is None or begun == ahead or tense == "past":
        return begun if tense == "past" or ahead is None else ahead
    if tense in ("present", "future"):
        return ahead
    gone, due = distance(begun, anchor), distance(ahead, anchor)
    if tense == "arranged":
        return None if due > _FAR_AHEAD and gone < _JUST_OVER else ahead
    if (ahead[0] - begun[0]).days < _SHORT_CYCLE:
        return None
    return begun if gone * _MUCH_NEARER <= due else ahead if due * _MUCH_NEARER <= gone else None


def previous(candidates: Sequence[Span], anchor: date) -> Span | None:
    """Pick the latest occurrence that was over before the anchor: "last March"."""
    return max((span for span in candidates if span[1] < anchor), default=None)


def following(candidates: Sequence[Span], anchor: date) -> Span | None:
    """Pick the first occurrence that begins after the anchor: "next summer"."""
    return min((span for span in candidates if span[0] > anchor), default=None)


def part_of(span: Span, part: int, *, tight: bool = False) -> Span:
    """Return the first, middle or last third of an interval; the `tight` ends of it are half as long.

    Three months or more are cut by whole months, a single month in tens of days, a week by its days.
    """
    months = (span[1].year - span[0].year) * 12 + span[1].month - span[0].month + 1
    if span[0].day == 1 and months >= 3:
        step = max(months // (6 if tight else 3), 1)
        start = (span[0], shift_months(span[0], step), shift_months(shift_days(span[1], 1), -step))[part]
        return start, shift_days(shift_months(start, step), -1)
    if (span[1] - span[0]).days == 6:
        first, last = (_WEEK_ENDS if tight else _WEEK_PARTS)[part]
        return shift_days(span[0], first), shift_days(span[0], last)
    step = 7 if tight else 10
    if part == 2:
        return (shift_days(span[1], 1 - step) if tight else span[0].replace(day=21)), span[1]
    start = shift_days(span[0], part * step)
    return start, shift_days(start, step - 1)
