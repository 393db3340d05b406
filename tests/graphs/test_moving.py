"""A case leaves one home and comes to another: the same memory, the same answers, and nothing that was tampered with."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from small_engine import SmallEngine
from word_embedder import WordEmbedder

from fta_mem.cli.options import Invocation
from fta_mem.cli.program import run
from fta_mem.memory import Memory
from fta_mem.state.consent import ConsentState
from fta_mem.state.erasure import Erasure
from fta_mem.state.errors import ConsentError, DatasetError, StoreError, UnknownCaseError
from fta_mem.state.records import Case, Session, Turn
from fta_mem.storage.store import SqlStore

SAID = {
    "s1": ["My sister Mara moved to Leeds.", "I hate \ud800 mornings."],
    "s2": ["My sister Mara moved to Leeds again.", "I play the cello."],
}


def told() -> Case:
    return Case("ana", tuple(session(name, texts) for name, texts in SAID.items()))


def session(name: str, texts: list[str]) -> Session:
    turns = (Turn(index, f"{name}-{index}", "user", "Ana", text) for index, text in enumerate(texts))
    return Session(name, f"2024-05-0{name[1]}T10:00:00", tuple(turns))


@pytest.fixture(params=["files", "alone"])
def memory(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Memory]:
    home = tmp_path / "here" if request.param == "files" else None
    with Memory(SqlStore(home, WordEmbedder()), SmallEngine()) as memory:
        memory.ingest(told())
        yield memory


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Memory]:
    with Memory(SqlStore(tmp_path / "there", WordEmbedder()), SmallEngine()) as memory:
        yield memory


@pytest.mark.parametrize("name", [None, "anna"])
def test_memory_is_the_same_elsewhere(memory: Memory, elsewhere: Memory, name: str | None) -> None:
    there = elsewhere.import_case(memory.export_case("ana"), name)
    assert there == (name or "ana")
    old, new = memory.store.view("ana"), elsewhere.store.view(there)
    assert (old.units, old.links, old.lines, old.turns) == (new.units, new.links, new.lines, new.turns)
    asked = "Where did Mara move?"
    assert memory.recall("ana", asked).packet == elsewhere.recall(there, asked).packet
    assert elsewhere.recall(there, asked).searched == "chroma"
    assert elsewhere.store.summary(there).sessions == 2


def test_a_case_goes_on_where_it_was(memory: Memory, elsewhere: Memory) -> None:
    elsewhere.import_case(memory.export_case("ana"))
    assert elsewhere.ingest(told()).unchanged_sessions == 2
    for each in (memory, elsewhere):
        each.remember("ana", session("s3", ["I adopted a parrot."]))
    assert memory.store.view("ana").units == elsewhere.store.view("ana").units


def test_what_was_erased_stays_away_there_too(memory: Memory, elsewhere: Memory) -> None:
    memory.erase("ana", Erasure(turns={"s2": frozenset({1})}))
    document = memory.export_case("ana")
    assert "cello" not in document
    elsewhere.import_case(document)
    assert elsewhere.ingest(told()).erased_turns == 1
    assert not any("cello" in turn.text for turn in elsewhere.store.view("ana").turns)


def test_what_was_handed_over_comes_along(memory: Memory, elsewhere: Memory) -> None:
    memory.store.hand_over("ana", "s3", (), lambda held: session("s3", ["I adopted a parrot."]))
    elsewhere.import_case(memory.export_case("ana"))
    assert "parrot" in elsewhere.recall("ana", "What did I adopt?").packet.text


@pytest.mark.parametrize("state", ["paused", "off"])
def test_a_persons_word_goes_along(memory: Memory, elsewhere: Memory, state: ConsentState) -> None:
    memory.set_consent("ana", state, by="Ana")
    elsewhere.import_case(memory.export_case("ana"))
    assert elsewhere.store.consents("ana") == memory.store.consents("ana") != ()
    with pytest.raises(ConsentError):
        elsewhere.remember("ana", session("s3", ["I adopted a parrot."]))


def test_nothing_comes_in_where_memory_is_off(memory: Memory, elsewhere: Memory) -> None:
    elsewhere.set_consent("ana", "off")
    with pytest.raises(ConsentError):
        elsewhere.import_case(memory.export_case("ana"))
    assert elsewhere.consent("ana").state == "off"
    assert elsewhere.store.cases() == ()


def test_another_case_of_that_name_is_left_alone(memory: Memory, elsewhere: Memory) -> None:
    elsewhere.remember("ana", session("s9", ["Mine."]))
    with pytest.raises(StoreError, match="already"):
        elsewhere.import_case(memory.export_case("ana"))
    assert [turn.text for turn in elsewhere.store.view("ana").turns] == ["Mine."]


def test_what_fails_half_way_leaves_no_case_behind(memory: Memory, elsewhere: Memory) -> None:
    document = json.loads(memory.export_case("ana"))
    number = next(iter(document["case"]["numbers"]))
    del document["case"]["numbers"][number]
    from fta_mem.state.encoding import content_hash

    document["sha256"] = content_hash(document["case"])
    with pytest.raises((DatasetError, StoreError)):
        elsewhere.import_case(json.dumps(document))
    with pytest.raises(UnknownCaseError):
        elsewhere.store.view("ana")
    assert elsewhere.store.cases() == ()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: text.replace("Leeds", "Paris", 1), "checksum"),
        (lambda text: text[: len(text) // 2], "JSON"),
        (lambda text: text.replace('"version": 1', '"version": 9'), "upgrade"),
        (lambda text: '{"session": "s1"}', "no exported case"),
        (lambda text: "[" * 100_000, "JSON"),
    ],
)
def test_a_changed_or_foreign_file_is_refused(memory: Memory, elsewhere: Memory, change, message) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(DatasetError, match=message):
        elsewhere.import_case(change(memory.export_case("ana")))
    assert elsewhere.store.cases() == ()


def test_the_command_line_moves_a_case(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def opened(home: Path, **more: object) -> Memory:
        return Memory(SqlStore(home, WordEmbedder()), SmallEngine())

    with opened(tmp_path / "here") as memory:
        memory.ingest(told())
    file = tmp_path / "ana.json"
    here, there = (Invocation(home=tmp_path / name, opener=opened) for name in ("here", "there"))  # type: ignore[arg-type]
    assert run(["export", "ana", "--out", str(file)], here) == 0
    assert file.stat().st_mode & 0o077 == 0
    assert run(["import", str(file), "--as", "anna", "--json"], there) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["case"] == "anna"
    assert run(["import", str(file), "--as", "anna"], there) == 1
    assert run(["export", "nobody", "--out", str(tmp_path / "x")], here) == 2
    assert not (tmp_path / "x").exists()
    assert run(["import", str(tmp_path / "none")], there) == 2
