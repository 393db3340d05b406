"""Rules for weekends and weeks by their date: "last weekend", "the weekend of 3 June", "the week of the 12th"."""

import re
from datetime import date

from fta_mem.temporal.calendar import shift_days, week_of, weekend_of
from fta_mem.temporal.mention import Reading, Scene
from fta_mem.temporal.partial_dates import parse_partial, resolve
from fta_mem.temporal.rules.dates import BARE_DAY, DAY_MONTH, MONTH_DAY
from fta_mem.temporal.rules.rule import Rule, rule

_MONDAY, _TUESDAY, _THURSDAY, _SATURDAY = 0, 1, 3, 5

# No calendar of ours says which weekend has a free Monday.
_HOLIDAY = re.compile(r"\b(?:holiday|long)\s", re.IGNORECASE)


def _weekend(match: re.Match[str], scene: Scene) -> Reading | None:
    anchor, inside = scene.anchor, scene.anchor.weekday() >= _SATURDAY
    which = re.sub(r"\s+", " ", (match["which"] or "").lower())
    tail = (match["tail"] or "").lower()
    if tail.endswith("prior"):
        return Reading(None, "weekend")
    over, ahead = weekend_of(shift_days(anchor, -7)), weekend_of(anchor)
    before, after = f"weekend before {anchor}", f"weekend after {anchor}"
    if tail.endswith("last"):
        return Reading(weekend_of(shift_days(anchor, -14)), "weekend", relation=f"two weekends before {anchor}")
    if tail.endswith("next"):
        return Reading(weekend_of(shift_days(anchor, 14 if inside else 7)), "weekend")
    if which == "next":
        far = anchor.weekday() >= _THURSDAY
        return Reading(weekend_of(shift_days(anchor, 7)) if far else ahead, "weekend", relation=after)
    if which.endswith(("last", "past")) or tail.endswith("gone"):
        return Reading(over, "weekend", relation=before)
    if inside and not which.endswith("coming"):
        return Reading(ahead, "weekend")
    return _by_tense(match, scene, which)


def _by_tense(match: re.Match[str], scene: Scene, which: str) -> Reading | None:
    """Read "this weekend", "at the weekend": the verb says which."""
    anchor = scene.anchor
    tense = scene.tense_at(*match.span())
    if _HOLIDAY.search(match[0]) and not which:
        return Reading(None, "weekend")
    if tense not in ("past", "future") and match[0].lower().startswith(("a ", "an ")):
        return None
    if tense is None and not which and anchor.weekday() not in (_MONDAY, _TUESDAY):
        return Reading(None, "weekend")
    # On a Thursday "this weekend" is the coming one, whatever the verb: "he said this weekend is no good".
    this = which == "this" and (tense is None or anchor.weekday() >= _THURSDAY)
    if which.endswith("coming") or tense in ("future", "present", "arranged") or this:
        span = weekend_of(shift_days(anchor, 7 if anchor.weekday() >= _SATURDAY else 0))
        return Reading(span, "weekend", relation=f"weekend after {anchor}" if which else None)
    return Reading(
        weekend_of(shift_days(anchor, -7)), "weekend", relation=f"weekend before {anchor}" if which else None
    )


def _dated(match: re.Match[str], scene: Scene) -> Reading | None:
    """Read "the weekend of 3 June", "the week of the 12th": the one around that day."""
    found = resolve(parse_partial(match["when"], scene.anchor), scene, match.span())
    if found is None or found.span is None:
        return found
    if match["unit"].lower() == "week":
        return Reading(week_of(found.span[0]), "week", anchored=found.anchored)
    near = _weekend_near(found.span[0])
    return Reading((near, shift_days(near, 1)) if near else None, "weekend", anchored=found.anchored)


def _weekend_near(day: date) -> date | None:
    """Return the Saturday of a day's weekend: Thursday and Friday lead up to one, Monday ends one."""
    if day.weekday() >= _THURSDAY:
        return weekend_of(day)[0]
    return shift_days(day, -2) if day.weekday() == _MONDAY else None


RULES: tuple[Rule, ...] = (
    rule(
        "weekend",
        r"\b(?:(?P<which>(?:this|the)\s+(?:past|last|coming)|last|next|this|past|coming)\s+|(?:the|my|our|your|his|her|their|a)\s+(?:(?!last|next|this|past|for|on|in|at|of)[a-z]+\s+){0,2}?)"
        r"weekend\b(?!\s+(?:trip|break|away|job|plans?|shift|getaway|house))(?P<tail>\s+(?:before\s+last|after\s+next|just\s+gone|gone|prior))?",
        _weekend,
    ),
    rule(
        "weekend week",
        rf"\b(?:the\s+|that\s+)?(?P<unit>weekend|week)\s+(?:of|commencing|beginning|starting(?:\s+on)?)\s+(?P<when>{DAY_MONTH}|{MONTH_DAY}|{BARE_DAY})(?!\w)",
        _dated,
    ),
)
