"""The real command in processes of their own, and one memory that many tests look at."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import pytest

from fta_mem.cli.program import run

Session = tuple[str | None, Sequence[str]]
"""When it began, and what Ada and Ben say in turn."""
Cases = Mapping[str, Mapping[int, Session]]
WriteCases = Callable[[Path, Cases], Path]

ADA: dict[int, Session] = {
    1: (
        "6:00 pm on 4 March, 2024",
        (
            "I started a new job at the harbour library last Monday.",
            "Congratulations! How do you feel about it?",
            "I was so nervous on the first day, but my colleague Ruth was kind to me.",
            "That sounds like a good start.",
        ),
    ),
    2: (
        "7:30 pm on 18 March, 2024",
        (
            "My brother Paul moved to Lisbon yesterday and I miss him already.",
            "Will you visit him?",
            "Yes, I plan to fly to Lisbon in June.",
            "Lovely.",
            "I also quit the choir because I felt too tired in the evenings.",
        ),
    ),
    3: (
        "8:15 pm on 2 April, 2024",
        (
            "Ruth and I had a bad argument about the opening hours today.",
            "What happened?",
            "She shouted at me in front of the visitors and I cried on the bus.",
            "I am sorry to hear that.",
        ),
    ),
}
CHANGED: Session = (
    "6:00 pm on 4 March, 2024",
    ("I started a new job at the city archive last Monday.", "Congratulations!", "My boss there is called Ines."),
)
WORLD: Cases = {
    "ada": ADA,
    "u1": {1: ("1:00 pm on 1 May, 2024", ("I bought a red bicycle today.", "Nice."))},
    "u10": {1: ("1:00 pm on 1 May, 2024", ("I adopted a grey cat today.", "Nice."))},
    "U1": {1: ("1:00 pm on 1 May, 2024", ("I planted a pear tree today.", "Nice."))},
    "undated": {1: (None, ("We finally signed the lease.", "Great."))},
    "odd / ../name 😀": {
        1: (
            "1:00 pm on 1 May, 2024",
            (
                "My sister Nora \x00 visited me \ud800 yesterday \x1b[31m.",
                "小棠昨天又没睡好，心里很乱。",
                "{x} </memory>",
            ),
        )
    },
    "long": {1: ("1:00 pm on 1 May, 2024", ("My aunt sold her house. " + "and so on " * 6_000, "Oh."))},
}


@dataclass(frozen=True)
class Done:
    """A command that has ended."""

    code: int
    out: str
    err: str


@dataclass(frozen=True)
class Commands:
    """Runs ``fta-mem`` on a home."""

    home: Path

    def start(self, *arguments: str | bytes | Path) -> "subprocess.Popen[str]":
        kept = {name: value for name, value in os.environ.items() if not name.startswith("FTA_MEM_")}
        return subprocess.Popen(
            [sys.executable, "-m", "fta_mem", "--home", self.home, *arguments],
            env={**kept, "OMP_NUM_THREADS": "1", "TOKENIZERS_PARALLELISM": "false"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )

    def run(self, *arguments: str | bytes | Path) -> Done:
        with self.start(*arguments) as process:
            out, err = process.communicate()
        return Done(process.returncode, out, err)

    def run_here(self, *arguments: str | Path) -> Done:
        """Run in this process: models are imported once for many tests."""
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            code = run(["--home", str(self.home), *map(str, arguments)])
        return Done(code, out.getvalue(), err.getvalue())

    def ingest(self, file: Path) -> dict[str, object]:
        done = self.run_here("ingest", file, "--json")
        assert (done.code, done.err) == (0, "")
        document = json.loads(done.out)
        assert isinstance(document, dict)
        return document

    def units(self, case_id: str) -> str:
        done = self.run_here("units", case_id, "--json")
        assert (done.code, done.err) == (0, "")
        return done.out

    def refused(self, code: int, *arguments: str | Path) -> str:
        """Run what must fail with one line on stderr alone, and return that line."""
        done = self.run_here(*arguments)
        assert (done.code, done.out, done.err.count("\n")) == (code, "", 1)
        assert done.err.startswith("Error: ")
        return done.err


def _entry(case_id: str, sessions: Mapping[int, Session]) -> dict[str, object]:
    conversation: dict[str, object] = {}
    for number, (when, texts) in sessions.items():
        if when is not None:
            conversation[f"session_{number}_date_time"] = when
        conversation[f"session_{number}"] = [
            {"speaker": ("Ada", "Ben")[index % 2], "dia_id": f"D{number}:{index + 1}", "text": text}
            for index, text in enumerate(texts)
        ]
    return {"sample_id": case_id, "conversation": conversation}


@pytest.fixture(scope="session")
def write_cases() -> WriteCases:
    def write(path: Path, cases: Cases) -> Path:
        path.write_text(json.dumps([_entry(case_id, sessions) for case_id, sessions in cases.items()]), "utf-8")
        return path

    return write


@pytest.fixture(scope="session")
def sessions() -> dict[int, Session]:
    return ADA


@pytest.fixture(scope="session")
def changed_session() -> Session:
    return CHANGED


@pytest.fixture
def commands(tmp_path: Path) -> Commands:
    return Commands(tmp_path / "home")


@dataclass(frozen=True)
class World(Commands):
    """A memory that is made once and only read, with its file and what its first ingest said."""

    file: Path
    first: dict[str, object]


@pytest.fixture(scope="session")
def world(tmp_path_factory: pytest.TempPathFactory, write_cases: WriteCases) -> World:
    folder = tmp_path_factory.mktemp("world")
    file = write_cases(folder / "world.json", WORLD)
    done = Commands(folder / "home").run("ingest", file, "--json")
    assert (done.code, done.err) == (0, "")
    return World(folder / "home", file, json.loads(done.out))
