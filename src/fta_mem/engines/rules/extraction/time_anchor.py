"""The time anchor of a unit: its time expressions, resolved against the turn that said them (x^T)."""

from collections.abc import Sequence

from fta_mem.state.labels import TimeOrientation
from fta_mem.state.records import TimeAnchor
from fta_mem.temporal.resolve import TimeMention, date_mentions


def anchor_from(
    mentions: Sequence[TimeMention], tenses: frozenset[TimeOrientation], dialogue_time: str | None
) -> TimeAnchor:
    """Return the anchor of several turns' mentions together: the one that dates them best gives the interval."""
    return date_mentions(mentions).anchor(dialogue_time, tenses)
