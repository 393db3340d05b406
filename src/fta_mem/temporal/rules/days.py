"""Rules for days named by their place beside today: "yesterday evening", "the day after tomorrow", "tomorrow week"."""

import re

from fta_mem.temporal.calendar import shift_days, shift_months
from fta_mem.temporal.mention import Reading, Scene
from fta_mem.temporal.numbers import COUNT, parse_count
from fta_mem.temporal.rules.rule import Reader, Rule, day_reading, rule

PART = r"(?:\s+(?:early\s+|late\s+)?(?:morning|afternoon|evening|night|lunchtime|lunch|noon)\b(?!s))?"
"""A part of the day behind its name."""
# After "Saturday week" the sentence goes on as after a day; "Saturday week three" does not.
WEEK_TAIL = r"(?:week|fortnight)(?=\s*(?:[.,;!?)]|$|(?:at|for|to|with|and|is|if|in|i|we|he|she|they)\b))"
"""Words that move a day on by seven or fourteen days."""


def weeks_on(tail: str) -> int:
    """Return by how many days a match of WEEK_TAIL moves a day on."""
    return {"week": 7, "fortnight": 14}.get(tail.lower(), 0)


def _fixed(days: int) -> Reader:
    return lambda match, scene: day_reading(shift_days(scene.anchor, days))


def _week_on(match: re.Match[str], scene: Scene) -> Reading:
    days = weeks_on(match["tail"]) + (match["day"].lower() == "tomorrow")
    return day_reading(shift_days(scene.anchor, days))


def _anniversary(match: re.Match[str], scene: Scene) -> Reading | None:
    """Read "two years ago today": the very day, unlike "two years ago"."""
    count = parse_count(match["count"])
    if count.vague or count.low != count.high or count.low % 1:
        return None
    origin = shift_days(scene.anchor, -1 if match["day"].lower() == "yesterday" else 0)
    return day_reading(shift_months(origin, -int(count.low) * (12 if match["unit"].lower().startswith("y") else 1)))


RULES: tuple[Rule, ...] = (
    rule("today tonight", r"\b(?:(?:earlier|later|late|early|first\s+thing)\s+)?(?:today|tonight)\b", _fixed(0)),
    rule(
        "this",
        r"\b(?:(?:earlier|later|early|late)\s+)?this\s+(?:very\s+)?(?:morning|afternoon|evening|lunchtime)\b",
        _fixed(0),
    ),
    rule("yesterday", rf"\byesterday\b{PART}", _fixed(-1)),
    rule("tomorrow tmrw", rf"\b(?:first\s+thing\s+)?(?:tomorrow|tmrw)\b{PART}", _fixed(1)),
    rule("yesterday", r"\b(?:the\s+)?(?:day|night|morning|evening)\s+before\s+yesterday\b", _fixed(-2)),
    rule("tomorrow", r"\b(?:the\s+)?(?:day|night|morning|evening)\s+after\s+tomorrow\b", _fixed(2)),
    rule("last", r"\blast\s+(?:night|evening)\b", _fixed(-1)),
    rule("last", r"\bthe\s+(?:night|evening)\s+before\s+last\b(?!\s+(?:week|month|year))", _fixed(-2)),
    rule("today tomorrow", rf"\b(?P<day>today|tomorrow)\s+(?P<tail>{WEEK_TAIL})", _week_on),
    rule("ago", rf"\b(?P<count>{COUNT})\s+(?P<unit>years?|months?)\s+ago\s+(?P<day>today|yesterday)\b", _anniversary),
)
