"""The numbered steps that lead from any earlier ledger to the tables of today; steps are only ever appended.

A step says itself what it makes (``first_tables.py`` is frozen), and never what ``tables.py`` happens to say today.
"""

from collections.abc import Callable
from typing import Final

from sqlalchemy import (
    Column,
    Connection,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    insert,
    select,
)

from fta_mem.state.errors import StoreError
from fta_mem.storage.ledger.first_tables import create_the_first_tables
from fta_mem.storage.ledger.tables import APPLIED


def add_erasures(connection: Connection) -> None:
    """Add the marks by which what a person erased is known again."""
    known = MetaData()
    Table("cases", known, Column("case_key", String(32), primary_key=True))
    Table(
        "erasures",
        known,
        Column("case_key", String(32), ForeignKey("cases.case_key"), nullable=False),
        Column("session_id", LargeBinary, nullable=False),
        Column("salt", String(32), nullable=False),
        Column("digest", String(64), nullable=False),
        PrimaryKeyConstraint("case_key", "session_id", "digest"),
    ).create(connection)


def add_handed_over(connection: Connection) -> None:
    """Add what a host has handed over and is still to become memory, what its threads showed, and what it forgot."""
    known = MetaData()
    Table("cases", known, Column("case_key", String(32), primary_key=True))
    Table(
        "handed_over",
        known,
        Column("case_key", String(32), ForeignKey("cases.case_key"), nullable=False),
        Column("session_id", LargeBinary, nullable=False),
        Column("number", Integer, nullable=False),
        Column("body", LargeBinary, nullable=False),
        PrimaryKeyConstraint("case_key", "session_id"),
    ).create(connection)
    Table(
        "threads",
        known,
        Column("case_key", String(32), ForeignKey("cases.case_key"), nullable=False),
        Column("session_id", LargeBinary, nullable=False),
        Column("shown", LargeBinary, nullable=False),
        PrimaryKeyConstraint("case_key", "session_id"),
    ).create(connection)
    Table(
        "forgotten",
        known,
        Column("case_key", String(32), nullable=False),
        Column("digest", String(64), nullable=False),
        PrimaryKeyConstraint("case_key", "digest"),
    ).create(connection)


def add_consents(connection: Connection) -> None:
    """Add the words that people gave on their memory."""
    Table(
        "consents",
        MetaData(),
        Column("case_key", String(32), nullable=False),
        Column("number", Integer, nullable=False),
        Column("state", String(8), nullable=False),
        Column("by", LargeBinary, nullable=False),
        Column("at", String(40), nullable=False),
        PrimaryKeyConstraint("case_key", "number"),
    ).create(connection)


MIGRATIONS: Final[tuple[Callable[[Connection], None], ...]] = (
    create_the_first_tables,
    add_erasures,
    add_handed_over,
    add_consents,
)


def migrate(connection: Connection, now: str) -> None:
    """Apply the steps that this ledger lacks, in order.

    Raises:
        StoreError: the ledger has steps that this version doesn't know.
    """
    done = applied_steps(connection)
    for number, step in enumerate(MIGRATIONS, start=1):
        name = _name(number, step)
        if name not in done:
            step(connection)
            connection.execute(insert(APPLIED).values(name=name, applied_at=now))


def applied_steps(connection: Connection) -> set[str]:
    """Return the names of the applied steps.

    Raises:
        StoreError: the ledger has steps that this version doesn't know.
    """
    if not connection.dialect.has_table(connection, APPLIED.name):
        return set()
    done = set(connection.scalars(select(APPLIED.c.name)))
    unknown = done - {_name(number, step) for number, step in enumerate(MIGRATIONS, start=1)}
    if unknown:
        raise StoreError(f"the ledger was written by a newer FTA-Mem (it knows {min(unknown)!r}); upgrade fta-mem")
    return done


def _name(number: int, step: Callable[[Connection], None]) -> str:
    return f"{number:04d}_{step.__name__}"
