"""Dates as dialogue files write them, to ISO 8601; what can't be read is an error, never a guess."""

import re
from datetime import UTC, datetime

from fta_mem.state.errors import DatasetError

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_SPOKEN = re.compile(r"(\d{1,2}):(\d{2})\s*([ap])\.?m\.?\s+on\s+(\d{1,2})\s+([a-z]+),?\s+(\d{4})", re.IGNORECASE)
_NAMED = re.compile(r"([a-z]{3,9})\.?[- ](\d{1,2})(?:st|nd|rd|th)?,?[- ](\d{4})", re.IGNORECASE)
_DOTTED = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})(?:,?\s+(\d{1,2}):(\d{2})(?::(\d{2}))?)?")
_DASHED = re.compile(r"\d{4}-\d{2}-\d{2}")
_LOOSE = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2}))?)?")


def iso_timestamp(value: object) -> str | None:
    """Return a timestamp as ISO 8601 with its own offset, None when the source gives none.

    Numbers are seconds since 1970 (UTC), or milliseconds when they are too large for that.

    Raises:
        DatasetError: the value is no date.
    """
    if value is None or value == "":
        return None
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return _from_seconds(value)
    if isinstance(value, str):
        return _from_text(value.strip())
    raise DatasetError("its timestamp is neither a text nor a number")


def spoken_timestamp(value: object) -> str | None:
    """Return LoCoMo's "1:56 pm on 8 May, 2023" as "2023-05-08T13:56:00", in the speakers' own local time."""
    match = _SPOKEN.fullmatch(value.strip()) if isinstance(value, str) else None
    if match is None:
        return iso_timestamp(value)
    hour, minute, half, day, month, year = match.groups()
    if month[:3].lower() not in _MONTHS or not 1 <= int(hour) <= 12:
        raise DatasetError("its date is not a real one")
    hour24 = int(hour) % 12 + (12 if half.lower() == "p" else 0)
    return real_time(int(year), _MONTHS.index(month[:3].lower()) + 1, int(day), hour24, int(minute))


def named_day(value: object) -> str | None:
    """Return BEAM's "March-15-2024" (or "March 15, 2024") as an ISO day; anything else is read as an ISO timestamp."""
    match = _NAMED.fullmatch(value.strip()) if isinstance(value, str) else None
    if match is None:
        return iso_timestamp(value)
    month, day, year = match.groups()
    if month[:3].lower() not in _MONTHS:
        raise DatasetError("its date is not a real one")
    return real_time(int(year), _MONTHS.index(month[:3].lower()) + 1, int(day), 0, 0)[:10]


def dotted_timestamp(value: object) -> str | None:
    """Return REALTALK's "29.12.2023, 10:03:30" as ISO, the day first as dots always have it; else as LoCoMo's."""
    match = _DOTTED.fullmatch(value.strip()) if isinstance(value, str) else None
    if match is None:
        return spoken_timestamp(value)
    day, month, year, *clock = match.groups()
    moment = real_time(int(year), int(month), int(day), *(int(part or 0) for part in clock))
    return moment if clock[0] is not None else moment[:10]


def real_time(year: int, month: int, day: int, hour: int, minute: int, second: int = 0) -> str:
    """Return the naive ISO timestamp of these numbers, which must name a moment that exists."""
    try:
        return datetime(year, month, day, hour, minute, second).isoformat()  # noqa: DTZ001  (local, no offset known)
    except ValueError as error:
        raise DatasetError("its date is not a real one") from error


def _from_text(text: str) -> str:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return _from_loose_text(text)
    return text.replace(" ", "T", 1) if _DASHED.match(text) else datetime.fromisoformat(text).isoformat()


def _from_loose_text(text: str) -> str:
    match = _LOOSE.fullmatch(text)
    if match is None:
        raise DatasetError("its timestamp is not an ISO 8601 date")
    year, month, day, *clock = match.groups()
    moment = real_time(int(year), int(month), int(day), *(int(part or 0) for part in clock))
    return moment if clock[0] is not None else moment[:10]


def _from_seconds(value: float) -> str:
    try:
        seconds = value / 1000 if abs(value) > 1e11 else value
        return datetime.fromtimestamp(seconds, tz=UTC).isoformat()
    except (ValueError, OverflowError, OSError) as error:
        raise DatasetError("its timestamp is out of range") from error
