"""Which format a file is in, told from its content alone; only as much is read as is needed to tell."""

from pathlib import Path
from typing import Final, Literal, get_args

from fta_mem.formats.json_stream import JSONStream, first_byte, opened
from fta_mem.formats.keys import has_known_key
from fta_mem.formats.locomo import is_session
from fta_mem.formats.whatsapp.export import looks_like_whatsapp
from fta_mem.state.errors import DatasetError

Format = Literal[
    "locomo", "es-memeval", "longmemeval", "beam", "realtalk", "jsonl", "whatsapp", "telegram", "chatgpt", "claude"
]
FORMATS: Final[tuple[Format, ...]] = get_args(Format)

_MARKS: Final[dict[tuple[str, str], Format]] = {
    ("conversation", "{"): "locomo",
    ("dialog_history", "["): "es-memeval",
    ("haystack_sessions", "["): "longmemeval",
    ("chat", "["): "beam",
    ("probing_questions", "{"): "beam",
    ("probing_questions", '"'): "beam",
    ("mapping", "{"): "chatgpt",
    ("chat_messages", "["): "claude",
    ("chats", "{"): "telegram",
    ("left_chats", "{"): "telegram",
}
"""A key of an entry and what its value begins with, where one format alone has them."""
_TELEGRAM_KEYS: Final = frozenset({"date_unixtime", "from_id", "actor_id", "text_entities"})


def detect_format(path: Path) -> Format:
    """Return the format that the file's keys or lines show.

    Raises:
        DatasetError: none of the formats that are known, or it is no readable JSON.
    """
    found = _detect_text(path) or (_detect_json(path) if first_byte(path) in {b"{", b"["} else None)
    if found is None:
        raise DatasetError(f"{path} is in none of the known formats ({', '.join(FORMATS)})")
    return found


def _detect_text(path: Path) -> Format | None:
    """Return the format of a chat that was exported as text or HTML (a WhatsApp line may begin like a JSON array)."""
    with path.open("rb") as file:
        lead = file.read(65536).decode("utf-8", "replace").lstrip("\ufeff \r\n\t")
    if lead.startswith("<"):
        return "telegram" if "tgme" in lead or "from_name" in lead else None
    return "whatsapp" if looks_like_whatsapp(lead) else None


def _detect_json(path: Path) -> Format | None:
    with opened(path) as stream:
        if stream.kind() == "{":
            return _of_entry(stream)
        for _ in stream.items():
            if stream.kind() == "{":
                return _of_entry(stream)
            return "jsonl" if stream.kind() == "[" and _message_keys(stream) else None
    return None


def _of_entry(stream: JSONStream) -> Format | None:
    """Return the format of the object ahead."""
    keys = []
    for key in stream.members():
        found = _MARKS.get((key, stream.kind()))
        if found is None and is_session(key) and stream.kind() == "[":
            return "realtalk"
        if found is None and key == "messages" and stream.kind() == "[":
            found = _of_messages(_message_keys(stream))
        if found is not None:
            return found
        keys.append(key)
    return "jsonl" if has_known_key(keys) else None


def _of_messages(keys: list[str]) -> Format:
    is_telegram = _TELEGRAM_KEYS & set(keys) or {"type", "date"} <= set(keys)
    return "telegram" if is_telegram else "jsonl"


def _message_keys(stream: JSONStream) -> list[str]:
    """Return the keys of the first message of the list ahead."""
    for _ in stream.items():
        return list(stream.members()) if stream.kind() == "{" else []
    return []
