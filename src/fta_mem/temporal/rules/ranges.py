"""Rules for stretches between two dates: "from 3 to 9 August", "between March and May 2023", "the 2nd to the 9th"."""

import re
from calendar import monthrange
from dataclasses import replace
from datetime import date

from fta_mem.temporal.calendar import shift_months
from fta_mem.temporal.contrast import is_moved
from fta_mem.temporal.mention import Reading, Scene
from fta_mem.temporal.partial_dates import PartialDate, parse_partial, resolve
from fta_mem.temporal.rules.dates import (
    ANY_DATE,
    BARE_DAY,
    DATE_ENDS,
    DAY,
    DAY_TRIGGERS,
    MONTH,
    MONTH_TRIGGERS,
    YEAR_TAIL,
)
from fta_mem.temporal.rules.rule import Rule, rule
from fta_mem.temporal.tense import sentence_around

_TO = r"\s*(?:-|\b(?:to|until|till?|through|thru)\b)\s*"
_AND = r"\s*(?:-|\b(?:and|to|until|till?|through|thru)\b)\s*"


def _range(match: re.Match[str], scene: Scene) -> Reading | None:
    """Read both ends; each takes from the other what it lacks. What was moved "from A to B" is no stretch."""
    if is_moved(scene.text, sentence_around(scene.text, *match.span()), match.start()):
        return None
    first, second = parse_partial(match["a"], scene.anchor), parse_partial(match["b"], scene.anchor)
    start = resolve(_begun(first, second), scene, match.span())
    if start is None or start.span is None:
        return None
    end = resolve(_ended(second, start.span[0]), scene, match.span("b"))
    if end is None or end.span is None or end.span[1] < start.span[0]:
        return None
    return Reading((start.span[0], end.span[1]), start.granularity, anchored=start.anchored)


def _begun(first: PartialDate, second: PartialDate) -> PartialDate:
    """Give the first date the month and year of the second: "from 28 December to 2 January 2025" begins in 2024."""
    month = first.month or second.month
    if first.year is not None or second.year is None:
        return replace(first, month=month)
    turns = month is not None and second.month is not None and month > second.month
    return replace(first, month=month, year=second.year - turns)


def _ended(second: PartialDate, start: date) -> PartialDate:
    """Give the second date the first month and year that put it behind the start."""
    if second.month is None and second.day is not None:
        later = start if second.day >= start.day else shift_months(start.replace(day=1), 1)
        return replace(second, month=later.month, year=later.year)
    if second.year is None and second.month is not None:
        day = second.day or monthrange(start.year, second.month)[1]
        return replace(second, year=start.year + ((second.month, day) < (start.month, start.day)))
    return second


RULES: tuple[Rule, ...] = (
    rule(
        "between from",
        rf"\b(?:between|from)\s+(?P<a>{ANY_DATE}){_AND}(?P<b>{ANY_DATE})(?!\w)",
        _range,
        also=f"{MONTH_TRIGGERS} {DAY_TRIGGERS}",
    ),
    rule(
        MONTH_TRIGGERS,
        rf"(?<!\w)(?P<a>{MONTH}\s+{DAY}){_AND}(?P<b>(?:{MONTH}\s+)?{DAY}{YEAR_TAIL})(?!\w)",
        _range,
        also=DAY_TRIGGERS,
    ),
    rule(
        MONTH_TRIGGERS,
        rf"(?<!\w)(?:(?:from|between)\s+)?(?:the\s+)?(?P<a>{DAY}){_AND}(?P<b>(?:the\s+)?{DAY}\s*(?:of\s+)?{MONTH}{YEAR_TAIL})(?!\w)",
        _range,
        also=DAY_TRIGGERS,
    ),
    rule(
        DAY_TRIGGERS,
        rf"\b(?:on\s+)?(?P<a>{BARE_DAY}){_TO}(?P<b>{BARE_DAY}){DATE_ENDS}",
        _range,
        also="to until till til through thru #",
    ),
)
