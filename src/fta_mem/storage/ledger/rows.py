"""What the ledger keeps, as records."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from fta_mem.state.encoding import content_hash
from fta_mem.state.erasure import ErasureMark
from fta_mem.state.records import Link, Session, SessionOutcome, Turn, Usage
from fta_mem.storage.ports import SessionHead
from fta_mem.storage.view.fold_order import extent_of
from fta_mem.text.embedder import Matrix


@dataclass(frozen=True, slots=True)
class CaseRow:
    """A case as it is kept; ``revision`` is 0 until a session of it is memory, and never given twice in a ledger."""

    case_id: str
    embedder: str
    dimension: int
    revision: int = 0
    index_revision: int = 0


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

    def committed(self, fold_key: str, usage: Usage, revision: int) -> "SessionRow":
        """Return the row of the session once its outcome is written."""
        return replace(self, fold_key=fold_key, usage=usage, revision=revision)


@dataclass(frozen=True, slots=True, eq=False)
class CommittedSession:
    """All that a session which is memory holds; row i of a matrix is the vector of turn i or of unit i.

    The units of ``outcome`` are bare: what later sessions say of them is derived (``view/lifecycle.py``).
    """

    row: SessionRow
    turns: tuple[Turn, ...]
    turn_vectors: Matrix
    outcome: SessionOutcome
    unit_vectors: Matrix
    rows_by_index: Mapping[int, int] = field(init=False)

    def __post_init__(self) -> None:
        rows = {turn.index: row for row, turn in enumerate(self.turns)}
        object.__setattr__(self, "rows_by_index", rows)

    @property
    def session_id(self) -> str:
        """Return the session's id."""
        return self.row.session_id


@dataclass(frozen=True, slots=True)
class CaseChanges:
    """What is new in a case since a revision: sessions committed since, all that are staged, contents asked for.

    ``whole`` says that what was known before is not to be built on: the sessions named here are all there are.
    """

    case: CaseRow
    whole: bool
    committed: tuple[SessionRow, ...]
    staged: tuple[SessionRow, ...]
    contents: Mapping[str, CommittedSession]


@dataclass(frozen=True, slots=True)
class CaseCounts:
    """A case's counts, taken without reading its units; ``links`` may have ends that are gone."""

    committed: tuple[SessionRow, ...]
    fragments: int
    memory_ids: frozenset[str]
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class NewOutcome:
    """An outcome ready to be written: its units bare, with the content keys and numbers that they keep for good.

    ``unit_shas`` name the units' vectors; ``vectors`` are those, and the turns', by name.
    """

    outcome: SessionOutcome
    fold_key: str
    numbers: Mapping[str, int]
    unit_shas: tuple[str, ...]
    vectors: Mapping[str, Matrix]


@dataclass(frozen=True, slots=True)
class ErasedRows:
    """What an erasure does to a case's rows.

    ``gone`` sessions vanish; ``left`` are sessions with some turns silenced; the outcomes of ``after``, which stand
    later in the fold, were made knowing what is erased and go too. All of ``left`` and ``after`` await construction.
    ``words`` are what judgements must not hold any more, ``numbers`` those of units that rested on it.
    """

    gone: tuple[str, ...]
    left: tuple[Session, ...]
    after: tuple[str, ...]
    words: tuple[str, ...]
    numbers: tuple[int, ...]
    marks: tuple[ErasureMark, ...]
    vectors: Mapping[str, Matrix]


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
