"""Ingesting, changing, adding late, breaking off and erasing, each in a home of its own."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Commands, Session, World, WriteCases

HOLD_THE_LOCK = """
import sys
from pathlib import Path
from fta_mem.assembly import open_memory
with open_memory(Path(sys.argv[1])) as memory, memory.store.writing(sys.argv[2]):
    print("held", flush=True)
    sys.stdin.read()
"""


def without_numbers(units: str) -> list[object]:
    """Return the units with their positions in place of their ids, which depend on what was there before."""
    found = json.loads(units)["units"]
    for position, unit in enumerate(found):
        units = units.replace(f'"{unit["memory_id"]}"', f'"#{position}"')
    listed = json.loads(units)["units"]
    assert isinstance(listed, list)
    return listed


@pytest.fixture(scope="module")
def clean(
    tmp_path_factory: pytest.TempPathFactory,
    world: "World",
    write_cases: "WriteCases",
    sessions: dict[int, "Session"],
    changed_session: "Session",
) -> str:
    """The units of one clean run over the changed file."""
    folder = tmp_path_factory.mktemp("clean")
    commands = type(world)(folder / "home", folder, {})
    commands.ingest(write_cases(folder / "clean.json", {"ada": {**sessions, 1: changed_session}}))
    return commands.units("ada")


def test_a_changed_and_a_late_session_end_as_a_clean_run(
    commands: "Commands",
    tmp_path: Path,
    write_cases: "WriteCases",
    sessions: dict[int, "Session"],
    changed_session: "Session",
    clean: str,
) -> None:
    commands.ingest(write_cases(tmp_path / "first.json", {"ada": {1: sessions[1], 3: sessions[3]}}))
    document = commands.ingest(write_cases(tmp_path / "next.json", {"ada": {1: changed_session, 2: sessions[2]}}))
    assert (document["sessions"], document["turns"]) == (3, 12)
    units = commands.units("ada")
    assert "harbour library" not in units
    assert without_numbers(units) == without_numbers(clean)


def test_killed_in_the_middle_and_run_again_equals_a_clean_run(
    commands: "Commands",
    tmp_path: Path,
    write_cases: "WriteCases",
    sessions: dict[int, "Session"],
    changed_session: "Session",
    clean: str,
) -> None:
    file = write_cases(tmp_path / "ada.json", {"ada": {**sessions, 1: changed_session}})
    process = commands.start("ingest", file, "--progress")
    assert process.stderr is not None
    for line in process.stderr:
        if line == "ada: 1/3 sessions\n":
            break
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    done = commands.run("ingest", file, "--json")
    again = json.loads(done.out)
    assert (done.code, done.err, again["sessions"]) == (0, "", 3)
    assert again["unchanged_sessions"] in {1, 2}
    assert commands.units("ada") == clean


def test_broken_files_are_refused_before_anything_becomes_memory(
    commands: "Commands", tmp_path: Path, world: "World"
) -> None:
    whole = world.file.read_bytes()
    contents = {
        "truncated.json": whole[: len(whole) - 3],
        "empty.json": b"",
        "prose.txt": b"Dear diary",
        "binary.json": b"\x89PNG\0\0",
        "clash.jsonl": b'{"id": 1, "role": "user", "content": "a"}\n{"id": 1, "role": "user", "content": "b"}\n',
    }
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
        assert name.split(".")[0] in commands.refused(2, "ingest", tmp_path / name)
    commands.refused(2, "ingest", world.file, "--format", "es-memeval")
    commands.refused(2, "ingest", tmp_path / "missing.json")
    assert not commands.home.exists()


def test_keep_going_leaves_out_the_broken_session_alone(commands: "Commands", tmp_path: Path) -> None:
    lines = [
        {"session": "good", "role": "user", "content": "I sold my boat yesterday.", "timestamp": "2024-05-02"},
        {"session": "bad", "role": "user", "content": "I won a prize.", "timestamp": "2024-05-03"},
        {"session": "bad", "role": "user"},
    ]
    file = tmp_path / "diary.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    assert "diary, bad, line 3: it has no content" in commands.refused(2, "ingest", file)
    done = commands.run_here("ingest", file, "--keep-going", "--json")
    document = json.loads(done.out)
    assert (done.code, document["sessions"], document["turns"]) == (1, 1, 1)
    assert done.err.splitlines()[0] == "Skipped: diary, bad, line 3: it has no content"
    assert "prize" not in commands.units("diary")


def test_a_home_that_cannot_be_made_is_no_bad_input(commands: "Commands", tmp_path: Path, world: "World") -> None:
    (tmp_path / "file").write_text("in the way", "utf-8")
    below = type(commands)(tmp_path / "file" / "home")
    below.refused(1, "ingest", world.file, "--case", "u1")


def test_a_second_writer_is_refused_while_readers_go_on(
    commands: "Commands", tmp_path: Path, write_cases: "WriteCases", sessions: dict[int, "Session"]
) -> None:
    commands.ingest(write_cases(tmp_path / "first.json", {"ada": {1: sessions[1]}}))
    file = write_cases(tmp_path / "more.json", {"ada": {2: sessions[2]}, "ben": {1: sessions[1]}})
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD_THE_LOCK, commands.home, "ada"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )
    with holder:
        assert holder.stdout is not None
        assert holder.stdin is not None
        assert holder.stdout.readline() == "held\n"
        assert "'ada'" in commands.refused(1, "ingest", file)
        assert json.loads(commands.units("ada"))["units"]
        assert json.loads(commands.run_here("ask", "ada", "Where does Ada work?", "--json").out)["packet"]
        holder.stdin.close()
    assert commands.ingest(file)["cases"] == ["ada", "ben"]


def test_a_forgotten_case_is_gone_and_the_others_stay(
    commands: "Commands", tmp_path: Path, write_cases: "WriteCases"
) -> None:
    secret: dict[int, Session] = {1: ("1:00 pm on 1 May, 2024", ("The code word is marigoldine, I told Nora.",))}
    file = write_cases(tmp_path / "two.json", {"ada": secret, "ada1": secret})
    commands.ingest(file)
    done = commands.run_here("forget", "ada", "--all", "--json")
    assert done.code == 0
    removed = json.loads(done.out)["removed"]
    assert (removed["sessions"], removed["turns"]) == (1, 1)
    commands.refused(2, "units", "ada")
    assert "marigoldine" in commands.units("ada1")
    assert commands.run_here("forget", "ada1", "--all").code == 0
    left = [path for path in commands.home.rglob("*") if path.is_file() and b"marigoldine" in path.read_bytes()]
    assert left == []
    assert json.loads(commands.run_here("cases", "--json").out) == {"cases": []}


def test_a_forgotten_turn_is_gone_everywhere_and_stays_away(
    commands: "Commands", tmp_path: Path, write_cases: "WriteCases"
) -> None:
    talks: dict[int, Session] = {
        1: ("1:00 pm on 1 May, 2024", ("The code word is marigoldine, I told Nora.", "I adopted a dog called Rex.")),
        2: ("1:00 pm on 8 May, 2024", ("Nora moved to Leeds.",)),
    }
    file = write_cases(tmp_path / "talks.json", {"ada": talks})
    commands.ingest(file)
    turns = json.loads(commands.run_here("sessions", "ada", "--json").out)["sessions"][0]["turns"]
    secret = next(turn["turn_id"] for turn in turns if "marigoldine" in turn["text"])
    unit = next(item for item in json.loads(commands.units("ada"))["units"] if "marigoldine" in item["fact"]["text"])
    shown = commands.run_here("forget", "ada", "--unit", unit["memory_id"], "--dry-run")
    assert (shown.code, "marigoldine" in shown.out) == (0, True)
    assert "'nowhere'" in commands.refused(2, "forget", "ada", "--turn", "nowhere")
    commands.refused(2, "forget", "ada", "--turn", secret, "--all")
    assert "marigoldine" in commands.units("ada")
    done = json.loads(commands.run_here("forget", "ada", "--turn", secret, "--json").out)
    assert (done["erased"], [turn["turn_id"] for turn in done["turns"]]) == (True, [secret])
    assert (done["units"], done["traces"]["found_in"]) == ([unit["memory_id"]], [])
    assert "marigoldine" not in commands.run_here("recall", "ada", "What is the code word?", "--json").out
    assert commands.ingest(file)["erased_turns"] == 1
    found = [path for path in commands.home.rglob("*") if path.is_file() and b"marigoldine" in path.read_bytes()]
    assert found == []
    assert "Rex" in commands.units("ada")
    again = json.loads(commands.run_here("ingest", str(file), "--bring-back", "--json").out)
    assert (again["erased_turns"], "marigoldine" in commands.units("ada")) == (0, True)


def test_an_index_is_made_anew_and_finds_what_it_found(
    commands: "Commands", tmp_path: Path, write_cases: "WriteCases", sessions: dict[int, "Session"]
) -> None:
    commands.ingest(write_cases(tmp_path / "two.json", {"ada": {1: sessions[1]}, "ben": {2: sessions[2]}}))
    question = ("recall", "ada", "Where does Ada work?", "--set", "search=chroma", "--json")
    before = commands.run_here(*question)
    for database in (commands.home / "index").rglob("chroma.sqlite3"):
        database.write_bytes(b"spoilt" * 100)
    done = commands.run_here("reindex", "ada", "--json")
    assert (done.code, [entry["case"] for entry in json.loads(done.out)["cases"]]) == (0, ["ada"])
    assert commands.run_here(*question) == before
    done = commands.run_here("reindex")
    assert (done.code, done.err) == (0, "")
    assert [line.partition(":")[0] for line in done.out.splitlines()] == [
        "Remade the index of ada",
        "Remade the index of ben",
    ]
    assert "'nobody'" in commands.refused(2, "reindex", "nobody")


def test_there_is_nothing_to_reindex_where_there_is_no_memory(commands: "Commands") -> None:
    commands.refused(2, "reindex")
    commands.home.mkdir()
    assert json.loads(commands.run_here("reindex", "--json").out) == {"cases": []}
