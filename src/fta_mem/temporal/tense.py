"""Tense of the clause around a time expression, from simple cues: it decides what a bare "on Friday" means."""

import re
from bisect import bisect_left
from collections.abc import Callable
from functools import cache, lru_cache, partial

from fta_mem.temporal.arranged import outlook
from fta_mem.temporal.mention import Tense

_REACH = 240
_AFTER_PENALTY = 6
_BOUNDARY_PENALTY = 30
_SHORT_SENTENCE = 4

_IRREGULAR = (
    "was|were|had|did|went|came|got|gotten|took|made|saw|said|told|gave|found|felt|left|met|began|bought|brought|"
    "thought|taught|caught|kept|slept|spent|sent|lost|won|ran|sat|stood|held|heard|knew|grew|drew|flew|threw|"
    "wrote|drove|rode|rose|spoke|broke|chose|froze|woke|wore|tore|ate|drank|sang|swam|fell|built|paid|sold|led|"
    "dug|stuck|struck|became|forgot|hid|fought|sought|shook|forgave|understood|crept|wept|dealt|meant|learnt|"
    "burnt|sank|rang|stole|swept|slid|blew|hung|lent|laid|fled|swore|swung|clung|shone|overheard|withdrew|mistook|"
    "dreamt|leapt|wasn't|weren't|hadn't|didn't|couldn't|wouldn't|ended|passed|happened|been"
)
# Forms in -ed that describe or are present, so they say nothing about when.
_NOT_PAST = (
    "need|feed|speed|seed|weed|bleed|succeed|proceed|exceed|indeed|hundred|sacred|naked|wicked|breed|excited|"
    "tired|bored|interested|scared|worried|stressed|married|supposed|used|embed"
)
# "will be finished" is one cue, or the participle would pass for a past verb.
_PASSIVE_TAIL = r"(?:\s+(?:\w+\s+){0,2}?(?:be|get|have)\s+(?:\w+ly\s+)?\w+)?"
_FUTURE = re.compile(
    rf"(?:\b(?:will|won't|shall|gonna|going\s+to|should|must|might|can)|'ll)\b{_PASSIVE_TAIL}|"
    r"\b(?:will|won't|shall|gonna|wanna|going\s+to|about\s+to|plan(?:s|ning)?\s+(?:to|on|for|a|an)|"
    r"hop(?:e|es|ing)\s+to|wants?|looking\s+forward|can't\s+wait|cannot\s+wait|supposed\s+to|"
    r"(?:is|are|am|been|be|'s|'re|'m)\s+(?:\w+\s+)?(?:scheduled|booked|set|arranged|planned)|due|upcoming|coming\s+up|starting\s+(?:on|from|in|next|this)|see\s+(?:you|ya)|let's|lets|good\s+luck|enjoy|must|should|might|can|"
    r"would(?:n't)?\s+(?:like|love|prefer|rather|be\s+\w+ing)|needs?|have\s+to|has\s+to|(?:would|could)\s+(?:you|we)|(?:'ve|have|has|'s)\s+got\s+(?:a|an|my|to|the|our|another)|(?:i|we|you|they|he|she|it)\s+may)\b|'ll\b|\bhave\s+(?:a|an|your)\b"
    r"|(?:'m|'re|\b(?:am|are|is)|(?<=\w)'s)\s+(?:\w+ly\s+|not\s+|all\s+|still\s+|also\s+)?(?!being)\w{2,}ing\b",
    re.IGNORECASE,
)
# "I'd visit", "I'd love to"; "I'd visited" is past.
_WOULD = re.compile(
    rf"(?<=\w)'d\s+(?:\w+ly\s+|never\s+|also\s+|just\s+|still\s+|even\s+)?(?!(?:had|been|better|{_IRREGULAR})\b|\w+ed\b)\w+",
    re.IGNORECASE,
)
# "I should have gone": the verb behind it is past whatever its form.
_PAST_MODAL = re.compile(
    r"\b(?:should|would|could|might|must)(?:n't)?(?:\s+not)?(?:'ve|\s+have)\s+(?:\w+ly\s+)?\w+", re.IGNORECASE
)
_PERFECT = re.compile(
    r"\b(?:haven'?t|hasn'?t)\b|(?:'ve|haven't|hasn't|\b(?:have|has)|'s)\s+(?:just\s+|already\s+|never\s+|ever\s+|also\s+|not\s+|only\s+|really\s+)?"
    r"(?:been|gone|done|seen|had|made|taken|given|come|met|got\s+back|\w{2,}ed)\b",
    re.IGNORECASE,
)
_PASSIVE = re.compile(
    r"(?:\b(?:is|are|am)|(?<=it)'s(?=\s+only\s)|'re)\s+(?:\w+ly\s+|still\s+|not\s+)?\w{2,}ed\b", re.IGNORECASE
)
_PAST = re.compile(
    r"\b(?:remember|recall)\b(?!\s+to\b)|\bdid(?:n't)?\s+(?:\w+\s+){0,2}?(?:have|do|start|begin|leave|open|need|want)\b|\b(?:"
    + _IRREGULAR
    + r")\b|\b(?!(?:"
    + _NOT_PAST
    + r")\b)\w{2,}ed\b",
    re.IGNORECASE,
)
_FINITE_PAST = re.compile(rf"\b(?:{_IRREGULAR}|(?!(?:{_NOT_PAST})\b)\w{{2,}}ed)\b", re.IGNORECASE)
# "I start on Friday": a pronoun with a plain verb is present unless the past looks the same.
_PLAIN = (
    r"\b(?:i|we|they|you)\s+(?:\w+ly\s+|also\s+|still\s+|then\s+|always\s+)?(?:go|start|fly|leave|begin|open|finish|move|travel|drive|return|"
    r"come|meet|see|get|turn|sit|face|take|have|head|sail|depart|arrive|retire|graduate|marry|perform|present|play)\b|"
)
_PRESENT = re.compile(
    _PLAIN
    + r"'m\b|'re\b|(?<=it)'s\b|(?<=he)'s\b|(?<=that)'s\b|\b(?:is|are|am|isn't|aren't|do|does|don't|doesn't|have|has|"
    r"starts?|begins?|leaves?|opens?|goes|always|usually|often)\b|\w's(?=\s+(?:on|at|the|in|a)\b)",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.!?;\n]+(?:\s|$)|\n")
_BOUNDARY = re.compile(r",|\s-\s|\b(?:and|but|so|because|while|then)\b", re.IGNORECASE)
_PREFIX_REACH = 40
_SINCE = re.compile(r"\bsince\s+(?:just\s+|about\s+|around\s+)?(?:before\s+|after\s+)?(?:the\s+)?$", re.IGNORECASE)
_SINCE_OWN = re.compile(r"since\b", re.IGNORECASE)
BACK = r"\b(?<!\bbe\s)(?<!\bcome\s)(?<!\bcoming\s)(?<!\bgo\s)(?<!\bgoing\s)(?<!\bget\s)(?<!\bmoving\s)back"
_BACK_IN = re.compile(rf"{BACK}\s+(?:in|on|at)\s+(?:the\s+)?$", re.IGNORECASE)
_BACK_OWN = re.compile(rf"{BACK}\b", re.IGNORECASE)
_ABOUT = re.compile(r"\b(?:about|over|from)\s+(?:the\s+)?$", re.IGNORECASE)
_FUTURE_PREFIX = re.compile(r"\b(?:by|before|until|till)\s+(?:the\s+)?$", re.IGNORECASE)
_FUTURE_PREFIX_OWN = re.compile(r"(?:by|before|until|till)\b", re.IGNORECASE)
# Start, end, rank and meaning; of two equally near cues the lower rank counts.
Cue = tuple[int, int, int, Tense]
_CUES: tuple[tuple[re.Pattern[str], Tense], ...] = (
    (_PAST_MODAL, "past"),
    (_FUTURE, "future"),
    (_WOULD, "future"),
    (_PASSIVE, "present"),
    (_PERFECT, "past"),
    (_PAST, "past"),
    (_PRESENT, "present"),
)


def sentence_around(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the bounds of the sentence that holds a span, at most a few hundred characters wide."""
    low, high = max(0, start - _REACH), min(len(text), end + _REACH)
    for mark in _SENTENCE_END.finditer(text, low, start):
        low = mark.end()
    after = _SENTENCE_END.search(text, end, high)
    return low, after.start() if after else high


def tense_reader(text: str) -> Callable[[int, int], Tense | None]:
    """Return a reader of the tense around a span; the cues of the text are looked for once, when first needed."""
    cues = lru_cache(maxsize=1)(partial(_read_cues, text))

    @cache
    def tense_at(start: int, end: int) -> Tense | None:
        reach = max(0, start - _PREFIX_REACH)
        if _SINCE.search(text, reach, start) or _SINCE_OWN.match(text, start, end):
            return "past"
        if _BACK_IN.search(text, reach, start) or _BACK_OWN.match(text, start, end):
            # "Back in June" looks back; "she's moving back in June" doesn't.
            return "future" if _sentence_tense(text, cues(), start, end) == "future" else "past"
        arranged = outlook(text, sentence_around(text, start, end), (start, end), _FINITE_PAST)
        if arranged is not None:
            return arranged
        tense = _sentence_tense(text, cues(), start, end)
        if tense == "present" and _ABOUT.search(text, reach, start):
            # "I'm sad about Friday", "I'm nervous about Friday".
            return "unclear"
        bounded = _FUTURE_PREFIX.search(text, reach, start) or _FUTURE_PREFIX_OWN.match(text, start)
        return "future" if tense is None and bounded else tense

    return tense_at


def _read_cues(text: str) -> list[Cue]:
    return sorted(
        (cue.start(), cue.end(), rank, tense)
        for rank, (pattern, tense) in enumerate(_CUES)
        for cue in pattern.finditer(text)
    )


def _sentence_tense(text: str, cues: list[Cue], start: int, end: int) -> Tense | None:
    """Take the nearest cue of the sentence.

    A bare fragment ("Friday. At noon.") takes only a promise from the sentence before it: there a past verb
    is mostly another event.
    """
    low, high = sentence_around(text, start, end)
    found = _nearest_cue(text, cues, (low, high), start, end)
    if found is not None or len(text[low:high].split()) > _SHORT_SENTENCE or low == 0:
        return found
    before = sentence_around(text, max(low - 2, 0), max(low - 2, 0))
    return "future" if _nearest_cue(text, cues, before, start, end) == "future" else None


def _nearest_cue(text: str, cues: list[Cue], within: tuple[int, int], start: int, end: int) -> Tense | None:
    best: tuple[int, int] | None = None
    tense: Tense | None = None
    first, last = bisect_left(cues, within[0], key=_start_of), bisect_left(cues, within[1], key=_start_of)
    for cue_start, cue_end, rank, meaning in cues[first:last]:
        overlaps = cue_start < end and start < cue_end
        if overlaps or cue_end > within[1]:
            continue
        gap, penalty = (text[cue_end:start], 0) if cue_end <= start else (text[end:cue_start], _AFTER_PENALTY)
        if best is not None and len(gap) + penalty > best[0]:
            continue
        boundaries = len(_BOUNDARY.findall(gap))
        # Behind the time and a comma stands mostly another clause.
        cost = (len(gap) + boundaries * (_BOUNDARY_PENALTY + penalty) + penalty, rank)
        if best is None or cost < best:
            best, tense = cost, meaning
    return tense


def _start_of(cue: Cue) -> int:
    return cue[0]
