"""Word an interval as an answer: "7 May 2023", "The week before 9 June 2023", "Sunday, February 25, 2024"."""

import re
from calendar import day_name, month_name
from collections.abc import Iterable
from datetime import date
from typing import Literal

from fta_mem.state.labels import Granularity
from fta_mem.temporal.calendar import SEASONS, month_of, season_of, week_of, weekend_of, year_of
from fta_mem.temporal.numbers import spell
from fta_mem.temporal.resolve import Span, TimeMention, find_named_days

TimeStyle = Literal["locomo", "long", "iso"]
LengthUnit = Literal["day", "week", "month", "year"]

_RELATION = re.compile(r"(?P<words>[a-z ]*?)\s?\b(?P<side>before|after|of) (?P<day>\d{4}-\d{2}-\d{2})")
_BEYOND = re.compile(r"(?P<side>before|after) (?P<day>\d{4}-\d{2}-\d{2})")
_ISO_DAY = re.compile(r"(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)")
_VAGUE = re.compile(r"^(?:few|couple of|several|some) ")
_LEAP_YEAR = 2000
_WIDTHS = {"day": 1.0, "week": 7.0, "month": 30.4375, "year": 365.25}


def word_time(when: TimeMention | Span, *, style: TimeStyle = "long") -> str:
    """Word a mention or an inclusive interval; what has no date keeps the words that were said.

    `locomo` prefers the relative wording for weeks, weekends and named weekdays, as people answer who think from
    the day of the talk; `long` names the days; `iso` is for machines.
    """
    if not isinstance(when, TimeMention):
        return word_interval(when, guess_granularity(when), style)
    beyond = _BEYOND.fullmatch(when.relation or "")
    if beyond is not None and style != "iso":
        return f"{beyond['side']} {word_day(date.fromisoformat(beyond['day']), style)}"
    if when.start is None or when.end is None:
        return when.text
    span = (when.start, when.end)
    if when.kind == "until" and style != "iso":
        return f"until {_word_end(when, style)}"
    holds = when.kind == "since" or (when.kind == "duration" and when.orientation != "future")
    if holds and style != "iso":
        return f"since {_word_start(when.start, when.granularity, style)}"
    worded = _word_relation(when.relation, span, style) if when.relation else None
    return worded or _word_part(when, span, style) or word_interval(span, when.granularity, style)


def word_interval(span: Span, granularity: Granularity, style: TimeStyle = "long") -> str:
    """Word an interval at a granularity."""
    first, last = span
    if style == "iso":
        return _iso(span, granularity)
    if granularity == "month" and (first.year, first.month) == (last.year, last.month):
        return f"{month_name[first.month]} {first.year}"
    if granularity == "month" and span == (month_of(first.year, first.month)[0], month_of(last.year, last.month)[1]):
        begin = month_name[first.month] if first.year == last.year else f"{month_name[first.month]} {first.year}"
        return f"{begin} to {month_name[last.month]} {last.year}"
    if granularity == "year" and first.year == last.year:
        return str(first.year)
    if granularity == "decade":
        return f"the {first.year}s"
    if granularity == "season":
        return _season(first)
    if granularity == "weekend" and style == "long":
        return f"the weekend of {_days(span, style)}"
    if granularity == "week" and style == "long" and span == week_of(first):
        return f"the week of {word_day(first, style)}"
    return _days(span, style)


def word_day(day: date, style: TimeStyle) -> str:
    """Word one day."""
    if style == "iso":
        return day.isoformat()
    if style == "locomo":
        return f"{day.day} {month_name[day.month]} {day.year}"
    return f"{day_name[day.weekday()]}, {month_name[day.month]} {day.day}, {day.year}"


def word_iso_days(text: str, style: TimeStyle) -> str:
    """Return a text with each ISO day in it worded; what only looks like one stays."""

    def in_words(found: re.Match[str]) -> str:
        try:
            return word_day(date.fromisoformat(found[0]), style)
        except ValueError:
            return found[0]

    return _ISO_DAY.sub(in_words, text)


def word_dates(text: str, style: TimeStyle, known: Iterable[date] = ()) -> str:
    """Return an answer with each day in it worded in one style: ISO days and "the fourteen of February" alike.

    A day said without its year gets the year of the one ``known`` day (of the cited evidence) that it can be; where
    there is none, or several, no year is made up.
    """
    days = frozenset(known)
    pieces: list[str] = []
    done = 0
    for (begin, end), year, month, day in find_named_days(text):
        worded = _word_named_day(_year_of(year, month, day, days), month, day, style)
        if worded is not None and begin >= done:
            pieces += [text[done:begin], worded]
            done = end
    return word_iso_days("".join([*pieces, text[done:]]), style)


def _year_of(year: int | None, month: int, day: int, days: frozenset[date]) -> int | None:
    years = {each.year for each in days if (each.month, each.day) == (month, day)}
    return year if year is not None else years.pop() if len(years) == 1 else None


def _word_named_day(year: int | None, month: int, day: int, style: TimeStyle) -> str | None:
    try:
        whole = date(year if year is not None else _LEAP_YEAR, month, day)
    except ValueError:
        return None
    if year is not None:
        return word_day(whole, style)
    return {"locomo": f"{day} {month_name[month]}", "long": f"{month_name[month]} {day}"}.get(style)


def guess_granularity(span: Span) -> Granularity:
    """Tell what calendar unit an interval is; days when it is none."""
    first, last = span
    if span == month_of(first.year, first.month):
        return "month"
    if span == year_of(first.year):
        return "year"
    if any(span == season_of(first.year, season) for season in SEASONS):
        return "season"
    return "weekend" if span == weekend_of(first) else "day"


def duration_between(first: date, last: date, unit: LengthUnit | None = None) -> str:
    """Say how long it is from one day to another, rounded to the unit: "sixteen days", "three months"."""
    days = abs((last - first).days)
    chosen: LengthUnit = unit or ("day" if days < 28 else "month" if days < 700 else "year")
    number = round(days / _WIDTHS[chosen])
    return f"{spell(number) if number else 'less than one'} {chosen}{'' if number <= 1 else 's'}" if days else "no time"


def _word_relation(relation: str, span: Span, style: TimeStyle) -> str | None:
    """Word "friday before 2023-07-20"; only `locomo` does so for what has days of its own."""
    found = _RELATION.fullmatch(relation)
    if found is None or style == "iso":
        return None
    words, day = found["words"].strip(), word_day(date.fromisoformat(found["day"]), style)
    if _VAGUE.match(words):
        article = "a " if words.startswith(("few", "couple")) else ""
        return f"{article}{words} {found['side']} {day}"
    if style != "locomo":
        return _word_loose_week(words, found["side"], date.fromisoformat(found["day"]), span)
    head, _, rest = words.partition(" ")
    if rest:
        return f"{words} {found['side']} {day}"
    return f"The {head.capitalize() if head.endswith('day') and head != 'day' else head} {found['side']} {day}"


def _word_loose_week(words: str, side: str, origin: date, span: Span) -> str | None:
    """Word a week that is no calendar week: around its middle when it was counted from the origin."""
    if not words.endswith(("week", "weeks")) or span == week_of(span[0]) or side == "of":
        return None
    middle = span[0] + (span[1] - span[0]) / 2
    if (origin - middle).days % 7 == 0:
        return f"around {word_day(middle, 'long')}"
    return f"the {words} {side} {word_day(origin, 'long')}"


def _word_part(when: TimeMention, span: Span, style: TimeStyle) -> str | None:
    """Word "early June 2023", "the end of 2022"."""
    if style == "iso" or when.relation not in ("early", "mid", "late", "beginning of", "end of"):
        return None
    if when.granularity not in ("month", "year") or span[0].year != span[1].year:
        return None
    whole = f"{month_name[span[0].month]} {span[0].year}" if when.granularity == "month" else str(span[0].year)
    if when.relation == "mid":
        return f"mid-{whole}"
    return f"{when.relation} {whole}" if " " not in when.relation else f"the {when.relation} {whole}"


def _word_end(when: TimeMention, style: TimeStyle) -> str:
    """Word the end of a stretch whose start is only the day of the talk."""
    last = when.end or date.max
    bound = (last.replace(day=1), last) if when.granularity == "month" else (last, last)
    return _word_part(when, bound, style) or _word_start(last, when.granularity, style)


def _word_start(start: date, granularity: Granularity, style: TimeStyle) -> str:
    if granularity in ("month", "year", "decade", "season"):
        unit: Granularity = "month" if granularity in ("month", "season") else "year"
        return word_interval((start, start), unit, style)
    return word_day(start, style)


def _season(first: date) -> str:
    names = {month: name for name, month in SEASONS.items() if name != "fall"}
    name = names.get(first.month)
    if name is None:
        return f"{month_name[first.month]} {first.year}"
    return f"{name} {first.year}" if name != "winter" else f"winter {first.year}-{first.year + 1}"


def _days(span: Span, style: TimeStyle) -> str:
    first, last = span
    if first == last:
        return word_day(first, style)
    same_month = (first.year, first.month) == (last.year, last.month)
    if style == "locomo":
        return (
            f"{first.day}-{word_day(last, style)}"
            if same_month
            else f"{word_day(first, style)} to {word_day(last, style)}"
        )
    if same_month:
        return f"{month_name[first.month]} {first.day}-{last.day}, {first.year}"
    return f"{month_name[first.month]} {first.day}, {first.year} to {month_name[last.month]} {last.day}, {last.year}"


def _iso(span: Span, granularity: Granularity) -> str:
    first, last = span
    if granularity == "month" and span == month_of(first.year, first.month):
        return first.isoformat()[:7]
    if granularity == "year" and span == year_of(first.year):
        return first.isoformat()[:4]
    return first.isoformat() if first == last else f"{first.isoformat()}/{last.isoformat()}"
