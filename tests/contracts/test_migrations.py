"""A ledger of any earlier version opens; the steps that made it say for good what they made."""

import hashlib
import json
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import create_engine
from storage_kit import FakeEmbedder, add, session

from fta_mem.storage.keys import case_key, text_sha
from fta_mem.storage.ledger.first_tables import create_the_first_tables
from fta_mem.storage.ledger.migrations import MIGRATIONS, migrate
from fta_mem.storage.ledger.tables import APPLIED, METADATA
from fta_mem.storage.store import SqlStore

FIRST_SCHEMA = "3154349469d2ee83"
"""Begin of the hash of what the first step makes; it never changes."""
TURN = {"index": 0, "turn_id": "t0", "role": "user", "name": "Ana", "text": "I have a dog", "timestamp": None}
UNIT = {
    "fact": {"text": "Ana has a dog", "content_type": "event", "participants": [], "summary": "", "subject": "Ana"},
    "time": {"dialogue_time": None, "event_time": "unknown"},
    "affect": {"emotion_or_state": "unknown"},
    "evidence": {"session": "s1", "turn_span": [0, 0], "dialogue_time": None},
    "status": "complete",
    "memory_id": "emem_000001",
    "more_evidence": [],
    "completeness": "complete",
    "lifecycle": {"status": "unknown", "updated_at": None},
    "L_links": [],
    "R_links": [],
    "grounding": "grounded",
    "provenance": {"engine": "rules", "model": "", "prompts": [], "created_at": ""},
}


def schema(connection: sqlite3.Connection) -> list[str]:
    statements = connection.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
    return sorted(" ".join(text.split()) for (text,) in statements)


def made_by(step: object) -> list[str]:
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        step(connection)
        found = schema(connection.connection.dbapi_connection)
    engine.dispose()
    return found


def test_the_first_step_makes_what_it_always_made() -> None:
    found = made_by(create_the_first_tables)
    assert len(found) == 13
    assert hashlib.sha256("\n".join(found).encode()).hexdigest().startswith(FIRST_SCHEMA)


def test_all_steps_together_lead_to_the_tables_of_today() -> None:
    assert made_by(lambda connection: migrate(connection, "2024")) == made_by(METADATA.create_all)


@pytest.fixture
def old_ledger(home: Path) -> Path:
    """Write a ledger as the first version left it, by its own tables and in its own words."""
    home.mkdir()
    path = home / "ledger.sqlite3"
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        create_the_first_tables(connection)
    engine.dispose()
    key = case_key("case")
    said, noted = (row.astype("<f4").tobytes() for row in FakeEmbedder().embed(["I have a dog", "a"]))
    rows = {
        "migrations": ("0001_create_the_first_tables", "2024-01-01"),
        "cases": (key, b"case", b"fake", 16, 1, 0),
        "sessions": (key, b"s1", 0, b"2024-01-01", 1, b'["Ana"]', "hash", "2024-01-01", "2024-01-01", "fold", 1, b"{}"),
        "turns": (key, b"s1", 0, 0, json.dumps(TURN).encode(), text_sha("I have a dog")),
        "fragments": (key, b"s1", 0, 0, 0, "session_start"),
        "units": (key, b"s1", 0, "emem_000001", json.dumps(UNIT).encode(), text_sha("a")),
        "unit_ids": (key, "content", 1),
    }
    with sqlite3.connect(path) as raw:
        for table, values in rows.items():
            raw.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(values))})", values)
        raw.executemany(
            "INSERT INTO vectors VALUES (?, ?, ?)",
            [(key, text_sha("I have a dog"), said), (key, text_sha("a"), noted)],
        )
        raw.execute("UPDATE counters SET value = 1 WHERE name = 'revision'")
    raw.close()
    return path


def test_a_ledger_of_the_first_version_opens_and_goes_on(old_ledger: Path, home: Path) -> None:
    with SqlStore(home, FakeEmbedder()) as store:
        view = store.view("case")
        assert [(unit.memory_id, unit.fact.text, unit.claims) for unit in view.units] == [
            ("emem_000001", "Ana has a dog", ())
        ]
        assert [turn.text for turn in view.turns] == ["I have a dog"]
        (new,) = add(store, "case", session("s2", ["more"], "2024-02-01"))
        assert new.memory_id == "emem_000002"
        assert store.summary("case").sessions == 2
    with sqlite3.connect(old_ledger) as raw:
        assert schema(raw) == made_by(METADATA.create_all)
        assert len(raw.execute(f"SELECT * FROM {APPLIED.name}").fetchall()) == len(MIGRATIONS)
    raw.close()
