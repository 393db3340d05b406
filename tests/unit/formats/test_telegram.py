import json
from pathlib import Path

import pytest

from fta_mem.formats.case_builder import ReadCase
from fta_mem.formats.reader import Wanted, look_through
from fta_mem.formats.telegram import TelegramExport
from fta_mem.state.encoding import JSON
from fta_mem.state.errors import DatasetError

Message = dict[str, JSON]


def message(number: int, text: JSON, person: str = "user1", name: JSON = "Ines", **more: JSON) -> Message:
    date = f"2024-08-14T21:{number:02}:00"
    return {"id": number, "type": "message", "date": date, "from": name, "from_id": person, "text": text, **more}


def chat(*messages: Message, name: JSON = "Lake", number: int = 7, kind: str = "private_group") -> JSON:
    return {"name": name, "type": kind, "id": number, "messages": [*messages]}


def account(*chats: JSON) -> JSON:
    return {"about": "…", "personal_information": {"user_id": 1}, "chats": {"about": "…", "list": [*chats]}}


def written(folder: Path, document: JSON, name: str = "result.json") -> Path:
    path = folder / name
    path.write_text(json.dumps(document, indent=1), encoding="utf-8")
    return path


def one(folder: Path, *messages: Message) -> ReadCase:
    (read,) = TelegramExport(written(folder, chat(*messages))).cases()
    return read


def said(read: ReadCase) -> list[tuple[str, str]]:
    assert read.problems == ()
    return [(turn.name, turn.text) for session in read.case.sessions for turn in session.turns]


def test_a_chat_is_a_case_named_by_it_with_ids_that_stay(tmp_path: Path) -> None:
    late = message(9, "morning") | {"date": "2024-08-15T09:00:00"}
    read = one(tmp_path, message(2, "hi"), message(3, "小棠", "user2", "Omar"), late)
    assert (read.case.case_id, read.case.source) == ("Lake", "telegram-7")
    assert [(s.session_id, s.timestamp) for s in read.case.sessions] == [
        ("telegram-7/2024-08-14T2102", "2024-08-14T21:02:00"),
        ("telegram-7/2024-08-15T0900", "2024-08-15T09:00:00"),
    ]
    assert [t.turn_id for s in read.case.sessions for t in s.turns] == ["telegram-7/2", "telegram-7/3", "telegram-7/9"]
    assert said(read) == [("Ines", "hi"), ("Omar", "小棠"), ("Ines", "morning")]


def test_people_are_told_by_their_ids_not_by_their_names(tmp_path: Path) -> None:
    read = one(
        tmp_path,
        message(1, "a", "user2", "Alex"),
        message(2, "b", "user3", "Alex"),
        message(3, "c", "user8", None),
        message(4, "d", "user9", None),
        message(5, "e", "user4", "Nia"),
        message(6, "f", "user4", "Nia Berg"),
        message(7, "g", "channel5", "News"),
    )
    assert [name for name, _ in said(read)] == [
        "Alex (user2)",
        "Alex (user3)",
        "Deleted Account (user8)",
        "Deleted Account (user9)",
        "Nia Berg",
        "Nia Berg",
        "News",
    ]


def test_what_is_forwarded_is_its_author_s_word(tmp_path: Path) -> None:
    read = one(
        tmp_path,
        message(1, "I am here"),
        message(2, "I quit", forwarded_from="Nadia"),
        message(3, "Prices rise", forwarded_from="News", forwarded_from_id="channel5"),
        message(4, "I wrote this elsewhere", forwarded_from="Ines"),
        message(5, "and this", forwarded_from="Ines Berg", forwarded_from_id="user1"),
        message(6, "somebody's", forwarded_from=None),
        message(7, "I am Omar", "user2", "Omar"),
        message(8, "I am another Omar", forwarded_from="Omar"),
    )
    assert [name for name, _ in said(read)] == [
        "Ines",
        "Nadia",
        "News",
        "Ines",
        "Ines",
        "unknown author (forwarded)",
        "Omar",
        "Omar (forwarded)",
    ]


def test_text_comes_with_its_entities_and_an_edit_as_it_stands(tmp_path: Path) -> None:
    parts: JSON = ["I moved to ", {"type": "bold", "text": "Turku"}, ", ", {"type": "link", "text": "x.org"}]
    read = one(
        tmp_path,
        message(1, parts, edited="2024-08-20T10:00:00"),
        message(2, "", text_entities=[{"type": "plain", "text": "only here"}]),
        message(3, "our bath", photo="photos/1.jpg"),
        message(4, "", poll={"question": "Where?", "answers": [{"text": "Café"}, {"text": "Park"}]}),
    )
    assert said(read) == [
        ("Ines", "I moved to Turku, x.org"),
        ("Ines", "only here"),
        ("Ines", "our bath"),
        ("Ines", "Where?\n- Café\n- Park"),
    ]
    assert read.case.sessions[0].turns[0].timestamp == "2024-08-14T21:01:00"


def test_what_is_no_speech_is_counted(tmp_path: Path) -> None:
    service: Message = {"id": 1, "type": "service", "date": "2024-08-14T20:00:00", "actor": "Zoe", "text": ""}
    read = one(tmp_path, service, message(2, "", media_type="sticker"), message(3, ""), message(4, "hi"))
    assert said(read) == [("Ines", "hi")]
    assert read.left_out == {"service messages": 1, "media without words": 1, "empty messages": 1}


def test_an_account_is_a_case_a_chat(tmp_path: Path) -> None:
    document = account(
        chat(message(1, "a"), name="Omar", number=1),
        chat(message(1, "b"), name="Omar", number=2),
        chat(message(1, "c"), name=None, number=3),
        chat(message(1, "d"), name=None, number=4, kind="saved_messages"),
        chat(name="silent", number=5),
    )
    path = written(tmp_path, document, "no name that says anything")
    found = look_through(path)
    assert [read.case.case_id for read in found.cases()] == ["Omar (1)", "Omar (2)", "chat 3", "Saved Messages"]
    assert [read.case.source for read in found.cases()] == ["telegram-1", "telegram-2", "telegram-3", "telegram-4"]
    for wanted in ("2", "Omar (2)"):
        (read,) = look_through(path, Wanted(chat=wanted, case_id="me")).cases()
        assert (read.case.case_id, said(read)) == ("me", [("Ines", "b")])
    assert [read.case.case_id for read in look_through(path, Wanted(chat="Omar")).cases()] == ["Omar (1)", "Omar (2)"]
    with pytest.raises(DatasetError, match="has no chat 'Omr' among its 5; did you mean 'Omar'"):
        look_through(path, Wanted(chat="Omr"))


def test_left_chats_belong_to_the_account(tmp_path: Path) -> None:
    document = account(chat(message(1, "a"), name="here"))
    assert isinstance(document, dict)
    document["left_chats"] = {"list": [chat(message(1, "b"), name="left", number=8)]}
    assert [read.case.case_id for read in TelegramExport(written(tmp_path, document)).cases()] == ["here", "left"]


def test_a_message_that_can_t_be_read_is_a_problem_with_its_place(tmp_path: Path) -> None:
    read = one(tmp_path, message(1, "a"), message(2, 5), message(3, "c") | {"date": "soon"})
    assert [str(problem) for problem in read.problems] == [
        "Lake, message 2: its text is not a text",
        "Lake, message 3: its timestamp is not an ISO 8601 date",
    ]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('{"messages": [{"text"', "is cut off or not valid JSON"),
        ("[1]", "is no Telegram export"),
        ('{"messages": {}}', "are no list"),
        ('{"name": "x"}', "neither messages nor chats"),
        ("<html class='tgme'>", "HTML export"),
    ],
)
def test_what_is_no_export_is_refused(tmp_path: Path, text: str, what: str) -> None:
    path = tmp_path / "result.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DatasetError, match=what):
        list(TelegramExport(path).cases())
