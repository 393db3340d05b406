"""Rules for days by name or number: "12 March", "the four of June", "the 12th", "25/12/2023".

A date without a year takes the one that the sentence's tense points to, else the one that is much nearer. With dots
the day stands first; with slashes either may, so both readings are weighed.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from fta_mem.temporal.mention import Reading, Scene, Span, Tense
from fta_mem.temporal.numbers import CARDINAL_DAY, ORDINAL, ORDINALS, parse_ordinal
from fta_mem.temporal.partial_dates import (
    MONTH_NAMES,
    MONTHS,
    PartialDate,
    numeric_dates,
    parse_partial,
    resolve,
)
from fta_mem.temporal.rules.rule import Rule, rule
from fta_mem.temporal.rules.weekdays import WEEKDAY, WEEKDAYS

MONTH_NAME = "(?:" + "|".join(MONTH_NAMES) + ")"
MONTH = f"(?:{MONTH_NAME}|(?:jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec)\\b\\.?)"
YEAR = r"(?:19|20)[0-9]{2}(?![0-9])"
DAY = r"(?:(?:3[01]|[12][0-9]|0?[1-9])(?:st|nd|rd|th)?(?![0-9A-Za-z])|" + ORDINAL + r"\b)"
_SIDE = r"(?:of\s+)?(?:last|this|next)\s+year\b"
YEAR_TAIL = rf"(?:,?\s+(?:of\s+)?{YEAR}|,?\s+{_SIDE})?"
_LEAD = rf"(?:{WEEKDAY},?\s+)?(?:on\s+)?(?:the\s+)?"
# "The four of June": a count in words is a day only before "of".
DAY_MONTH = rf"{_LEAD}(?:{DAY}\s*(?:of\s+)?{MONTH}|{CARDINAL_DAY}\s+of\s+{MONTH_NAME}(?!'s)){YEAR_TAIL}"
MONTH_DAY = rf"(?:{WEEKDAY},?\s+)?{MONTH}(?:,?\s+the)?\s+{DAY}{YEAR_TAIL}"
BARE_DAY = rf"the\s+{DAY}"
_MONTH_YEAR = rf"{MONTH},?\s+(?:of\s+)?(?:{YEAR}|{_SIDE})"
_ISO = r"[0-9]{4}[-/][01]?[0-9][-/][0-3]?[0-9](?![0-9])"
_NUMERIC = r"[0-3]?[0-9](?P<sep>[/.-])[0-3]?[0-9](?P=sep)(?:[0-9]{4}|[0-9]{2})(?!\w|[./-][0-9])"
ANY_DATE = rf"(?:{_ISO}|{DAY_MONTH}|{MONTH_DAY}|{_MONTH_YEAR}|{MONTH_NAME}|{YEAR}|{BARE_DAY})"
MONTH_TRIGGERS = " ".join(MONTHS)
DAY_TRIGGERS = " ".join(word for ordinal in ORDINALS for word in ordinal.split("-")) + " #"
_NAMED_DAY = re.compile(
    rf"(?<![\w-])(?:on\s+)?(?P<when>{DAY_MONTH}|{MONTH_DAY})(?!\w|\s*(?:-|\bto\b|\band\b)\s*[0-9])", re.IGNORECASE
)
_RANGE_BEFORE = re.compile(r"[0-9](?:st|nd|rd|th)?\s*(?:-|\u2013|to|and|until)\s*(?:the\s+)?$", re.IGNORECASE)
# Only "last year" and its like would need the day of the talk.
_ANY_DAY = date(2000, 1, 1)
# What may follow "the 12th" when it is a date and not "the 12th floor".
DATE_ENDS = (
    r"(?=\s*(?:$|[.,;:!?)\]-])|\s+(?:and|but|so|or|at|in\s+the|because|for|i|we|he|she|they|it|to|till?|until|with|"
    r"after|before|when|which|is|was|this|then|if|instead|already|off)\b)"
)


def _date(match: re.Match[str], scene: Scene) -> Reading | None:
    text = match["when"]
    # "3 may come" and "they march 12 miles": these two need a capital, a year or an ordinal to be months.
    verb = re.search(r"\b(?:may|march)\b", text)
    if verb and not re.search(rf"{YEAR}|[0-9](?:st|nd|rd|th)\b|\bof\b|\bthe\b|\byear\b|{ORDINAL}\b", text):
        return None
    return resolve(parse_partial(text, scene.anchor), scene, match.span())


def named_days(text: str) -> Iterator[tuple[tuple[int, int], PartialDate]]:
    """Yield the days that a text gives by a day and a month, with or without a year, and where; no part of a range."""
    for match in _NAMED_DAY.finditer(text):
        partial = parse_partial(match["when"], _ANY_DAY)
        if partial.day and partial.month and not _RANGE_BEFORE.search(text, 0, match.start("when")):
            yield match.span("when"), partial


def _in_figures(match: re.Match[str], scene: Scene) -> Reading | None:
    """Read "25/12/2023"; "3/4/2023" counts only where the tense excludes one of the two days that it may be."""
    readings = [resolve(partial, scene, match.span()) for partial in numeric_dates(match["when"])]
    found = [each for each in readings if each is not None and each.span is not None]
    if len(found) < 2:
        return found[0] if found else None
    tense = scene.tense_at(*match.span()) if scene.dated else None
    fits = [each for each in found if each.span and _fits(each.span, scene.anchor, tense)]
    return fits[0] if len(fits) == 1 else Reading(None, "day")


def _fits(span: Span, anchor: date, tense: Tense | None) -> bool:
    if tense == "past":
        return span[0] <= anchor
    return tense is None or span[1] >= anchor


def _day_and_month(match: re.Match[str], scene: Scene) -> Reading | None:
    """Read "on 25/12"; where both figures may be the month, the words are kept without a day."""
    first, second = int(match["a"]), int(match["b"])
    if first <= 12 and second <= 12 and first != second:
        return Reading(None, "day")
    partial = PartialDate(month=second, day=first) if second <= 12 else PartialDate(month=first, day=second)
    return resolve(partial, scene, match.span())


def _bare_day(match: re.Match[str], scene: Scene) -> Reading | None:
    """Read "the 12th"; a low ordinal in words ("the third") is a date only after a preposition."""
    day = parse_ordinal(match["day"])
    spelled = match["day"][0].isalpha()
    if day is None or day > 31 or (spelled and day <= 12 and not match["prep"]):
        return None
    partial = PartialDate(day=day, weekday=WEEKDAYS[match["weekday"].lower()] if match["weekday"] else None)
    if match["mod"] is None:
        return resolve(partial, scene, match.span())
    fixed: Tense = "past" if match["mod"].lower() == "last" else "future"
    return resolve(partial, replace(scene, tense_at=lambda start, end: fixed), match.span())


RULES: tuple[Rule, ...] = (
    rule(
        MONTH_TRIGGERS + " #",
        rf"(?<![\w-])(?P<when>{DAY_MONTH}|{MONTH_DAY}|{_MONTH_YEAR})(?!\w|\s+(?:street|road|avenue|lane)\b)",
        _date,
    ),
    rule("#", rf"(?<![\w./-])(?P<when>{_ISO}|{_NUMERIC})", _in_figures),
    rule(
        "#",
        r"\b(?:on|by|until|till?|for|since|from|before|after|is|was|to)\s+(?!24/7)(?P<a>[0-3]?[0-9])/(?P<b>[0-3]?[0-9])(?![\w/-]|\.[0-9])",
        _day_and_month,
    ),
    rule(
        DAY_TRIGGERS,
        rf"\b(?:(?:(?P<mod>last|next)\s+|this\s+)?(?P<weekday>{WEEKDAY}),?\s+)?(?:(?P<prep>on|by|since|until|till?|from|before|after|around)\s+)?(?<!\bin\s)the\s+(?P<day>[0-9]{{1,2}}(?:st|nd|rd|th)|"
        rf"{ORDINAL}){DATE_ENDS}",
        _bare_day,
    ),
)
