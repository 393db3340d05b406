"""Run the grammar's rules over one text: try those whose trigger words occur, keep the longest matches, widen them."""

import re
from bisect import bisect
from collections.abc import Iterable, Iterator
from datetime import date, datetime
from functools import lru_cache

from fta_mem.temporal.contrast import is_denied, with_alternatives
from fta_mem.temporal.mention import (
    Candidate,
    Orientation,
    Reading,
    Scene,
    Span,
    TimeMention,
)
from fta_mem.temporal.modifiers import widen
from fta_mem.temporal.rules import (
    counted,
    dates,
    days,
    events,
    habits,
    holidays,
    life_phases,
    months,
    periods,
    ranges,
    vague,
    weekdays,
    weekends,
    years,
)
from fta_mem.temporal.rules.rule import Rule
from fta_mem.temporal.tense import sentence_around, tense_reader

# Of two matches equally long the earlier rule's counts.
_ROOMS = (
    events, days, weekdays, weekends, periods, holidays, dates, months, years, ranges, counted, habits, life_phases,
    vague,
)  # fmt: skip
_RULES: tuple[Rule, ...] = tuple(each for room in _ROOMS for each in room.RULES)
# Same length, so that offsets hold; the last four letters would match ASCII ones when case is ignored.
_SAME_LENGTH = str.maketrans("\u2019\u2018\u02bc`\u2010\u2011\u2013\u2014\u017f\u212a\u0131\u0130", "''''----????")
_DIGITS = frozenset("0123456789")
_WORD = re.compile(r"[a-z]+|[0-9]")
# Stands in for the missing day of an undated turn; whatever depends on it is blanked afterwards.
_NO_DAY = date(2000, 1, 3)


def match_times(text: str, anchor: datetime | date | None, asked: str = "") -> tuple[TimeMention, ...]:
    """Return the time expressions of one text in order; overlapping ones lose to the longest."""
    plain = text.translate(_SAME_LENGTH)
    rules = _triggered(plain)
    if not rules:
        return ()
    day = anchor.date() if isinstance(anchor, datetime) else anchor
    moment = anchor if isinstance(anchor, datetime) else None
    tense_at = tense_reader(plain, asked.translate(_SAME_LENGTH))
    scene = Scene(plain, day or _NO_DAY, day is not None, moment, tense_at)
    kept = sorted(_longest(_candidates(scene, rules)), key=lambda found: found[:2])
    widened = with_alternatives(plain, _outermost([widen(scene, found) for found in kept]))
    return tuple(_mention(text, scene, found, dated=day is not None) for found in widened)


@lru_cache(maxsize=1)
def _places_by_word() -> dict[str, tuple[int, ...]]:
    words = sorted({word for each in _RULES for word in each.triggers})
    return {word: tuple(place for place, each in enumerate(_RULES) if word in each.triggers) for word in words}


def _triggered(text: str) -> list[Rule]:
    """Return the rules that a text's words call for, in their order."""
    by_word = _places_by_word()
    words = set(_WORD.findall(text.lower()))
    if not words.isdisjoint(_DIGITS):
        words.add("#")
    wanted = sorted({place for word in words & by_word.keys() for place in by_word[word]})
    rules = (_RULES[place] for place in wanted)
    return [each for each in rules if not each.also or not each.also.isdisjoint(words)]


def _candidates(scene: Scene, rules: Iterable[Rule]) -> Iterator[Candidate]:
    for each in rules:
        for match in each.pattern.finditer(scene.text):
            try:
                reading = each.read(match, scene)
            except (OverflowError, ValueError):
                # "9000 years ago" lies beyond the calendar: a time expression, but no date.
                reading = Reading(None, "unknown")
            if reading is not None and match.end() > match.start():
                yield match.start(), match.end(), reading


def _longest(candidates: Iterable[Candidate]) -> list[Candidate]:
    kept: list[Candidate] = []
    taken: list[tuple[int, int]] = []
    for found in sorted(candidates, key=lambda each: (each[0] - each[1], each[0])):
        place = bisect(taken, found[:2])
        free_left = place == 0 or taken[place - 1][1] <= found[0]
        if free_left and (place == len(taken) or found[1] <= taken[place][0]):
            taken.insert(place, found[:2])
            kept.append(found)
    return kept


def _outermost(found: list[Candidate]) -> list[Candidate]:
    """Drop what another mention took in as it was widened: "the Wednesday" in "the Wednesday before Easter"."""
    kept: list[Candidate] = []
    reached: int | None = None
    for each in reversed(found):
        if reached is None or each[1] <= reached:
            kept.append(each)
            reached = each[0]
    return kept[::-1]


def _mention(text: str, scene: Scene, found: Candidate, *, dated: bool) -> TimeMention:
    start, end, reading = found
    known = reading.span is not None and (dated or not reading.anchored)
    span = reading.span if known else None
    said = text[start:end].rstrip()
    return TimeMention(
        text=said,
        span=(start, start + len(said)),
        start=span[0] if span else None,
        end=span[1] if span else None,
        granularity=reading.granularity,
        orientation=_orientation(scene, found, span if dated else None),
        kind=reading.kind,
        relation=reading.relation if dated or not reading.anchored else None,
        denied=is_denied(scene.text, sentence_around(scene.text, start, end), (start, end)),
    )


def _orientation(scene: Scene, found: Candidate, span: Span | None) -> Orientation:
    start, end, reading = found
    if span is not None and span[1] < scene.anchor:
        return "past"
    if span is not None and span[0] > scene.anchor:
        return "future"
    if span is not None and reading.kind == "since":
        return "present"
    tense = reading.tense or scene.tense_at(start, end)
    if tense == "arranged":
        return "future"
    return tense or ("present" if span is not None else "unknown")
