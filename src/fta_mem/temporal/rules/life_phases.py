"""Rules for times told by somebody's life: "when I was nine", "as a child", "at university"; no calendar holds them."""

import re

from fta_mem.temporal.mention import Reading, Scene
from fta_mem.temporal.numbers import NUMBER
from fta_mem.temporal.offsets import UNIT
from fta_mem.temporal.rules.rule import Rule, rule


def _age(match: re.Match[str], scene: Scene) -> Reading:
    return Reading(None, "unknown", kind="age", tense="past")


_SCHOOL = (
    r"(?:(?:primary|elementary|middle|high|secondary|grade|grad|graduate|law|med|medical|nursing|drama|art|boarding)\s+school|"
    r"kindergarten|nursery|school|college|university|uni)"
)


def _past_phase(match: re.Match[str], scene: Scene) -> Reading | None:
    """Read "we met at university"; "my son is at university" is a place and no time."""
    return _age(match, scene) if scene.tense_at(*match.span()) == "past" else None


RULES: tuple[Rule, ...] = (
    rule(
        "when",
        r"\b(?:back\s+)?when\s+(?:i|he|she|we|they|you)\s+(?:was|were|turned|turns?)\s+(?:about\s+|only\s+|just\s+|around\s+|like\s+)*"
        rf"(?:{NUMBER}(?:\s+years?\s+old)?(?!\s+(?:{UNIT}|miles?|people|of)\b)|(?:a\s+)?(?:little|young|younger|small|kid|child|baby|teenager|teen|boy|girl|student|pregnant)\b|(?:at|in)\s+"
        + _SCHOOL
        + r"\b)"
        r"(?:\s+(?:kid|child|boy|girl))?",
        _age,
    ),
    rule("age aged", rf"\b(?:(?:at|from)\s+(?:the\s+)?age\s+(?:of\s+)?|aged\s+){NUMBER}\b", _age),
    rule(
        "child kid teenager teen baby toddler boy girl student",
        r"\b(?:since\s+i\s+was\s+|as\s+)an?\s+(?:small\s+|young\s+|little\s+)?(?:child|kid|teenager|teen|baby|toddler|boy|girl|student)\b(?=\s*(?:$|[.,;:!?)-])|\s+(?:i|we|he|she|they|my|and|but|in|at|with)\b)",
        _age,
    ),
    rule(
        "teens twenties thirties forties fifties sixties seventies eighties childhood youth",
        r"\b(?:in|during|since|from)\s+(?:my|his|her|their|our|your)\s+(?:early\s+|mid[\s-]+|late\s+)?"
        r"(?:teens|twenties|thirties|forties|fifties|sixties|seventies|eighties|childhood|youth)\b",
        _age,
    ),
    rule(
        "school kindergarten nursery college university uni",
        rf"\b(?:back\s+)?(?:at|in)\s+{_SCHOOL}\b(?!\s+(?:today|yesterday|last|this|now|right|for|and|on))",
        _past_phase,
    ),
)
