"""The numbered steps that lead from any earlier ledger to the tables of today; steps are only ever appended.

A step says itself what it makes (``first_tables.py`` is frozen), and never what ``tables.py`` happens to say today.
"""

from collections.abc import Callable
from typing import Final

from sqlalchemy import Connection, insert, select

from fta_mem.state.errors import StoreError
from fta_mem.storage.ledger.first_tables import create_the_first_tables
from fta_mem.storage.ledger.tables import APPLIED

MIGRATIONS: Final[tuple[Callable[[Connection], None], ...]] = (create_the_first_tables,)


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
