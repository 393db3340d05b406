"""A session costs the ledger the same whatever came before it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from small_engine import SmallEngine
from sqlalchemy import event
from sqlalchemy.engine import Engine
from sqlalchemy.pool import Pool
from storage_kit import FakeEmbedder

from fta_mem.memory import Memory
from fta_mem.state.records import Case, Session, Turn
from fta_mem.storage.store import SqlStore

SESSIONS = 40


@dataclass
class Ledgers:
    """What all ledgers of this process were asked since the last look."""

    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(("transactions", "statements", "rows"), 0))
    looks: list[dict[str, int]] = field(default_factory=list)

    def look(self, *_: object) -> None:
        self.looks.append(self.counts)
        self.counts = dict.fromkeys(self.counts, 0)

    def add(self, what: str) -> None:
        self.counts[what] += 1

    def row(self, cursor: object, row: tuple[object, ...]) -> tuple[object, ...]:
        self.add("rows")
        return row

    def connected(self, connection: Any, record: object) -> None:
        connection.row_factory = self.row


@pytest.fixture
def ledgers() -> Iterator[Ledgers]:
    seen = Ledgers()
    listeners = [
        (Engine, "begin", lambda *_: seen.add("transactions")),
        (Engine, "before_cursor_execute", lambda *_: seen.add("statements")),
        (Pool, "connect", seen.connected),
    ]
    for listener in listeners:
        event.listen(*listener)
    yield seen
    for listener in listeners:
        event.remove(*listener)


def told(number: int) -> Session:
    day = (date(2020, 1, 1) + timedelta(days=number)).isoformat()
    turns = [Turn(place, f"{number}:{place}", "user", "Ana", f"note {number} {place}") for place in range(3)]
    return Session(f"s{number}", f"{day}T18:00:00", tuple(turns))


def test_sessions_of_one_ingest(ledgers: Ledgers) -> None:
    engine = SmallEngine()
    engine.name = "rules"  # a model's sessions are read side by side, so that no moment belongs to one of them
    with Memory(SqlStore.in_memory(FakeEmbedder()), engine) as memory:
        memory.ingest(Case("case", tuple(told(number) for number in range(SESSIONS))), progress=ledgers.look)
    _, *each, last = ledgers.looks  # the first look is at staging, the last one at the index
    assert each[2] == each[-1]
    assert each[2]["rows"] < 60
    assert last["rows"] < 60


def test_sessions_remembered_one_by_one(ledgers: Ledgers, tmp_path: Path) -> None:
    with Memory(SqlStore(tmp_path / "home", FakeEmbedder()), SmallEngine()) as memory:
        for number in range(SESSIONS // 2):
            memory.remember("case", told(number))
            ledgers.look()
    assert ledgers.looks[3] == ledgers.looks[-1]


def test_a_question_reads_the_ledger_a_few_times(ledgers: Ledgers) -> None:
    with Memory(SqlStore.in_memory(FakeEmbedder()), SmallEngine()) as memory:
        for number in range(3):
            memory.remember("case", told(number))
        for _ in range(3):
            ledgers.look()
            memory.ask("case", "Which note?")
        ledgers.look()
    # Consent, whose words, what is open, what was handed over, what is memory, what is near.
    assert ledgers.looks[-1]["transactions"] <= 6
    assert ledgers.looks[-1]["rows"] <= 4
