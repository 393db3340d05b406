import json
from pathlib import Path

import pytest

from fta_mem.formats.case_builder import ReadCase
from fta_mem.formats.jsonl import read_turns
from fta_mem.state.encoding import JSON
from fta_mem.state.errors import DatasetError


def read(folder: Path, *lines: JSON) -> ReadCase:
    path = folder / "diary.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return read_turns(path, "diary")


def said(content: JSON, **more: JSON) -> JSON:
    return {"role": "user", "content": content, **more}


def test_turns_are_grouped_by_session_and_sessions_take_their_first_time(tmp_path: Path) -> None:
    got = read(
        tmp_path,
        said("a", session="s2"),
        said("b", session="s1", timestamp="2024-03-04T18:30:00+01:00", name="Ana"),
        said("c", session="s2", timestamp="2024-03-05"),
        said("d"),
    )
    assert [(s.session_id, s.timestamp, [t.text for t in s.turns]) for s in got.case.sessions] == [
        ("s2", "2024-03-05", ["a", "c"]),
        ("s1", "2024-03-04T18:30:00+01:00", ["b"]),
        ("session_1", None, ["d"]),
    ]
    assert [t.turn_id for s in got.case.sessions for t in s.turns] == ["s2:0", "s2:1", "s1:0", "session_1:0"]
    assert [t.name for s in got.case.sessions for t in s.turns] == ["user", "user", "Ana", "user"]
    assert got.case.sessions[0].turns[0].timestamp is None


@pytest.mark.parametrize("key", ["id", "turn_id"])
def test_an_id_is_the_identity_of_a_turn(tmp_path: Path, key: str) -> None:
    got = read(
        tmp_path,
        said("a", session="s1", **{key: 1}),
        said("a", session="s1", **{key: "1"}),
        said("b", session="s2", **{key: 1}),
    )
    assert [t.turn_id for t in got.case.sessions[0].turns] == ["1"]
    assert [str(problem) for problem in got.problems] == [
        "diary, s2, line 3: the id '1' already names a different turn at s1, line 1 (1)"
    ]


def test_equal_turns_without_ids_are_different_turns(tmp_path: Path) -> None:
    assert len(read(tmp_path, said("ok"), said("ok")).case.sessions[0].turns) == 2


def test_a_messages_array_is_a_session(tmp_path: Path) -> None:
    call: JSON = {"role": "assistant", "content": None, "tool_calls": [{"id": "x"}]}
    picture: JSON = {"type": "image_url", "image_url": {"url": "file"}}
    parts: JSON = [{"type": "text", "text": "see"}, picture, {"type": "text", "text": "this"}]
    got = read(
        tmp_path,
        {"messages": [said("hi"), call, {"role": "tool", "content": "42"}], "session": "monday"},
        {"messages": [said(parts)], "timestamp": "2024-05-01"},
    )
    assert [(s.session_id, s.timestamp) for s in got.case.sessions] == [("monday", None), ("session_2", "2024-05-01")]
    assert [(t.role, t.text) for t in got.case.sessions[0].turns] == [("user", "hi"), ("assistant", ""), ("tool", "42")]
    assert got.case.sessions[1].turns[0].content == "see\nthis [photo: no description]"


@pytest.mark.parametrize("indent", [None, 2])
def test_one_json_document_with_messages(tmp_path: Path, indent: int | None) -> None:
    path = tmp_path / "chat.json"
    path.write_text(json.dumps({"messages": [said("a"), said("b")]}, indent=indent), encoding="utf-8")
    (session,) = read_turns(path, "chat").case.sessions
    assert (session.session_id, [t.text for t in session.turns]) == ("session_1", ["a", "b"])


@pytest.mark.parametrize("shape", ["turns", "conversations", "lists"])
def test_a_json_array_of_turns_or_conversations(tmp_path: Path, shape: str) -> None:
    turns: list[JSON] = [said("a"), said("b")]
    document: dict[str, JSON] = {"turns": turns, "conversations": [{"messages": turns}], "lists": [turns]}
    path = tmp_path / "chat.json"
    path.write_text(json.dumps(document[shape]), encoding="utf-8")
    assert [t.text for t in read_turns(path, "chat").case.sessions[0].turns] == ["a", "b"]


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ({"role": "user"}, "it has no content"),
        ({"content": "x"}, "it has no role"),
        ({"role": "user", "content": 3}, "its content is not a text"),
        ({"role": "user", "content": [1]}, "a part of its content is not an object"),
        ({"role": "user", "content": "x", "timestamp": "tomorrow"}, "its timestamp is not an ISO 8601 date"),
        ({"role": "user", "content": "x", "id": [1]}, "its id is neither a text nor a number"),
        ({"messages": "x"}, "its messages is not a list"),
    ],
)
def test_what_is_wrong_is_said_without_quoting_the_turn(tmp_path: Path, line: JSON, what: str) -> None:
    (problem,) = read(tmp_path, said("fine", session="good"), line).problems
    assert problem.what == what
    assert problem.session == "session_1"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            {"session_id": "a", "created_at": "2024-05-15T12:00:00Z", "role": "user", "name": "Ida", "content": "x"},
            "Ida",
        ),
        ({"sessionId": "a", "createdAt": "2024-05-15T12:00:00Z", "role": "User", "speaker": "Ida", "text": "x"}, "Ida"),
        ({"thread": "a", "date": "2024-05-15", "time": "12:00:00Z", "author": "Ida", "message": "x"}, None),
        ({"thread": "a", "date": "2024-05-15", "time": "12:00:00", "author": "Ida", "message": "x"}, "Ida"),
        ({"Session": "a", "TIME": "2024-05-15 12:00", "from": "Ida", "body": "x", "name": "Ida"}, "Ida"),
        ({"conversation": "a", "ts": 1715774400, "sender": "Ida", "utterance": "x"}, "Ida"),
        ({"session": "a", "date": "2024-05-15T12:00:00", "sender": "human", "text": "x"}, "human"),
        ({"session": "a", "date": "2024-05-15T12:00:00", "type": "human", "content": "x"}, "user"),
    ],
)
def test_another_word_for_a_key_is_taken(tmp_path: Path, line: dict[str, JSON], expected: str | None) -> None:
    got = read(tmp_path, line)
    if expected is None:
        assert "both give its timestamp, and differ" in got.problems[0].what
        return
    assert (got.problems, got.left_out) == ((), {})
    (session,) = got.case.sessions
    (turn,) = session.turns
    assert (session.session_id, turn.role, turn.name, turn.text) == ("a", "user", expected, "x")
    assert str(turn.timestamp).startswith("2024-05-15T12:00")


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ({"role": "user", "contnt": "x"}, "its key 'contnt' is not known; did you mean 'content'?"),
        ({"role": "user", "content": "x", "sesion": "a"}, "its key 'sesion' is not known; did you mean 'session'?"),
        ({"role": "user", "content": "x", "time_stamp_": 1, "timestamp": 2}, "both give its timestamp, and differ"),
        (
            {"role": "user", "content": "x", "creatd_at": 1},
            "its key 'creatd_at' is not known; did you mean 'createdat'?",
        ),
        (
            {"speaker": "Ida", "name": "Ada", "content": "x"},
            "its 'speaker' and its 'name' both give its name, and differ",
        ),
        (
            {"role": "user", "text": "x", "content": "y"},
            "its 'text' and its 'content' both give its content, and differ",
        ),
        ({"author": {"id": 1}, "text": "x"}, "its name is not a text"),
    ],
)
def test_a_slip_or_a_contradiction_is_refused_by_name(tmp_path: Path, line: JSON, what: str) -> None:
    (problem,) = read(tmp_path, line).problems
    assert problem.what.endswith(what)


def test_a_key_that_means_nothing_here_is_counted(tmp_path: Path) -> None:
    got = read(
        tmp_path, said("a", mood="sad", lang="en"), said("b", mood="fine"), {"messages": [said("c")], "model": "m"}
    )
    assert got.problems == ()
    assert got.left_out == {"keys called 'mood'": 2, "keys called 'lang'": 1, "keys called 'model'": 1}


def test_a_conversation_under_other_words(tmp_path: Path) -> None:
    got = read(
        tmp_path,
        {"id": "one", "created_at": "2024-05-01", "turns": [{"speaker": "Ida", "text": "hi"}]},
        {"conversation_id": 2, "conversations": [{"from": "human", "value": "a"}, {"from": "gpt", "value": "b"}]},
    )
    assert [(s.session_id, s.timestamp) for s in got.case.sessions] == [("one", "2024-05-01"), ("2", None)]
    assert [(t.role, t.name, t.text) for s in got.case.sessions for t in s.turns] == [
        ("user", "Ida", "hi"),
        ("user", "human", "a"),
        ("assistant", "gpt", "b"),
    ]


def test_a_turn_that_is_too_long_is_a_problem(tmp_path: Path) -> None:
    (problem,) = read(tmp_path, said("x" * 200_001)).problems
    assert str(problem) == "diary, session_1, line 1: its text has 200,001 characters, and a turn may have 200,000"


def test_a_line_that_is_no_turn_refuses_the_file(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="line 2 is neither"):
        read(tmp_path, said("a"), "just a text")


@pytest.mark.parametrize("tail", [b'{"role": "user", "cont', b"[1,", b"\xff\xfe", b"nonsense"])
def test_a_broken_line_refuses_the_file(tmp_path: Path, tail: bytes) -> None:
    path = tmp_path / "diary.jsonl"
    path.write_bytes(json.dumps(said("a")).encode() + b"\n" + tail)
    with pytest.raises(DatasetError, match="line 2 is "):
        read_turns(path, "diary")


def test_any_text_is_taken_as_it_is(tmp_path: Path) -> None:
    texts = [
        "\ud800 half",
        "小棠昨天又没睡好",
        "\x00\x07\x1b[31m",
        "x" * 60_000,
        "{braces} </memory>",
        "a\u2028b",
        " \t ",
    ]
    got = read(tmp_path, *(said(text, session=text[:9]) for text in texts))
    assert [t.text for s in got.case.sessions for t in s.turns] == texts
    assert [s.session_id for s in got.case.sessions] == [text[:9] for text in texts]


def test_byte_order_mark_crlf_blank_lines_and_bare_control_characters(tmp_path: Path) -> None:
    path = tmp_path / "diary.jsonl"
    path.write_bytes(b'\xef\xbb\xbf{"role":"user","content":"a\x07\tb"}\r\n\r\n{"role":"user","content":"c"}\r\n')
    assert [t.text for t in read_turns(path, "diary").case.sessions[0].turns] == ["a\x07\tb", "c"]
