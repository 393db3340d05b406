"""Rules for single days: today and its neighbours, weekdays, parts of the day."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from fta_mem.temporal.calendar import shift_days, shift_months, week_of, weekday_after, weekday_before
from fta_mem.temporal.mention import Reading, Scene, Tense
from fta_mem.temporal.numbers import COUNT, parse_count

Reader = Callable[[re.Match[str], Scene], Reading | None]


@dataclass(frozen=True, slots=True)
class Rule:
    """Bind a pattern to its reader; the rule is tried only in turns that hold one of its trigger words."""

    triggers: frozenset[str]
    pattern: re.Pattern[str]
    read: Reader


def rule(triggers: str, pattern: str, read: Reader) -> Rule:
    """Compile a rule; `#` among the triggers stands for any digit."""
    return Rule(frozenset(triggers.split()), re.compile(pattern, re.IGNORECASE), read)


_FULL = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_SHORT = {
    "mon": 0,
    "tue": 1,
    "tues": 1,
    "wed": 2,
    "weds": 2,
    "thu": 3,
    "thur": 3,
    "thurs": 3,
    "fri": 4,
    "sat": 5,
    "sun": 6,
}
_AMBIGUOUS = {"mon", "wed", "sat", "sun"}
WEEKDAYS: dict[str, int] = {name: number for number, name in enumerate(_FULL)} | _SHORT
WEEKDAY = "(?:" + "|".join(_FULL) + ")"
_ABBREVIATION = "(?:" + "|".join(sorted(_SHORT, key=len, reverse=True)) + r")(?![\w'])"
_TRIGGERS = " ".join(_FULL)
_PART = r"(?:\s+(?:early\s+|late\s+)?(?:morning|afternoon|evening|night|lunchtime|lunch|noon)\b(?!s))?"
# "next Friday" said on Thursday is never tomorrow.
_TOO_NEAR_FOR_NEXT = 2


def day_reading(day: date, relation: str | None = None, tense: Tense | None = None) -> Reading:
    """Return a reading of exactly one day."""
    return Reading((day, day), "day", relation=relation, tense=tense)


def weekday_named(word: str) -> int:
    """Return the number of a weekday's name or abbreviation, Monday being 0."""
    return WEEKDAYS[word.lower().rstrip(".")]


def _fixed(days: int) -> Reader:
    return lambda match, scene: day_reading(shift_days(scene.anchor, days))


def _weekday(match: re.Match[str], scene: Scene) -> Reading | None:
    word = match["day"]
    if word.lower() in _AMBIGUOUS and not word[0].isupper():
        return None
    weekday, name = weekday_named(word), _FULL[weekday_named(word)]
    before = re.sub(r"\s+", " ", (match["mod"] or "").lower())
    after = re.sub(r"\s+", " ", (match["tail"] or "").lower())
    last, ahead = weekday_before(scene.anchor, weekday), weekday_after(scene.anchor, weekday)
    if after == "before last":
        return day_reading(shift_days(last, -7))
    if after in ("week", "after next"):
        return day_reading(shift_days(ahead, 7))
    if before in ("following", "the following"):
        return Reading(None, "day")
    if before.endswith("last") or before.endswith("past") or after.endswith("gone"):
        return day_reading(last, f"{name} before {scene.anchor}")
    if before == "next":
        far = ahead if (ahead - scene.anchor).days > _TOO_NEAR_FOR_NEXT else shift_days(ahead, 7)
        return day_reading(far, f"{name} after {scene.anchor}" if far == ahead else None)
    return _bare_weekday(match, scene, before, last, ahead)


def _bare_weekday(match: re.Match[str], scene: Scene, before: str, last: date, ahead: date) -> Reading:
    tense = scene.tense_at(*match.span())
    today = scene.anchor if last == shift_days(scene.anchor, -7) else None
    if before == "this" and today:
        return day_reading(today)
    if before.endswith("coming") or tense == "future":
        return day_reading(ahead)
    if tense == "present" or (before == "this" and tense is None):
        return day_reading(today or ahead)
    return day_reading(last)


def _weekday_of_week(match: re.Match[str], scene: Scene) -> Reading:
    week = {"last": -7, "this": 0, "next": 7}[(match["which"]).lower()]
    monday = week_of(scene.anchor)[0]
    return day_reading(shift_days(monday, week + weekday_named(match["day"])))


def _weeks_from_weekday(match: re.Match[str], scene: Scene) -> Reading | None:
    """Read "a week ago Monday", "a week last Saturday", "two weeks on Tuesday", "a week today"."""
    count = parse_count(match["count"])
    if count.vague or count.low != count.high:
        return None
    days = round(count.low * (14 if match["unit"].lower().startswith("fortnight") else 7))
    how, word = match["how"].lower().split(), match["day"].lower()
    offsets = {"today": 0, "tomorrow": 1, "yesterday": -1}
    back = "ago" in how or "last" in how or "past" in how or word == "yesterday"
    if word in offsets:
        origin = shift_days(scene.anchor, offsets[word])
    else:
        near = weekday_before if back else weekday_after
        origin = near(scene.anchor, weekday_named(word))
    return day_reading(shift_days(origin, -days if back else days))


def _anniversary(match: re.Match[str], scene: Scene) -> Reading | None:
    """Read "two years ago today": the very day, unlike "two years ago"."""
    count = parse_count(match["count"])
    if count.vague or count.low != count.high or count.low % 1:
        return None
    origin = shift_days(scene.anchor, -1 if match["day"].lower() == "yesterday" else 0)
    return day_reading(shift_months(origin, -int(count.low) * (12 if match["unit"].lower().startswith("y") else 1)))


_MOD = (
    r"(?:(?P<mod>this\s+(?:past|last|coming)|the\s+(?:past|coming|following)|past|coming|following|last|next|this)\s+)"
)
_NOT_PLURAL = r"(?!s\b|\w)"

RULES: tuple[Rule, ...] = (
    rule("today tonight", r"\b(?:(?:earlier|later|late|early|first\s+thing)\s+)?(?:today|tonight)\b", _fixed(0)),
    rule(
        "this",
        r"\b(?:(?:earlier|later|early|late)\s+)?this\s+(?:very\s+)?(?:morning|afternoon|evening|lunchtime)\b",
        _fixed(0),
    ),
    rule("yesterday", rf"\byesterday\b{_PART}", _fixed(-1)),
    rule("tomorrow tmrw", rf"\b(?:first\s+thing\s+)?(?:tomorrow|tmrw)\b{_PART}", _fixed(1)),
    rule("yesterday", r"\b(?:the\s+)?(?:day|night|morning|evening)\s+before\s+yesterday\b", _fixed(-2)),
    rule("tomorrow", r"\b(?:the\s+)?(?:day|night|morning|evening)\s+after\s+tomorrow\b", _fixed(2)),
    rule("last", r"\blast\s+(?:night|evening)\b", _fixed(-1)),
    rule("last", r"\bthe\s+(?:night|evening)\s+before\s+last\b(?!\s+(?:week|month|year))", _fixed(-2)),
    rule(
        _TRIGGERS,
        rf"\b{_MOD}?(?:the\s+)?(?P<day>{WEEKDAY}){_NOT_PLURAL}"
        r"(?:\s+(?P<tail>just\s+gone|gone|before\s+last|after\s+next|week(?=\s*(?:[.,;!?)]|$|at\b|for\b|to\b|with\b|and\b))))?"
        + _PART,
        _weekday,
    ),
    rule(
        " ".join(_SHORT),
        rf"\b(?:{_MOD}|on\s+)(?P<day>{_ABBREVIATION})\.?(?:\s+(?P<tail>just\s+gone|before\s+last))?" + _PART,
        _weekday,
    ),
    rule(
        "week",
        rf"\b(?:on\s+)?(?:the\s+)?(?P<day>{WEEKDAY}){_PART}\s+(?:of\s+)?(?P<which>last|this|next)\s+week\b(?!end)",
        _weekday_of_week,
    ),
    rule(
        "week",
        rf"\b(?P<which>last|this|next)\s+week(?:,)?\s+(?:on\s+)?(?P<day>{WEEKDAY}){_NOT_PLURAL}{_PART}",
        _weekday_of_week,
    ),
    rule(
        "week weeks fortnight",
        rf"\b(?P<count>{COUNT})\s+(?P<unit>weeks?|fortnights?)\s+(?P<how>ago\s+(?:last|on)\s+|ago\s+|(?:past\s+)?last\s+|past\s+|"
        rf"on\s+|from\s+|)(?P<day>{WEEKDAY}|today|tomorrow|yesterday)\b",
        _weeks_from_weekday,
    ),
    rule("ago", rf"\b(?P<count>{COUNT})\s+(?P<unit>years?|months?)\s+ago\s+(?P<day>today|yesterday)\b", _anniversary),
)
