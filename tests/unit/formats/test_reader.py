import json
from collections.abc import Callable
from pathlib import Path

import pytest

from fta_mem.formats.detect import detect_format
from fta_mem.formats.reader import Wanted, look_through, read_cases
from fta_mem.state.encoding import JSON
from fta_mem.state.errors import DatasetError


def sample(name: str, text: str = "hi") -> JSON:
    return {"sample_id": name, "conversation": {"session_1": [{"speaker": "A", "dia_id": "D1:1", "text": text}]}}


def seeker(name: str) -> JSON:
    dialogue: JSON = [{"idx": 0, "role": "seeker", "content": "hi"}]
    return {"id": name, "dialog_history": [{"id": f"{name}-s1", "timestamp": "2024-01-01", "dialogue": dialogue}]}


def write(folder: Path, name: str, value: JSON | bytes) -> Path:
    path = folder / name
    path.write_bytes(value if isinstance(value, bytes) else json.dumps(value).encode())
    return path


def ids(path: Path, case_id: str | None = None) -> list[str]:
    return [read.case.case_id for read in read_cases(path, case_id=case_id)]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ([sample("a")], "locomo"),
        (sample("a"), "locomo"),
        ([seeker("a")], "es-memeval"),
        (seeker("a"), "es-memeval"),
        ({"session": "s", "role": "user", "content": "x"}, "jsonl"),
        ({"messages": [{"role": "user", "content": "x"}]}, "jsonl"),
        ([{"role": "user", "content": "x"}], "jsonl"),
        ([[{"role": "user", "content": "x"}]], "jsonl"),
        (b'{"role":"user","content":"a"}\n{"role":"user","content":"b"}\n', "jsonl"),
        (b'\xef\xbb\xbf\r\n {"role":"user","content":"a"}', "jsonl"),
        ({"name": "N", "messages": [{"id": 1, "type": "message", "date": "2024-01-01T00:00:00"}]}, "telegram"),
        ({"chats": {"list": []}}, "telegram"),
        ([{"id": "x", "mapping": {}}], "chatgpt"),
        ([{"uuid": "x", "chat_messages": []}], "claude"),
        ({"conversation": "c1", "speaker": "Ida", "text": "x"}, "jsonl"),
        ({"id": "x", "turns": [{"speaker": "Ida", "text": "x"}]}, "jsonl"),
        ({"rol": "user", "contnt": "x"}, "jsonl"),
        (b"[13/03/24, 21:15:02] Ana: hello", "whatsapp"),
        (b"13/03/2024, 21:15 - Ana: hello", "whatsapp"),
    ],
)
def test_format_is_told_from_the_content(tmp_path: Path, content: JSON | bytes, expected: str) -> None:
    assert detect_format(write(tmp_path, "file", content)) == expected


def test_cases_stream_with_their_own_names(tmp_path: Path) -> None:
    path = write(tmp_path, "f.json", [sample("u1"), sample("u10"), sample("U1"), sample("u1-old"), sample(" ../x ")])
    assert ids(path) == ["u1", "u10", "U1", "u1-old", " ../x "]
    assert ids(path, "u1") == ["u1"]


def test_an_entry_without_a_name_is_called_after_the_file(tmp_path: Path) -> None:
    bare: JSON = {"conversation": {"session_1": [{"speaker": "A", "text": "hi"}]}}
    assert ids(write(tmp_path, "talk.json", [bare, bare])) == ["talk", "talk-2"]


def test_a_single_case_can_be_renamed_but_one_of_many_must_exist(tmp_path: Path) -> None:
    assert ids(write(tmp_path, "one.json", [seeker("c1")]), "mine") == ["mine"]
    assert ids(write(tmp_path, "l.jsonl", {"role": "user", "content": "x"}), "mine") == ["mine"]
    with pytest.raises(DatasetError, match="no case 'mine' among its 2"):
        ids(write(tmp_path, "two.json", [seeker("c1"), seeker("c2")]), "mine")


def test_two_cases_of_one_name_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="entry 2: an earlier entry is called 'a'"):
        read_cases(write(tmp_path, "f.json", [sample("a"), sample("a", "other")]))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b"\xef\xbb\xbf \n", "is empty"),
        (b"[]", "none of the known formats"),
        (b"[1, 2]", "none of the known formats"),
        (b"Dear diary, today nothing happened.", "none of the known formats"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "binary"),
        ('{"role": "user"}'.encode("utf-16"), "UTF-16"),
        (b'{"role": "user", "content": "caf\xe9"}', "not UTF-8"),
        (b"\x1f\x8b\x08\x00\x00\x00", "is packed; unpack it"),
        (b"PK\x03\x04\x14\x00", "is packed; unpack it"),
        (b"<html><div class='from_name'>", "HTML export"),
    ],
)
def test_what_is_no_dialogue_is_refused(tmp_path: Path, content: bytes, message: str) -> None:
    with pytest.raises(DatasetError, match=message):
        read_cases(write(tmp_path, "file", content))


def test_missing_file_and_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="can't be read"):
        read_cases(tmp_path / "nothing")
    with pytest.raises(DatasetError, match="folder"):
        read_cases(tmp_path)
    with pytest.raises(DatasetError, match="can't be read"):
        read_cases(Path("a\0b"))


@pytest.mark.parametrize("maker", [sample, seeker])
def test_every_truncation_of_a_file_is_refused_before_the_first_case(
    tmp_path: Path, maker: Callable[[str], JSON]
) -> None:
    whole = json.dumps([maker("a"), maker("b")]).encode()
    for length in range(1, len(whole)):
        with pytest.raises(DatasetError):
            read_cases(write(tmp_path, "f.json", whole[:length]))
    assert ids(write(tmp_path, "f.json", whole)) == ["a", "b"]


@pytest.mark.parametrize("format", ["locomo", "es-memeval", "jsonl", "whatsapp", "telegram", "chatgpt", "claude"])
def test_a_format_that_the_file_is_not_in_is_refused_or_a_problem(tmp_path: Path, format: str) -> None:
    contents: dict[str, JSON | bytes] = {
        "locomo": [seeker("a")],
        "es-memeval": [sample("a")],
        "jsonl": [sample("a")],
        "whatsapp": [sample("a")],
        "telegram": [sample("a")],
        "chatgpt": [1],
        "claude": sample("a"),
    }
    path = write(tmp_path, "f.json", contents[format])
    if format == "jsonl":
        (problem,) = look_through(path, Wanted("jsonl")).problems
        assert problem.what == "its session is neither a text nor a number"
        return
    if format in {"chatgpt", "claude"}:
        assert look_through(path, Wanted(format)).problems  # type: ignore[arg-type]  # each of them is a Format
        return
    with pytest.raises(DatasetError):
        read_cases(path, format=format)  # type: ignore[arg-type]


def test_lone_surrogates_and_bare_control_characters_survive_a_json_array(tmp_path: Path) -> None:
    raw = json.dumps([sample("a", "\ud800 <bell> \u0000")]).replace("<bell>", "\x07").encode()
    (read,) = read_cases(write(tmp_path, "f.json", raw))
    assert read.case.sessions[0].turns[0].text == "\ud800 \x07 \x00"


def test_problems_of_the_wanted_case_alone_are_reported(tmp_path: Path) -> None:
    broken: JSON = {"sample_id": "b", "conversation": {"session_1": [{"speaker": "A"}]}}
    path = write(tmp_path, "f.json", [sample("a"), broken])
    assert look_through(path, Wanted(case_id="a")).problems == ()
    assert look_through(path).problems[0].place == "b, session_1, turn 1"
    assert look_through(path).sessions == 1


def test_a_chat_can_be_picked_from_telegram_alone(tmp_path: Path) -> None:
    path = write(tmp_path, "chat.txt", b"13/03/2024, 21:15 - Ana: hello")
    with pytest.raises(DatasetError, match="is read as whatsapp; a chat can be picked from a Telegram export alone"):
        look_through(path, Wanted(chat="Ana"))


def test_a_file_that_is_too_big_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "big.json"
    with path.open("wb") as file:
        file.truncate((1 << 30) + 1)
    with pytest.raises(DatasetError, match="has 1,073,741,825 bytes, and a file may have 1,073,741,824"):
        look_through(path)


def test_a_file_of_marks_alone_says_what_it_holds(tmp_path: Path) -> None:
    path = write(tmp_path, "chat.txt", b"13/03/2024, 21:15 - Ana: <Media omitted>")
    with pytest.raises(DatasetError, match="holds no turns; it has only 1 media"):
        look_through(path)
