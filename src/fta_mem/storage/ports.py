"""The ports to where memory is kept: one for the machines' nodes, one for the care of cases.

Memory is a fold over sessions in chronological order. Whatever a machine asks about "memory before a session" means
the outcomes of the sessions that stand before it in that order, never what came later.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Protocol

from fta_mem.state.answering import SourceTurn
from fta_mem.state.consent import Consent, ConsentState
from fta_mem.state.erasure import Erased, Erasure, Traces
from fta_mem.state.portable import PortableCase
from fta_mem.state.records import Case, FTAUnit, Link, LongitudinalLine, Session, SessionOutcome, Turn, Usage
from fta_mem.state.settings import SearchWay
from fta_mem.text.embedder import Matrix


@dataclass(frozen=True, slots=True)
class SessionHead:
    """A session without its turns."""

    session_id: str
    timestamp: str | None
    turn_count: int
    people: tuple[str, ...]
    content_hash: str


@dataclass(frozen=True, slots=True, eq=False)
class CaseView:
    """All that reading a case needs, as of one ledger revision; kept in memory between questions.

    ``units`` and ``turns`` stand in canonical order: chronological by session, then by turn, then by text. Row i of
    ``unit_vectors`` (n, dim) belongs to ``units[i]``, of ``turn_vectors`` to ``turns[i]``. What others compute from it
    stands in ``derived``, by its type, and goes when the view goes.
    """

    case_id: str
    revision: int
    people: tuple[str, ...]
    units: tuple[FTAUnit, ...]
    unit_vectors: Matrix
    turns: tuple[SourceTurn, ...]
    turn_vectors: Matrix
    links: tuple[Link, ...]
    lines: tuple[LongitudinalLine, ...]
    last_day: str | None
    derived: dict[type, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CaseSummary:
    """A line of ``fta-mem cases``; ``first`` and ``last`` are ISO days, ``usage`` is what its judgements cost."""

    case_id: str
    sessions: int
    turns: int
    fragments: int
    units: int
    links: int
    first: str | None
    last: str | None
    usage: Usage = field(default_factory=Usage)


@dataclass(frozen=True, slots=True)
class Removed:
    """What a deletion took away."""

    sessions: int
    turns: int
    units: int
    links: int


NearUnits = list[list[tuple[FTAUnit, float]]]
"""For each row asked, older units with their cosine similarity, nearest first."""


@dataclass(frozen=True, slots=True)
class Nearest:
    """The units nearest to a question as (memory_id, cosine similarity), best first; ``way`` is how they were found."""

    units: tuple[tuple[str, float], ...]
    way: SearchWay


@dataclass(frozen=True, slots=True)
class FoldEntry:
    """A session in fold order: ``fold_key`` is that of its committed outcome, None while it is only staged."""

    head: SessionHead
    fold_key: str | None


@dataclass(frozen=True, slots=True)
class HandedOver:
    """A session that a host handed over and that is still to become memory; each state of it has its own number."""

    number: int
    session: Session


class NodeStore(Protocol):
    """What the nodes of the two machines need: of a session under work, of memory before it, and of a case in view."""

    def stage(self, case_id: str, session: Session) -> None:
        """Keep a session's turns for construction; it is not memory until its outcome is committed."""

    def session_head(self, case_id: str, session_id: str) -> SessionHead:
        """Return a staged or stored session without its turns; raise UnknownCaseError if there is none."""

    def turns(self, case_id: str, session_id: str, begin: int, end: int) -> tuple[Turn, ...]:
        """Return the turns of an inclusive index span."""

    def vectors(self, case_id: str, texts: Sequence[str]) -> Matrix:
        """Return the texts' vectors, embedding only those that the case doesn't hold yet (in one batch)."""

    def units_before(self, case_id: str, session_id: str) -> tuple[FTAUnit, ...]:
        """Return the units of all earlier sessions as they stand then, in canonical order."""

    def near_units(self, case_id: str, session_id: str, vectors: Matrix, count: int) -> NearUnits:
        """Return for each row the ``count`` nearest units of earlier sessions with cosine similarity, exactly."""

    def lines_before(self, case_id: str, session_id: str) -> tuple[LongitudinalLine, ...]:
        """Return the longitudinal lines that stand before the session."""

    def memory_ids(self, case_id: str, content_keys: Sequence[str]) -> list[str]:
        """Return a persistent id for each content key: the one it always had, or the next free number.

        Nothing is written: new numbers are counted on from the highest committed one in the order of the keys, so the
        same keys always get the same ids until the commit that makes them permanent.
        """

    def fold_key_before(self, case_id: str, session_id: str) -> str:
        """Return the fold key of the session before this one in fold order, "" for the first."""

    def commit(self, outcome: SessionOutcome, content_keys: dict[str, str], fold_key: str) -> None:
        """Make the outcome memory in one transaction, replacing what came from this session before."""

    def view(self, case_id: str, revision: int | None = None) -> CaseView:
        """Return the case as it stands; raise UnknownCaseError if there is none.

        With a ``revision``, as it stood then, if it is still known: so that one question is asked of one memory.
        """

    def open_turns(self, case_id: str) -> tuple[SourceTurn, ...]:
        """Return the turns of sessions staged or handed over, not memory yet; takes no lock, raises for no case."""

    def check_asking(self, case_id: str) -> None:
        """Raise ConsentError where the person switched memory off."""

    def open_vectors(self, texts: Sequence[str]) -> Matrix:
        """Return the texts' vectors; they are kept in this process only, nothing is written."""

    def embed_query(self, text: str) -> Matrix:
        """Return the query's vector, shape (dim,)."""

    def nearest(self, case_id: str, vector: Matrix, count: int, way: SearchWay) -> Nearest:
        """Return the nearest units by Chroma, or exactly where that is asked for or the index is away."""

    def count_tokens(self, text: str) -> int:
        """Return the embedder's word pieces of the text, untruncated."""


class CaseCare(Protocol):
    """The care of cases: one writer at a time, the order of the fold, the index, listing and forgetting."""

    def writing(self, case_id: str) -> AbstractContextManager[None]:
        """Hold the case's writer lock; wait a little, then raise CaseLockedError."""

    def fold_order(self, case_id: str) -> tuple[FoldEntry, ...]:
        """Return all staged and committed sessions: by time, undated ones after dated, then by natural order of ids."""

    def drop_staged(self, case_id: str) -> None:
        """Forget sessions that an interrupted run staged and never committed."""

    def drop_sessions(self, case_id: str, session_ids: Sequence[str]) -> None:
        """Erase sessions, staged and committed, with all that came from them; what stands after them is stale then."""

    def resting_on(self, case_id: str, erasure: Erasure) -> Erased:
        """Return what would go with an erasure; raise UnknownCaseError for a case, session or turn that isn't there."""

    def erase_said(self, case_id: str, erasure: Erasure) -> Erased:
        """Erase turns and sessions with all that was made knowing them; what is left and stands later is stale then."""

    def traces(self, case_id: str, erased: Erased) -> Traces:
        """Look for what was erased of a case in every file of the home."""

    def without_erased(self, case: Case) -> tuple[Case, int]:
        """Return a case without the turns that were erased from memory before, and how many they are."""

    def consents(self, case_id: str) -> tuple[Consent, ...]:
        """Return every word that was given on a case, the latest last; none means that memory is on."""

    def set_consent(self, case_id: str, state: ConsentState, by: str) -> Consent:
        """Note a word on a case; where it switches memory off, what was handed over and isn't memory yet goes."""

    def portable(self, case_id: str) -> PortableCase:
        """Return all that is memory of a case; raise UnknownCaseError if there is none."""

    def bring_in(self, brought: PortableCase, case_id: str) -> None:
        """Make a case of what another home held; raise StoreError if there is one of that name."""

    def bring_back(self, case_id: str) -> None:
        """Let what was erased of a case be ingested again."""

    def cached_judgement(self, case_id: str, key: str) -> str | None:
        """Return the JSON of a judgement made before, by the hash of what was asked."""

    def keep_judgement(self, case_id: str, key: str, text: str) -> None:
        """Keep a judgement's JSON at once, so that a crash repeats no finished call."""

    def follow_index(self, case_id: str) -> None:
        """Bring the vector index up to the ledger's revision."""

    def remake_index(self, case_id: str) -> None:
        """Make the vector index anew from the ledger; raise UnknownCaseError if there is no such case."""

    def faults(self) -> tuple[str, ...]:
        """Return what is wrong with what is kept, each as a line that says what to do."""

    def cases(self) -> tuple[CaseSummary, ...]:
        """Return all cases in order of their ids."""

    def summary(self, case_id: str) -> CaseSummary:
        """Return one case's counts; raise UnknownCaseError if there is none."""

    def forget_case(self, case_id: str) -> Removed:
        """Erase a case: rows, vectors, documents, caches, folders, and what write-ahead logs keep of it."""


class HandingOver(Protocol):
    """What a host hands over, kept until it is memory: no call here waits for whoever makes memory of a case."""

    def hand_over(
        self, case_id: str, session_id: str, shown: Sequence[str], change: Callable[[tuple[Turn, ...]], Session]
    ) -> Session:
        """Keep and return what ``change`` makes of the turns that are held of a session, in one transaction.

        ``shown`` are the ids of the messages that the host's thread holds now.
        """

    def shown(self, case_id: str, session_id: str) -> tuple[str, ...]:
        """Return the ids of the messages that the thread held when it was last handed over."""

    def without_forgotten(self, case_id: str, session: Session) -> Session:
        """Return what a thread tells, but for messages that it told before the whole case was forgotten."""

    def handed_over(self, case_id: str) -> tuple[HandedOver, ...]:
        """Return what is still to become memory, in the order in which it came."""

    def take_off(self, case_id: str, taken: Sequence[HandedOver]) -> None:
        """Forget what became memory, but not what came of the same sessions since."""

    def waiting_cases(self) -> tuple[str, ...]:
        """Return the ids of the cases of which something is still to become memory."""


class Store(NodeStore, CaseCare, HandingOver, Protocol):
    """All ports, as a host's memory holds them."""

    def checked_by(self, check: Callable[[str], None]) -> "Store":
        """Return this store for a run that may not touch every case; for one that it may not, ``check`` raises."""

    def close(self) -> None:
        """Give back files, locks and handles."""
