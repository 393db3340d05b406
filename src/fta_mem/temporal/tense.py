"""Tense of the clause around a time expression, from its nearest verb: it decides what a bare "on Friday" means."""

import re
from bisect import bisect_left
from collections.abc import Callable
from functools import cache, lru_cache, partial

from fta_mem.temporal.arranged import outlook
from fta_mem.temporal.mention import Tense
from fta_mem.temporal.tense_cues import FINITE_PAST, Cue, read_cues

_REACH = 240
_AFTER_PENALTY = 6
_BOUNDARY_PENALTY = 30
_SHORT_SENTENCE = 5
_SENTENCES_BESIDE = 2
_LEAD_WORDS = 3

_SENTENCE_END = re.compile(r"[.!?;\n]+(?:\s|$)|\n")
_BOUNDARY = re.compile(r",|\s-\s|\b(?:and|but|so|because|while|then)\b", re.IGNORECASE)
_PREFIX_REACH = 40
_SINCE = re.compile(r"\bsince\s+(?:just\s+|about\s+|around\s+)?(?:before\s+|after\s+)?(?:the\s+)?$", re.IGNORECASE)
_ANY_SINCE = re.compile(r"\bsince\b", re.IGNORECASE)
_SINCE_OWN = re.compile(r"since\b", re.IGNORECASE)
BACK = r"\b(?<!\bbe\s)(?<!\bcome\s)(?<!\bcoming\s)(?<!\bgo\s)(?<!\bgoing\s)(?<!\bget\s)(?<!\bmoving\s)back"
_BACK_IN = re.compile(rf"{BACK}\s+(?:in|at)\s+(?:the\s+)?$", re.IGNORECASE)
_BACK_OWN = re.compile(rf"{BACK}\b", re.IGNORECASE)
_ABOUT = re.compile(r"\b(?:about|over|from)\s+(?:the\s+)?$", re.IGNORECASE)
_ONWARDS = re.compile(r"\s+on(?:wards?)?\b", re.IGNORECASE)
_FUTURE_PREFIX = re.compile(r"\b(?:by|before|until|till)\s+(?:the\s+)?$", re.IGNORECASE)
_FUTURE_PREFIX_OWN = re.compile(r"(?:by|before|until|till)\b", re.IGNORECASE)


def sentence_around(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the bounds of the sentence that holds a span, at most a few hundred characters wide."""
    low, high = max(0, start - _REACH), min(len(text), end + _REACH)
    for mark in _SENTENCE_END.finditer(text, low, start):
        low = mark.end()
    after = _SENTENCE_END.search(text, end, high)
    return low, after.start() if after else high


def tense_reader(text: str, asked: str = "") -> Callable[[int, int], Tense | None]:
    """Return a reader of the tense around a span; None where the words leave it open.

    ``asked`` is the question that the text answers: "Saturday." alone takes its tense. The cues of the text are
    looked for once, when first needed.
    """
    cues = lru_cache(maxsize=1)(partial(read_cues, text))

    @cache
    def tense_at(start: int, end: int) -> Tense | None:
        reach = max(0, start - _PREFIX_REACH)
        if _SINCE.search(text, reach, start) or _SINCE_OWN.match(text, start, end):
            return "past"
        arranged = outlook(text, sentence_around(text, start, end), (start, end), FINITE_PAST)
        if arranged is not None:
            return arranged if arranged != "unclear" else None
        if _BACK_IN.search(text, reach, start) or _BACK_OWN.match(text, start, end):
            # "Back in June" looks back; "she's moving back in June" doesn't.
            return "future" if _sentence_tense(text, cues(), (start, end), asked) == "future" else "past"
        tense = _sentence_tense(text, cues(), (start, end), asked)
        if tense == "present" and _ABOUT.search(text, reach, start) and not _ONWARDS.match(text, end):
            # "I'm sad about Friday", "I'm nervous about Friday".
            return None
        bounded = _FUTURE_PREFIX.search(text, reach, start) or _FUTURE_PREFIX_OWN.match(text, start)
        return "future" if tense is None and bounded else tense

    return tense_at


def tense_inside(text: str, clause: tuple[int, int]) -> Tense | None:
    """Return the tense of a clause by its first verb, None where it has none."""
    # "He's moved" is one perfect form before it is a present one.
    first = min(read_cues(text[slice(*clause)]), key=lambda cue: (cue[0], cue[2]), default=None)
    return first[3] if first is not None else None


def _sentence_tense(text: str, cues: list[Cue], mention: tuple[int, int], asked: str) -> Tense | None:
    """Take the nearest cue of the sentence, else what it answers, else (a bare fragment) the sentences beside it.

    Before a fragment a past verb or a promise counts, behind it only a past verb: a story goes on in the past.
    """
    sentence = sentence_around(text, *mention)
    found = _nearest_cue(text, cues, sentence, *mention)
    if found is not None:
        return found
    if _ANY_SINCE.search(text, sentence[0], mention[0]):
        return "past"
    before = _tense_before(text, cues, sentence[0])
    if before is None and asked:
        return _tense_of_question(asked)
    if len(text[slice(*sentence)].split()) > _SHORT_SENTENCE:
        return None
    if before is not None:
        return before if before in ("past", "future") else None
    return "past" if _tense_after(text, cues, sentence[1]) == "past" else None


def _tense_of_question(asked: str) -> Tense | None:
    """Return the tense of the last sentence of a question: its first verb is the main one ("did", "is", "will")."""
    end = len(asked.rstrip(" ?!."))
    return tense_inside(asked, (sentence_around(asked, end, end)[0], end))


def _tense_before(text: str, cues: list[Cue], place: int) -> Tense | None:
    """Read "I told Wren. On the Saturday night.": the tense of the nearest sentence before that has one."""
    for _ in range(_SENTENCES_BESIDE):
        place = len(text[:place].rstrip(" .!?;\n"))
        if place == 0:
            return None
        before = sentence_around(text, place, place)
        found = _nearest_cue(text, cues, before, place, place)
        if found is not None:
            return found
        place = before[0]
    return None


def _tense_after(text: str, cues: list[Cue], place: int) -> Tense | None:
    """Read "Friday. I was at the stove.": the tense of the nearest sentence behind that has one."""
    for _ in range(_SENTENCES_BESIDE):
        place = len(text) - len(text[place:].lstrip(" .!?;\n"))
        after = sentence_around(text, place, place)
        found = _nearest_cue(text, cues, after, place, place)
        if found is not None:
            return found
        place = after[1]
    return None


def _nearest_cue(text: str, cues: list[Cue], within: tuple[int, int], start: int, end: int) -> Tense | None:
    best: tuple[int, int] | None = None
    tense: Tense | None = None
    # Behind "our industry shut down in March because …" another clause begins; behind "On Friday, …" the time's own.
    is_inner = len(text[within[0] : start].split()) > _LEAD_WORDS
    first, last = bisect_left(cues, within[0], key=_start_of), bisect_left(cues, within[1], key=_start_of)
    for cue_start, cue_end, rank, meaning in cues[first:last]:
        overlaps = cue_start < end and start < cue_end
        if overlaps or cue_end > within[1]:
            continue
        gap, penalty = (text[cue_end:start], 0) if cue_end <= start else (text[end:cue_start], _AFTER_PENALTY)
        if best is not None and len(gap) + penalty > best[0]:
            continue
        boundaries = len(_BOUNDARY.findall(gap))
        if boundaries and cue_start >= end and is_inner:
            continue
        # Behind the time and a comma stands mostly another clause.
        cost = (len(gap) + boundaries * (_BOUNDARY_PENALTY + penalty) + penalty, rank)
        if best is None or cost < best:
            best, tense = cost, meaning
    return tense


def _start_of(cue: Cue) -> int:
    return cue[0]
