"""Queries of the ledger. Every row that comes back is checked to be of the case that was asked for."""

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final, TypeVar, cast

from sqlalchemy import Column, Connection, LargeBinary, Row, Select, Table, func, literal, or_, select

from fta_mem.state.consent import Consent, ConsentState
from fta_mem.state.erasure import ErasureMark
from fta_mem.state.errors import StoreError
from fta_mem.state.labels import BoundaryTrigger, Completeness, Confidence, LifecycleStatus, Relation
from fta_mem.state.records import Fragment, Link, SessionOutcome, Turn
from fta_mem.storage.keys import case_key, text_sha
from fta_mem.storage.ledger.row_encoding import (
    line_from,
    matrix_from,
    people_from,
    session_from,
    turn_from,
    unit_from,
    usage_from,
)
from fta_mem.storage.ledger.rows import (
    CaseChanges,
    CaseCounts,
    CaseRow,
    CommittedSession,
    SessionRow,
)
from fta_mem.storage.ledger.tables import (
    CASES,
    CONSENTS,
    COUNTERS,
    ERASURES,
    FORGOTTEN,
    FRAGMENTS,
    HANDED_OVER,
    JUDGEMENTS,
    LINES,
    LINKS,
    SESSIONS,
    THREADS,
    TURNS,
    UNIT_IDS,
    UNITS,
    VECTORS,
)
from fta_mem.storage.ports import HandedOver, SessionHead
from fta_mem.text.embedder import Matrix

TEXT_TABLES: Final = (TURNS, UNITS, LINES, JUDGEMENTS)
CHUNK: Final = 500
"""Values in one IN list: databases bound it."""
AnyRow = Row[tuple[object, ...]]
V = TypeVar("V", str, int)


def case_ids(connection: Connection) -> list[str]:
    """Return the ids of all cases, also of those that are only staged."""
    return list(connection.scalars(select(CASES.c.case_id)))


def case_row(connection: Connection, case_id: str) -> CaseRow | None:
    """Return the case's row."""
    row = connection.execute(select(CASES).where(CASES.c.case_key == case_key(case_id))).one_or_none()
    if row is None:
        return None
    if row.case_id != case_id:
        raise StoreError("a row of another case came back; nothing of it is shown")
    return CaseRow(row.case_id, row.embedder, row.dimension, row.revision, row.index_revision)


def case_changes(
    connection: Connection, case_id: str, known: CaseRow | None, held: Collection[str], lacking: Collection[str] | None
) -> CaseChanges | None:
    """Return what is new in a case since it was ``known``, None where there is no such case.

    ``held`` are the committed sessions that are known. The contents of those that are new come with them, and of those
    that are ``lacking``; None for no contents at all.
    """
    found = case_row(connection, case_id)
    if found is None:
        return None
    key = case_key(case_id)
    # Revisions only grow in a ledger: a lower one is that of a case forgotten and made again.
    since = known.revision if known is not None and known.revision <= found.revision else 0
    committed, staged = sessions(connection, key, since)
    if since not in (0, found.revision) and _count(connection, key) != len({*held, *_ids(committed)}):
        since = 0  # of what was known, something is gone
        committed, staged = sessions(connection, key, since)
    contents: dict[str, CommittedSession] = {}
    if lacking is not None:
        wanted = _ids(committed) if since == 0 else [*_ids(committed), *lacking]
        contents = committed_sessions(connection, found, wanted)
    return CaseChanges(found, since == 0, committed, staged, contents)


def handed_over(connection: Connection, key: str, session_id: str | None = None) -> tuple[HandedOver, ...]:
    """Return what was handed over of a case, or of one of its sessions, in the order in which it came."""
    query = select(HANDED_OVER).order_by(HANDED_OVER.c.number)
    if session_id is not None:
        query = query.where(HANDED_OVER.c.session_id == session_id)
    return tuple(HandedOver(row.number, session_from(row.body)) for row in owned(connection, query, HANDED_OVER, key))


def shown_of(connection: Connection, key: str, session_id: str) -> tuple[str, ...]:
    """Return the ids of the messages that a thread showed when they were last handed over."""
    query = select(THREADS).where(THREADS.c.session_id == session_id)
    return next((people_from(row.shown) for row in owned(connection, query, THREADS, key)), ())


def forgotten(connection: Connection, key: str) -> frozenset[str]:
    """Return the digests of the places of messages that were forgotten with a case of this name."""
    return frozenset(connection.scalars(select(FORGOTTEN.c.digest).where(FORGOTTEN.c.case_key == key)))


def shown_places(connection: Connection, key: str) -> list[tuple[str, str]]:
    """Return session and id of all messages with ids that threads of hosts have told of a case, waiting or memory."""
    threads = select(THREADS.c.session_id).where(THREADS.c.case_key == key)
    said = owned(connection, select(TURNS).where(TURNS.c.session_id.in_(threads)), TURNS, key)
    turns = [(row.session_id, turn_from(row.body)) for row in said]
    waiting = [item.session for item in handed_over(connection, key)]
    turns += [(session.session_id, turn) for session in waiting for turn in session.turns]
    return [(name, turn.turn_id) for name, turn in turns if turn.turn_id != f"{name}:{turn.index}"]


def waiting_cases(connection: Connection) -> list[str]:
    """Return the ids of the cases of which something was handed over."""
    waiting = select(HANDED_OVER.c.case_key)
    return list(connection.scalars(select(CASES.c.case_id).where(CASES.c.case_key.in_(waiting))))


def sessions(connection: Connection, key: str, since: int) -> tuple[tuple[SessionRow, ...], tuple[SessionRow, ...]]:
    """Return the sessions committed after a revision, and all that are staged."""
    query = select(SESSIONS).where(or_(SESSIONS.c.staged == 1, SESSIONS.c.revision > since))
    rows = list(owned(connection, query, SESSIONS, key))
    return tuple(_session(row) for row in rows if not row.staged), tuple(_session(row) for row in rows if row.staged)


def committed_sessions(
    connection: Connection, case: CaseRow, session_ids: Sequence[str]
) -> dict[str, CommittedSession]:
    """Return all that these sessions hold, by their ids."""
    key = case_key(case.case_id)
    found: dict[str, CommittedSession] = {}
    for some in _chunks(session_ids):
        found |= _committed(connection, key, case, some)
    return found


def newest_turns(connection: Connection, key: str, session_id: str) -> tuple[str, tuple[Turn, ...]]:
    """Return a session's content hash and turns, of the staged version where there is one; "" and none without it."""
    there = select(SESSIONS).where(SESSIONS.c.session_id == session_id).order_by(SESSIONS.c.staged.desc())
    versions = list(owned(connection, there, SESSIONS, key))
    if not versions:
        return "", ()
    query = select(TURNS).where(TURNS.c.session_id == session_id, TURNS.c.staged == versions[0].staged)
    return versions[0].content_hash, tuple(_turn(row) for row in owned(connection, query, TURNS, key))


def staged_turns(connection: Connection, key: str) -> dict[str, tuple[Turn, ...]]:
    """Return the turns of all staged sessions, by their ids."""
    rows = owned(connection, select(TURNS).where(TURNS.c.staged == 1), TURNS, key)
    return {name: tuple(_turn(row) for row in found) for name, found in _by_session(rows).items()}


def case_counts(connection: Connection, key: str) -> CaseCounts:
    """Return the case's counts."""
    committed, _ = sessions(connection, key, 0)
    fragment_count = connection.scalar(select(func.count()).where(FRAGMENTS.c.case_key == key).select_from(FRAGMENTS))
    ids = connection.scalars(select(UNITS.c.memory_id).where(UNITS.c.case_key == key))
    links = tuple(_link(row) for row in owned(connection, select(LINKS), LINKS, key))
    return CaseCounts(committed, fragment_count or 0, frozenset(ids), links)


def vectors(connection: Connection, key: str, shas: Sequence[str], dimension: int) -> dict[str, Matrix]:
    """Return the vectors that are kept of these texts."""
    rows = list(_among(connection, VECTORS, VECTORS.c.sha, key, shas))
    matrix = matrix_from([row.vector for row in rows], dimension)
    return {row.sha: vector for row, vector in zip(rows, matrix, strict=True)}


def kept_shas(connection: Connection, key: str, shas: Sequence[str]) -> set[str]:
    """Return which of the texts have a vector."""
    found: set[str] = set()
    for some in _chunks(shas):
        there = select(VECTORS.c.case_key, VECTORS.c.sha).where(VECTORS.c.sha.in_(some))
        found |= {row.sha for row in owned(connection, there, VECTORS, key)}
    return found


def numbers_of(connection: Connection, key: str, content_keys: Iterable[str]) -> dict[str, int]:
    """Return the numbers that these content keys have."""
    rows = _among(connection, UNIT_IDS, UNIT_IDS.c.content_key, key, list(content_keys))
    return {row.content_key: row.number for row in rows}


def owners_of(connection: Connection, key: str, numbers: Iterable[int]) -> dict[str, int]:
    """Return the content keys that have these numbers."""
    rows = _among(connection, UNIT_IDS, UNIT_IDS.c.number, key, list(numbers))
    return {row.content_key: row.number for row in rows}


def consents(connection: Connection, key: str) -> tuple[Consent, ...]:
    """Return the words that were given on a case, the latest last."""
    rows = owned(connection, select(CONSENTS).order_by(CONSENTS.c.number), CONSENTS, key)
    return tuple(Consent(cast(ConsentState, row.state), row.by, row.at) for row in rows)


def all_numbers(connection: Connection, key: str) -> dict[str, int]:
    """Return the numbers of all content keys of a case."""
    return {row.content_key: row.number for row in owned(connection, select(UNIT_IDS), UNIT_IDS, key)}


def highest_number(connection: Connection, key: str) -> int:
    """Return the highest number that the case has given out, 0 for none."""
    return connection.scalar(select(func.max(UNIT_IDS.c.number)).where(UNIT_IDS.c.case_key == key)) or 0


def judgement(connection: Connection, key: str, name: str) -> str | None:
    """Return a kept judgement."""
    rows = list(owned(connection, select(JUDGEMENTS).where(JUDGEMENTS.c.key == name), JUDGEMENTS, key))
    return rows[0].body if rows else None


def words_of(connection: Connection, key: str, session_id: str) -> list[str]:
    """Return what a session says and what its units say, staged and committed."""
    said = owned(connection, select(TURNS).where(TURNS.c.session_id == session_id), TURNS, key)
    noted = owned(connection, select(UNITS).where(UNITS.c.session_id == session_id), UNITS, key)
    return [*[turn_from(row.body).text for row in said], *[unit_from(row.body).fact.text for row in noted]]


def erasure_marks(connection: Connection, key: str) -> list[ErasureMark]:
    """Return the marks of what was erased."""
    rows = owned(connection, select(ERASURES), ERASURES, key)
    return [ErasureMark(row.session_id, row.salt, row.digest) for row in rows]


def holds(connection: Connection, text: str) -> bool:
    """Say whether any case's turn, unit, line or judgement holds a text, as JSON writes it."""
    written = json.dumps(text, ensure_ascii=False)[1:-1].encode("utf-8", "surrogatepass")
    return any(
        connection.scalar(
            select(literal(1)).where(func.instr(table.c.body, literal(written, LargeBinary)) > 0).limit(1)
        )
        for table in (TURNS, UNITS, LINES, JUDGEMENTS, HANDED_OVER)
    )


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


def _among(connection: Connection, table: Table, column: Column[V], key: str, values: Sequence[V]) -> Iterator[AnyRow]:
    for some in _chunks(values):
        yield from owned(connection, select(table).where(column.in_(some)), table, key)


def _chunks(values: Sequence[V]) -> Iterator[list[V]]:
    distinct = list(dict.fromkeys(values))
    for start in range(0, len(distinct), CHUNK):
        yield distinct[start : start + CHUNK]


def _committed(
    connection: Connection, key: str, case: CaseRow, session_ids: Sequence[str]
) -> dict[str, CommittedSession]:
    rows = owned(connection, _of(select(SESSIONS), SESSIONS, session_ids), SESSIONS, key)
    turns = _by_session(owned(connection, _with_vectors(TURNS, session_ids), TURNS, key))
    units = _by_session(owned(connection, _with_vectors(UNITS, session_ids), UNITS, key))
    fragments, links, lines = (
        _by_session(owned(connection, _of(select(table), table, session_ids), table, key))
        for table in (FRAGMENTS, LINKS, LINES)
    )
    found = {}
    for session in (_session(row) for row in rows):
        name = session.session_id
        said, noted = turns.get(name, []), units.get(name, [])
        outcome = SessionOutcome(
            case_id=case.case_id,
            session_id=name,
            fragments=tuple(_fragment(row) for row in fragments.get(name, [])),
            units=tuple(unit_from(row.body) for row in noted),
            links=tuple(_link(row) for row in links.get(name, [])),
            lines=tuple(line_from(row.body) for row in lines.get(name, [])),
            usage=session.usage,
        )
        found[name] = CommittedSession(
            row=session,
            turns=tuple(_turn(row) for row in said),
            turn_vectors=matrix_from([row.vector for row in said], case.dimension),
            outcome=outcome,
            unit_vectors=matrix_from([row.vector for row in noted], case.dimension),
        )
    return found


def _of(query: Select[tuple[object, ...]], table: Table, session_ids: Sequence[str]) -> Select[tuple[object, ...]]:
    query = query.where(table.c.session_id.in_(session_ids))
    return query.where(table.c.staged == 0) if "staged" in table.c else query


def _with_vectors(table: Table, session_ids: Sequence[str]) -> Select[tuple[object, ...]]:
    joined = table.outerjoin(VECTORS, (VECTORS.c.case_key == table.c.case_key) & (VECTORS.c.sha == table.c.sha))
    query = select(table.c.case_key, table.c.session_id, table.c.body, table.c.sha, VECTORS.c.vector).select_from(
        joined
    )
    return _of(query, table, session_ids)


def _by_session(rows: Iterable[AnyRow]) -> dict[str, list[AnyRow]]:
    found: dict[str, list[AnyRow]] = {}
    for row in rows:
        found.setdefault(row.session_id, []).append(row)
    return found


def _count(connection: Connection, key: str) -> int:
    there = (SESSIONS.c.case_key == key, SESSIONS.c.staged == 0)
    return connection.scalar(select(func.count()).where(*there).select_from(SESSIONS)) or 0


def _ids(rows: Iterable[SessionRow]) -> list[str]:
    return [row.session_id for row in rows]


def _session(row: AnyRow) -> SessionRow:
    head = SessionHead(row.session_id, row.timestamp, row.turn_count, people_from(row.people), row.content_hash)
    return SessionRow(head, row.first_day, row.last_day, row.fold_key, row.revision, usage_from(row.usage))


def _turn(row: AnyRow) -> Turn:
    """Return a turn whose words are those that were read.

    Raises:
        StoreError: they have another hash than when they were kept, so nothing may be said on their strength.
    """
    turn = turn_from(row.body)
    if text_sha(turn.content) != row.sha:
        raise StoreError(
            f"a turn of session {row.session_id!r} is not what was read, the ledger's file is damaged; erase the case"
            " with `fta-mem forget CASE --all` and ingest its file again"
        )
    return turn


def _fragment(row: AnyRow) -> Fragment:
    return Fragment(row.begin, row.end, cast(BoundaryTrigger, row.trigger))


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
