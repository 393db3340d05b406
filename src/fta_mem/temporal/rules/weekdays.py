"""Rules for weekdays: "last Friday", "Saturday week", "two Mondays ago", "a week on Tuesday", "Friday to Sunday"."""

import re
from datetime import date

from fta_mem.temporal.calendar import shift_days, week_of, weekday_after, weekday_before
from fta_mem.temporal.contrast import is_moved
from fta_mem.temporal.mention import Reading, Scene
from fta_mem.temporal.numbers import COUNT, parse_count
from fta_mem.temporal.rules.days import PART, WEEK_TAIL, weeks_on
from fta_mem.temporal.rules.rule import Rule, day_reading, rule
from fta_mem.temporal.tense import sentence_around

_FULL = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_SHORT = {
    "mon": 0, "tue": 1, "tues": 1, "wed": 2, "weds": 2, "thu": 3, "thur": 3, "thurs": 3, "fri": 4, "sat": 5, "sun": 6,
}  # fmt: skip
# These are words of their own, unless written with a capital.
_AMBIGUOUS = {"mon", "wed", "sat", "sun"}
_FRIDAY, _SATURDAY = 4, 5
WEEKDAYS: dict[str, int] = {name: number for number, name in enumerate(_FULL)} | _SHORT
WEEKDAY = "(?:" + "|".join(_FULL) + ")"
_ABBREVIATION = "(?:" + "|".join(sorted(_SHORT, key=len, reverse=True)) + r")(?![\w'])"
_TRIGGERS = " ".join(_FULL)
# "next Friday" said on Thursday is never tomorrow.
_TOO_NEAR_FOR_NEXT = 2


# "He died on a Tuesday" is no day; "the Sunday calls" are many.
_INDEFINITE = re.compile(r"(?<!\w)an?\s+$", re.IGNORECASE)
_REGULAR = (
    r"(?:calls|chats|classes|lessons|sessions|shifts|dinners|lunches|drinks|walks|runs|meetings|games|practices|"
    r"services|visits)\b"
)
_REGULAR_OWN = r"(?:thing|call|class|group|club|choir|practice|lesson|session|dinner|lunch|walk|run|swim|game|shift)\b"


def weekday_named(word: str) -> int:
    """Return the number of a weekday's name or abbreviation, Monday being 0."""
    return WEEKDAYS[word.lower().rstrip(".")]


def _weekday(match: re.Match[str], scene: Scene) -> Reading | None:
    word = match["day"]
    if word.lower() in _AMBIGUOUS and not word[0].isupper():
        return None
    if _INDEFINITE.search(scene.text, max(0, match.start() - 6), match.start()):
        return Reading(None, "day")
    weekday, name = weekday_named(word), _FULL[weekday_named(word)]
    before = re.sub(r"\s+", " ", (match["mod"] or "").lower())
    after = re.sub(r"\s+", " ", (match["tail"] or "").lower())
    last, ahead = weekday_before(scene.anchor, weekday), weekday_after(scene.anchor, weekday)
    if after == "before last":
        return day_reading(shift_days(last, -7))
    if after == "after next" or weeks_on(after):
        return day_reading(shift_days(ahead, weeks_on(after) or 7))
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
    if before.endswith("coming") or tense in ("future", "arranged"):
        return day_reading(ahead)
    if tense == "present" or (before == "this" and tense is None):
        return day_reading(today or ahead)
    return day_reading(last) if tense == "past" else Reading(None, "day")


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


def _counted_weekday(match: re.Match[str], scene: Scene) -> Reading | None:
    """Read "two Saturdays ago": the last Saturday is one Saturday ago."""
    count = parse_count(match["count"])
    back = match["ago"] is not None
    if not back and match["ahead"] is None and match["in"] is None:
        return None
    if count.vague or count.low != count.high or count.low % 1 or count.low < 1:
        return Reading(None, "day", tense="past" if back else "future")
    further = 7 * (int(count.low) - 1)
    weekday = weekday_named(match["day"])
    if back:
        return day_reading(shift_days(weekday_before(scene.anchor, weekday), -further))
    return day_reading(shift_days(weekday_after(scene.anchor, weekday), further))


def _regular(match: re.Match[str], scene: Scene) -> Reading:
    return Reading(None, "day", kind="recurring", tense="present")


def _weekday_range(match: re.Match[str], scene: Scene) -> Reading | None:
    """Read "from Friday to Sunday"; "from Monday to Friday" in the present is how the weeks are, not this one."""
    tense = scene.tense_at(*match.span())
    first, last = weekday_named(match["a"]), weekday_named(match["b"])
    if is_moved(scene.text, sentence_around(scene.text, *match.span()), match.start()):
        return None
    if tense == "past":
        start = weekday_before(scene.anchor, first)
    elif tense in ("future", "arranged") or (tense == "present" and last >= _SATURDAY):
        start = weekday_after(shift_days(scene.anchor, -1 if tense == "present" else 0), first)
    else:
        habit = tense == "present" and last <= _FRIDAY
        return Reading(None, "day", kind="recurring" if habit else "point", tense=tense)
    return Reading((start, weekday_after(start, last)), "day")


_MOD = (
    r"(?:(?P<mod>this\s+(?:past|last|coming)|the\s+(?:past|coming|following)|past|coming|following|last|next|this)\s+)"
)
_NOT_PLURAL = r"(?!s\b|\w|\s+(?:best|person|blues|school|feeling|mood)\b)"

RULES: tuple[Rule, ...] = (
    rule(
        _TRIGGERS,
        rf"\b{_MOD}?(?:the\s+)?(?P<day>{WEEKDAY}){_NOT_PLURAL}"
        rf"(?:\s+(?P<tail>just\s+gone|gone|before\s+last|after\s+next|{WEEK_TAIL}))?" + PART,
        _weekday,
    ),
    rule(
        " ".join(_SHORT),
        rf"\b(?:{_MOD}|on\s+)(?P<day>{_ABBREVIATION})\.?(?:\s+(?P<tail>just\s+gone|before\s+last))?" + PART,
        _weekday,
    ),
    rule(
        "week",
        rf"\b(?:on\s+)?(?:the\s+)?(?P<day>{WEEKDAY}){PART}\s+(?:of\s+)?(?P<which>last|this|next)\s+week\b(?!end)",
        _weekday_of_week,
        also=_TRIGGERS,
    ),
    rule(
        "week",
        rf"\b(?P<which>last|this|next)\s+week(?:,)?\s+(?:on\s+)?(?P<day>{WEEKDAY}){_NOT_PLURAL}{PART}",
        _weekday_of_week,
        also=_TRIGGERS,
    ),
    rule(
        "week weeks fortnight",
        rf"\b(?P<count>{COUNT})\s+(?P<unit>weeks?|fortnights?)\s+(?P<how>ago\s+(?:last|on)\s+|ago\s+|(?:past\s+)?last\s+|past\s+|"
        rf"on\s+|from\s+|)(?P<day>{WEEKDAY}|today|tomorrow|yesterday)\b",
        _weeks_from_weekday,
        also=f"{_TRIGGERS} today tomorrow yesterday",
    ),
    rule(
        " ".join(f"{day}s" for day in _FULL) + " " + _TRIGGERS,
        rf"\b(?P<in>in\s+)?(?P<count>{COUNT})\s+(?P<day>{WEEKDAY})s?(?:\s+(?:(?P<ago>ago|back)|(?P<ahead>from\s+(?:now|today)|away))\b)?{_NOT_PLURAL}",
        _counted_weekday,
        also="ago back from away in",
    ),
    rule(
        _TRIGGERS,
        rf"(?<!\bthis\s)(?<!\blast\s)(?<!\bnext\s)\b{WEEKDAY}(?:\s+(?:morning|afternoon|evening|night))?(?=\s+{_REGULAR})|"
        rf"\b(?:my|your|his|her|our|their|usual|regular|weekly)\s+{WEEKDAY}(?:\s+(?:morning|afternoon|evening|night))?(?=\s+{_REGULAR_OWN})",
        _regular,
        also=" ".join(re.findall("[a-z]+", _REGULAR + _REGULAR_OWN)),
    ),
    rule(
        "from between",
        rf"\b(?:from|between)\s+(?P<a>{WEEKDAY}){PART}\s*(?:-|\b(?:and|to|until|till?|through|thru)\b)\s*(?P<b>{WEEKDAY}){_NOT_PLURAL}{PART}",
        _weekday_range,
        also=_TRIGGERS,
    ),
)
