"""Rules for words that place something before or after now and name no day: "recently", "one day", "soon"."""

import re

from fta_mem.temporal.mention import Reading, Scene
from fta_mem.temporal.rules.rule import Rule, rule

_VAGUE_PAST = (
    r"recently|lately|(?:just\s+)?the\s+other\s+(?:day|night|week|evening|weekend|morning|month)|not\s+(?:too\s+)?long\s+ago|"
    r"(?:quite\s+)?a\s+(?:little\s+|long\s+|good\s+)?while\s+(?:ago|back)|(?:a\s+)?long(?:\s+time)?\s+ago|ages\s+ago|"
    r"(?:many\s+|some\s+)?(?:days|weeks|months|years|decades)\s+(?:ago|back)|a\s+long\s+time\s+ago|back\s+(?:then|in\s+the\s+day)|"
    r"some\s+time\s+(?:ago|back)|earlier\s+on"
)
_VAGUE_PRESENT = (
    r"right\s+now|nowadays|these\s+days|currently|at\s+(?:the|this)\s+moment|at\s+present|presently|now|as\s+of\s+now"
)
_VAGUE_FUTURE = (
    r"soon|sooner\s+or\s+later|any\s+day\s+now|some\s?day|one\s+day(?!\s+(?:at|a|per|off|ago|later|earlier|before|after|when|this|last|next|and))|eventually|one\s+of\s+these\s+days|in\s+the\s+(?:near\s+)?future|"
    r"in\s+a\s+(?:little\s+)?(?:bit|while)|down\s+the\s+road"
)


def _vague(match: re.Match[str], scene: Scene) -> Reading:
    if re.fullmatch(_VAGUE_PAST, match[0], re.IGNORECASE):
        return Reading(None, "unknown", tense="past")
    if re.fullmatch(_VAGUE_PRESENT, match[0], re.IGNORECASE):
        return Reading(None, "unknown", tense="present")
    if match[0].lower() == "one day":
        tense = scene.tense_at(*match.span())
        return Reading(None, "unknown", tense="past" if tense == "past" else "future")
    # "I haven't been in a while" looks back.
    looks_back = match[0].lower().startswith("in a") and scene.tense_at(*match.span()) == "past"
    return Reading(None, "unknown", tense="past" if looks_back else "future")


RULES: tuple[Rule, ...] = (
    rule(
        "recently lately other one sooner any ago back now nowadays days currently moment present presently soon "
        "someday some eventually future bit while road earlier",
        rf"\b(?:{_VAGUE_PAST}|{_VAGUE_PRESENT}|{_VAGUE_FUTURE})\b(?!-)",
        _vague,
    ),
)
