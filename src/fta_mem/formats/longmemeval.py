"""LongMemEval's file: questions that bring a history each (``haystack_sessions``) of a user and their assistant."""

import re
from typing import Final

from fta_mem.formats.case_builder import CaseBuilder, ReadCase, id_of, list_of, object_of, text_of
from fta_mem.formats.timestamps import iso_timestamp
from fta_mem.state.encoding import JSON
from fta_mem.state.records import Turn

_WEEKDAY: Final = re.compile(r"\s*\([A-Za-z]+\)\s*")


def read_instance(entry: JSON, fallback_id: str) -> ReadCase:
    """Return a question's history as a case named by its ``question_id``.

    Raises:
        DatasetError: the entry is no question of this benchmark.
    """
    instance = object_of(entry, "it")
    builder = CaseBuilder(id_of(instance, "question_id") or fallback_id)
    dates = list_of(instance.get("haystack_dates") or [], "its haystack_dates")
    for place, session_id, turns in sessions_of(instance):
        with builder.guarding(session_id, session_id):
            builder.set_time(session_id, iso_date(dates[place]) if place < len(dates) else None)
            for number, turn in enumerate(turns):
                with builder.guarding(session_id, f"{session_id}, turn {number + 1}"):
                    _read_turn(builder, session_id, number, object_of(turn, "it"))
    return builder.result()


def sessions_of(instance: dict[str, JSON]) -> list[tuple[int, str, list[JSON]]]:
    """Return the sessions with their places and ids; an id that comes again is told apart by its place."""
    sessions = list_of(instance.get("haystack_sessions"), "its haystack_sessions")
    names = list_of(instance.get("haystack_session_ids") or [], "its haystack_session_ids")
    found: list[tuple[int, str, list[JSON]]] = []
    seen: set[str] = set()
    for place, turns in enumerate(sessions):
        name = str(names[place]) if place < len(names) else f"session_{place + 1}"
        name = f"{name}#{place + 1}" if name in seen else name
        seen.add(name)
        found.append((place, name, list_of(turns, "a session")))
    return found


def iso_date(value: JSON) -> str | None:
    """Return "2023/05/30 (Tue) 23:40" as an ISO timestamp."""
    return iso_timestamp(_WEEKDAY.sub(" ", value).strip() if isinstance(value, str) else value)


def _read_turn(builder: CaseBuilder, session_id: str, number: int, given: dict[str, JSON]) -> None:
    text = text_of(given, "content", "")
    if not text.strip():
        builder.left_out["messages without text"] += 1
        return
    role = text_of(given, "role")
    turn_id = f"{session_id}:{number}"
    builder.add(session_id, f"{session_id}, turn {number + 1}", Turn(0, turn_id, role, role, text))
