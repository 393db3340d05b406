"""Rules for weeks, weekends, months, years and seasons named by their place beside now: "last week", "next summer"."""

import re
from datetime import date

from fta_mem.state.labels import Granularity
from fta_mem.temporal.calendar import (
    choose,
    following,
    month_of,
    previous,
    season_of,
    shift_days,
    shift_months,
    week_of,
    weekend_of,
    year_of,
)
from fta_mem.temporal.mention import Reading, Scene, Span
from fta_mem.temporal.rules.rule import Rule, rule
from fta_mem.temporal.rules.weekdays import WEEKDAY

SEASON = r"(?:spring|summer|autumn|fall(?!\s+(?:apart|asleep|over|off|down|out|in\s+love|behind))|winter)"


def period_around(anchor: date, unit: str, offset: int) -> Span:
    """Return the calendar week, weekend, month or year that lies `offset` such units from the anchor's."""
    if unit == "week":
        return week_of(shift_days(anchor, 7 * offset))
    if unit == "weekend":
        return weekend_of(shift_days(anchor, 7 * offset))
    if unit == "month":
        first = shift_months(anchor.replace(day=1), offset)
        return month_of(first.year, first.month)
    return year_of(anchor.year + offset)


def _granularity(unit: str) -> Granularity:
    return "week" if unit == "week" else "month" if unit == "month" else "year"


def _period(match: re.Match[str], scene: Scene) -> Reading:
    unit, words = match["unit"].lower(), match["which"].lower().split()
    which = "past" if words == ["the", "last"] else words[-1]
    tail = (match["tail"] or "").lower()
    side = {"last": -1, "past": -1, "next": 1, "coming": 1}.get(which, 0)
    if which == "past" or tail.endswith("gone"):
        return _just_past(scene.anchor, unit)
    relation = f"week {('of', 'after', 'before')[side]} {scene.anchor}" if unit == "week" else None
    return Reading(period_around(scene.anchor, unit, side), _granularity(unit), relation=relation)


def _beyond(match: re.Match[str], scene: Scene) -> Reading:
    unit = match["unit"].lower()
    offset = -2 if match["which"].lower().endswith("last") else 2
    return Reading(period_around(scene.anchor, unit, offset), _granularity(unit))


def _just_past(anchor: date, unit: str) -> Reading:
    """Read "the past month" as the stretch up to now, unlike "last month", which is a calendar month."""
    start = {
        "week": shift_days(anchor, -7),
        "month": shift_months(anchor, -1),
        "year": shift_months(anchor, -12),
    }[unit]
    relation = f"week before {anchor}" if unit == "week" else None
    return Reading((start, anchor), _granularity(unit), relation=relation, tense="past")


def _the_period(match: re.Match[str], scene: Scene) -> Reading:
    unit = match["unit"].lower()
    span = period_around(scene.anchor, unit, 0)
    word = (match["half"] or "").lower()
    if word == "earlier":
        span = span[0], scene.anchor
    elif word == "later":
        span = scene.anchor, span[1]
    return Reading(span, _granularity(unit))


def seasons_near(anchor: date, season: str) -> list[Span]:
    """List a season of the years around the anchor, oldest first."""
    return [season_of(anchor.year + step, season) for step in (-2, -1, 0, 1)]


def _season(match: re.Match[str], scene: Scene) -> Reading | None:
    season, which = match["season"].lower(), (match["which"] or "").lower().split()
    if match["year"]:
        year = int(match["year"].lstrip("'"))
        if year < 100:
            year += 1900 if year > scene.anchor.year % 100 else 2000
        return Reading(season_of(year, season), "season", anchored=False)
    spans = seasons_near(scene.anchor, season)
    if match["side"]:
        return _season_of_year(match["side"], season, scene)
    if not which:
        return None
    if which[0] == "last" or "past" in which:
        return Reading(previous(spans, scene.anchor), "season")
    if which[0] == "next" or "coming" in which:
        return Reading(following(spans, scene.anchor), "season")
    tense = scene.tense_at(*match.span())
    if which[-1] != "this" and tense == "present":
        return Reading(None, "season")
    return Reading(choose(spans, scene.anchor, tense), "season", tense=tense)


def _season_of_year(side: str, season: str, scene: Scene) -> Reading:
    step = {"last": -1, "this": 0, "next": 1}[side.lower()]
    return Reading(season_of(scene.anchor.year + step, season), "season")


def _this_time(match: re.Match[str], scene: Scene) -> Reading:
    step = -1 if match["which"].lower() == "last" else 1
    unit = match["unit"].lower()
    if unit == "week":
        day = shift_days(scene.anchor, 7 * step)
        return Reading((day, day), "day")
    day = shift_months(scene.anchor, step * (1 if unit == "month" else 12))
    return Reading(month_of(day.year, day.month), "month")


RULES: tuple[Rule, ...] = (
    rule(
        "week month year",
        r"\b(?P<which>(?:this|the|these)\s+(?:past|last|coming)|last|next|this|past|coming)\s+(?P<unit>week|month|year)\b(?!-|s)"
        r"(?P<tail>\s+just\s+gone)?",
        _period,
    ),
    rule(
        "week month year",
        r"\bthe\s+(?P<unit>week|month|year)\s+(?P<which>before\s+last|after\s+next)\b"
        rf"(?!\s+(?:{WEEKDAY}|week|month|year|{SEASON}|christmas|night))",
        _beyond,
    ),
    rule(
        "week month year",
        r"(?<=\bof\s)(?<!\bdays\sof\s)(?<!\bday\sof\s)(?<!\btimes\sof\s)(?:the|this)\s+(?P<half>)(?P<unit>week|month|year)\b",
        _the_period,
    ),
    rule(
        "earlier later",
        r"\b(?P<half>earlier|later)\s+(?:in\s+the|this|on\s+in\s+the)\s+(?P<unit>week|month|year)\b",
        _the_period,
    ),
    rule(
        "spring summer autumn fall winter",
        rf"\b(?:(?P<which>(?:this|the)\s+(?:past|last|coming)|last|next|this|"
        rf"(?:in|over|during|through|for|by)\s+(?:the|this)|in)\s+)?(?P<season>{SEASON})\b"
        r"(?:\s+(?:of\s+)?(?:(?P<year>(?:19|20)[0-9]{2}|'[0-9]{2})(?![0-9])|(?P<side>last|this|next)\s+year))?",
        _season,
    ),
    rule(
        "time day",
        r"\b(?:(?:at\s+)?this\s+time|(?:on\s+)?this\s+day)\s+(?P<which>last|next)\s+(?P<unit>week|month|year)\b",
        _this_time,
    ),
)
