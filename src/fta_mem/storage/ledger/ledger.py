"""The ledger: the truth about every case, in SQL (design, section 4). One transaction a call, none of them long."""

import logging
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, Engine, create_engine
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from fta_mem.state.errors import StoreError
from fta_mem.state.records import Session, Turn
from fta_mem.storage.folders import make_folder
from fta_mem.storage.ledger import changes as writes
from fta_mem.storage.ledger import queries as reads
from fta_mem.storage.ledger.migrations import MIGRATIONS, check, migrate
from fta_mem.storage.ledger.sqlite import scrub, sqlite_engine
from fta_mem.storage.rows import CaseRow, Entry, SessionRow, Snapshot, Tally, case_key
from fta_mem.text.embedder import Matrix

FILE_NAME = "ledger.sqlite3"
_log = logging.getLogger(__name__)
T = TypeVar("T")


class Ledger:
    """Rows in a database: an SQLite file in ``home``, or another database by URL.

    Nothing is opened before the first call, and a home that isn't there is only made by a call that writes.
    """

    def __init__(self, home: Path, clock: Callable[[], datetime], url: str | None = None) -> None:
        self._home = home
        self._clock = clock
        self._url = url
        self._engine: Engine | None = None
        self._opening = threading.Lock()

    def case_ids(self) -> list[str]:
        """Return the ids of all cases, also of those that are only staged."""
        return self._read(reads.case_ids, [])

    def case(self, case_id: str) -> CaseRow | None:
        """Return the case's row."""
        return self._read(lambda connection: reads.case(connection, case_id), None)

    def stage(self, case: CaseRow, session: Session, row: SessionRow) -> None:
        """Keep a session beside what is committed of it."""
        self._write(lambda connection: writes.stage(connection, case, session, row))

    def drop_staged(self, case_id: str, session_id: str | None = None) -> None:
        """Forget one staged session, or all."""
        if self._exists():
            self._write(lambda connection: writes.drop_staged(connection, case_key(case_id), session_id))

    def drop_sessions(self, case_id: str, session_ids: Sequence[str]) -> None:
        """Erase sessions with all that came from them; what logs and free pages keep of it goes too."""
        if self._exists():
            self._write(lambda connection: writes.drop_sessions(connection, case_key(case_id), session_ids))
            self._scrub(self._opened())

    def sessions(self, case_id: str) -> tuple[tuple[SessionRow, ...], tuple[SessionRow, ...]]:
        """Return the committed and the staged sessions."""
        none: tuple[tuple[SessionRow, ...], tuple[SessionRow, ...]] = ((), ())
        return self._read(lambda connection: reads.sessions(connection, case_key(case_id)), none)

    def turns(self, case_id: str, session_id: str, begin: int, end: int) -> tuple[Turn, ...]:
        """Return the turns of a span, of the staged version where there is one."""
        key = case_key(case_id)
        return self._read(lambda connection: reads.turns(connection, key, session_id, begin, end), ())

    def snapshot(self, case_id: str, known: Mapping[str, int]) -> Snapshot | None:
        """Return the case as it stands, with the chapters whose revision differs from the known one."""
        return self._read(lambda connection: reads.snapshot(connection, case_id, known), None)

    def tally(self, case_id: str) -> Tally:
        """Return the case's counts."""
        return self._read(lambda connection: reads.tally(connection, case_key(case_id)), Tally((), 0, frozenset(), ()))

    def vectors(self, case_id: str, shas: Sequence[str]) -> dict[str, Matrix]:
        """Return the vectors that are kept of these texts."""
        return self._read(lambda connection: reads.vectors(connection, case_id, shas), {})

    def keep_vectors(self, case_id: str, vectors: Mapping[str, Matrix]) -> None:
        """Keep vectors; a case that isn't there keeps none."""
        if vectors and self._exists():
            self._write(lambda connection: writes.keep_vectors(connection, case_key(case_id), vectors))

    def numbers(self, case_id: str, content_keys: Sequence[str]) -> tuple[dict[str, int], int]:
        """Return the numbers that these keys have, and the highest number of the case."""
        none: tuple[dict[str, int], int] = ({}, 0)
        return self._read(lambda connection: reads.numbers(connection, case_key(case_id), content_keys), none)

    def commit(self, case_id: str, entry: Entry) -> int:
        """Replace the session's outcome, make its staged turns memory, return the case's new revision."""
        return self._write(lambda connection: writes.commit(connection, case_key(case_id), entry))

    def judgement(self, case_id: str, key: str) -> str | None:
        """Return a kept judgement."""
        return self._read(lambda connection: reads.judgement(connection, case_key(case_id), key), None)

    def keep_judgement(self, case_id: str, key: str, text: str) -> None:
        """Keep a judgement; a case that isn't there keeps none."""
        if self._exists():
            self._write(lambda connection: writes.keep_judgement(connection, case_key(case_id), key, text))

    def keep_index_revision(self, case_id: str, revision: int) -> None:
        """Note the revision that the vector index has reached."""
        self._write(lambda connection: writes.keep_index_revision(connection, case_key(case_id), revision))

    def erase(self, case_id: str) -> None:
        """Erase every row of the case; what logs and free pages keep of it goes too, now or at the next write."""
        self._write(lambda connection: writes.erase(connection, case_key(case_id)))
        self._scrub(self._opened())

    def close(self) -> None:
        """Give back files; the last process to do so leaves no write-ahead log."""
        with self._opening:
            if self._engine is not None:
                self._scrub(self._engine)
                self._engine.dispose()
                self._engine = None

    def _read(self, query: Callable[[Connection], T], missing: T) -> T:
        if not self._exists():
            return missing
        with self._transaction(self._opened(), writing=False) as connection:
            return query(connection)

    def _write(self, change: Callable[[Connection], T]) -> T:
        with self._transaction(self._opened(), writing=True) as connection:
            return change(connection)

    @property
    def _path(self) -> Path:
        return self._home / FILE_NAME

    def _exists(self) -> bool:
        return self._engine is not None or self._url is not None or self._path.is_file()

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
        make_folder(self._home)
        return sqlite_engine(self._path)

    def _migrate(self, engine: Engine) -> None:
        with self._transaction(engine, writing=False) as connection:
            done = check(connection)
        if len(done) < len(MIGRATIONS):
            with self._transaction(engine, writing=True) as connection:
                migrate(connection, self._clock().isoformat())

    def _scrub(self, engine: Engine) -> None:
        """Empty logs and free pages of what was erased, where that is still due."""
        if engine.dialect.name != "sqlite":
            return
        with self._transaction(engine, writing=False) as connection:
            due = reads.scrub_is_due(connection)
        if not due:
            return
        if scrub(engine):
            with self._transaction(engine, writing=True) as connection:
                writes.note_scrub(connection, due=False)
        else:
            _log.warning("another process reads %s: what was erased leaves its log when that process ends", self._path)

    @contextmanager
    def _transaction(self, engine: Engine, *, writing: bool) -> Iterator[Connection]:
        try:
            with engine.connect().execution_options(writing=writing) as connection, connection.begin():
                yield connection
        except SQLAlchemyError as error:
            raise StoreError(f"the ledger in {self._home} can't be used: {_cause(error)}") from error


def _cause(error: SQLAlchemyError) -> str:
    # Never the statement or its parameters: they hold what people said.
    if isinstance(error, DBAPIError):
        return str(error.orig).partition("\n")[0]
    return type(error).__name__
