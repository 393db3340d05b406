"""Fold order: by instant, undated sessions after dated ones, then by natural order of ids; never by arrival."""

import re
from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, Protocol, TypeVar

from fta_mem.state.records import Session

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_DIGITS: Final = re.compile(r"([0-9]+)")


class Dated(Protocol):
    """Anything that stands in the fold order."""

    @property
    def session_id(self) -> str:
        """Return the session's id."""

    @property
    def timestamp(self) -> str | None:
        """Return when the session began, as the source wrote it."""


S = TypeVar("S", bound=Dated)
Chunk = tuple[int, int, str]
Place = tuple[bool, timedelta, tuple[Chunk, ...], str]


@dataclass(frozen=True, slots=True)
class Extent:
    """The local ISO days on which a session's dialogue began and ended; None where nothing is dated."""

    first: str | None
    last: str | None


class FoldOrder:
    """Session ids in fold order, kept sorted as sessions come, move and go."""

    def __init__(self) -> None:
        self._places: dict[str, Place] = {}
        self._sorted: list[Place] = []

    def put(self, session: Dated) -> None:
        """Give a session its place, in place of the one it had."""
        place = _place(session.session_id, session.timestamp)
        if self._places.get(session.session_id) != place:
            self.drop(session.session_id)
            self._places[session.session_id] = place
            insort(self._sorted, place)

    def drop(self, session_id: str) -> None:
        """Take a session out, if it is there."""
        place = self._places.pop(session_id, None)
        if place is not None:
            del self._sorted[bisect_left(self._sorted, place)]

    def ids(self) -> list[str]:
        """Return all ids in order."""
        return [place[-1] for place in self._sorted]

    def before(self, session_id: str) -> list[str]:
        """Return the ids before a session that is there, in order."""
        return [place[-1] for place in self._sorted[: bisect_left(self._sorted, self._places[session_id])]]


def fold_sorted(sessions: Iterable[S]) -> list[S]:
    """Return the sessions in fold order."""
    return sorted(sessions, key=lambda session: _place(session.session_id, session.timestamp))


def instant(text: str | None) -> timedelta | None:
    """Return a timestamp as time since 1970 (naive ones read as UTC), None when it is missing or can't be read."""
    moment = _moment(text)
    if moment is None:
        return None
    # A naive time is read as UTC: the order must not depend on where the machine stands.
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)) - _EPOCH


def natural_key(text: str) -> tuple[Chunk, ...]:
    """Return a sort key under which session_2 comes before session_10."""
    return tuple(_chunk(part) for part in _DIGITS.split(text))


def extent_of(session: Session) -> Extent:
    """Return the first and the last local day of a session, by its turns where they are dated."""
    stamps = [session.timestamp, *[turn.timestamp for turn in session.turns]]
    return span_of([stamp for stamp in stamps if stamp is not None])


def span_of(stamps: Sequence[str]) -> Extent:
    """Return the days of the earliest and the latest of the timestamps."""
    dated = sorted((when, stamp) for stamp in stamps if (when := instant(stamp)) is not None)
    return Extent(_day(dated[0][1]), _day(dated[-1][1])) if dated else Extent(None, None)


def _moment(text: str | None) -> datetime | None:
    try:
        return datetime.fromisoformat(text) if text is not None else None
    except ValueError:
        return None


def _day(stamp: str) -> str | None:
    moment = _moment(stamp)
    return moment.date().isoformat() if moment else None


def _place(session_id: str, timestamp: str | None) -> Place:
    when = instant(timestamp)
    return when is None, when if when is not None else timedelta(), natural_key(session_id), session_id


def _chunk(part: str) -> Chunk:
    # Compared as text by length, because int() refuses runs of more than 4,300 digits.
    digits = part.lstrip("0")
    return (0, len(digits), digits) if part.isascii() and part.isdigit() else (1, 0, part)
