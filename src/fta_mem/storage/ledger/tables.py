"""The ledger's tables as they are today; ``migrations.py`` leads there from any earlier version.

Text that people wrote is kept as UTF-8 bytes with surrogates passed through, so that whatever a dialogue holds comes
back byte for byte. Every row of a person carries ``case_key``: erasing a case is erasing those rows.
"""

from typing import Final

from sqlalchemy import (
    Column,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    TypeDecorator,
    UniqueConstraint,
)

from fta_mem.state.errors import StoreError


class ExactText(TypeDecorator[str]):
    """Any Python string, lone surrogates and NUL included, compared by its bytes."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> bytes | None:
        """Encode a string."""
        return None if value is None else value.encode("utf-8", "surrogatepass")

    def process_result_value(self, value: bytes | None, dialect: Dialect) -> str | None:
        """Decode a string."""
        try:
            return None if value is None else bytes(value).decode("utf-8", "surrogatepass")
        except UnicodeDecodeError as error:
            raise StoreError("the ledger holds text that can't be read; its file is damaged") from error


METADATA: Final = MetaData()


def _owner() -> Column[str]:
    return Column("case_key", String(32), ForeignKey("cases.case_key"), nullable=False)


APPLIED = Table(
    "migrations",
    METADATA,
    Column("name", String(64), primary_key=True),
    Column("applied_at", String(40), nullable=False),
)
COUNTERS = Table(
    "counters",
    METADATA,
    Column("name", String(32), primary_key=True),
    Column("value", Integer, nullable=False),
)
CASES = Table(
    "cases",
    METADATA,
    Column("case_key", String(32), primary_key=True),
    Column("case_id", ExactText, nullable=False),
    Column("embedder", ExactText, nullable=False),
    Column("dimension", Integer, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("index_revision", Integer, nullable=False),
)
SESSIONS = Table(
    "sessions",
    METADATA,
    _owner(),
    Column("session_id", ExactText, nullable=False),
    Column("staged", Integer, nullable=False),
    Column("timestamp", ExactText),
    Column("turn_count", Integer, nullable=False),
    Column("people", ExactText, nullable=False),
    Column("content_hash", String(64), nullable=False),
    Column("first_day", String(10)),
    Column("last_day", String(10)),
    Column("fold_key", String(64)),
    Column("revision", Integer, nullable=False),
    Column("usage", ExactText, nullable=False),
    PrimaryKeyConstraint("case_key", "session_id", "staged"),
)
TURNS = Table(
    "turns",
    METADATA,
    _owner(),
    Column("session_id", ExactText, nullable=False),
    Column("staged", Integer, nullable=False),
    Column("position", Integer, nullable=False),
    Column("body", ExactText, nullable=False),
    Column("sha", String(64), nullable=False),
    PrimaryKeyConstraint("case_key", "session_id", "staged", "position"),
)
FRAGMENTS = Table(
    "fragments",
    METADATA,
    _owner(),
    Column("session_id", ExactText, nullable=False),
    Column("position", Integer, nullable=False),
    Column("begin", Integer, nullable=False),
    Column("end", Integer, nullable=False),
    Column("trigger", String(64), nullable=False),
    PrimaryKeyConstraint("case_key", "session_id", "position"),
)
UNITS = Table(
    "units",
    METADATA,
    _owner(),
    Column("session_id", ExactText, nullable=False),
    Column("position", Integer, nullable=False),
    Column("memory_id", String(32), nullable=False),
    Column("body", ExactText, nullable=False),
    Column("sha", String(64), nullable=False),
    PrimaryKeyConstraint("case_key", "session_id", "position"),
    UniqueConstraint("case_key", "session_id", "memory_id"),
)
LINKS = Table(
    "links",
    METADATA,
    _owner(),
    Column("session_id", ExactText, nullable=False),
    Column("position", Integer, nullable=False),
    Column("source", ExactText, nullable=False),
    Column("target", ExactText, nullable=False),
    Column("relation", String(32), nullable=False),
    Column("confidence", String(32), nullable=False),
    Column("completeness", String(32), nullable=False),
    Column("lifecycle", String(32), nullable=False),
    Column("at", ExactText),
    PrimaryKeyConstraint("case_key", "session_id", "position"),
)
LINES = Table(
    "lines",
    METADATA,
    _owner(),
    Column("session_id", ExactText, nullable=False),
    Column("position", Integer, nullable=False),
    Column("body", ExactText, nullable=False),
    PrimaryKeyConstraint("case_key", "session_id", "position"),
)
UNIT_IDS = Table(
    "unit_ids",
    METADATA,
    _owner(),
    Column("content_key", String(64), nullable=False),
    Column("number", Integer, nullable=False),
    PrimaryKeyConstraint("case_key", "content_key"),
    Index("unit_ids_number", "case_key", "number", unique=True),
)
VECTORS = Table(
    "vectors",
    METADATA,
    _owner(),
    Column("sha", String(64), nullable=False),
    Column("vector", LargeBinary, nullable=False),
    PrimaryKeyConstraint("case_key", "sha"),
)
JUDGEMENTS = Table(
    "judgements",
    METADATA,
    _owner(),
    Column("key", String(64), nullable=False),
    Column("body", ExactText, nullable=False),
    PrimaryKeyConstraint("case_key", "key"),
)
ERASURES = Table(
    "erasures",
    METADATA,
    _owner(),
    Column("session_id", ExactText, nullable=False),
    Column("salt", String(32), nullable=False),
    Column("digest", String(64), nullable=False),
    PrimaryKeyConstraint("case_key", "session_id", "digest"),
)
HANDED_OVER = Table(
    "handed_over",
    METADATA,
    _owner(),
    Column("session_id", ExactText, nullable=False),
    Column("number", Integer, nullable=False),
    Column("body", ExactText, nullable=False),
    PrimaryKeyConstraint("case_key", "session_id"),
)
THREADS = Table(
    "threads",
    METADATA,
    _owner(),
    Column("session_id", ExactText, nullable=False),
    Column("shown", ExactText, nullable=False),
    PrimaryKeyConstraint("case_key", "session_id"),
)
FORGOTTEN = Table(
    "forgotten",
    METADATA,
    Column("case_key", String(32), nullable=False),
    Column("digest", String(64), nullable=False),
    PrimaryKeyConstraint("case_key", "digest"),
)
CONSENTS = Table(
    "consents",
    METADATA,
    Column("case_key", String(32), nullable=False),
    Column("number", Integer, nullable=False),
    Column("state", String(8), nullable=False),
    Column("by", ExactText, nullable=False),
    Column("at", String(40), nullable=False),
    PrimaryKeyConstraint("case_key", "number"),
)

OUTCOME_TABLES: Final = (FRAGMENTS, UNITS, LINKS, LINES)
"""What one session's outcome fills, and what its replacement empties first."""
