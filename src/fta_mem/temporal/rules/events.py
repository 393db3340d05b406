"""Times tied to something else: "two days after the funeral", "the Friday before 20 July", "the day after".

The other end is another time expression of the same turn; tied to anything else, the wording is kept and stays
unresolved.
"""

import re
from datetime import date

from fta_mem.temporal.calendar import shift_days, shift_months, weekday_after, weekday_before, weekend_of
from fta_mem.temporal.mention import Reading, Scene, Span
from fta_mem.temporal.numbers import COUNT, parse_count
from fta_mem.temporal.offsets import UNIT, UNIT_TRIGGERS, shifted, unit_name
from fta_mem.temporal.rules.rule import Rule, day_reading, rule
from fta_mem.temporal.rules.weekdays import WEEKDAY, WEEKDAYS, weekday_named

_OWNER = r"(?:the|my|your|his|her|its|our|their|that|this|[\w-]+'s|[\w-]+s')"
_STOP = (
    r"(?:i|we|you|he|she|they|it|and|but|or|so|because|when|where|which|who|was|is|were|are|had|has|have|did|in|on|at|"
    r"to|for|with|from|of|about|everyone|everything|that|then)\b"
)
_THING = rf"{_OWNER}\s+(?!\d|{_STOP})[\w'-]+(?:\s+(?!{_STOP})[\w'-]+){{0,2}}"
_LEAD = (
    rf"(?:(?:the\s+|a\s+)?(?P<named>{WEEKDAY}|weekend|day|night|morning|evening|week|month|year)|"
    rf"(?P<count>{COUNT})\s+(?P<unit>{UNIT}))\s+(?P<side>before|after|following|prior\s+to)"
)
_LEAD_AT_END = re.compile(rf"\b{_LEAD}\s+(?:the\s+)?$", re.IGNORECASE)
_LEAD_REACH = 48
_CLAUSE = r"(?=\s*(?:$|[.,;:!?)])|\s+(?:i|we|you|he|she|they|it|that|and|but|so|my|her|his|our)\b)"


def read_lead(lead: re.Match[str], target: Span) -> Reading:
    """Measure from the start of the target backwards, from its end forwards."""
    back = lead["side"].lower().startswith(("before", "prior"))
    origin, sign = (target[0], -1) if back else (target[1], +1)
    if lead["count"] and lead["count"].lower() not in ("a", "an"):
        return shifted(origin, parse_count(lead["count"]), unit_name(lead["unit"]), sign)
    return _named_lead((lead["named"] or lead["unit"]).lower(), origin, sign)


def _named_lead(name: str, origin: date, sign: int) -> Reading:
    relation = f"{name} {'before' if sign < 0 else 'after'} {origin}"
    if name == "week":
        span = (
            (shift_days(origin, -7), shift_days(origin, -1))
            if sign < 0
            else (shift_days(origin, 1), shift_days(origin, 7))
        )
        return Reading(span, "week", relation=relation)
    if name == "weekend":
        saturday = weekday_before(origin, 5) if sign < 0 else weekday_after(origin, 5)
        over = sign < 0 and shift_days(saturday, 1) >= origin
        return Reading(weekend_of(shift_days(saturday, -7) if over else saturday), "weekend", relation=relation)
    if name in ("month", "year"):
        return _stretch_beside(origin, 1 if name == "month" else 12, sign, name)
    if name in ("day", "night", "morning", "evening"):
        return day_reading(shift_days(origin, sign))
    near = weekday_before if sign < 0 else weekday_after
    return day_reading(near(origin, weekday_named(name)), relation)


def _stretch_beside(origin: date, months: int, sign: int, name: str) -> Reading:
    far = shift_months(origin, sign * months)
    span = (far, shift_days(origin, -1)) if sign < 0 else (shift_days(origin, 1), far)
    return Reading(
        span, "month" if name == "month" else "year", relation=f"{name} {'before' if sign < 0 else 'after'} {origin}"
    )


def lead_before(text: str, start: int) -> re.Match[str] | None:
    """Find a lead ("the week before ") that ends where a time expression begins."""
    return _LEAD_AT_END.search(text, max(0, start - _LEAD_REACH), start)


def _loose(match: re.Match[str], scene: Scene) -> Reading:
    return Reading(None, "unknown")


_NAMED = UNIT_TRIGGERS + " morning evening afternoon summer winter " + " ".join(WEEKDAYS)

RULES: tuple[Rule, ...] = (
    rule("before after following prior", rf"\b{_LEAD}\s+(?P<thing>{_THING})", _loose, also=_NAMED),
    rule(
        "before after",
        rf"\bthe\s+(?:{WEEKDAY}|day|night|morning|evening|week|weekend|month|year)\s+(?:before|after)\b{_CLAUSE}",
        _loose,
        also=_NAMED,
    ),
    rule(
        "later earlier afterwards beforehand",
        rf"\b(?P<count>{COUNT})\s+(?P<unit>{UNIT})\s+(?:later|earlier|afterwards|beforehand)\b",
        _loose,
        also=UNIT_TRIGGERS,
    ),
    rule(
        "before after",
        rf"\b(?P<count>{COUNT})\s+(?P<unit>{UNIT})\s+(?:before|after)\b{_CLAUSE}",
        _loose,
        also=UNIT_TRIGGERS,
    ),
    rule(
        "that",
        rf"\b(?:on\s+)?that\s+(?:(?:very|same)\s+)?(?:{WEEKDAY}|day|night|morning|evening|afternoon|weekend|week|month|year|summer|winter)"
        r"\b(?!')(?:\s+(?:night|morning|evening|afternoon)\b)?",
        _loose,
        also=_NAMED,
    ),
    rule(
        "next following",
        r"\bthe\s+(?:very\s+)?(?:next|following)\s+(?:day|night|morning|evening|week|weekend|month|year)\b",
        _loose,
        also=_NAMED,
    ),
)
