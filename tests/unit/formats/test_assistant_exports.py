import json
from pathlib import Path

import pytest

from fta_mem.formats.assistant_exports import read_chatgpt, read_claude
from fta_mem.formats.case_builder import ReadCase
from fta_mem.formats.detect import detect_format
from fta_mem.state.encoding import JSON


def written(folder: Path, document: JSON) -> Path:
    path = folder / "conversations.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def said(read: ReadCase) -> list[tuple[str, str, str | None]]:
    return [(turn.role, turn.text, turn.timestamp) for session in read.case.sessions for turn in session.turns]


def node(key: str, parent: str | None, message: JSON, *children: str) -> dict[str, JSON]:
    return {key: {"id": key, "message": message, "parent": parent, "children": [*children]}}


def spoken(key: str, role: str, parts: JSON, kind: str = "text", **more: JSON) -> JSON:
    content: JSON = {"content_type": kind, "parts": parts}
    return {"id": key, "author": {"role": role}, "create_time": 1_714_650_000.5, "content": content, **more}


TREE: dict[str, JSON] = {
    **node("root", None, None, "s"),
    **node("s", "root", spoken("s", "system", [""]), "u"),
    **node("u", "s", spoken("u", "user", ["I sold my boat."]), "old", "new"),
    **node("old", "u", spoken("old", "assistant", ["A first answer."])),
    **node("new", "u", spoken("new", "assistant", ["A better answer."]), "t"),
    **node("t", "new", spoken("t", "assistant", ["search()"], recipient="browser"), "p"),
    **node("p", "t", spoken("p", "user", [{"content_type": "image_asset_pointer"}, "My oar."], "multimodal_text"), "c"),
    **node("c", "p", spoken("c", "assistant", [], "code")),
}


def test_chatgpt_s_conversation_is_the_branch_that_was_last_open(tmp_path: Path) -> None:
    one: JSON = {"title": "Boat", "create_time": 1_714_649_000, "mapping": TREE, "current_node": "c", "id": "conv-1"}
    path = written(tmp_path, [one])
    assert detect_format(path) == "chatgpt"
    read = read_chatgpt(path, "me")
    assert read.problems == ()
    assert [(s.session_id, s.timestamp) for s in read.case.sessions] == [("conv-1", "2024-05-02T11:23:20+00:00")]
    assert said(read) == [
        ("user", "I sold my boat.", "2024-05-02T11:40:00.500000+00:00"),
        ("assistant", "A better answer.", "2024-05-02T11:40:00.500000+00:00"),
        ("user", "My oar.", "2024-05-02T11:40:00.500000+00:00"),
    ]
    assert [turn.turn_id for turn in read.case.sessions[0].turns] == ["u", "new", "p"]
    assert read.left_out == {
        "system messages": 1,
        "calls of tools": 1,
        "parts that are no text": 1,
        "thoughts, code and contexts": 1,
    }


def test_a_tree_without_a_current_node_must_have_one_branch(tmp_path: Path) -> None:
    straight = node("a", None, spoken("a", "user", ["hi"]), "b") | node("b", "a", spoken("b", "assistant", ["hello"]))
    read = read_chatgpt(written(tmp_path, [{"id": "x", "mapping": straight}, {"id": "y", "mapping": TREE}]), "me")
    assert [turn[1] for turn in said(read)] == ["hi", "hello"]
    assert [str(problem) for problem in read.problems] == [
        "me, conversation 2: it has several branches and doesn't say which is the current one (current_node)"
    ]


def test_a_tree_that_turns_in_a_circle_is_a_problem(tmp_path: Path) -> None:
    circle = node("a", "b", None, "b") | node("b", "a", None, "a")
    (problem,) = read_chatgpt(written(tmp_path, [{"id": "x", "mapping": circle, "current_node": "a"}]), "me").problems
    assert problem.what == "its tree of messages is broken at 'a'"


def test_claude_s_conversations(tmp_path: Path) -> None:
    human: JSON = {
        "uuid": "m1",
        "sender": "human",
        "text": "I sold my boat.",
        "content": [{"type": "text", "text": "I sold my boat."}],
        "created_at": "2024-05-02T11:40:00.5Z",
        "attachments": [{"file_name": "boat.txt", "extracted_content": "long"}],
        "files": [],
    }
    machine: JSON = {
        "uuid": "m2",
        "sender": "assistant",
        "text": "old form",
        "content": [
            {"type": "thinking", "thinking": "hm"},
            {"type": "text", "text": "Sad?"},
            {"type": "text", "text": ""},
        ],
        "created_at": "2024-05-02T11:41:00Z",
    }
    early: JSON = {"uuid": "m3", "sender": "human", "text": "from before content came", "created_at": None}
    one: JSON = {
        "uuid": "conv-1",
        "name": "Boat",
        "created_at": "2024-05-02T11:39:00Z",
        "chat_messages": [human, machine, early],
    }
    path = written(tmp_path, [one])
    assert detect_format(path) == "claude"
    read = read_claude(path, "me")
    assert read.problems == ()
    assert [(s.session_id, s.timestamp) for s in read.case.sessions] == [("conv-1", "2024-05-02T11:39:00Z")]
    assert [turn[:2] for turn in said(read)] == [
        ("user", "I sold my boat."),
        ("assistant", "Sad?"),
        ("user", "from before content came"),
    ]
    assert read.left_out == {"attachments": 1, "thoughts and calls of tools": 1}


@pytest.mark.parametrize(
    ("messages", "what"),
    [
        ([{"sender": "human"}], None),
        ([{"sender": "dog", "text": "x"}], "its sender 'dog' is neither human nor assistant"),
        ([5], "it is not an object"),
        (None, "its chat_messages is not a list"),
    ],
)
def test_what_is_wrong_in_a_conversation_is_told(tmp_path: Path, messages: JSON, what: str | None) -> None:
    read = read_claude(written(tmp_path, [{"uuid": "c", "chat_messages": messages}]), "me")
    assert [problem.what for problem in read.problems] == ([what] if what else [])
