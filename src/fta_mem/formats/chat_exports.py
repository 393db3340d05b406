"""WhatsApp and Telegram exports, read by langchain-community's chat loaders.

That package is being sunset: it is imported here only, when such a file is read, and its warning stays here.
An export is one long thread, so a session ends where nobody wrote for some hours.
"""

import re
import warnings
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from fta_mem.formats.case_builder import CaseBuilder, ReadCase
from fta_mem.formats.timestamps import iso_timestamp, real_time
from fta_mem.state.errors import DatasetError
from fta_mem.state.records import Turn

if TYPE_CHECKING:
    from langchain_core.messages import BaseMessage

PAUSE = timedelta(hours=6)
WHATSAPP_LINE = re.compile(
    r"[\u200e\ufeff]*\[?(\d{1,2}[/.]\d{1,2}[/.]\d{2,4},? \d{1,2}:\d{2}(?::\d{2})?(?:[ \u202f]?[AaPp]\.?[Mm]\.?)?)"
    r"\]?(?: -)?[ \u200e]*(?:([^:]+): )?(.+)"
)
"""A message's first line, as both of WhatsApp's exports write it (with and without brackets and seconds).

A line without a sender is WhatsApp's own ("Ana left"); it must not become the end of somebody's message."""
_WHATSAPP_TIME = re.compile(r"(\d+)[/.](\d+)[/.](\d+),? (\d+):(\d+)(?::(\d+))?[ \u202f]?([AaPp])?.*")
_TELEGRAM_TIME = re.compile(r"(\d{2})\.(\d{2})\.(\d{4}) (\d{2}:\d{2}:\d{2})(?: UTC([+-]\d{2}:\d{2}))?")

Message = tuple[str, str, str]
"""Sender, text, time as the export writes it."""


def read_whatsapp(path: Path, case_id: str) -> ReadCase:
    """Return a WhatsApp text export as a case; all who write are persons (role "user")."""
    messages = list(_load_whatsapp(path))
    return _as_case(case_id, messages, _whatsapp_clock([time for _, _, time in messages]))


def read_telegram(path: Path, case_id: str) -> ReadCase:
    """Return a Telegram export of one chat (JSON or HTML) as a case; all who write are persons (role "user")."""
    return _as_case(case_id, list(_load_telegram(path)), _telegram_clock)


def _load_whatsapp(path: Path) -> Iterator[Message]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        from langchain_community.chat_loaders.whatsapp import WhatsAppChatLoader
    loader = WhatsAppChatLoader(str(path))
    loader._message_line_regex = WHATSAPP_LINE  # its own one knows neither Android's lines nor dotted dates
    (session,) = loader.lazy_load()
    yield from (_message(message) for message in session["messages"] if message.additional_kwargs["sender"])


def _load_telegram(path: Path) -> Iterator[Message]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        from langchain_community.chat_loaders.telegram import TelegramChatLoader
    try:
        sessions = list(TelegramChatLoader(str(path)).lazy_load())
    except ImportError as error:
        raise DatasetError(f"{path} is HTML, which needs beautifulsoup4; export it as JSON instead") from error
    except (ValueError, AttributeError, TypeError) as error:
        raise DatasetError(f"{path} is cut off or no Telegram export of one chat") from error
    yield from (_message(message) for session in sessions for message in session["messages"] if message.content)


def _message(message: "BaseMessage") -> Message:
    content = message.content
    parts = content if isinstance(content, list) else [content]
    text = "".join(part if isinstance(part, str) else str(part.get("text", "")) for part in parts)
    given = message.additional_kwargs
    return str(given["sender"]), text, str(given["events"][0]["message_time"])


def _as_case(case_id: str, messages: list[Message], clock: Callable[[str], str | None]) -> ReadCase:
    builder = CaseBuilder(case_id)
    session_id, last = "session_1", None
    for number, (sender, text, written) in enumerate(messages, start=1):
        with builder.guarding(session_id, f"message {number}"):
            timestamp = clock(written)
            now = datetime.fromisoformat(timestamp).replace(tzinfo=None) if timestamp else last
            if now is not None and (last is None or now - last > PAUSE):
                session_id = now.strftime("%Y-%m-%dT%H%M")
            last = now
            builder.add(session_id, f"message {number}", Turn(0, "", "user", sender, text, timestamp))
    return builder.result()


def _whatsapp_clock(times: list[str]) -> Callable[[str], str | None]:
    """Return how this export writes dates: day first, or month first where only that gives real, ordered dates.

    WhatsApp follows the phone's settings and the file doesn't name them; where both readings fit, day first is taken.
    """
    day_first, month_first = (_read_whatsapp_times(times, swap) for swap in (False, True))
    swapped = _disorder(month_first) < _disorder(day_first)
    return lambda text: _whatsapp_time(text, swapped)


def _read_whatsapp_times(times: list[str], month_first: bool) -> list[str | None]:
    readings: list[str | None] = []
    for text in times:
        try:
            readings.append(_whatsapp_time(text, month_first))
        except DatasetError:
            readings.append(None)
    return readings


def _disorder(readings: list[str | None]) -> tuple[int, int]:
    dated = [reading for reading in readings if reading is not None]
    return readings.count(None), sum(later < earlier for earlier, later in zip(dated, dated[1:], strict=False))


def _whatsapp_time(text: str, month_first: bool) -> str:
    match = _WHATSAPP_TIME.fullmatch(text)
    if match is None:
        raise DatasetError("its date is not one that WhatsApp writes")
    first, second, year, hour, minute = (int(part) for part in match.groups()[:5])
    half = (match[7] or "").lower()
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    day, month = (second, first) if month_first else (first, second)
    return real_time(year + 2000 if year < 100 else year, month, day, hour, minute, int(match[6] or 0))


def _telegram_clock(text: str) -> str | None:
    match = _TELEGRAM_TIME.fullmatch(text)
    if match is None:
        return iso_timestamp(text)
    day, month, year, clock, offset = match.groups()
    return iso_timestamp(f"{year}-{month}-{day}T{clock}{offset or ''}")
