"""People's files: looked at without making memory, read again, and shown as they were read."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Commands, World

FIRST = """14/08/2024, 10:00 - Ines: I stole the yellow lantern from the shed.
14/08/2024, 10:05 - Omar: What?
14/08/2024, 10:06 - Ines: My sister Petra got a job in Graz.
14/08/2024, 10:07 - Ines: <Media omitted>
15/08/2024, 09:00 - Ines: I signed up for pottery.
16/08/2024, 09:00 - Omar: I never liked that marmaladish neighbour.
"""
LATER = """14/08/2024, 10:00 - Ines: This message was deleted
14/08/2024, 10:05 - Omar: What?
14/08/2024, 10:06 - Ines: My sister Petra got a job in Graz.
14/08/2024, 10:07 - Ines: <Media omitted>
15/08/2024, 09:00 - Ines: I signed up for pottery.
18/08/2024, 09:00 - Ines: Pottery was fun.
"""


def write(folder: Path, text: str, name: str = "chat.txt") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_dry_run_shows_what_a_file_holds_and_makes_no_memory(commands: "Commands", tmp_path: Path) -> None:
    file = write(tmp_path, FIRST)
    done = commands.run_here("ingest", file, "--dry-run")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines() == [
        "case chat",
        "whatsapp/2024-08-14T1000  2024-08-14T10:00:00  3 turns",
        "  2024-08-14T10:00:00  Ines: I stole the yellow lantern from the shed.",
        "  2024-08-14T10:05:00  Omar: What?",
        "  2024-08-14T10:06:00  Ines: My sister Petra got a job in Graz.",
        "whatsapp/2024-08-15T0900  2024-08-15T09:00:00  1 turns",
        "  2024-08-15T09:00:00  Ines: I signed up for pottery.",
        "whatsapp/2024-08-16T0900  2024-08-16T09:00:00  1 turns",
        "  2024-08-16T09:00:00  Omar: I never liked that marmaladish neighbour.",
        "whatsapp: 1 cases, 3 sessions, 5 turns; dates are read as dmy",
        "left out: 1 media",
    ]
    document = json.loads(commands.run_here("ingest", file, "--dry-run", "--json", "--case", "me").out)
    assert {key: document[key] for key in ("format", "date_order", "sessions", "turns", "left_out", "problems")} == {
        "format": "whatsapp",
        "date_order": "dmy",
        "sessions": 3,
        "turns": 5,
        "left_out": {"media": 1},
        "problems": [],
    }
    (case,) = document["cases"]
    assert (case["case"], case["sessions"][0]["turns"][1]["speaker"]) == ("me", "Omar")
    assert not commands.home.exists()


def test_a_dry_run_names_what_is_wrong(commands: "Commands", tmp_path: Path) -> None:
    file = write(tmp_path, '{"role": "user", "content": "a"}\n{"role": "user", "contents": "b"}\n', "d.jsonl")
    done = commands.run_here("ingest", file, "--dry-run")
    assert done.code == 2
    assert done.err == "Problem: d, session_1, line 2: its key 'contents' is not known; did you mean 'content'?\n"


def test_days_that_nothing_decides_are_asked_for(commands: "Commands", tmp_path: Path) -> None:
    file = write(tmp_path, "03/04/24, 10:00 - Ana: I moved.\n")
    assert "--date-order dmy or --date-order mdy" in commands.refused(2, "ingest", file, "--dry-run")
    for order, day in (("dmy", "2024-04-03"), ("mdy", "2024-03-04")):
        assert f"whatsapp/{day}T1000" in commands.run_here("ingest", file, "--dry-run", "--date-order", order).out
    commands.refused(2, "ingest", file, "--date-order", "ydm")


def test_a_chat_of_an_account_is_picked_by_name(commands: "Commands", tmp_path: Path) -> None:
    said = {"id": 1, "type": "message", "date": "2024-08-14T21:01:00", "from": "Ines", "from_id": "user1", "text": "hi"}
    names = enumerate(("Omar", "Zoe"))
    chats: list[object] = [{"name": name, "id": number, "messages": [said]} for number, name in names]
    file = write(tmp_path, json.dumps({"chats": {"list": chats}}), "without a meaning")
    done = commands.run_here("ingest", file, "--chat", "Zoe", "--dry-run")
    assert (done.code, done.out.splitlines()[0]) == (0, "case Zoe")
    assert "did you mean 'Omar'" in commands.refused(2, "ingest", file, "--chat", "Omr", "--dry-run")


def test_a_later_export_leaves_the_memory_of_a_clean_run(commands: "Commands", tmp_path: Path) -> None:
    first, later = write(tmp_path, FIRST, "a.txt"), write(tmp_path, LATER, "b.txt")
    commands.run_here("ingest", first, "--case", "me")
    again = json.loads(commands.run_here("ingest", later, "--case", "me", "--json").out)
    assert (again["sessions"], again["turns"], again["dropped_sessions"]) == (3, 4, 2)
    assert again["left_out"] == {"deleted messages": 1, "media": 1}
    assert commands.run_here("ingest", later, "--case", "clean").code == 0
    shown = [json.loads(commands.run_here("sessions", case, "--json").out)["sessions"] for case in ("me", "clean")]
    assert shown[0] == shown[1]
    facts = [
        [(unit["fact"], unit["evidence"]) for unit in json.loads(commands.units(case))["units"]]
        for case in ("me", "clean")
    ]
    assert facts[0] == facts[1]
    left = [
        path.name
        for path in commands.home.rglob("*")
        if path.is_file() and any(word in path.read_bytes() for word in (b"yellow lantern", b"marmaladish"))
    ]
    assert left == []
    unchanged = json.loads(commands.run_here("ingest", later, "--case", "me", "--json").out)
    assert (unchanged["unchanged_sessions"], unchanged["dropped_sessions"]) == (3, 0)


def test_what_was_read_is_shown_turn_by_turn(world: "World") -> None:
    done = world.run_here("sessions", "ada", "session_3")
    assert done.out.splitlines()[:2] == [
        "session_3  2024-04-02T20:15:00  4 turns",
        "  -  Ada: Ruth and I had a bad argument about the opening hours today.",
    ]
    document = json.loads(world.run_here("sessions", "ada", "--json").out)
    assert document["case"] == "ada"
    assert [(one["session"], len(one["turns"]), one["open"]) for one in document["sessions"]] == [
        ("session_1", 4, False),
        ("session_2", 5, False),
        ("session_3", 4, False),
    ]
    assert document["sessions"][0]["turns"][1] == {
        "turn_index": 1,
        "turn_id": "D1:2",
        "timestamp": None,
        "role": "user",
        "speaker": "Ben",
        "text": "Congratulations! How do you feel about it?",
    }
    assert "no session 'session_9'" in world.refused(2, "sessions", "ada", "session_9")
    assert "no case 'nobody'" in world.refused(2, "sessions", "nobody")


def test_odd_characters_reach_no_terminal_raw(world: "World") -> None:
    out = world.run_here("sessions", "odd / ../name 😀").out
    assert "\x1b" not in out
    assert "\x00" not in out


@pytest.mark.parametrize("name", ["chat.zip", "chat.json"])
def test_a_file_that_can_t_be_read_is_one_line(commands: "Commands", tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    file.write_bytes(b"PK\x03\x04" if name.endswith("zip") else b'{"messages": [' + b"[" * 5_000)
    assert str(file) in commands.refused(2, "ingest", file)
