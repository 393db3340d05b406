"""The time anchor of a unit: its time expressions, resolved against the turn that said them (x^T)."""

from collections.abc import Sequence
from datetime import date, datetime
from functools import lru_cache

from fta_mem.state.labels import TimeOrientation
from fta_mem.state.records import TimeAnchor
from fta_mem.temporal.mention import TimeMention
from fta_mem.temporal.resolve import find_times

_SAID = 3


def parse_moment(value: str | None) -> datetime | date | None:
    """Return the moment or the day that an ISO string names; None for anything else."""
    if not value:
        return None
    try:
        return date.fromisoformat(value) if len(value) <= 10 else datetime.fromisoformat(value)
    except ValueError:
        return None


@lru_cache(maxsize=2_048)
def times_of(text: str, timestamp: str | None) -> tuple[TimeMention, ...]:
    """Return a turn's time expressions; without a timestamp only complete dates resolve."""
    return find_times(text, parse_moment(timestamp))


def anchor_from(
    mentions: Sequence[TimeMention], tenses: frozenset[TimeOrientation], dialogue_time: str | None
) -> TimeAnchor:
    """Return the anchor: the best dated mention gives the interval, the tenses and mentions the orientation."""
    said = "; ".join(dict.fromkeys(mention.text for mention in mentions[:_SAID])) or "unknown"
    best = _best(mentions)
    orientation = _orientation(best, tenses)
    if best is None or best.start is None or best.end is None:
        return TimeAnchor(dialogue_time, said, time_orientation=orientation)
    return TimeAnchor(dialogue_time, said, best.start.isoformat(), best.end.isoformat(), best.granularity, orientation)


def _best(mentions: Sequence[TimeMention]) -> TimeMention | None:
    dated = [mention for mention in mentions if mention.start is not None]
    points = [mention for mention in dated if mention.kind == "point"]
    return next(iter(points or dated), None)


def _orientation(best: TimeMention | None, tenses: frozenset[TimeOrientation]) -> TimeOrientation:
    shown = set(tenses)
    if best is not None and best.orientation != "unknown":
        if best.kind == "point":
            shown.discard("present")
        shown.add(best.orientation)
    if len(shown) == 1:
        return shown.pop()
    if shown == {"past", "present"} or shown == {"present", "future"}:
        return "past" if "past" in shown else "future"
    return "mixed" if shown else "unknown"
