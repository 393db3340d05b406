"""Rules for counted stretches: "three days ago", "in two weeks", "for a month", "the past few years"."""

import re
from datetime import timedelta

from fta_mem.temporal.mention import Reading, Scene, Tense
from fta_mem.temporal.numbers import COUNT, Count, parse_count
from fta_mem.temporal.offsets import UNIT, UNIT_TRIGGERS, shifted, unit_granularity, unit_name
from fta_mem.temporal.rules.rule import Rule, rule
from fta_mem.temporal.tense import sentence_around

_ABOUT = (
    r"(?:about|around|roughly|approximately|almost|nearly|over|more\s+than|less\s+than|at\s+least|"
    r"just\s+over|just\s+under|just|only|maybe|like|some)"
)
_AMOUNT = rf"(?:{_ABOUT}\s+)?(?P<count>{COUNT})(?:\s+(?:more|whole|full|long|short|good|solid))?\s+(?P<unit>{UNIT})\b"
_HALF = r"(?P<half>\s+and\s+a\s+half)?(?:\s+or\s+(?:so|two))?"
_ONGOING = re.compile(r"(?:'ve|haven't|hasn't|\b(?:have|has|been))\b|\w's\s+been\b", re.IGNORECASE)
_RANKED = re.compile(
    r"\b(?:first|best|worst|only|most|\w{3,}est|once|twice|times|things|change|difference|progress)\b", re.IGNORECASE
)


def _amount(match: re.Match[str]) -> tuple[Count, str]:
    count = parse_count(match["count"])
    if match["half"]:
        count = Count(count.low + 0.5, count.high + 0.5, count.vague)
    return count, unit_name(match["unit"])


def _moved(match: re.Match[str], scene: Scene, sign: int) -> Reading:
    count, unit = _amount(match)
    tense: Tense = "past" if sign < 0 else "future"
    if unit not in ("hour", "minute"):
        found = shifted(scene.anchor, count, unit, sign)
        return Reading(found.span, found.granularity, relation=found.relation, tense=tense)
    day = scene.anchor
    if scene.moment is not None:
        day = (scene.moment + sign * timedelta(hours=count.low if unit == "hour" else count.low / 60)).date()
    return Reading((day, day), "hour", tense=tense)


def _ago(match: re.Match[str], scene: Scene) -> Reading:
    return _moved(match, scene, -1)


def _ahead(match: re.Match[str], scene: Scene) -> Reading:
    return _moved(match, scene, +1)


def _in_amount(match: re.Match[str], scene: Scene) -> Reading:
    """Read "in two weeks"; with a past verb, or in "the first in two weeks", it is how long something took."""
    tense = scene.tense_at(*match.span())
    low = sentence_around(scene.text, *match.span())[0]
    ranked = tense != "future" and _RANKED.search(scene.text, low, match.start())
    if not match["time"] and (tense == "past" or ranked):
        return _length(match)
    return _moved(match, scene, +1)


def _length(match: re.Match[str]) -> Reading:
    return Reading(None, unit_granularity(_amount(match)[1]), kind="duration")


def _for_amount(match: re.Match[str], scene: Scene) -> Reading:
    """Read "for four months": it reaches up to now only where the sentence says that it goes on."""
    low, high = sentence_around(scene.text, *match.span())
    now = match["now"]
    if not now and not _ONGOING.search(scene.text, low, match.start()):
        return _length(match)
    count, unit = _amount(match)
    begun = shifted(scene.anchor, count, unit, -1)
    if begun.span is None:
        return _length(match)
    return Reading(
        (min(begun.span[0], scene.anchor), scene.anchor), begun.granularity, kind="duration", tense="present"
    )


def _stretch(match: re.Match[str], scene: Scene) -> Reading:
    """Read "the past few months", "the next two weeks": from or up to the anchor."""
    count, unit = _amount(match)
    sign = +1 if match["which"].lower() in ("next", "coming") else -1
    moved = shifted(scene.anchor, count, unit, sign)
    if moved.span is None:
        return _length(match)
    start, end = min(moved.span[0], scene.anchor), max(moved.span[1], scene.anchor)
    span = (start, scene.anchor) if sign < 0 else (scene.anchor, end)
    return Reading(span, moved.granularity, kind="duration", tense=None if sign < 0 else "future")


RULES: tuple[Rule, ...] = (
    rule(
        "ago back prior", rf"\b{_AMOUNT}{_HALF}\s+(?:ago\b|back\b|prior(?=\s*[.,;!?]|\s*$))", _ago, also=UNIT_TRIGGERS
    ),
    rule("now today", rf"\b{_AMOUNT}{_HALF}\s+from\s+(?:now|today)\b", _ahead, also="from"),
    rule(
        "in within",
        rf"\b(?:in|within)\s+(?:the\s+)?{_AMOUNT}{_HALF}(?P<time>'?\s+time\b)?(?!\s+(?:full|like|that|where|when)\b)",
        _in_amount,
        also=UNIT_TRIGGERS,
    ),
    rule("for", rf"\bfor\s+(?:the\s+)?{_AMOUNT}{_HALF}(?P<now>\s+now\b)?", _for_amount, also=UNIT_TRIGGERS),
    rule("now", rf"\b{_AMOUNT}{_HALF}(?P<now>\s+now\b)", _for_amount, also=UNIT_TRIGGERS),
    rule(
        "past last next coming",
        rf"\b(?:(?:for|in|over|during|within|throughout)\s+)?(?:the|these)\s+(?P<which>past|last|next|coming)\s+{_AMOUNT}{_HALF}",
        _stretch,
        also=UNIT_TRIGGERS,
    ),
)
