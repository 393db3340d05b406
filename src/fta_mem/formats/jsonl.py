"""Our own plain form, one turn a line, and OpenAI-style ``messages`` arrays, in lines or as one JSON file."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from fta_mem.formats.case_builder import CaseBuilder, ReadCase, id_of, list_of, object_of, text_of
from fta_mem.formats.json_stream import first_byte, stream_entries, stream_lines
from fta_mem.formats.keys import CONVERSATION, TURN, Spellings, fields_of
from fta_mem.formats.limits import LimitError
from fta_mem.formats.timestamps import iso_timestamp
from fta_mem.state.encoding import JSON
from fta_mem.state.errors import DatasetError
from fta_mem.state.records import Turn

DEFAULT_SESSION: Final = "session_1"
UNDESCRIBED: Final = "no description"
ROLES: Final = {
    "user": "user",
    "human": "user",
    "assistant": "assistant",
    "ai": "assistant",
    "gpt": "assistant",
    "bot": "assistant",
    "chatbot": "assistant",
    "model": "assistant",
    "system": "system",
    "developer": "developer",
    "tool": "tool",
    "function": "function",
}
"""Words for a role, whatever their case; any other word is kept as it is."""


def read_turns(path: Path, case_id: str) -> ReadCase:
    """Return the file's one case: turns grouped by ``session``, in the order in which sessions first appear."""
    builder = CaseBuilder(case_id)
    conversations = 0
    for place, entry in _entries(path):
        if _is_conversation(entry):
            conversations += 1
            _read_conversation(builder, place, entry, f"session_{conversations}")
        elif isinstance(entry, dict):
            _read_turn(builder, place, entry, DEFAULT_SESSION)
        else:
            raise DatasetError(f"{place} is neither a turn nor a list of messages")
    return builder.result()


def _entries(path: Path) -> Iterator[tuple[str, JSON]]:
    """Yield what the file holds with its place: lines, or the entries of a JSON array or document."""
    if first_byte(path) == b"[" or _is_one_document(path):
        entries = stream_entries(path)
        yield from ((f"entry {number}", entry) for number, entry in enumerate(entries, start=1))
    else:
        yield from ((f"line {number}", entry) for number, entry in stream_lines(path))


def _is_one_document(path: Path) -> bool:
    """Say whether the file is one JSON document over several lines: then its first line is not whole."""
    try:
        next(stream_lines(path), None)
    except LimitError:
        return False
    except DatasetError:
        return True
    return False


def _is_conversation(entry: JSON) -> bool:
    if isinstance(entry, dict):
        return (
            any(isinstance(entry.get(key), list) for key in ("messages", *CONVERSATION["messages"]))
            or "messages" in entry
        )
    return isinstance(entry, list)


def _read_conversation(builder: CaseBuilder, place: str, entry: JSON, default_session: str) -> None:
    session_id = default_session
    with builder.guarding(session_id, place):
        given = _fields(builder, entry if isinstance(entry, dict) else {"messages": entry}, CONVERSATION)
        session_id = id_of(given, "session") or default_session
        with builder.guarding(session_id, place):
            for number, message in enumerate(list_of(given.get("messages"), "its messages"), start=1):
                _read_turn(builder, f"{place}, message {number}", message, session_id)
            builder.set_time(session_id, iso_timestamp(given.get("timestamp")))


def _read_turn(builder: CaseBuilder, place: str, entry: JSON, default_session: str) -> None:
    session_id = default_session
    with builder.guarding(session_id, f"{session_id}, {place}"):
        given = _fields(builder, object_of(entry, "it"), TURN)
        session_id = id_of(given, "session") or default_session
        where = f"{session_id}, {place}"
        with builder.guarding(session_id, where):
            turn = _turn(given)
            builder.add(session_id, f"{where} ({turn.turn_id})" if turn.turn_id else where, turn)


def _fields(builder: CaseBuilder, entry: dict[str, JSON], spellings: Spellings) -> dict[str, JSON]:
    """Return the entry under our own keys; what it has besides is counted, a word for its role is taken as that."""
    role_word = entry.get("type") if spellings is TURN else None
    is_role = isinstance(role_word, str) and role_word.casefold() in ROLES and "role" not in entry
    found = fields_of(
        {("role" if is_role and key == "type" else key): value for key, value in entry.items()}, spellings
    )
    for word in found.unread:
        builder.left_out[f"keys called {word!r}"] += 1
    return found.given


def _turn(given: dict[str, JSON]) -> Turn:
    role, name = _speaker(given)
    text, caption = _content(given)
    return Turn(0, id_of(given, "id"), role, name, text, iso_timestamp(given.get("timestamp")), caption)


def _speaker(given: dict[str, JSON]) -> tuple[str, str]:
    """Return role and name; whoever has a name and no role is a person, or plays the role that the name says."""
    name = text_of(given, "name", "")
    if given.get("role") in (None, "") and name:
        return ROLES.get(name.casefold(), "user"), name
    role = text_of(given, "role")
    known = ROLES.get(role.casefold(), role)
    return known, name or known


def _content(given: dict[str, JSON]) -> tuple[str, str]:
    """Return a turn's text and its pictures' caption; only a tool call may come without content."""
    content = given.get("content")
    if content is None and (given.get("tool_calls") or given.get("function_call") or given.get("refusal")):
        return text_of(given, "refusal", ""), ""
    if not isinstance(content, list):
        return text_of(given, "content"), text_of(given, "caption", "")
    parts = [part if isinstance(part, str) else object_of(part, "a part of its content") for part in content]
    texts = [part if isinstance(part, str) else text_of(part, "text", "") for part in parts]
    pictures = [text_of(part, "alt", UNDESCRIBED) for part in parts if isinstance(part, dict) and _is_picture(part)]
    return "\n".join(text for text in texts if text), "; ".join(pictures)


def _is_picture(part: dict[str, JSON]) -> bool:
    return "image" in str(part.get("type", ""))
