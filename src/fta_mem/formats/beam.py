"""BEAM's conversations: one long ``chat`` of a user and their assistant, in batches, with few dates."""

import ast
import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Final, cast

from fta_mem.formats.case_builder import CaseBuilder, ReadCase, id_of, object_of, text_of
from fta_mem.formats.timestamps import named_day
from fta_mem.state.encoding import JSON
from fta_mem.state.errors import DatasetError
from fta_mem.state.records import Turn

_MARKER: Final = re.compile(r"\s*->\s*->\s*(?:[\d\s,.;:/#-]|N/?A)*\Z")
"""Where in the plan a user's message belongs ("->-> 1,3"): left by the benchmark's makers, said by nobody."""

Batch = list[dict[str, JSON]]


def read_conversation(entry: JSON, fallback_id: str) -> ReadCase:
    """Return the conversation as a case named by its ``conversation_id``; each batch of the chat is a session.

    A message is called by its own id, unless that stands for several: then by its place, and nothing can point to it.

    Raises:
        DatasetError: the entry is no conversation of this benchmark.
    """
    conversation = object_of(entry, "it")
    chat = unpacked(conversation.get("chat"), "its chat")
    if not isinstance(chat, list):
        raise DatasetError("it has no chat list")
    builder = CaseBuilder(id_of(conversation, "conversation_id", "id") or fallback_id)
    batches = list(_batches(chat))
    named = Counter(id_of(message, "id") for batch in batches for message in batch)
    for number, batch in enumerate(batches, start=1):
        with builder.guarding(f"batch_{number}", f"batch_{number}"):
            _read_batch(builder, f"batch_{number}", batch, named)
    return builder.result()


def unpacked(value: JSON, what: str) -> JSON:
    """Return a value that a table's cell may hold as text: JSON, or a literal as Python prints it.

    Raises:
        DatasetError: the text is neither.
    """
    if not isinstance(value, str):
        return value
    try:
        return cast(JSON, json.loads(value))
    except ValueError:
        pass
    try:
        return cast(JSON, ast.literal_eval(value))
    except (ValueError, SyntaxError, RecursionError, MemoryError) as error:
        raise DatasetError(f"{what} is neither JSON nor a Python literal") from error


def _batches(value: JSON) -> Iterator[Batch]:
    """Yield each batch's messages in the file's order, however deep plans wrap the batches."""
    if isinstance(value, dict) and "turns" in value:
        yield list(_messages(value["turns"]))
    elif isinstance(value, list) and any(_is_message(entry) for entry in value):
        yield list(_messages(value))
    elif isinstance(value, (list, dict)):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _batches(inner)


def _messages(value: JSON) -> Iterator[dict[str, JSON]]:
    if isinstance(value, dict) and _is_message(value):
        yield value
    elif isinstance(value, list):
        for inner in value:
            yield from _messages(inner)


def _is_message(entry: JSON) -> bool:
    return isinstance(entry, dict) and "role" in entry and "content" in entry


def _read_batch(builder: CaseBuilder, session_id: str, batch: Batch, named: Counter[str]) -> None:
    when: str | None = None
    for number, given in enumerate(batch):
        place = f"{session_id}, message {number + 1}"
        with builder.guarding(session_id, place):
            when = named_day(given.get("time_anchor")) or when
            role = text_of(given, "role")
            text = text_of(given, "content", "")
            text = _MARKER.sub("", text) if role == "user" else text
            if not text.strip():
                builder.left_out["messages without text"] += 1
                continue
            name = id_of(given, "id")
            turn_id = name if named[name] == 1 else f"{session_id}:{number}"
            builder.add(session_id, place, Turn(0, turn_id, role, role, text, when))
