"""LoCoMo's file: samples with a ``conversation`` of numbered sessions between two persons; and REALTALK's.

REALTALK has the same sessions at the top of its file, other names for a message's text, and each message's own time.
"""

import re

from fta_mem.formats.case_builder import CaseBuilder, ReadCase, id_of, list_of, object_of, text_of
from fta_mem.formats.timestamps import dotted_timestamp
from fta_mem.state.encoding import JSON
from fta_mem.state.errors import DatasetError
from fta_mem.state.records import Turn

_SESSION = re.compile(r"session_(\d+)")


def read_sample(entry: JSON, fallback_id: str) -> ReadCase:
    """Return the sample as a case named by its ``sample_id``; both speakers are persons (role "user").

    Raises:
        DatasetError: the entry is no sample of this benchmark.
    """
    sample = object_of(entry, "it")
    if not isinstance(sample.get("conversation"), dict):
        raise DatasetError("it has no conversation object")
    return _read_sessions(sample, object_of(sample["conversation"], "its conversation"), fallback_id)


def read_chat(entry: JSON, fallback_id: str) -> ReadCase:
    """Return a chat of REALTALK as a case, called as its file is.

    Raises:
        DatasetError: the entry is no chat of this benchmark.
    """
    chat = object_of(entry, "it")
    if not any(is_session(key) for key in chat):
        raise DatasetError("it has no sessions")
    return _read_sessions(chat, chat, fallback_id)


def is_session(key: str) -> bool:
    """Say whether a key names a numbered session."""
    return _SESSION.fullmatch(key) is not None


def _read_sessions(sample: dict[str, JSON], conversation: dict[str, JSON], fallback_id: str) -> ReadCase:
    builder = CaseBuilder(id_of(sample, "sample_id") or fallback_id)
    for session_id in _session_ids(conversation):
        with builder.guarding(session_id, session_id):
            _read_session(builder, session_id, conversation)
    return builder.result()


def _session_ids(conversation: dict[str, JSON]) -> list[str]:
    """Return the sessions that hold turns, by number; dates of sessions that don't exist are usual there."""
    numbered = [(int(match[1]), key) for key in conversation if (match := _SESSION.fullmatch(key))]
    return [key for _, key in sorted(numbered) if conversation[key]]


def _read_session(builder: CaseBuilder, session_id: str, conversation: dict[str, JSON]) -> None:
    turns = list_of(conversation[session_id], "the session")
    for number, entry in enumerate(turns, start=1):
        label = f" ({name})" if isinstance(entry, dict) and isinstance(name := entry.get("dia_id"), str) else ""
        place = f"{session_id}, turn {number}{label}"
        with builder.guarding(session_id, place):
            turn = _turn(object_of(entry, "it"))
            if turn.content:
                builder.add(session_id, place, turn)
            else:
                builder.left_out["messages without text"] += 1
    builder.set_time(session_id, dotted_timestamp(conversation.get(f"{session_id}_date_time")))


def _turn(given: dict[str, JSON]) -> Turn:
    caption = text_of(given, "blip_caption", "")
    key = "clean_text" if "clean_text" in given else "text"
    text = text_of(given, key, "" if caption else None)
    when = dotted_timestamp(given.get("date_time"))
    return Turn(0, id_of(given, "dia_id"), "user", text_of(given, "speaker"), text, when, caption)
