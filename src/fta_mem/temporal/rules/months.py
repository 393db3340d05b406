"""Rules for months by name, and days and weeks by their place in one: "in March", "the last Friday in June"."""

import re

from fta_mem.temporal.calendar import choose, following, month_of, nth_weekday, previous, shift_months, weekend_of
from fta_mem.temporal.mention import Reading, Scene, Span
from fta_mem.temporal.numbers import COUNT, ORDINAL, ORDINALS, parse_count, parse_ordinal
from fta_mem.temporal.partial_dates import MONTHS, months_near, parse_partial, resolve
from fta_mem.temporal.rules.dates import DAY, MONTH, MONTH_NAME, MONTH_TRIGGERS, YEAR_TAIL
from fta_mem.temporal.rules.rule import Rule, rule
from fta_mem.temporal.rules.weekdays import WEEKDAY, WEEKDAYS
from fta_mem.temporal.tense import BACK

# Names that are nothing else need no preposition.
_CLEAR = "(?:january|february|july|september|october|november|december)"
_PART_OF = re.compile(
    r"\b(?:end|start|beginning|middle|rest|most|all|half|parts?|months?|weeks?|weekends?|days?|whole|course|morning|evening|"
    r"night|as)\s+of\s+$",
    re.IGNORECASE,
)


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
        MONTH_TRIGGERS,
        rf"\b(?:(?P<which>this\s+(?:past|coming)|last|next|this|past|coming)|in|since|until|till?|by|during|before|after|around|through|from|{BACK}\s+in)\s+"
        rf"(?:early\s+|mid[\s-]|late\s+)?(?P<month>{MONTH})(?!\w)(?!\s+(?:the\s+)?(?:[0-9]|{ORDINAL}\b))",
        _month,
    ),
    rule(
        MONTH_TRIGGERS,
        rf"(?:(?<=\bto\s)|(?<=\bfor\s))(?P<which>)(?P<month>{MONTH_NAME})(?!\w|'s)",
        _goal_month,
    ),
    rule(MONTH_TRIGGERS, rf"(?<=\bof\s)(?P<which>)(?P<month>{MONTH_NAME})(?!\w|'s)", _of_month),
    rule(MONTH_TRIGGERS, rf"\b(?P<which>)(?:(?:early|late)\s+|mid[\s-]?)(?P<month>{MONTH_NAME})(?!\w)", _month),
    rule(MONTH_TRIGGERS, rf"\b(?P<which>)(?P<month>{_CLEAR})(?!\w)", _month),
    rule(
        "month",
        rf"\b(?:on\s+)?the\s+(?:(?P<day>{DAY})|last\s+day)\s+of\s+(?:the|(?P<side>last|this|next))\s+month\b",
        _day_of_month,
    ),
    rule(
        "year years",
        rf"\b(?:(?P<side>last|this|next)\s+year|(?P<count>{COUNT})\s+years?\s+ago),?\s+in\s+(?P<month>{MONTH})(?!\w)",
        _month_of_year,
    ),
    rule(
        "first second third fourth last",
        rf"\b(?:on\s+)?the\s+(?P<nth>first|second|third|fourth|last)\s+(?P<day>{WEEKDAY}|weekend|week)\s+(?:in|of)\s+"
        rf"(?:(?P<month>{MONTH_NAME}{YEAR_TAIL})|(?:the|(?P<side>last|this|next))\s+month\b)",
        _ordinal_in_month,
    ),
)
