"""Times that the words deny or leave open: "not on Tuesday", "moved from Monday to Thursday", "Saturday or Sunday"."""

import re
from dataclasses import replace

from fta_mem.temporal.mention import Candidate

_MOVED = re.compile(
    r"\b(?:mov(?:ed?|ing)|push(?:ed|ing)?|shift(?:ed|ing)?|chang(?:ed?|ing)|switch(?:ed|ing)?|swap(?:ped|ping)?|postponed?|"
    r"delayed|rescheduled?|rearranged|deferred|adjourned|bumped|brought|put)\b",
    re.IGNORECASE,
)
_FROM = re.compile(r"\bfrom\s+(?:the\s+)?$", re.IGNORECASE)
_TO_THERE = re.compile(r"\s*(?:back\s+|forward\s+)?(?:to|until|till?)\s", re.IGNORECASE)
_NOT = re.compile(
    r"(?:\b(?:is|are|was|were)(?:n't|\s+not)|(?:'s|'re)\s+not|(?<!\bif\s)(?<!\bwhy\s)\bnot|\b(?:instead\s+of|rather\s+than|no\s+longer))\s+"
    r"(?:(?:actually|really|going\s+to\s+be|gonna\s+be|happening|even|anymore|now|for|on|in|at|the|this)\s+)*$",
    re.IGNORECASE,
)
_BOUND = re.compile(r"(?:until|till?|before)\b", re.IGNORECASE)
_FORMER = re.compile(
    r"\b(?:was|were)\s+(?:\w+\s+)?(?:supposed|meant|due|going|scheduled|booked|planned|set)\b", re.IGNORECASE
)
_NOW_ELSE = re.compile(r"\b(?:but|now|instead)\b", re.IGNORECASE)
_NEGATED = re.compile(r"n't\b|\b(?:not|never|no|nothing|nobody|cannot)\b", re.IGNORECASE)
_OR = re.compile(
    r"\s*,?\s*\bor\s+(?:maybe\s+|perhaps\s+|possibly\s+|even\s+|else\s+)?(?:on\s+|in\s+|at\s+)?(?:the\s+)?",
    re.IGNORECASE,
)
_OR_MONTH = re.compile(
    _OR.pattern + r"(?:january|february|march|april|may|june|july|august|september|october|november|december)\b",
    re.IGNORECASE,
)


def is_moved(text: str, sentence: tuple[int, int], start: int) -> bool:
    """Say whether "from A to B" at a place names the old and the new day of something that was moved."""
    return _MOVED.search(text, sentence[0], start) is not None


def is_negated(text: str, sentence: tuple[int, int], start: int) -> bool:
    """Say whether a sentence denies something before a place: "the results don't come until Monday"."""
    return _NEGATED.search(text, sentence[0], start) is not None


def is_denied(text: str, sentence: tuple[int, int], mention: tuple[int, int]) -> bool:
    """Say whether the words say that it was not then, or is no longer to be."""
    low, high = sentence
    start, end = mention
    if not _BOUND.match(text, start) and _NOT.search(text, low, start):
        return True
    old_day = text[start : start + 5].lower() == "from " or _FROM.search(text, low, start)
    if old_day and _TO_THERE.match(text, end) and is_moved(text, sentence, start):
        return True
    return _FORMER.search(text, low, start) is not None and _NOW_ELSE.search(text, end, high) is not None


def with_alternatives(text: str, found: list[Candidate]) -> list[Candidate]:
    """Join times that are told as alternatives ("Saturday or Sunday"): together they name no day."""
    kept: list[Candidate] = []
    for each in found:
        last = kept[-1] if kept else None
        if last is not None and last[2].kind == "point" and _OR.fullmatch(text, last[1], each[0]):
            kept[-1] = (last[0], each[1], replace(last[2], span=None, relation=None))
            continue
        month = _OR_MONTH.match(text, each[1]) if each[2].granularity == "month" else None
        kept.append((each[0], month.end(), replace(each[2], span=None, relation=None)) if month else each)
    return kept
