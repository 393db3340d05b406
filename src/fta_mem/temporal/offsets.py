"""Moves by counted units: "two weeks ago", "in a few days", "three days before the funeral".

The width of a moved interval follows how people round: days are exact, weeks mean three days either side, months
and years mean the calendar month or year, and a vague count ("a few") spans its whole range.
"""

import re
from datetime import date

from fta_mem.state.labels import Granularity
from fta_mem.temporal.calendar import month_of, shift_days, shift_months, weekend_of, year_of
from fta_mem.temporal.mention import Reading, Span
from fta_mem.temporal.numbers import Count, spell

UNIT = r"(?:minute|min|hour|hr|day|night|weekend|week|wk|fortnight|month|year|yr|decade)s?"
UNIT_TRIGGERS = " ".join(f"{word} {word}s" for word in re.findall("[a-z]{2,}", UNIT))
_SHORT = {"min": "minute", "hr": "hour", "wk": "week", "yr": "year", "night": "day"}
_WEEK_SLACK = 3


def unit_name(word: str) -> str:
    """Return the singular unit of a match of UNIT."""
    singular = word.lower().removesuffix("s")
    return _SHORT.get(singular, singular)


def unit_granularity(unit: str) -> Granularity:
    """Return the granularity that a unit's name stands for."""
    granularities: dict[str, Granularity] = {
        "day": "day", "weekend": "weekend", "week": "week", "fortnight": "week", "month": "month",
        "year": "year", "decade": "year",
    }  # fmt: skip
    return granularities.get(unit, "hour")


def shifted(origin: date, count: Count, unit: str, sign: int) -> Reading:
    """Move an origin by a count of units into the past (-1) or the future (+1)."""
    if unit == "fortnight":
        count, unit = Count(2 * count.low, 2 * count.high, count.vague), "week"
    if unit == "decade":
        count, unit = Count(10 * count.low, 10 * count.high, count.vague), "year"
    near, far = _moved(origin, count.low, unit, sign), _moved(origin, count.high, unit, sign)
    span = (min(near[0], far[0]), max(near[1], far[1]))
    granularity = unit_granularity(unit)
    if unit == "year" and count.low == count.high and (count.low <= 1 or count.low % 1):
        granularity = "month"
    return Reading(span, granularity, relation=_relation(origin, count, unit, sign))


def _moved(origin: date, amount: float, unit: str, sign: int) -> Span:
    if unit == "day":
        day = shift_days(origin, sign * round(amount))
        return day, day
    if unit == "week":
        centre = shift_days(origin, sign * round(7 * amount))
        return shift_days(centre, -_WEEK_SLACK), shift_days(centre, _WEEK_SLACK)
    if unit == "weekend":
        return _nth_weekend(origin, max(round(amount), 1), sign)
    if unit == "month":
        whole = shift_days(shift_months(origin, sign * int(amount)), sign * round(30 * (amount % 1)))
        return month_of(whole.year, whole.month)
    if unit == "year":
        moved = shift_months(origin, sign * round(12 * amount))
        exact = amount <= 1 or amount % 1
        return month_of(moved.year, moved.month) if exact else year_of(moved.year)
    return origin, origin


def _nth_weekend(origin: date, nth: int, sign: int) -> Span:
    # On a weekend day the weekend that holds it is under way, so "two weekends ago" counts from the one before.
    monday_shift = 0 if sign < 0 or origin.weekday() > 4 else -1
    return weekend_of(shift_days(origin, 7 * (sign * nth + monday_shift)))


def _relation(origin: date, count: Count, unit: str, sign: int) -> str | None:
    side = f"{'before' if sign < 0 else 'after'} {origin.isoformat()}"
    if count.vague:
        return f"{'couple of' if count.vague == 'couple' else count.vague} {unit}s {side}"
    exact = count.low == count.high and count.low % 1 == 0
    if unit in ("week", "weekend") and exact:
        return f"{unit} {side}" if count.low == 1 else f"{spell(int(count.low))} {unit}s {side}"
    return None
