"""Rules for dates by name or number: "12 March", "the 12th", "March 2023", "3/12/2023", "in 2019", "the nineties".

A date without a year takes the one that the sentence's tense points to, else the nearest. Numeric dates with
slashes are month first, with dots day first, unless the numbers allow only the other order.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from fta_mem.temporal.calendar import (
    choose,
    following,
    month_of,
    nth_weekday,
    previous,
    shift_months,
    weekend_of,
    year_of,
)
from fta_mem.temporal.mention import Reading, Scene, Span, Tense
from fta_mem.temporal.numbers import CARDINAL_DAY, COUNT, ORDINAL, ORDINALS, parse_count, parse_ordinal
from fta_mem.temporal.partial_dates import (
    MONTH_NAMES,
    MONTHS,
    PartialDate,
    months_near,
    numeric_dates,
    parse_partial,
    resolve,
)
from fta_mem.temporal.rules.rule import Rule, rule
from fta_mem.temporal.rules.weekdays import WEEKDAY, WEEKDAYS
from fta_mem.temporal.tense import BACK

_FULL = "(?:" + "|".join(MONTH_NAMES) + ")"
_CLEAR = "(?:january|february|july|september|october|november|december)"
MONTH = f"(?:{_FULL}|(?:jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec)\\b\\.?)"
_YEAR = r"(?:19|20)[0-9]{2}(?![0-9])"
DAY = r"(?:(?:3[01]|[12][0-9]|0?[1-9])(?:st|nd|rd|th)?(?![0-9A-Za-z])|" + ORDINAL + r"\b)"
_SIDE = r"(?:of\s+)?(?:last|this|next)\s+year\b"
YEAR_TAIL = rf"(?:,?\s+(?:of\s+)?{_YEAR}|,?\s+{_SIDE})?"
_LEAD = rf"(?:{WEEKDAY},?\s+)?(?:on\s+)?(?:the\s+)?"
# "The four of June": a count in words is a day only before "of".
DAY_MONTH = rf"{_LEAD}(?:{DAY}\s*(?:of\s+)?{MONTH}|{CARDINAL_DAY}\s+of\s+{_FULL}(?!'s)){YEAR_TAIL}"
MONTH_DAY = rf"(?:{WEEKDAY},?\s+)?{MONTH}(?:,?\s+the)?\s+{DAY}{YEAR_TAIL}"
BARE_DAY = rf"the\s+{DAY}"
_MONTH_YEAR = rf"{MONTH},?\s+(?:of\s+)?(?:{_YEAR}|{_SIDE})"
_ISO = r"[0-9]{4}[-/][01]?[0-9][-/][0-3]?[0-9](?![0-9])"
_NUMERIC = r"[0-3]?[0-9](?P<sep>[/.-])[0-3]?[0-9](?P=sep)(?:[0-9]{4}|[0-9]{2})(?!\w|[./-][0-9])"
ANY_DATE = rf"(?:{_ISO}|{DAY_MONTH}|{MONTH_DAY}|{_MONTH_YEAR}|{_FULL}|{_YEAR}|{BARE_DAY})"
MONTH_TRIGGERS = " ".join(MONTHS)
DAY_TRIGGERS = " ".join(word for ordinal in ORDINALS for word in ordinal.split("-")) + " #"
_DECADES = {
    "twenties": 1920, "thirties": 1930, "forties": 1940, "fifties": 1950, "sixties": 1960, "seventies": 1970,
    "eighties": 1980, "nineties": 1990,
}  # fmt: skip
_PART_OF = re.compile(
    r"\b(?:end|start|beginning|middle|rest|most|all|half|parts?|months?|weeks?|weekends?|days?|whole|course|morning|evening|"
    r"night|as)\s+of\s+$",
    re.IGNORECASE,
)
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
    if verb and not re.search(rf"{_YEAR}|[0-9](?:st|nd|rd|th)\b|\bof\b|\bthe\b|\byear\b|{ORDINAL}\b", text):
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


def _goal_month(match: re.Match[str], scene: Scene) -> Reading | None:
    """Read "they moved it to August"; elsewhere "for June" may be for a person."""
    return _month(match, scene) if scene.tense_at(*match.span("month")) == "arranged" else None


def _of_month(match: re.Match[str], scene: Scene) -> Reading | None:
    """Read "the end of June"; "a friend of June" is a person's."""
    return _month(match, scene) if _PART_OF.search(scene.text, 0, match.start()) else None


def _month(match: re.Match[str], scene: Scene) -> Reading | None:
    which = (match["which"] or "").lower().split()[-1:]
    month = MONTHS[match["month"].lower().rstrip(".")]
    months = months_near(scene.anchor, month)
    if which in (["last"], ["past"]):
        return Reading(previous(months, scene.anchor), "month")
    if which in (["next"], ["coming"]):
        return Reading(following(months, scene.anchor), "month")
    if which == ["this"] and scene.tense_at(*match.span()) != "future":
        return Reading(month_of(scene.anchor.year, month), "month")
    return Reading(choose(months, scene.anchor, scene.tense_at(*match.span())), "month")


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


def _day_of_month(match: re.Match[str], scene: Scene) -> Reading | None:
    """Read "the 9th of this month", "the last day of next month"."""
    first, last = _beside_month(match["side"], scene)
    day = last.day if match["day"] is None else parse_ordinal(match["day"])
    if day is None or day > last.day:
        return None
    return Reading((first.replace(day=day), first.replace(day=day)), "day")


def _month_of_year(match: re.Match[str], scene: Scene) -> Reading:
    """Read "last year in March", "two years ago in June"."""
    if match["count"] is None:
        step = {"last": -1, "this": 0, "next": 1}[match["side"].lower()]
    else:
        count = parse_count(match["count"])
        if count.vague or count.low != count.high or count.low % 1:
            return Reading(None, "month", tense="past")
        step = -int(count.low)
    return Reading(month_of(scene.anchor.year + step, MONTHS[match["month"].lower().rstrip(".")]), "month")


def _short_year(match: re.Match[str], scene: Scene) -> Reading:
    """Read "in '98": the latest such year that has begun."""
    century = scene.anchor.year // 100 * 100
    year = century + int(match["year"])
    return Reading(year_of(year if year <= scene.anchor.year else year - 100), "year", anchored=False)


def _year(match: re.Match[str], scene: Scene) -> Reading:
    return Reading(year_of(int(match["year"])), "year", anchored=False)


def _decade(match: re.Match[str], scene: Scene) -> Reading:
    word = match["decade"].lower()
    digits = re.search(r"[0-9]+", word)
    first = _DECADES.get(word, 0) if digits is None else int(digits[0])
    if first < 100:
        first += 1900 if first >= 30 else 2000
    return Reading((date(first, 1, 1), date(first + 9, 12, 31)), "decade", anchored=False)


def _ordinal_in_month(match: re.Match[str], scene: Scene) -> Reading | None:
    """Read "the last Friday in June", "the first week of next month"."""
    month = _named_month(match, scene)
    nth = -1 if match["nth"].lower() == "last" else ORDINALS[match["nth"].lower()]
    if month is None:
        return None
    if match["day"].lower() == "weekend":
        saturday = nth_weekday(month, WEEKDAYS["saturday"], nth)
        return Reading(weekend_of(saturday), "weekend") if saturday else None
    if match["day"].lower() != "week":
        day = nth_weekday(month, WEEKDAYS[match["day"].lower()], nth)
        return Reading((day, day), "day") if day else None
    start = month[0].replace(day=7 * nth - 6 if nth > 0 else month[1].day - 6)
    return Reading((start, start.replace(day=min(start.day + 6, month[1].day))), "week")


def _named_month(match: re.Match[str], scene: Scene) -> Span | None:
    if match["month"] is None:
        return _beside_month(match["side"], scene)
    found = resolve(parse_partial(match["month"], scene.anchor), scene, match.span())
    return found.span if found else None


def _beside_month(side: str | None, scene: Scene) -> Span:
    first = shift_months(scene.anchor.replace(day=1), {"last": -1, "next": 1}.get((side or "").lower(), 0))
    return month_of(first.year, first.month)


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
        MONTH_TRIGGERS,
        rf"\b(?:(?P<which>this\s+(?:past|coming)|last|next|this|past|coming)|in|since|until|till?|by|during|before|after|around|through|from|{BACK}\s+in)\s+"
        rf"(?:early\s+|mid[\s-]|late\s+)?(?P<month>{MONTH})(?!\w)(?!\s+(?:the\s+)?(?:[0-9]|{ORDINAL}\b))",
        _month,
    ),
    rule(
        MONTH_TRIGGERS,
        rf"(?:(?<=\bto\s)|(?<=\bfor\s))(?P<which>)(?P<month>{_FULL})(?!\w|'s)",
        _goal_month,
    ),
    rule(MONTH_TRIGGERS, rf"(?<=\bof\s)(?P<which>)(?P<month>{_FULL})(?!\w|'s)", _of_month),
    rule(MONTH_TRIGGERS, rf"\b(?P<which>)(?:(?:early|late)\s+|mid[\s-]?)(?P<month>{_FULL})(?!\w)", _month),
    rule(MONTH_TRIGGERS, rf"\b(?P<which>)(?P<month>{_CLEAR})(?!\w)", _month),
    rule(
        DAY_TRIGGERS,
        rf"\b(?:(?:(?P<mod>last|next)\s+|this\s+)?(?P<weekday>{WEEKDAY}),?\s+)?(?:(?P<prep>on|by|since|until|till?|from|before|after|around)\s+)?(?<!\bin\s)the\s+(?P<day>[0-9]{{1,2}}(?:st|nd|rd|th)|"
        rf"{ORDINAL}){DATE_ENDS}",
        _bare_day,
    ),
    rule(
        "month",
        rf"\b(?:on\s+)?the\s+(?:(?P<day>{DAY})|last\s+day)\s+of\s+(?:the|(?P<side>last|this|next))\s+month\b",
        _day_of_month,
    ),
    rule(
        "#",
        rf"\b(?:in|since|during|by|until|till?|from|before|after|around|early|late|mid|mid-|end\s+of|start\s+of|beginning\s+of|year)\s+"
        rf"(?P<year>{_YEAR})(?!\s*(?:%|people|dollars|words|steps|calories|miles|years|days|hours|times))(?![\w/:.,-][0-9])",
        _year,
    ),
    rule(
        "year years",
        rf"\b(?:(?P<side>last|this|next)\s+year|(?P<count>{COUNT})\s+years?\s+ago),?\s+in\s+(?P<month>{MONTH})(?!\w)",
        _month_of_year,
    ),
    rule("#", r"\b(?:in|since|of|during|until)\s+'(?P<year>[0-9]{2})(?![\w'])", _short_year),
    rule(
        "# twenties thirties forties fifties sixties seventies eighties nineties",
        r"\b(?:in\s+)?the\s+(?P<decade>(?:(?:19|20)[0-9]|'?[0-9])0'?s|twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties)\b",
        _decade,
    ),
    rule(
        "first second third fourth last",
        rf"\b(?:on\s+)?the\s+(?P<nth>first|second|third|fourth|last)\s+(?P<day>{WEEKDAY}|weekend|week)\s+(?:in|of)\s+"
        rf"(?:(?P<month>{_FULL}{YEAR_TAIL})|(?:the|(?P<side>last|this|next))\s+month\b)",
        _ordinal_in_month,
    ),
)
