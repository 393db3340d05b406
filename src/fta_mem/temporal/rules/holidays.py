"""Rules for feasts: Christmas, Easter, Thanksgiving (United States) and others with a date of their own."""

import re
from collections.abc import Callable
from datetime import date

from dateutil.easter import easter

from fta_mem.state.labels import Granularity
from fta_mem.temporal.calendar import choose, following, month_of, nth_weekday, previous, shift_days
from fta_mem.temporal.mention import Reading, Scene, Span
from fta_mem.temporal.rules.rule import Rule, rule
from fta_mem.temporal.rules.weekdays import WEEKDAY, weekday_named
from fta_mem.temporal.tense import sentence_around

Feast = Callable[[int], Span]


def _fixed(month: int, day: int, last: int | None = None) -> Feast:
    return lambda year: (date(year, month, day), date(year, month, last or day))


def _paschal(first: int, last: int) -> Feast:
    return lambda year: (shift_days(easter(year), first), shift_days(easter(year), last))


def _weekday(month: int, weekday: int, nth: int, later: int = 0) -> Feast:
    def feast(year: int) -> Span:
        day = nth_weekday(month_of(year, month), weekday, nth) or date(year, month, 1)
        return shift_days(day, later), shift_days(day, later)

    return feast


# Longer names first: the pattern takes the first that fits. Where countries differ the United States' rule holds.
_FEASTS: tuple[tuple[str, Feast], ...] = (
    (r"between\s+(?:christmas|xmas)\s+and\s+(?:the\s+)?new\s+year'?s?", _fixed(12, 27, 30)),
    (r"(?:christmas|xmas)\s+eve", _fixed(12, 24)),
    (r"(?:christmas|xmas)\s+(?:break|holidays?|vacation|time|period|week)", _fixed(12, 24, 26)),
    (r"(?:christmas|xmas)(?:\s+(?:day|morning|night))?", _fixed(12, 25)),
    (r"boxing\s+day", _fixed(12, 26)),
    (r"new\s+year'?s?'?\s+eve", _fixed(12, 31)),
    (r"new\s+year'?s?'?(?:\s+day)?", _fixed(1, 1)),
    (r"hall?owe'?en", _fixed(10, 31)),
    (r"(?:saint\s+|st\.?\s+)?valentine'?s?'?(?:\s+day)?", _fixed(2, 14)),
    (r"(?:saint|st\.?)\s+patrick'?s?(?:\s+day)?", _fixed(3, 17)),
    (r"april\s+fools?'?s?(?:\s+day)?", _fixed(4, 1)),
    (r"independence\s+day", _fixed(7, 4)),
    (r"veterans?'?s?'?\s+day", _fixed(11, 11)),
    (r"bonfire\s+night", _fixed(11, 5)),
    (r"juneteenth", _fixed(6, 19)),
    (r"black\s+friday", _weekday(11, 3, 4, later=1)),
    (r"thanksgiving(?:\s+day)?", _weekday(11, 3, 4)),
    (r"labou?r\s+day", _weekday(9, 0, 1)),
    (r"memorial\s+day", _weekday(5, 0, -1)),
    (r"mother'?s'?\s+day", _weekday(5, 6, 2)),
    (r"father'?s'?\s+day", _weekday(6, 6, 3)),
    (r"good\s+friday", _paschal(-2, -2)),
    (r"easter\s+monday", _paschal(1, 1)),
    (r"easter\s+(?:weekend|break|holidays?)", _paschal(-2, 1)),
    (r"easter(?:\s+sunday)?", _paschal(0, 0)),
    (r"ash\s+wednesday", _paschal(-46, -46)),
)
_COMPILED = tuple((re.compile(name, re.IGNORECASE), feast) for name, feast in _FEASTS)
_NAMES = "|".join(name for name, _ in _FEASTS)
_OVER = re.compile(r"\bover\s+(?:the\s+)?$", re.IGNORECASE)
# "Christmas is always hard" is about no year.
_EVERY_YEAR = re.compile(r"\b(?:always|usually|often|never|can\s+be|tends?\s+to)\b", re.IGNORECASE)
# "a Christmas tree" is no time, nor is a wish.
_NOT_A_DATE = (
    r"(?!\s+(?:trees?|part(?:y|ies)|presents?|gifts?|cards?|dinner|lunch|meal|songs?|carols?|music|movies?|films?|"
    r"shopping|costumes?|decorations?|lights?|markets?|jumpers?|sweaters?|cookies|eggs?|bunny|spirit|cheer|concert|"
    r"sales?|magic|mood|break-?up|parade|celebrations?|traditions?|resolutions?|pudding|cake|list|themed?|do(?=\s*[.,;!?]|$))\b)"
)


def _widened(feast: Feast) -> Feast:
    """Take "over Christmas" as the day and its neighbours."""

    def wide(year: int) -> Span:
        first, last = feast(year)
        return shift_days(first, -1), shift_days(last, 1)

    return wide


def _weekday_in(feast: Feast, name: str) -> Feast:
    """Narrow a feast of several days to one weekday ("the Friday between Christmas and New Year")."""

    def narrowed(year: int) -> Span:
        day = nth_weekday(feast(year), weekday_named(name), 1)
        return (day, day) if day else feast(year)

    return narrowed


def _feast(match: re.Match[str], scene: Scene) -> Reading | None:
    name = match["name"]
    feast = next((feast for pattern, feast in _COMPILED if pattern.fullmatch(name)), None)
    if feast is None:
        return None
    if _OVER.search(scene.text, max(0, match.start() - 8), match.start()):
        feast = _widened(feast)
    if match["weekday"]:
        feast = _weekday_in(feast, match["weekday"])
    granularity: Granularity = "day"
    if match["year"]:
        return Reading(feast(int(match["year"])), granularity, anchored=False)
    if match["side"]:
        step = {"last": -1, "this": 0, "next": 1}[match["side"].lower()]
        return Reading(feast(scene.anchor.year + step), granularity)
    spans = [feast(scene.anchor.year + step) for step in (-2, -1, 0, 1, 2)]
    which = (match["which"] or "").lower()
    if which in ("last", "past"):
        return Reading(previous(spans, scene.anchor), granularity)
    if which in ("next", "coming"):
        return Reading(following(spans, scene.anchor), granularity)
    tense = scene.tense_at(*match.span())
    if tense in ("present", "future") and _EVERY_YEAR.search(scene.text, *sentence_around(scene.text, *match.span())):
        return Reading(None, granularity, kind="recurring", tense="present")
    return Reading(choose(spans, scene.anchor, tense), granularity)


RULES: tuple[Rule, ...] = (
    rule(
        "christmas xmas boxing new halloween hallowe valentine valentines patrick patricks april black "
        "independence veterans veteran bonfire juneteenth thanksgiving labor labour memorial mother mothers father "
        "fathers good easter ash",
        rf"(?<!\bmerry\s)(?<!\bhappy\s)(?<!\balmost\s)\b(?:the\s+(?P<weekday>{WEEKDAY})\s+(?:of\s+|in\s+)?)?(?:(?:this\s+)?(?P<which>last|next|this|past|coming)\s+|the\s+(?=new\b))?(?P<name>{_NAMES})\b{_NOT_A_DATE}"
        r"(?:,?\s+(?:in\s+|of\s+)?(?:(?P<year>(?:19|20)[0-9]{2})(?![0-9])|(?P<side>last|this|next)\s+year))?",
        _feast,
    ),
)
