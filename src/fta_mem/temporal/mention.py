"""Records of what a turn says about time, for the time anchor x^T of a unit (paper, "Memory Unit Construction")."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from fta_mem.state.labels import Granularity

Orientation = Literal["past", "present", "future", "unknown"]
TimeKind = Literal["point", "duration", "recurring", "since", "until", "age"]
# "arranged" is a past verb about what lies ahead.
Tense = Literal["past", "present", "future", "arranged"]
Span = tuple[date, date]


@dataclass(frozen=True, slots=True)
class TimeMention:
    """Hold one time expression and the days it covers; `start` is None where nothing anchors it."""

    text: str
    span: tuple[int, int]
    start: date | None
    end: date | None
    granularity: Granularity
    orientation: Orientation
    kind: TimeKind
    relation: str | None
    denied: bool = False
    """The words say that it was not then ("not on 3 June", "instead of Monday")."""

    def __post_init__(self) -> None:
        """Refuse half-open or reversed intervals, which nothing downstream could order."""
        if (self.start is None) != (self.end is None):
            raise ValueError(f"a mention has both ends or none, got {self.start!r}, {self.end!r}")
        if self.start is not None and self.end is not None and self.start > self.end:
            raise ValueError(f"a mention ends before it starts: {self.start!r}, {self.end!r}")


@dataclass(frozen=True, slots=True)
class Reading:
    """Say what one grammar rule made of its match; `anchored` readings are void in an undated turn."""

    span: Span | None
    granularity: Granularity
    kind: TimeKind = "point"
    relation: str | None = None
    tense: Tense | None = None
    anchored: bool = True


# Where a rule matched, and what it made of it.
Candidate = tuple[int, int, Reading]


@dataclass(frozen=True, slots=True)
class Scene:
    """Give the rules what they may look at: the normalised turn and its own day."""

    text: str
    anchor: date
    dated: bool
    moment: datetime | None
    tense_at: Callable[[int, int], Tense | None]
