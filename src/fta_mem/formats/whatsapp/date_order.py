"""Which number of a date is the day: told from a whole export, from how such dates are written, or not at all.

What no evidence decides is an error that names ``--date-order``; it is never guessed.
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import combinations
from typing import Final, get_args

from fta_mem.formats.whatsapp.line_heads import DateOrder, Head, Shape, is_east_asian
from fta_mem.state.errors import DatasetError

ORDERS: Final[tuple[DateOrder, ...]] = get_args(DateOrder)
FIRST_YEAR: Final = "2009"
"""WhatsApp didn't exist before."""
_STEP_BACK: Final = timedelta(days=1)
"""Messages may stand a little out of order (a phone that was off line, a clock that was put back)."""
_STRAY: Final = 20
"""One contrary line in so many is somebody's pasted text, not the export's own way of writing."""


@dataclass(slots=True)
class _Reading:
    """How the heads fare when they are read in one order."""

    impossible: int = 0
    backward: int = 0
    why: str = ""
    last: datetime | None = None

    def take(self, head: Head, order: DateOrder) -> str:
        try:
            moment = head.moment(order)
        except DatasetError as error:
            moment, self.why = "", self.why or str(error)
        if moment < FIRST_YEAR:
            self.impossible += 1
            self.why = self.why or "WhatsApp did not exist yet"
            return ""
        now = datetime.fromisoformat(moment)
        self.backward += self.last is not None and now < self.last - _STEP_BACK
        self.last = now
        return moment


@dataclass(slots=True)
class OrderEvidence:
    """What the heads of one shape say about the order of their dates."""

    shape: Shape
    heads: int = 0
    marks: set[str] = field(default_factory=set)
    _apart: set[frozenset[DateOrder]] = field(default_factory=set)
    _readings: dict[DateOrder, _Reading] = field(default_factory=dict)

    def take(self, head: Head) -> None:
        """Count one more head, in the order of the file."""
        self.heads += 1
        self.marks.add(head.mark)
        moments = {order: self._reading(order).take(head, order) for order in self._possible()}
        pairs = combinations(moments, 2)
        self._apart |= {frozenset(pair) for pair in pairs if moments[pair[0]] != moments[pair[1]]}

    def decided(self, wanted: DateOrder | None = None) -> DateOrder:
        """Return the order, the one that is wanted where the shape allows it.

        Raises:
            DatasetError: nothing decides, or the wanted order fits too few of the dates.
        """
        possible = self._possible()
        if len(possible) == 1 or wanted is not None:
            return self._checked(possible[0] if len(possible) == 1 or wanted is None else wanted)
        fitting = self._fitting(self._usual()) or self._fitting(possible)
        if fitting and not any(pair <= set(fitting) for pair in self._apart):
            return fitting[0]
        raise DatasetError(self._undecided(fitting or possible))

    def _checked(self, order: DateOrder) -> DateOrder:
        """Return an order that there is no choice about, if nearly all dates can be read in it."""
        reading = self._reading(order)
        why = reading.why if order in self._possible() else "their year stands last"
        if why and (order not in self._possible() or reading.impossible * _STRAY > self.heads):
            raise DatasetError(f"its dates can't be read as {order}: {why}")
        return order

    def _possible(self) -> tuple[DateOrder, ...]:
        if self.shape.year == "first":
            return ("ymd",)
        return ("dmy", "mdy") if self.shape.year == "last" else ORDERS

    def _usual(self) -> tuple[DateOrder, ...]:
        """Return the orders that are in use anywhere for dates of this shape, by Unicode's locale data.

        The month stands first only between slashes, with a colon in the time, no word before it and no mark but AM
        and PM; the year comes first in two digits only in East Asia.
        """
        shape = self.shape
        if shape.year == "?" and any(is_east_asian(mark) for mark in self.marks):
            return ("ymd",)
        has_word = any(char.isalpha() for char in shape.joint)
        plain = shape.separators == "//" and shape.clock == ":" and not has_word
        return ("dmy", "mdy") if plain and self.marks <= {"", "am", "pm"} else ("dmy",)

    def _fitting(self, orders: tuple[DateOrder, ...]) -> list[DateOrder]:
        """Return the orders that the dates themselves don't speak against."""
        real = self._least([(self._reading(order).impossible, order) for order in orders])
        return real if len(real) == 1 else self._least([(self._reading(order).backward, order) for order in real])

    def _least(self, counted: list[tuple[int, DateOrder]]) -> list[DateOrder]:
        """Return the orders with no count against them, else those with next to none."""
        near = [(count, order) for count, order in counted if count * _STRAY <= self.heads]
        least = min((count for count, _ in near), default=0)
        return [order for count, order in near if count <= 3 * least]

    def _undecided(self, orders: "list[DateOrder] | tuple[DateOrder, ...]") -> str:
        said = " or ".join(f"--date-order {order}" for order in orders)
        return f"its dates can be read in more than one way and nothing in the file decides; say {said}"

    def _reading(self, order: DateOrder) -> _Reading:
        return self._readings.setdefault(order, _Reading())
