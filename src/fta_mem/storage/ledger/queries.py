"""Queries of the ledger. Every row that comes back is checked to be of the case that was asked for."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, cast

from sqlalchemy import Column, Connection, Row, Select, Table, func, select

from fta_mem.state.errors import StoreError
from fta_mem.state.labels import Completeness, Confidence, LifecycleStatus, Relation
from fta_mem.state.records import Link, LongitudinalLine, Turn
from fta_mem.storage.ledger.migrations import (
    CASES,
    COUNTERS,
    FRAGMENTS,
    JUDGEMENTS,
    LINES,
    LINKS,
    SESSIONS,
    TURNS,
    UNIT_IDS,
    UNITS,
    VECTORS,
)
from fta_mem.storage.ledger.row_encoding import line_from, matrix_from, people_from, turn_from, unit_from, usage_from
from fta_mem.storage.ports import SessionHead
from fta_mem.storage.rows import CaseRow, Chapter, SessionRow, Snapshot, Tally, case_key
from fta_mem.storage.view.projection import Written
from fta_mem.text.embedder import Matrix

CHUNK: Final = 500
"""Values in one IN list: databases bound it."""
AnyRow = Row[tuple[object, ...]]


def case_ids(connection: Connection) -> list[str]:
    """Return the ids of all cases."""
    return list(connection.scalars(select(CASES.c.case_id)))


def case(connection: Connection, case_id: str) -> CaseRow | None:
    """Return the case's row."""
    row = connection.execute(select(CASES).where(CASES.c.case_key == case_key(case_id))).one_or_none()
    if row is None:
        return None
    if row.case_id != case_id:
        raise StoreError("a row of another case came back; nothing of it is shown")
    return CaseRow(row.case_id, row.embedder, row.dimension, row.revision, row.index_revision)


def sessions(connection: Connection, key: str) -> tuple[tuple[SessionRow, ...], tuple[SessionRow, ...]]:
    """Return the committed and the staged sessions."""
    rows = list(owned(connection, select(SESSIONS), SESSIONS, key))
    return tuple(_session(row) for row in rows if not row.staged), tuple(_session(row) for row in rows if row.staged)


def turns(connection: Connection, key: str, session_id: str, begin: int, end: int) -> tuple[Turn, ...]:
    """Return the turns of a span, of the staged version where there is one."""
    newest = select(func.max(SESSIONS.c.staged)).where(SESSIONS.c.case_key == key, SESSIONS.c.session_id == session_id)
    query = select(TURNS).where(
        TURNS.c.session_id == session_id,
        TURNS.c.staged == newest.scalar_subquery(),
        TURNS.c.position.between(begin, end),
    )
    return tuple(turn_from(row.body) for row in owned(connection, query, TURNS, key))


def snapshot(connection: Connection, case_id: str, known: Mapping[str, int]) -> Snapshot | None:
    """Return the case as it stands, with the chapters whose revision differs from the known one."""
    found = case(connection, case_id)
    if found is None:
        return None
    key = case_key(case_id)
    committed, staged = sessions(connection, key)
    changed = [row for row in committed if known.get(row.session_id) != row.revision]
    chapters = {row.session_id: _chapter(connection, key, row, found.dimension) for row in changed}
    return Snapshot(found, committed, staged, chapters)


def tally(connection: Connection, key: str) -> Tally:
    """Return the case's counts."""
    committed, _ = sessions(connection, key)
    fragment_count = connection.scalar(select(func.count()).where(FRAGMENTS.c.case_key == key).select_from(FRAGMENTS))
    ids = connection.scalars(select(UNITS.c.memory_id).where(UNITS.c.case_key == key))
    links = tuple(_link(row) for row in owned(connection, select(LINKS), LINKS, key))
    return Tally(committed, fragment_count or 0, frozenset(ids), links)


def vectors(connection: Connection, case_id: str, shas: Sequence[str]) -> dict[str, Matrix]:
    """Return the vectors that are kept of these texts."""
    found = case(connection, case_id)
    if found is None:
        return {}
    rows = list(_among(connection, VECTORS, VECTORS.c.sha, case_key(case_id), shas))
    matrix = matrix_from([row.vector for row in rows], found.dimension)
    return {row.sha: vector for row, vector in zip(rows, matrix, strict=True)}


def kept_shas(connection: Connection, key: str, shas: Sequence[str]) -> set[str]:
    """Return which of the texts have a vector."""
    return {row.sha for row in _among(connection, VECTORS, VECTORS.c.sha, key, shas)}


def numbers(connection: Connection, key: str, content_keys: Sequence[str]) -> tuple[dict[str, int], int]:
    """Return the numbers that these content keys have, and the highest number of the case."""
    rows = _among(connection, UNIT_IDS, UNIT_IDS.c.content_key, key, content_keys)
    highest = connection.scalar(select(func.max(UNIT_IDS.c.number)).where(UNIT_IDS.c.case_key == key))
    return {row.content_key: row.number for row in rows}, highest or 0


def all_numbers(connection: Connection, key: str) -> dict[str, int]:
    """Return every content key of the case with its number."""
    return {row.content_key: row.number for row in owned(connection, select(UNIT_IDS), UNIT_IDS, key)}


def judgement(connection: Connection, key: str, name: str) -> str | None:
    """Return a kept judgement."""
    rows = list(owned(connection, select(JUDGEMENTS).where(JUDGEMENTS.c.key == name), JUDGEMENTS, key))
    return rows[0].body if rows else None


def words_of(connection: Connection, key: str, session_id: str) -> list[str]:
    """Return what a session says and what its units say, staged and committed."""
    turns = [turn_from(row.body).text for row in _of_session(connection, TURNS, key, session_id)]
    return turns + [unit_from(row.body).fact.text for row in _of_session(connection, UNITS, key, session_id)]


def scrub_is_due(connection: Connection) -> bool:
    """Say whether something was erased and may still stand in logs or free pages."""
    return bool(connection.scalar(select(COUNTERS.c.value).where(COUNTERS.c.name == "scrub")))


def owned(connection: Connection, query: Select[tuple[object, ...]], table: Table, key: str) -> Iterator[AnyRow]:
    """Run a query within a case, in order of position; refuse a row of anyone else.

    Raises:
        StoreError: a row of another case came back.
    """
    ordered = query.where(table.c.case_key == key)
    if "position" in table.c:
        ordered = ordered.order_by(table.c.session_id, table.c.position)
    for row in connection.execute(ordered):
        if row.case_key != key:
            raise StoreError("a row of another case came back; nothing of it is shown")
        yield row


def _of_session(connection: Connection, table: Table, key: str, session_id: str) -> Iterator[AnyRow]:
    return owned(connection, select(table).where(table.c.session_id == session_id), table, key)


def _among(
    connection: Connection, table: Table, column: Column[str], key: str, values: Sequence[str]
) -> Iterator[AnyRow]:
    distinct = list(dict.fromkeys(values))
    for start in range(0, len(distinct), CHUNK):
        yield from owned(connection, select(table).where(column.in_(distinct[start : start + CHUNK])), table, key)


def _chapter(connection: Connection, key: str, row: SessionRow, dimension: int) -> Chapter:
    unit_rows = list(_with_vectors(connection, UNITS, key, row.session_id))
    turn_rows = list(_with_vectors(connection, TURNS, key, row.session_id))
    written = Written(
        session_id=row.session_id,
        units=tuple(unit_from(item.body) for item in unit_rows),
        links=tuple(_link(item) for item in _of_session(connection, LINKS, key, row.session_id)),
        lines=_lines(connection, key, row.session_id),
    )
    return Chapter(
        row=row,
        turns=tuple(turn_from(item.body) for item in turn_rows),
        turn_vectors=matrix_from([item.vector for item in turn_rows], dimension),
        written=written,
        unit_vectors=matrix_from([item.vector for item in unit_rows], dimension),
    )


def _with_vectors(connection: Connection, table: Table, key: str, session_id: str) -> Iterator[AnyRow]:
    joined = table.outerjoin(VECTORS, (VECTORS.c.case_key == table.c.case_key) & (VECTORS.c.sha == table.c.sha))
    query = select(table.c.case_key, table.c.body, VECTORS.c.vector).select_from(joined)
    query = query.where(table.c.session_id == session_id)
    if "staged" in table.c:
        query = query.where(table.c.staged == 0)
    return owned(connection, query, table, key)


def _lines(connection: Connection, key: str, session_id: str) -> tuple[LongitudinalLine, ...]:
    return tuple(line_from(row.body) for row in _of_session(connection, LINES, key, session_id))


def _session(row: AnyRow) -> SessionRow:
    head = SessionHead(row.session_id, row.timestamp, row.turn_count, people_from(row.people), row.content_hash)
    return SessionRow(head, row.first_day, row.last_day, row.fold_key, row.revision, usage_from(row.usage))


def _link(row: AnyRow) -> Link:
    return Link(
        source=row.source,
        target=row.target,
        relation=cast(Relation, row.relation),
        confidence=cast(Confidence, row.confidence),
        completeness=cast(Completeness, row.completeness),
        lifecycle=cast(LifecycleStatus, row.lifecycle),
        at=row.at,
    )
