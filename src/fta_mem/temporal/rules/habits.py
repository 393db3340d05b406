"""Rules for what comes round again: "every other Tuesday", "on Thursdays", "twice a week"; no day is meant."""

import re

from fta_mem.temporal.mention import Reading, Scene
from fta_mem.temporal.numbers import COUNT, NUMBER
from fta_mem.temporal.offsets import UNIT, unit_granularity, unit_name
from fta_mem.temporal.rules.rule import Rule, rule
from fta_mem.temporal.rules.weekdays import WEEKDAY

_HABIT_UNIT = (
    rf"(?:{UNIT}|{WEEKDAY}s?|mornings?|evenings?|afternoons?|weekdays?|"
    r"summers?|winters?|springs?|autumns?|falls?|christmas|easter|january|february|march|april|may|june|july|august|"
    r"september|october|november|december)"
)
_CLOCK = (
    rf"at\s+(?:around\s+|about\s+)?(?:[0-9]{{1,2}}(?:[:.][0-9]{{2}})?(?:\s*[ap]\.?m\b\.?)?|noon|midnight|{NUMBER})\b"
)


def _habit(match: re.Match[str], scene: Scene) -> Reading:
    found = re.search(r"(minute|hour|day|weekend|week|month|year|decade)s?\s*$", match[0], re.IGNORECASE)
    return Reading(None, unit_granularity(unit_name(found[1])) if found else "day", kind="recurring", tense="present")


RULES: tuple[Rule, ...] = (
    rule(
        "every each",
        rf"\b(?:{_CLOCK}\s+)?(?:almost\s+|nearly\s+)?(?:every|each)\s+(?:other\s+|single\s+|second\s+|{COUNT}\s+)?{_HABIT_UNIT}\b"
        rf"(?:\s+(?:mornings?|afternoons?|evenings?|nights?)\b)?(?:\s+{_CLOCK})?",
        _habit,
    ),
    rule(
        "once twice times time",
        rf"\b(?:once|twice|{COUNT}\s+times?|several\s+times)\s+(?:or\s+twice\s+)?(?:a|an|per|each|every)\s+(?:other\s+)?{UNIT}\b",
        _habit,
    ),
    rule(
        " ".join(f"{day}s" for day in WEEKDAY[3:-1].split("|")) + " weekends weekdays",
        rf"\b(?:on\s+|at\s+)?(?:{WEEKDAY}|weekend|weekday)s(?!')(?:\s+and\s+{WEEKDAY}s)?\b",
        _habit,
    ),
    rule(
        "mornings evenings afternoons nights",
        rf"\b(?:on\s+)?(?:{WEEKDAY}|weekday|most)\s+(?:mornings|evenings|afternoons|nights)\b",
        _habit,
    ),
    rule("most", rf"\bmost\s+(?:days|weeks|weekends|{WEEKDAY}s)\b", _habit),
)
