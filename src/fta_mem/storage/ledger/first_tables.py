"""The tables as the first step made them, frozen: a later change of ``tables.py`` changes nothing here."""

from typing import Final

from sqlalchemy import (
    Column,
    Connection,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    UniqueConstraint,
    column,
    insert,
    table,
)

_FIRST: Final = MetaData()


def _owner() -> Column[str]:
    return Column("case_key", String(32), ForeignKey("cases.case_key"), nullable=False)


Table(
    "migrations",
    _FIRST,
    Column("name", String(64), primary_key=True),
    Column("applied_at", String(40), nullable=False),
)
Table(
    "counters",
    _FIRST,
    Column("name", String(32), primary_key=True),
    Column("value", Integer, nullable=False),
)
Table(
    "cases",
    _FIRST,
    Column("case_key", String(32), primary_key=True),
    Column("case_id", LargeBinary, nullable=False),
    Column("embedder", LargeBinary, nullable=False),
    Column("dimension", Integer, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("index_revision", Integer, nullable=False),
)
Table(
    "sessions",
    _FIRST,
    _owner(),
    Column("session_id", LargeBinary, nullable=False),
    Column("staged", Integer, nullable=False),
    Column("timestamp", LargeBinary),
    Column("turn_count", Integer, nullable=False),
    Column("people", LargeBinary, nullable=False),
    Column("content_hash", String(64), nullable=False),
    Column("first_day", String(10)),
    Column("last_day", String(10)),
    Column("fold_key", String(64)),
    Column("revision", Integer, nullable=False),
    Column("usage", LargeBinary, nullable=False),
    PrimaryKeyConstraint("case_key", "session_id", "staged"),
)
Table(
    "turns",
    _FIRST,
    _owner(),
    Column("session_id", LargeBinary, nullable=False),
    Column("staged", Integer, nullable=False),
    Column("position", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("sha", String(64), nullable=False),
    PrimaryKeyConstraint("case_key", "session_id", "staged", "position"),
)
Table(
    "fragments",
    _FIRST,
    _owner(),
    Column("session_id", LargeBinary, nullable=False),
    Column("position", Integer, nullable=False),
    Column("begin", Integer, nullable=False),
    Column("end", Integer, nullable=False),
    Column("trigger", String(64), nullable=False),
    PrimaryKeyConstraint("case_key", "session_id", "position"),
)
Table(
    "units",
    _FIRST,
    _owner(),
    Column("session_id", LargeBinary, nullable=False),
    Column("position", Integer, nullable=False),
    Column("memory_id", String(32), nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("sha", String(64), nullable=False),
    PrimaryKeyConstraint("case_key", "session_id", "position"),
    UniqueConstraint("case_key", "session_id", "memory_id"),
)
Table(
    "links",
    _FIRST,
    _owner(),
    Column("session_id", LargeBinary, nullable=False),
    Column("position", Integer, nullable=False),
    Column("source", LargeBinary, nullable=False),
    Column("target", LargeBinary, nullable=False),
    Column("relation", String(32), nullable=False),
    Column("confidence", String(32), nullable=False),
    Column("completeness", String(32), nullable=False),
    Column("lifecycle", String(32), nullable=False),
    Column("at", LargeBinary),
    PrimaryKeyConstraint("case_key", "session_id", "position"),
)
Table(
    "lines",
    _FIRST,
    _owner(),
    Column("session_id", LargeBinary, nullable=False),
    Column("position", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
    PrimaryKeyConstraint("case_key", "session_id", "position"),
)
Table(
    "unit_ids",
    _FIRST,
    _owner(),
    Column("content_key", String(64), nullable=False),
    Column("number", Integer, nullable=False),
    PrimaryKeyConstraint("case_key", "content_key"),
    Index("unit_ids_number", "case_key", "number", unique=True),
)
Table(
    "vectors",
    _FIRST,
    _owner(),
    Column("sha", String(64), nullable=False),
    Column("vector", LargeBinary, nullable=False),
    PrimaryKeyConstraint("case_key", "sha"),
)
Table(
    "judgements",
    _FIRST,
    _owner(),
    Column("key", String(64), nullable=False),
    Column("body", LargeBinary, nullable=False),
    PrimaryKeyConstraint("case_key", "key"),
)


def create_the_first_tables(connection: Connection) -> None:
    """Create them, with the two counters of a ledger at zero."""
    _FIRST.create_all(connection)
    counters = table("counters", column("name"), column("value"))
    connection.execute(insert(counters), [{"name": name, "value": 0} for name in ("revision", "scrub")])
