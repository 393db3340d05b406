import pytest

from fta_mem.formats.es_memeval import read_seeker
from fta_mem.state.encoding import JSON
from fta_mem.state.errors import DatasetError


def seeker(name: JSON = "Mira Falk", **session: JSON) -> JSON:
    dialogue: list[JSON] = [
        {"idx": 0, "role": "supporter", "content": "Hello"},
        {"idx": 7, "role": "seeker", "content": "Hi"},
        {"idx": 8, "role": "observer", "content": "(door)"},
    ]
    one: JSON = {"id": "c1-s01", "timestamp": "2024-02-13", "dialogue": dialogue, **session}
    return {"id": "c1", "basic_info": {"name": name}, "dialog_history": [one]}


def test_seeker_is_the_user_and_supporter_the_assistant() -> None:
    read = read_seeker(seeker(), "file")
    (session,) = read.case.sessions
    assert (read.case.case_id, session.session_id, session.timestamp) == ("c1", "c1-s01", "2024-02-13")
    assert [(t.turn_id, t.role, t.name) for t in session.turns] == [
        ("c1-s01:0", "assistant", "supporter"),
        ("c1-s01:7", "user", "Mira"),
        ("c1-s01:8", "observer", "observer"),
    ]
    assert [t.index for t in session.turns] == [0, 1, 2]


@pytest.mark.parametrize(
    ("name", "expected"), [("Dr. Ana Sol", "Ana"), ("王小棠", "王小棠"), (None, "user"), ("", "user"), (3, "user")]
)
def test_user_is_called_as_questions_call_them(name: JSON, expected: str) -> None:
    assert read_seeker(seeker(name), "file").case.sessions[0].turns[1].name == expected


def test_a_broken_session_is_a_problem_not_the_end() -> None:
    read = read_seeker(seeker(dialogue="gone"), "file")
    assert [str(problem) for problem in read.problems] == ["c1, c1-s01: its dialogue is not a list"]
    assert read.case.sessions == ()


def test_another_format_is_refused() -> None:
    with pytest.raises(DatasetError, match="dialog_history"):
        read_seeker({"id": "x", "conversation": {}}, "file")
