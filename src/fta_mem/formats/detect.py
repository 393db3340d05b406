"""Which format a file is in, told from its content alone; only as much is read as is needed to tell."""

from pathlib import Path
from typing import Final, Literal, get_args

from fta_mem.formats.chat_exports import WHATSAPP_LINE
from fta_mem.formats.json_stream import first_byte, stream_events
from fta_mem.state.errors import DatasetError

Format = Literal["locomo", "es-memeval", "jsonl", "whatsapp", "telegram"]
FORMATS: Final[tuple[Format, ...]] = get_args(Format)

_ENTRY_MARKS: Final[dict[str, Format]] = {
    "conversation": "locomo",
    "dialog_history": "es-memeval",
    "content": "jsonl",
    "role": "jsonl",
    "chats": "telegram",
}
_MESSAGE_MARKS: Final[dict[str, Format]] = {
    "role": "jsonl",
    "content": "jsonl",
    "date": "telegram",
    "from": "telegram",
    "date_unixtime": "telegram",
}


def detect_format(path: Path) -> Format:
    """Return the format that the file's keys or lines show.

    Raises:
        DatasetError: none of the formats that are known.
    """
    found = _detect_text(path) or (_detect_json(path) if first_byte(path) in {b"{", b"["} else None)
    if found is None:
        raise DatasetError(f"{path} is in none of the known formats ({', '.join(FORMATS)})")
    return found


def _detect_json(path: Path) -> Format | None:
    for prefix, event, value in stream_events(path):
        if event != "map_key":
            continue
        if prefix in {"", "item"} and value in _ENTRY_MARKS:
            return _ENTRY_MARKS[str(value)]
        if prefix in {"messages.item", "item.messages.item", "item.item"} and value in _MESSAGE_MARKS:
            return _MESSAGE_MARKS[str(value)]
    return None


def _detect_text(path: Path) -> Format | None:
    """Return the format of a chat that was exported as text or HTML (a WhatsApp line may begin like a JSON array)."""
    with path.open("rb") as file:
        lead = file.read(65536).decode("utf-8", "replace").lstrip("\ufeff \r\n\t")
    if lead.startswith("<"):
        return "telegram" if "tgme" in lead or "from_name" in lead else None
    return "whatsapp" if any(WHATSAPP_LINE.match(line) for line in lead.split("\n")[:20]) else None
