"""ES-MemEval's EvoEmo file: seekers with a ``dialog_history`` of support sessions."""

from fta_mem.formats.case_builder import CaseBuilder, ReadCase, id_of, list_of, object_of, text_of
from fta_mem.formats.timestamps import iso_timestamp
from fta_mem.state.encoding import JSON
from fta_mem.state.errors import DatasetError
from fta_mem.state.records import Turn


def read_seeker(entry: JSON, fallback_id: str) -> ReadCase:
    """Return the seeker's sessions as a case named by their ``id``.

    The seeker is the user, called by their first name as the benchmark's questions do; the supporter is the assistant.

    Raises:
        DatasetError: the entry is no seeker of this benchmark.
    """
    seeker = object_of(entry, "it")
    if not isinstance(seeker.get("dialog_history"), list):
        raise DatasetError("it has no dialog_history list")
    builder = CaseBuilder(id_of(seeker, "id") or fallback_id)
    user = _first_name(seeker.get("basic_info"))
    for number, session in enumerate(list_of(seeker["dialog_history"], "its dialog_history"), start=1):
        place = f"session {number}"
        with builder.guarding(place, place):
            _read_session(builder, object_of(session, "it"), place, user)
    return builder.result()


def _first_name(basic_info: JSON) -> str:
    name = basic_info.get("name") if isinstance(basic_info, dict) else None
    words = name.split() if isinstance(name, str) else []
    return next((word for word in words if not word.endswith(".")), "user")


def _read_session(builder: CaseBuilder, session: dict[str, JSON], place: str, user: str) -> None:
    session_id = id_of(session, "id") or place.replace(" ", "_")
    with builder.guarding(session_id, session_id):
        turns = list_of(session.get("dialogue"), "its dialogue")
        for number, entry in enumerate(turns):
            _read_turn(builder, session_id, entry, number, user)
        builder.set_time(session_id, iso_timestamp(session.get("timestamp")))


def _read_turn(builder: CaseBuilder, session_id: str, entry: JSON, number: int, user: str) -> None:
    place = f"{session_id}, turn {number + 1}"
    with builder.guarding(session_id, place):
        given = object_of(entry, "it")
        turn_id = f"{session_id}:{id_of(given, 'idx') or number}"
        role, name = _speaker(text_of(given, "role"), user)
        turn = Turn(0, turn_id, role, name, text_of(given, "content"), iso_timestamp(given.get("timestamp")))
        builder.add(session_id, f"{place} ({turn_id})", turn)


def _speaker(role: str, user: str) -> tuple[str, str]:
    if role == "seeker":
        return "user", user
    return ("assistant", "supporter") if role == "supporter" else (role, role)
