"""What a store keeps, as records, and the port to where it keeps them (SQL, or plain dicts)."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from fta_mem.state.encoding import content_hash
from fta_mem.state.records import (
    Link,
    Session,
    SessionOutcome,
    Turn,
    Usage,
)
from fta_mem.storage.ports import SessionHead
from fta_mem.storage.view.fold_order import extent_of
from fta_mem.storage.view.projection import Written
from fta_mem.text.embedder import Matrix


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A session as it is kept; ``revision`` is that of its outcome, 0 while it is only staged."""

    head: SessionHead
    first_day: str | None = None
    last_day: str | None = None
    fold_key: str | None = None
    revision: int = 0
    usage: Usage = field(default_factory=Usage)

    @property
    def session_id(self) -> str:
        """Return the session's id."""
        return self.head.session_id

    @property
    def timestamp(self) -> str | None:
        """Return when it began."""
        return self.head.timestamp


@dataclass(frozen=True, slots=True, eq=False)
class Chapter:
    """All that a committed session holds; row i of a matrix is the vector of unit or turn i."""

    row: SessionRow
    turns: tuple[Turn, ...]
    turn_vectors: Matrix
    written: Written
    unit_vectors: Matrix


@dataclass(frozen=True, slots=True)
class CaseRow:
    """A case as it is kept; ``revision`` is 0 until a session of it is memory, and never given twice in a ledger."""

    case_id: str
    embedder: str
    dimension: int
    revision: int = 0
    index_revision: int = 0


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The sessions of a case at one moment: committed and staged ones, and the chapters that were asked for."""

    case: CaseRow
    committed: tuple[SessionRow, ...]
    staged: tuple[SessionRow, ...]
    chapters: Mapping[str, Chapter]


@dataclass(frozen=True, slots=True)
class Tally:
    """A case's counts, taken without reading its units; ``edges`` are links whose ends may be gone."""

    committed: tuple[SessionRow, ...]
    fragments: int
    memory_ids: frozenset[str]
    edges: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """An outcome ready to be written: its units bare, with the content keys and numbers that they keep for good."""

    outcome: SessionOutcome
    fold_key: str
    numbers: Mapping[str, int]
    unit_shas: tuple[str, ...]


class Rows(Protocol):
    """Where rows are kept. Each method is one transaction; whoever writes holds the case's lock."""

    def case_ids(self) -> list[str]:
        """Return the ids of all cases, also of those that are only staged."""

    def case(self, case_id: str) -> CaseRow | None:
        """Return the case's row."""

    def stage(self, case: CaseRow, session: Session, row: SessionRow) -> None:
        """Keep a session beside what is committed of it, replacing what was staged; make the case where it is new."""

    def drop_staged(self, case_id: str, session_id: str | None = None) -> None:
        """Forget one staged session, or all."""

    def drop_sessions(self, case_id: str, session_ids: Sequence[str]) -> None:
        """Erase sessions with all that came from them, judgements and vectors included."""

    def sessions(self, case_id: str) -> tuple[tuple[SessionRow, ...], tuple[SessionRow, ...]]:
        """Return the committed and the staged sessions."""

    def turns(self, case_id: str, session_id: str, begin: int, end: int) -> tuple[Turn, ...]:
        """Return the turns of a span, of the staged version where there is one."""

    def snapshot(self, case_id: str, known: Mapping[str, int]) -> Snapshot | None:
        """Return the case as it stands, with the chapters whose revision differs from the known one."""

    def tally(self, case_id: str) -> Tally:
        """Return the case's counts."""

    def vectors(self, case_id: str, shas: Sequence[str]) -> dict[str, Matrix]:
        """Return the vectors that are kept of these texts."""

    def keep_vectors(self, case_id: str, vectors: Mapping[str, Matrix]) -> None:
        """Keep vectors; a case that isn't there keeps none."""

    def numbers(self, case_id: str, content_keys: Sequence[str]) -> tuple[dict[str, int], int]:
        """Return the numbers that these keys have, and the highest number of the case."""

    def commit(self, case_id: str, entry: Entry) -> int:
        """Replace the session's outcome, make its staged turns memory, return the case's new revision."""

    def judgement(self, case_id: str, key: str) -> str | None:
        """Return a kept judgement."""

    def keep_judgement(self, case_id: str, key: str, text: str) -> None:
        """Keep a judgement; a case that isn't there keeps none."""

    def keep_index_revision(self, case_id: str, revision: int) -> None:
        """Note the revision that the vector index has reached."""

    def erase(self, case_id: str) -> None:
        """Erase every row of the case, and what logs and free pages keep of it."""

    def close(self) -> None:
        """Give back files."""


def case_key(case_id: str) -> str:
    """Return the name under which a case's rows and files stand: any id is one, look-alikes never share it."""
    return hashlib.sha256(case_id.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def text_sha(text: str) -> str:
    """Return the name of a text's vector."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def people_of(turns: Sequence[Turn]) -> tuple[str, ...]:
    """Return the names of those who speak, users first, each group in order of appearance."""
    spoken = [turn for turn in turns if turn.is_source and turn.name]
    users = [turn.name for turn in spoken if turn.role == "user"]
    return tuple(dict.fromkeys((*users, *[turn.name for turn in spoken])))


def row_of(session: Session) -> SessionRow:
    """Return the row of a session that is yet to be staged."""
    extent = extent_of(session)
    head = SessionHead(
        session_id=session.session_id,
        timestamp=session.timestamp,
        turn_count=len(session.turns),
        people=people_of(session.turns),
        content_hash=content_hash(session),
    )
    return SessionRow(head, extent.first, extent.last)


def effective(committed: Sequence[SessionRow], staged: Sequence[SessionRow]) -> list[SessionRow]:
    """Return each session once, as construction sees it: the staged version before the committed one."""
    return list(({row.session_id: row for row in committed} | {row.session_id: row for row in staged}).values())


def mentions(body: str, texts: Sequence[str]) -> bool:
    """Say whether the JSON of a judgement holds one of the texts, however it is escaped there."""
    return any(json.dumps(text)[1:-1] in body or json.dumps(text, ensure_ascii=False)[1:-1] in body for text in texts)


def as_committed(row: SessionRow, entry: Entry, revision: int) -> SessionRow:
    """Return the row of a session whose outcome has been written."""
    return replace(row, fold_key=entry.fold_key, revision=revision, usage=entry.outcome.usage)
