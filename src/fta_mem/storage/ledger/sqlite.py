"""All that is SQLite's own: how its file is opened, what its transactions are, how it forgets."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import QueuePool

BUSY_SECONDS: Final = 10.0
PRAGMAS: Final = ("journal_mode = WAL", "synchronous = NORMAL", "foreign_keys = ON", "secure_delete = ON")


def file_engine(path: Path) -> Engine:
    """Return an engine on an SQLite file; in a folder that can't be written it only reads."""
    read_only = path.exists() and not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK))
    engine = create_engine(
        "sqlite://",
        creator=lambda: _connect(path, read_only),
        poolclass=QueuePool,
        hide_parameters=True,
    )
    event.listen(engine, "begin", _begin)
    return engine


def memory_engine() -> Engine:
    """Return an engine on a database of its own in this process's memory, gone when the engine is disposed of."""
    engine = create_engine(
        "sqlite://",
        creator=lambda: _configured(sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)),
        # Such a database is its one connection: threads take turns, a transaction each.
        poolclass=QueuePool,
        pool_size=1,
        max_overflow=0,
        hide_parameters=True,
    )
    event.listen(engine, "begin", _begin)
    return engine


def scrub(engine: Engine) -> bool:
    """Rewrite the file without its free pages and empty the write-ahead log; False where a reader stands in the way.

    Another database has its own ways to do so.
    """
    if engine.dialect.name != "sqlite":
        return True
    with closing(engine.raw_connection()) as connection:
        cursor = connection.cursor()
        try:
            cursor.execute("VACUUM")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            row = cursor.fetchone()
        except sqlite3.OperationalError:  # locked, read-only or full: it stays due
            return False
        finally:
            cursor.close()
    return row is not None and row[0] == 0


def _connect(path: Path, read_only: bool) -> sqlite3.Connection:
    mode = _reading_mode(path) if read_only else "mode=rwc"
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?{mode}",
        uri=True,
        timeout=BUSY_SECONDS,
        isolation_level=None,  # transactions are begun by _begin alone
        check_same_thread=False,  # the pool gives a connection to one thread at a time
    )
    return connection if read_only else _configured(connection)


def _configured(connection: sqlite3.Connection) -> sqlite3.Connection:
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")
    return connection


def _reading_mode(path: Path) -> str:
    # A read-only folder can't take the log's shared memory; with no log there is nothing to miss.
    log = path.with_name(path.name + "-wal")
    return "mode=ro" if log.exists() and log.stat().st_size else "mode=ro&immutable=1"


def _begin(connection: Connection) -> None:
    # A writer takes the lock at once: a reader that turns writer half-way would fail instead of waiting.
    writing = connection.get_execution_options().get("writing", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")
