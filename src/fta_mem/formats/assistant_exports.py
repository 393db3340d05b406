"""The data exports of ChatGPT and Claude (``conversations.json``): each conversation is a session."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from fta_mem.formats.case_builder import CaseBuilder, ReadCase, id_of, list_of, object_of, text_of
from fta_mem.formats.json_stream import stream_entries
from fta_mem.formats.timestamps import iso_timestamp
from fta_mem.state.encoding import JSON
from fta_mem.state.errors import DatasetError
from fta_mem.state.records import Turn

_SPOKEN: Final = frozenset({"text", "multimodal_text"})
_ROLES: Final = {"human": "user", "user": "user", "assistant": "assistant"}
_UNNAMED: Final = "parts that are no text"


def read_chatgpt(path: Path, case_id: str) -> ReadCase:
    """Return ChatGPT's conversations, each along the branch that was last open."""
    builder = CaseBuilder(case_id)
    for number, entry in enumerate(stream_entries(path), start=1):
        place = f"conversation {number}"
        with builder.guarding(place, place):
            _read_chatgpt(builder, object_of(entry, "it"), place)
    return builder.result()


def read_claude(path: Path, case_id: str) -> ReadCase:
    """Return Claude's conversations."""
    builder = CaseBuilder(case_id)
    for number, entry in enumerate(stream_entries(path), start=1):
        place = f"conversation {number}"
        with builder.guarding(place, place):
            _read_claude(builder, object_of(entry, "it"), place)
    return builder.result()


def _read_chatgpt(builder: CaseBuilder, given: dict[str, JSON], place: str) -> None:
    session_id = id_of(given, "conversation_id", "id") or place.replace(" ", "_")
    with builder.guarding(session_id, place):
        for number, message in enumerate(_branch(given), start=1):
            with builder.guarding(session_id, f"{place}, message {number}"):
                _read_chatgpt_message(builder, session_id, message, f"{place}, message {number}")
        builder.set_time(session_id, iso_timestamp(given.get("create_time")))


def _branch(given: dict[str, JSON]) -> Iterator[dict[str, JSON]]:
    """Yield the messages from the root to the current node: what the person sees when they open the conversation."""
    nodes = object_of(given.get("mapping"), "its mapping")
    key = id_of(given, "current_node") or _only_leaf(nodes)
    way: list[dict[str, JSON]] = []
    seen: set[str] = set()
    while key:
        if key in seen or key not in nodes:
            raise DatasetError(f"its tree of messages is broken at {key!r}")
        seen.add(key)
        node = object_of(nodes[key], "a node of its mapping")
        message = node.get("message")
        way += [message] if isinstance(message, dict) else []
        key = id_of(node, "parent")
    return reversed(way)


def _only_leaf(nodes: dict[str, JSON]) -> str:
    leaves = [key for key, node in nodes.items() if isinstance(node, dict) and not node.get("children")]
    if len(leaves) > 1:
        raise DatasetError("it has several branches and doesn't say which is the current one (current_node)")
    return leaves[0] if leaves else ""


def _read_chatgpt_message(builder: CaseBuilder, session_id: str, message: dict[str, JSON], place: str) -> None:
    author = object_of(message.get("author"), "its author")
    role = text_of(author, "role")
    content = object_of(message.get("content"), "its content")
    reason = _why_unspoken(role, message, content)
    if reason:
        builder.left_out[reason] += 1
        return
    texts = []
    for part in list_of(content.get("parts"), "its parts"):
        text = part if isinstance(part, str) else text_of(part, "text", "") if isinstance(part, dict) else ""
        if text.strip():
            texts.append(text)
        elif not isinstance(part, str):
            builder.left_out[_UNNAMED] += 1
    turn_time = iso_timestamp(message.get("create_time"))
    _say(builder, session_id, place, role, "\n".join(texts), turn_time, id_of(message, "id"))


def _why_unspoken(role: str, message: dict[str, JSON], content: dict[str, JSON]) -> str:
    metadata = message.get("metadata")
    is_hidden = isinstance(metadata, dict) and bool(metadata.get("is_visually_hidden_from_conversation"))
    if role not in _ROLES:
        return f"{role} messages"
    if is_hidden or message.get("weight") == 0:
        return "hidden messages"
    if text_of(message, "recipient", "all") != "all":
        return "calls of tools"
    return "" if content.get("content_type") in _SPOKEN else "thoughts, code and contexts"


def _read_claude(builder: CaseBuilder, given: dict[str, JSON], place: str) -> None:
    session_id = id_of(given, "uuid") or place.replace(" ", "_")
    with builder.guarding(session_id, place):
        for number, entry in enumerate(list_of(given.get("chat_messages"), "its chat_messages"), start=1):
            where = f"{place}, message {number}"
            with builder.guarding(session_id, where):
                _read_claude_message(builder, session_id, object_of(entry, "it"), where)
        builder.set_time(session_id, iso_timestamp(given.get("created_at")))


def _read_claude_message(builder: CaseBuilder, session_id: str, message: dict[str, JSON], place: str) -> None:
    sender = text_of(message, "sender")
    if sender not in _ROLES:
        raise DatasetError(f"its sender {sender!r} is neither human nor assistant")
    for name, what in (("attachments", "attachments"), ("files", "files")):
        builder.left_out[what] += len(list_of(message.get(name) or [], f"its {name}"))
    texts = []
    for entry in list_of(message.get("content") or [], "its content"):
        block = object_of(entry, "a part of its content")
        if block.get("type", "text") == "text":
            texts.append(text_of(block, "text", ""))
        else:
            builder.left_out["thoughts and calls of tools"] += 1
    text = "\n".join(text for text in texts if text.strip()) or text_of(message, "text", "")
    turn_time = iso_timestamp(message.get("created_at"))
    _say(builder, session_id, place, _ROLES[sender], text, turn_time, id_of(message, "uuid"))


def _say(
    builder: CaseBuilder, session_id: str, place: str, role: str, text: str, timestamp: str | None, turn_id: str
) -> None:
    if text.strip():
        builder.add(session_id, place, Turn(0, turn_id, role, role, text, timestamp))
    else:
        builder.left_out["empty messages"] += 1
