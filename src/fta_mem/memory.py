"""Memory at one home: ingest, remember, recall, ask. What a host, the command line and the evaluation all use."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from time import perf_counter
from types import TracebackType
from typing import TYPE_CHECKING, Self

from fta_mem.isolation import apart
from fta_mem.state.answering import Answer, AnsweringInput, Packet, RewrittenQuery
from fta_mem.state.consent import Consent, ConsentState, refused
from fta_mem.state.encoding import content_hash
from fta_mem.state.erasure import Erased, Erasure, Traces
from fta_mem.state.errors import QuestionError
from fta_mem.state.fold_keys import fold_key
from fta_mem.state.records import Case, Session, Turn, Usage
from fta_mem.state.session_input import input_of
from fta_mem.state.settings import SearchWay, Settings

if TYPE_CHECKING:
    from fta_mem.engines.base import Engine
    from fta_mem.formats.same_chat import Settled
    from fta_mem.graphs.answering import AnsweringGraph
    from fta_mem.graphs.construction import ConstructionGraph
    from fta_mem.storage.ports import HandedOver, Store


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an ingest is: sessions of one case."""

    case_id: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class IngestReport:
    """A case as it stands after an ingest, and how long it took; ``unchanged_sessions`` cost nothing.

    ``dropped_sessions`` counts those that a later export of their chat no longer holds, ``erased_turns`` those that
    the file holds and somebody erased: they stay away.
    """

    case_id: str
    sessions: int
    turns: int
    fragments: int
    units: int
    links: int
    usage: Usage
    seconds: float
    unchanged_sessions: int
    dropped_sessions: int = 0
    erased_turns: int = 0


@dataclass(frozen=True, slots=True)
class Recalled:
    """The packet for a question; ``searched`` says whether the index or exact search found its units."""

    case_id: str
    question: str
    query: RewrittenQuery
    packet: Packet
    searched: SearchWay | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """The answer to a question, with the packet that it stands on."""

    case_id: str
    question: str
    query: RewrittenQuery
    packet: Packet
    answer: Answer
    usage: Usage
    searched: SearchWay | None = None


@dataclass(frozen=True, slots=True)
class ErasureReceipt:
    """What an erasure took, and what a search of every file for it found."""

    case_id: str
    erased: Erased
    traces: Traces


class Memory:
    """Memory at one home: build it from dialogue, recall from it, answer from it. Use it as a context manager."""

    def __init__(self, store: "Store", engine: "Engine", settings: Settings | None = None) -> None:
        self.store = store
        self.settings = settings or Settings()
        self._engine = engine

    @property
    def engine(self) -> "Engine":
        """Return who judges."""
        return self._engine

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give back files, locks and index handles."""
        self.store.close()

    def ingest(
        self,
        case: Case,
        *,
        progress: Callable[[Progress], None] | None = None,
        watch: Callable[[dict[str, object]], None] | None = None,
    ) -> IngestReport:
        """Make memory of the case's sessions, and work on again whatever stands after the first that changed.

        Sessions that memory holds and the case doesn't name stay, but for those of the chat that the case is the whole
        of (``Case.source``). The outcome is that of a clean run over all that stay.
        ``watch`` gets the construction machine's events (nodes/progress.py), ids and counts without text.

        Raises:
            CaseLockedError: another process is writing to this case.
        """
        return apart(lambda: self._ingest(case, progress, watch))

    def _ingest(
        self,
        case: Case,
        progress: Callable[[Progress], None] | None,
        watch: Callable[[dict[str, object]], None] | None,
    ) -> IngestReport:
        started = perf_counter()
        stale, dropped, erased = self._build(case, progress, watch)
        now = self.store.summary(case.case_id)
        return IngestReport(
            case.case_id,
            now.sessions,
            now.turns,
            now.fragments,
            now.units,
            now.links,
            now.usage,
            perf_counter() - started,
            now.sessions - stale,
            dropped,
            erased,
        )

    def _build(
        self,
        case: Case,
        progress: Callable[[Progress], None] | None,
        watch: Callable[[dict[str, object]], None] | None,
    ) -> tuple[int, int, int]:
        """Make memory of sessions and of what waits; return how many were worked on, dropped, and turns erased."""
        given_word = self.consent(case.case_id)
        if given_word.state != "on" and case.sessions:
            raise refused(case.case_id, given_word)
        with self.store.writing(case.case_id):
            waiting = self.store.handed_over(case.case_id)
            settled = self._settled(case)
            given, erased = self.store.without_erased(_with_waiting(settled.case, waiting))
            self._stage(given, [*settled.outdated, *self._retracted(case.case_id, waiting)])
            stale = self._fold(case.case_id, progress, watch)
            self.store.follow_index(case.case_id)
            self.store.take_off(case.case_id, waiting)
        return stale, settled.dropped, erased

    def warm(self) -> None:
        """Load the embedder and what the engine judges with, instead of at the first question or session."""
        self.store.embed_query("warm")
        self._engine.warm((Turn(0, "", "user", "user", "I am here."),))

    def build(self, case_id: str, *, watch: Callable[[dict[str, object]], None] | None = None) -> None:
        """Make memory of what was handed over of a case (``store.hand_over``), by this process or an earlier one.

        Where memory is paused or off, it goes on waiting.

        Raises:
            CaseLockedError: another process is writing to this case.
        """
        if self.store.handed_over(case_id) and self.consent(case_id).state == "on":
            apart(lambda: self._build(Case(case_id, ()), None, watch))

    def _fold(
        self,
        case_id: str,
        progress: Callable[[Progress], None] | None = None,
        watch: Callable[[dict[str, object]], None] | None = None,
    ) -> int:
        """Make memory of all sessions that are staged or stale, in order; return how many they were."""
        from fta_mem.ingestion import Ingestion

        stale, order = self.stale_sessions(case_id), self.store.fold_order(case_id)
        with Ingestion(self._remembering(case_id), self.store, self.settings, case_id, watch) as ingestion:
            ingestion.begin(stale, {entry.head.session_id for entry in order if not entry.fold_key})
            for done, session_id in enumerate(stale):
                if progress is not None:
                    progress(Progress(case_id, done, len(stale)))
                ingestion.finish(session_id)
        if progress is not None:
            progress(Progress(case_id, len(stale), len(stale)))
        return len(stale)

    def erase(self, case_id: str, erasure: Erasure) -> ErasureReceipt:
        """Erase turns and sessions for good, make anew what stood on them, and look whether a trace is left.

        Ingesting their file again doesn't bring them back (``bring_back`` of the store lets it). What is left becomes
        the memory of a clean run over it, by the engine that this memory has.

        Raises:
            UnknownCaseError: there is no such case, session or turn; nothing is erased then.
        """
        return apart(lambda: self._erase(case_id, erasure))

    def _erase(self, case_id: str, erasure: Erasure) -> ErasureReceipt:
        with self.store.writing(case_id):
            self.build(case_id)  # what is erased must not stand anywhere else
            erased = self.store.erase_said(case_id, erasure)
            self._fold(case_id)
            self.store.remake_index(case_id)
            return ErasureReceipt(case_id, erased, self.store.traces(case_id, erased))

    def consent(self, case_id: str) -> Consent:
        """Return the person's latest word on their memory; without one it is on."""
        given = self.store.consents(case_id)
        return given[-1] if given else Consent()

    def set_consent(self, case_id: str, state: ConsentState, *, by: str = "") -> Consent:
        """Switch a person's memory on, pause it, or switch it off; ``by`` names whose word that is.

        Whether paused or off, what is remembered can be looked at, taken along and erased.
        """
        return self.store.set_consent(case_id, state, by)

    def export_case(self, case_id: str) -> str:
        """Return all of a case as one JSON document with a checksum; what was handed over becomes memory first.

        Raises:
            UnknownCaseError: nothing of the case is memory.
            CaseLockedError: another process is writing to this case.
        """
        from fta_mem.formats.case_file import write_case

        def export() -> str:
            with self.store.writing(case_id):
                self.build(case_id)
                return write_case(self.store.portable(case_id))

        return apart(export)

    def import_case(self, document: str, case_id: str | None = None) -> str:
        """Make a case of an exported one, under its own name or another, and return the name.

        Memory is what it was, by whatever engine; only vectors are made anew.

        Raises:
            DatasetError: the document is no exported case, or was changed since.
            StoreError: there is a case of that name already.
        """
        from fta_mem.formats.case_file import read_case

        brought = read_case(document)
        name = case_id or brought.case_id
        apart(lambda: self.store.bring_in(brought, name))
        self.store.follow_index(name)
        return name

    def remember(
        self, case_id: str, session: Session, *, watch: Callable[[dict[str, object]], None] | None = None
    ) -> IngestReport:
        """Make memory of one finished session (or of more turns of one that memory holds already)."""
        return self.ingest(Case(case_id, (session,)), watch=watch)

    def recall(
        self, case_id: str, question: str, *, now: str | None = None, open_sessions: Sequence[Session] = ()
    ) -> Recalled:
        """Return the packet for a question.

        ``open_sessions`` are under way: what of them is not memory yet is searched too, and marked as such.

        Raises:
            QuestionError: the question is empty.
            UnknownCaseError: there is no such case, and nothing was said in it.
            ConsentError: the person switched memory off.
        """
        given = _asked(case_id, question, now, open_sessions)
        state = apart(lambda: self._recalling.invoke(given, context=self.settings))
        return Recalled(case_id, question, state["query"], state["packet"], state.get("searched"))

    def ask(
        self, case_id: str, question: str, *, now: str | None = None, open_sessions: Sequence[Session] = ()
    ) -> Asked:
        """Answer a question from memory, or abstain; takes and raises what ``recall`` does."""
        given = _asked(case_id, question, now, open_sessions)
        state = apart(lambda: self._answering.invoke(given, context=self.settings))
        return Asked(
            case_id,
            question,
            state["query"],
            state["packet"],
            state["answer"],
            state["usage"],
            state.get("searched"),
        )

    def stale_sessions(self, case_id: str) -> list[str]:
        """Return, in fold order, the sessions whose outcome is missing or was made from other input or settings."""
        stale, previous, fingerprint = list[str](), "", self._engine.fingerprint()
        for entry in self.store.fold_order(case_id):
            previous = fold_key(previous, entry.head.content_hash, self.settings, fingerprint)
            if entry.fold_key != previous:
                stale.append(entry.head.session_id)
        return stale

    def _settled(self, case: Case) -> "Settled":
        """Return the case as it stands beside what earlier exports of its chat left, and what it makes outdated."""
        from fta_mem.formats.same_chat import Settled, settled

        if not case.source:
            return Settled(case, ())
        held = {
            entry.head.session_id: self.store.turns(case.case_id, entry.head.session_id, 0, entry.head.turn_count - 1)
            for entry in self.store.fold_order(case.case_id)
        }
        return settled(case, held)

    def _retracted(self, case_id: str, waiting: "Sequence[HandedOver]") -> list[str]:
        """Return the sessions of which words are gone that memory holds: what was made of them goes first."""
        known = {entry.head.session_id: entry.head.turn_count for entry in self.store.fold_order(case_id)}
        found = []
        for session in (item.session for item in waiting if item.session.session_id in known):
            held = self.store.turns(case_id, session.session_id, 0, known[session.session_id] - 1)
            if not {turn.content for turn in held} <= {turn.content for turn in session.turns}:
                found.append(session.session_id)
        return found

    def _stage(self, case: Case, outdated: Sequence[str]) -> None:
        self.store.drop_staged(case.case_id)
        if outdated:
            self.store.drop_sessions(case.case_id, outdated)
        held = {entry.head.session_id: entry.head.content_hash for entry in self.store.fold_order(case.case_id)}
        for session in case.sessions:
            if held.get(session.session_id) != content_hash(session):
                self.store.stage(case.case_id, session)

    def _remembering(self, case_id: str) -> "Engine":
        """Return the engine behind a cache in the case's own ledger rows: no finished judgement is asked for twice."""
        from fta_mem.engines.wrappers.cached import CachedEngine

        return CachedEngine(
            self._engine,
            lambda key: self.store.cached_judgement(case_id, key),
            lambda key, text: self.store.keep_judgement(case_id, key, text),
        )

    def construction_graph(self) -> "ConstructionGraph":
        """Return the construction machine over this memory, for a server or a host's own run."""
        from fta_mem.graphs.construction import build_construction_graph

        return build_construction_graph(self._engine, self.store).compile()

    def answering_graph(self) -> "AnsweringGraph":
        """Return the answering machine over this memory."""
        from fta_mem.graphs.answering import build_answering_graph

        return build_answering_graph(self._engine, self.store).compile()

    @cached_property
    def _answering(self) -> "AnsweringGraph":
        return self.answering_graph()

    @cached_property
    def _recalling(self) -> "AnsweringGraph":
        from fta_mem.graphs.answering import build_recall_graph

        return build_recall_graph(self._engine, self.store).compile()


def _with_waiting(case: Case, waiting: "Sequence[HandedOver]") -> Case:
    """Return the case with what was handed over of it, but for sessions that it names itself."""
    named = {session.session_id for session in case.sessions}
    more = [item.session for item in waiting if item.session.turns and item.session.session_id not in named]
    return replace(case, sessions=(*case.sessions, *more)) if more else case


def _asked(case_id: str, question: str, now: str | None, open_sessions: Sequence[Session]) -> AnsweringInput:
    if not question.strip():
        raise QuestionError("the question is empty; ask something")
    said = [input_of(session) for session in open_sessions]
    return AnsweringInput(case_id=case_id, question=question, now=now, open_sessions=said)
