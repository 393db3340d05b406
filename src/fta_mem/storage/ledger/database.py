"""The ledger's database: the truth about every case, in SQL (design, section 4). Opened when first needed.

What is asked of it stands in ``queries.py``, what is changed in ``changes.py``, and what one database does unlike
another in a file of its name.
"""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, Engine, create_engine
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from fta_mem.state.errors import StoreError
from fta_mem.storage.folders import make_folder
from fta_mem.storage.ledger import sqlite
from fta_mem.storage.ledger.changes import note_scrub
from fta_mem.storage.ledger.migrations import MIGRATIONS, applied_steps, migrate
from fta_mem.storage.ledger.queries import scrub_is_due

FILE_NAME = "ledger.sqlite3"
_log = logging.getLogger(__name__)
T = TypeVar("T")
Statement = Callable[[Connection], T]
"""What is asked or changed within one transaction."""


class Ledger:
    """Transactions on one database: a file in ``home``, another one by ``url``, or one in memory (neither).

    Nothing is opened before the first call, and a home that isn't there is only made by a call that writes.
    """

    def __init__(self, home: Path | None, clock: Callable[[], datetime], url: str | None = None) -> None:
        self._home = home
        self._clock = clock
        self._url = url
        self._engine: Engine | None = None
        self._opening = threading.Lock()

    def read(self, query: Statement[T], missing: T) -> T:
        """Return what a query finds in one transaction, ``missing`` where no ledger is there yet."""
        if not self._exists():
            return missing
        with self._transaction(self._opened(), writing=False) as connection:
            return query(connection)

    def write(self, change: Statement[T]) -> T:
        """Make a change in one transaction, all of it or nothing."""
        with self._transaction(self._opened(), writing=True) as connection:
            return change(connection)

    def amend(self, change: Statement[None]) -> None:
        """Make a change to what is there; a ledger that isn't there stays away."""
        if self._exists():
            self.write(change)

    def erase(self, change: Statement[None]) -> None:
        """Make a change that erases; what logs and free pages keep of it goes too, now or at the next write."""
        self.write(change)
        self._scrub(self._opened())

    def close(self) -> None:
        """Give back files; the last process to do so leaves no write-ahead log."""
        with self._opening:
            if self._engine is not None:
                self._scrub(self._engine)
                self._engine.dispose()
                self._engine = None

    def _exists(self) -> bool:
        return self._engine is not None or self._path is None or self._path.is_file()

    @property
    def _path(self) -> Path | None:
        return self._home / FILE_NAME if self._home is not None and self._url is None else None

    def _opened(self) -> Engine:
        with self._opening:
            if self._engine is None:
                engine = self._build()
                self._migrate(engine)
                self._engine = engine
                self._scrub(engine)
            return self._engine

    def _build(self) -> Engine:
        if self._url is not None:
            return create_engine(self._url, hide_parameters=True)
        if self._path is None:
            return sqlite.memory_engine()
        make_folder(self._path.parent)
        return sqlite.file_engine(self._path)

    def _migrate(self, engine: Engine) -> None:
        with self._transaction(engine, writing=False) as connection:
            done = applied_steps(connection)
        if len(done) < len(MIGRATIONS):
            with self._transaction(engine, writing=True) as connection:
                migrate(connection, self._clock().isoformat())

    def _scrub(self, engine: Engine) -> None:
        """Empty logs and free pages of what was erased, where that is still due."""
        with self._transaction(engine, writing=False) as connection:
            due = scrub_is_due(connection)
        if not due:
            return
        if sqlite.scrub(engine):
            with self._transaction(engine, writing=True) as connection:
                note_scrub(connection, due=False)
        else:
            _log.warning("another process reads %s: what was erased leaves its log when that process ends", self._path)

    @contextmanager
    def _transaction(self, engine: Engine, *, writing: bool) -> Iterator[Connection]:
        try:
            with engine.connect().execution_options(writing=writing) as connection, connection.begin():
                yield connection
        except SQLAlchemyError as error:
            raise StoreError(f"the ledger {self._place} can't be used: {_cause(error)}") from error

    @property
    def _place(self) -> str:
        return "in memory" if self._home is None else f"in {self._home}"


def _cause(error: SQLAlchemyError) -> str:
    # Never the statement or its parameters: they hold what people said.
    if isinstance(error, DBAPIError):
        return str(error.orig).partition("\n")[0]
    return type(error).__name__
