"""Changes of the ledger; each function is called inside one transaction."""

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, replace

from sqlalchemy import Connection, Table, delete, insert, select, update

from fta_mem.state.consent import Consent, refused
from fta_mem.state.portable import PortableCase
from fta_mem.state.records import Link, Session, Turn
from fta_mem.storage.keys import case_key, place_digest, text_sha
from fta_mem.storage.ledger.queries import (
    case_row,
    consents,
    erasure_marks,
    forgotten,
    handed_over,
    kept_shas,
    newest_turns,
    numbers_of,
    owned,
    owners_of,
    shown_places,
    words_of,
)
from fta_mem.storage.ledger.row_encoding import body_of, vector_bytes
from fta_mem.storage.ledger.rows import CaseRow, ErasedRows, NewOutcome, SessionRow, row_of
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
    METADATA,
    OUTCOME_TABLES,
    SESSIONS,
    THREADS,
    TURNS,
    UNIT_IDS,
    UNITS,
    VECTORS,
)
from fta_mem.storage.not_found import unknown_session
from fta_mem.storage.persistent_ids import new_numbers, number_of
from fta_mem.text.embedder import Matrix

Values = dict[str, object]


def insert_staged(connection: Connection, new_case: CaseRow, session: Session, row: SessionRow) -> None:
    """Keep a session beside what is committed of it, replacing what was staged; make the case where it is new."""
    key = case_key(new_case.case_id)
    if case_row(connection, new_case.case_id) is None:
        _insert(connection, CASES, [_case_values(key, new_case)])
    check_consent(connection, new_case.case_id, session, newest_turns(connection, key, session.session_id)[1])
    delete_staged(connection, key, [session.session_id])
    _insert_session(connection, key, session, row, staged=1)


def check_consent(connection: Connection, case_id: str, session: Session, held: Sequence[Turn]) -> None:
    """Let pass what the person lets be kept: anything where memory is on, else only less of what is held already.

    Raises:
        ConsentError: something new would be kept against the person's word.
    """
    given = consents(connection, case_key(case_id))
    if not given or given[-1].state == "on":
        return
    if not {turn.content for turn in session.turns} <= {turn.content for turn in held}:
        raise refused(case_id, given[-1])


def insert_consent(connection: Connection, key: str, given: Consent) -> None:
    """Note a word on a case; where it switches memory off, what was handed over and isn't memory goes."""
    number = len(consents(connection, key))
    values: Values = {"case_key": key, "number": number, "state": given.state, "by": given.by, "at": given.at}
    _insert(connection, CONSENTS, [values])
    if given.state == "off":
        connection.execute(delete(HANDED_OVER).where(HANDED_OVER.c.case_key == key))
        note_scrub(connection, due=True)


def replace_handed_over(
    connection: Connection,
    new_case: CaseRow,
    session_id: str,
    shown: Sequence[str],
    change: Callable[[tuple[Turn, ...]], Session],
) -> Session:
    """Keep what ``change`` makes of a session as it is held, handed over or memory; make the case where it is new.

    ``shown`` are the ids of the messages that its thread shows now.
    """
    key = case_key(new_case.case_id)
    waiting = handed_over(connection, key, session_id)
    held = waiting[0].session.turns if waiting else newest_turns(connection, key, session_id)[1]
    session = change(held)
    if not held and not session.turns:
        return session
    if case_row(connection, new_case.case_id) is None:
        _insert(connection, CASES, [_case_values(key, new_case)])
    _replace_shown(connection, key, session_id, shown)
    if session.turns == held:
        return session
    check_consent(connection, new_case.case_id, session, held)
    delete_handed_over(connection, key, [item.number for item in waiting])
    place: Values = {"case_key": key, "session_id": session_id, "number": _next_revision(connection)}
    _insert(connection, HANDED_OVER, [place | {"body": body_of(session)}])
    return session


def delete_handed_over(connection: Connection, key: str, numbers: Collection[int]) -> None:
    """Forget what was handed over; what came later of the same sessions has other numbers, and stays."""
    for number in numbers:
        mine = (HANDED_OVER.c.case_key == key, HANDED_OVER.c.number == number)
        connection.execute(delete(HANDED_OVER).where(*mine))


def delete_staged(connection: Connection, key: str, session_ids: Iterable[str]) -> None:
    """Forget staged sessions."""
    for session_id in session_ids:
        for table in (TURNS, SESSIONS):
            mine = (table.c.case_key == key, table.c.session_id == session_id, table.c.staged == 1)
            connection.execute(delete(table).where(*mine))


def delete_sessions(connection: Connection, key: str, session_ids: Sequence[str]) -> None:
    """Erase sessions with what came from them: outcomes, judgements that hold their words, vectors nobody has now."""
    words = [word for session_id in session_ids for word in words_of(connection, key, session_id)]
    _delete_sessions(connection, key, session_ids)
    _delete_traces(connection, key, words)
    connection.execute(update(CASES).where(CASES.c.case_key == key).values(revision=_next_revision(connection)))
    note_scrub(connection, due=True)


def erase_said(connection: Connection, key: str, erased: ErasedRows) -> None:
    """Erase turns and whole sessions in one step; what is left of them, and what stood on them, awaits construction."""
    revision = _next_revision(connection)
    touched = [*erased.gone, *[session.session_id for session in erased.left]]
    words = [*erased.words, *[word for session_id in touched for word in words_of(connection, key, session_id)]]
    _delete_sessions(connection, key, touched)
    for session in erased.left:
        _insert_session(connection, key, session, replace(row_of(session), revision=revision), staged=0)
    for session_id in erased.after:
        mine = (SESSIONS.c.case_key == key, SESSIONS.c.session_id == session_id, SESSIONS.c.staged == 0)
        _delete_outcome(connection, key, session_id)
        connection.execute(update(SESSIONS).where(*mine).values(fold_key=None, revision=revision))
    _insert_missing(connection, key, erased.vectors)
    _delete_traces(connection, key, words)
    for number in erased.numbers:  # the number stays given out; the key, a hash of what was said, goes
        given_out = (UNIT_IDS.c.case_key == key, UNIT_IDS.c.number == number)
        connection.execute(update(UNIT_IDS).where(*given_out).values(content_key=f"erased {number}"))
    known = {(mark.session_id, mark.digest) for mark in erasure_marks(connection, key)}
    fresh = [mark for mark in erased.marks if (mark.session_id, mark.digest) not in known]
    _insert(connection, ERASURES, [{"case_key": key} | asdict(mark) for mark in fresh])
    connection.execute(update(CASES).where(CASES.c.case_key == key).values(revision=revision))
    note_scrub(connection, due=True)


def insert_brought(connection: Connection, key: str, brought: PortableCase) -> None:
    """Keep what a case had elsewhere beside its sessions: numbers given out, what was erased of it, and consent."""
    numbers = brought.numbers
    known = numbers_of(connection, key, numbers)
    fresh = {name: number for name, number in numbers.items() if name not in known}
    _insert(connection, UNIT_IDS, [{"case_key": key, "content_key": name, "number": n} for name, n in fresh.items()])
    _insert(connection, ERASURES, [{"case_key": key} | asdict(mark) for mark in brought.erased])
    for given in brought.consents:
        insert_consent(connection, key, given)


def delete_erasure_marks(connection: Connection, key: str) -> None:
    """Know what was erased no more, so that it may come back."""
    for table in (ERASURES, FORGOTTEN):
        connection.execute(delete(table).where(table.c.case_key == key))


def insert_vectors(connection: Connection, key: str, given: Mapping[str, Matrix]) -> None:
    """Keep vectors that aren't there yet; a case that isn't there keeps none."""
    if _has_case(connection, key):
        _insert_missing(connection, key, given)


def write_outcome(connection: Connection, key: str, new: NewOutcome) -> int:
    """Replace the session's outcome, make its staged turns memory, return the case's new revision."""
    session_id = new.outcome.session_id
    _promote(connection, key, session_id)
    _delete_outcome(connection, key, session_id)
    _insert_numbers(connection, key, new)
    _insert_missing(connection, key, new.vectors)
    _insert_outcome(connection, key, new)
    revision = _next_revision(connection)
    connection.execute(update(CASES).where(CASES.c.case_key == key).values(revision=revision))
    connection.execute(
        update(SESSIONS)
        .where(SESSIONS.c.case_key == key, SESSIONS.c.session_id == session_id, SESSIONS.c.staged == 0)
        .values(fold_key=new.fold_key, revision=revision, usage=body_of(new.outcome.usage))
    )
    return revision


def replace_judgement(connection: Connection, key: str, name: str, text: str) -> None:
    """Keep a judgement, in place of a former one of that key; a case that isn't there keeps none."""
    if _has_case(connection, key):
        connection.execute(delete(JUDGEMENTS).where(JUDGEMENTS.c.case_key == key, JUDGEMENTS.c.key == name))
        _insert(connection, JUDGEMENTS, [{"case_key": key, "key": name, "body": text}])


def note_index_revision(connection: Connection, key: str, revision: int) -> None:
    """Note the revision that the vector index has reached."""
    connection.execute(update(CASES).where(CASES.c.case_key == key).values(index_revision=revision))


def erase_case(connection: Connection, key: str) -> None:
    """Delete every row that carries the case's key, and note that logs and free pages must be emptied.

    Of messages that a host's threads told, hashes of their places stay: the same threads mustn't tell them again.
    """
    known = forgotten(connection, key)
    fresh = {place_digest(*place) for place in shown_places(connection, key)} - known
    _insert(connection, FORGOTTEN, [{"case_key": key, "digest": digest} for digest in sorted(fresh)])
    latest = consents(connection, key)[-1:]
    for table in reversed(METADATA.sorted_tables):
        if "case_key" in table.c and table is not FORGOTTEN:
            connection.execute(delete(table).where(table.c.case_key == key))
    # Whoever switched memory off and had all erased doesn't want it to begin again; who said so goes.
    if latest and latest[0].state != "on":
        insert_consent(connection, key, replace(latest[0], by=""))
    note_scrub(connection, due=True)


def note_scrub(connection: Connection, *, due: bool) -> None:
    """Note whether logs and free pages must be emptied."""
    connection.execute(update(COUNTERS).where(COUNTERS.c.name == "scrub").values(value=int(due)))


def _replace_shown(connection: Connection, key: str, session_id: str, shown: Sequence[str]) -> None:
    mine = (THREADS.c.case_key == key, THREADS.c.session_id == session_id)
    connection.execute(delete(THREADS).where(*mine))
    _insert(connection, THREADS, [{"case_key": key, "session_id": session_id, "shown": body_of(list(shown))}])


def _insert_session(connection: Connection, key: str, session: Session, row: SessionRow, *, staged: int) -> None:
    _insert(connection, SESSIONS, [_session_values(key, row, staged)])
    place: Values = {"case_key": key, "session_id": session.session_id, "staged": staged}
    _insert(
        connection,
        TURNS,
        [
            place | {"position": index, "body": body_of(turn), "sha": text_sha(turn.content)}
            for index, turn in enumerate(session.turns)
        ],
    )


def _delete_sessions(connection: Connection, key: str, session_ids: Iterable[str]) -> None:
    for session_id in session_ids:
        _delete_outcome(connection, key, session_id)
        for table in (TURNS, SESSIONS):
            connection.execute(delete(table).where(table.c.case_key == key, table.c.session_id == session_id))


def _delete_outcome(connection: Connection, key: str, session_id: str) -> None:
    for table in OUTCOME_TABLES:
        connection.execute(delete(table).where(table.c.case_key == key, table.c.session_id == session_id))


def _delete_traces(connection: Connection, key: str, words: Sequence[str]) -> None:
    """Delete the judgements that hold these words, and vectors that no row has any more."""
    words = [word for word in words if word.strip()]
    for row in list(owned(connection, select(JUDGEMENTS), JUDGEMENTS, key)):
        if _mentions(row.body, words):
            connection.execute(delete(JUDGEMENTS).where(JUDGEMENTS.c.case_key == key, JUDGEMENTS.c.key == row.key))
    held = [select(table.c.sha).where(table.c.case_key == key) for table in (TURNS, UNITS)]
    connection.execute(delete(VECTORS).where(VECTORS.c.case_key == key, *[VECTORS.c.sha.not_in(shas) for shas in held]))


def _promote(connection: Connection, key: str, session_id: str) -> None:
    mine = (SESSIONS.c.case_key == key, SESSIONS.c.session_id == session_id)
    states = set(connection.scalars(select(SESSIONS.c.staged).where(*mine)))
    if not states:
        raise unknown_session(session_id)
    if 1 not in states:
        return
    for table in (TURNS, SESSIONS):
        there = (table.c.case_key == key, table.c.session_id == session_id)
        connection.execute(delete(table).where(*there, table.c.staged == 0))
        connection.execute(update(table).where(*there, table.c.staged == 1).values(staged=0))


def _insert_numbers(connection: Connection, key: str, new: NewOutcome) -> None:
    given = {*new.numbers.values(), *[number_of(unit.memory_id) for unit in new.outcome.units]}
    fresh = new_numbers(new, numbers_of(connection, key, new.numbers) | owners_of(connection, key, given))
    _insert(
        connection,
        UNIT_IDS,
        [{"case_key": key, "content_key": content_key, "number": number} for content_key, number in fresh.items()],
    )


def _insert_missing(connection: Connection, key: str, given: Mapping[str, Matrix]) -> None:
    there = kept_shas(connection, key, list(given))
    _insert(
        connection,
        VECTORS,
        [
            {"case_key": key, "sha": sha, "vector": vector_bytes(vector)}
            for sha, vector in given.items()
            if sha not in there
        ],
    )


def _insert_outcome(connection: Connection, key: str, new: NewOutcome) -> None:
    outcome = new.outcome
    _insert_numbered(
        connection,
        FRAGMENTS,
        key,
        outcome.session_id,
        [{"begin": item.start, "end": item.end, "trigger": item.trigger} for item in outcome.fragments],
    )
    _insert_numbered(
        connection,
        UNITS,
        key,
        outcome.session_id,
        [
            {"memory_id": unit.memory_id, "body": body_of(unit), "sha": sha}
            for unit, sha in zip(outcome.units, new.unit_shas, strict=True)
        ],
    )
    _insert_numbered(connection, LINKS, key, outcome.session_id, [_link_values(link) for link in outcome.links])
    _insert_numbered(connection, LINES, key, outcome.session_id, [{"body": body_of(line)} for line in outcome.lines])


def _insert_numbered(connection: Connection, table: Table, key: str, session_id: str, rows: Sequence[Values]) -> None:
    place: Values = {"case_key": key, "session_id": session_id}
    _insert(connection, table, [place | {"position": position} | row for position, row in enumerate(rows)])


def _insert(connection: Connection, table: Table, rows: Sequence[Values]) -> None:
    if rows:
        connection.execute(insert(table), rows)


def _mentions(body: str, texts: Sequence[str]) -> bool:
    """Say whether the JSON of a judgement holds one of the texts, however it is escaped there."""
    return any(json.dumps(text)[1:-1] in body or json.dumps(text, ensure_ascii=False)[1:-1] in body for text in texts)


def _next_revision(connection: Connection) -> int:
    # Counted for the whole ledger, so that a case erased and made again never meets a cache of its former life.
    counter = COUNTERS.c.name == "revision"
    connection.execute(update(COUNTERS).where(counter).values(value=COUNTERS.c.value + 1))
    return int(connection.execute(select(COUNTERS.c.value).where(counter)).scalar_one())


def _has_case(connection: Connection, key: str) -> bool:
    return connection.scalar(select(CASES.c.case_key).where(CASES.c.case_key == key)) is not None


def _case_values(key: str, row: CaseRow) -> Values:
    return {
        "case_key": key,
        "case_id": row.case_id,
        "embedder": row.embedder,
        "dimension": row.dimension,
        "revision": 0,
        "index_revision": 0,
    }


def _session_values(key: str, row: SessionRow, staged: int) -> Values:
    return {
        "case_key": key,
        "session_id": row.session_id,
        "staged": staged,
        "timestamp": row.timestamp,
        "turn_count": row.head.turn_count,
        "people": body_of(list(row.head.people)),
        "content_hash": row.head.content_hash,
        "first_day": row.first_day,
        "last_day": row.last_day,
        "fold_key": row.fold_key,
        "revision": row.revision,
        "usage": body_of(row.usage),
    }


def _link_values(link: Link) -> Values:
    return {
        "source": link.source,
        "target": link.target,
        "relation": link.relation,
        "confidence": link.confidence,
        "completeness": link.completeness,
        "lifecycle": link.lifecycle,
        "at": link.at,
    }
