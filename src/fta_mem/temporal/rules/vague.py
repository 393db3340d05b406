"""Rules for words that place something before or after now and name no day: "recently", "one day", "soon"."""

import re

from fta_mem.temporal.mention import Reading, Scene, Tense
from fta_mem.temporal.rules.rule import Reader, Rule, rule


def _points(tense: Tense) -> Reader:
    return lambda match, scene: Reading(None, "unknown", tense=tense)


def _one_day(match: re.Match[str], scene: Scene) -> Reading:
    """Read "one day I came home" and "one day I want to go to Peru"."""
    return Reading(None, "unknown", tense="past" if scene.tense_at(*match.span()) == "past" else "future")


_past, _present, _future = _points("past"), _points("present"), _points("future")

RULES: tuple[Rule, ...] = (
    rule("recently lately", r"\b(?:recently|lately)\b(?!-)", _past),
    rule(
        "other",
        r"\b(?:just\s+)?the\s+other\s+(?:day|night|week|evening|weekend|morning|month)\b(?!-)",
        _past,
    ),
    rule(
        "ago back",
        r"\b(?:not\s+(?:too\s+)?long\s+ago|(?:quite\s+)?a\s+(?:little\s+|long\s+|good\s+)?while\s+(?:ago|back)|"
        r"(?:a\s+)?long(?:\s+time)?\s+ago|ages\s+ago|(?:many\s+|some\s+)?(?:days|weeks|months|years|decades)\s+(?:ago|back)|"
        r"some\s+time\s+(?:ago|back)|back\s+(?:then|in\s+the\s+day))\b(?!-)",
        _past,
    ),
    rule("earlier", r"\bearlier\s+on\b(?!-)", _past, also="on"),
    rule("now", r"\b(?:right\s+|as\s+of\s+)?now\b(?!-)", _present),
    rule("nowadays currently presently", r"\b(?:nowadays|currently|presently)\b(?!-)", _present),
    rule("these", r"\bthese\s+days\b(?!-)", _present, also="days"),
    rule("moment present", r"\bat\s+(?:(?:the|this)\s+moment|present)\b(?!-)", _present, also="at"),
    rule("soon sooner", r"\b(?:soon|sooner\s+or\s+later)\b(?!-)", _future),
    rule("someday eventually", r"\b(?:someday|eventually)\b(?!-)", _future),
    rule("some any", r"\b(?:some\s+day|any\s+day\s+now)\b(?!-)", _future, also="day"),
    rule("one", r"\bone\s+of\s+these\s+days\b(?!-)", _future, also="days"),
    rule(
        "one",
        r"\bone\s+day\b(?!-|\s+(?:at|a|per|off|ago|later|earlier|before|after|when|this|last|next|and)\b)",
        _one_day,
        also="day",
    ),
    rule("future", r"\bin\s+the\s+(?:near\s+)?future\b(?!-)", _future, also="in"),
    # "I haven't been in a while" looks back.
    rule("bit while", r"\bin\s+a\s+(?:little\s+)?(?:bit|while)\b(?!-)", _one_day, also="in"),
    rule("road", r"\bdown\s+the\s+road\b(?!-)", _future, also="down"),
)
