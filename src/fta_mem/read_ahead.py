"""Working ahead of the fold: what depends on one session alone is judged and embedded while earlier ones are folded."""

from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self, TypeVar

from fta_mem.engines.wrappers.collecting import CollectingEngine
from fta_mem.state.construction import ConstructionInput
from fta_mem.state.records import Turn
from fta_mem.state.retrieval_text import retrieval_text
from fta_mem.state.settings import Settings

if TYPE_CHECKING:
    from fta_mem.engines.base import Engine
    from fta_mem.storage.ports import ConstructionStore

T = TypeVar("T")

TURNS_WARMED: Final = 2_000
"""Turns that an engine is asked to get ready for at a time; what it makes ready stays in memory."""


class ReadAhead:
    """Reads sessions side by side (boundaries, extraction) and embeds what they say and what they yield.

    The fold finds every judgement and vector kept; nothing of its outcome depends on this, nor on ``workers``. With
    several workers, which wait for a model most of the time, the fold of early sessions overlaps the reading of later
    ones, and a session's relations are judged side by side once all before it is memory. With one, all is read and
    embedded before the fold begins: rules, grammar and embedding, side by side, only fight over the interpreter.
    """

    def __init__(self, engine: "Engine", store: "ConstructionStore", settings: Settings, case_id: str) -> None:
        self._engine = engine
        self._store = store
        self._settings = settings
        self._case_id = case_id
        self._workers = 1 if engine.name == "rules" else settings.workers
        self._readers = ThreadPoolExecutor(max_workers=self._workers, thread_name_prefix="fta-mem-read")
        self._judges = ThreadPoolExecutor(max_workers=self._workers, thread_name_prefix="fta-mem-judge")
        self._unit_texts: dict[str, Future[list[str]]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for pool in (self._readers, self._judges):
            pool.shutdown(cancel_futures=True)

    def start(self, session_ids: Sequence[str], new: Collection[str] = ()) -> None:
        """Begin to read the sessions in their order; ``new`` are those that no engine has judged yet."""
        from fta_mem.graphs.construction import build_reading_graph

        reading = build_reading_graph(self._engine, self._store).compile()

        def read(session_id: str) -> list[str]:
            pointer = ConstructionInput(case_id=self._case_id, session_id=session_id)
            units = reading.invoke(pointer, context=self._settings)["units"]
            return [retrieval_text(unit) for unit in units]

        unread = frozenset(new)
        turns = {session_id: self._turns(session_id) for session_id in session_ids}
        self._embed([turn.content for said in turns.values() for turn in said])
        for batch in _batches(turns):
            _submit(
                self._readers, self._engine.warm, [turn for name in batch if name in unread for turn in turns[name]]
            )
            for name in _by_length(batch, turns, self._workers):
                self._unit_texts[name] = _submit(self._readers, read, name)
        if self._workers == 1:
            self._embed([text for future in self._unit_texts.values() for text in _what_was_read(future)])

    def wait_for(self, session_id: str) -> None:
        """Return when the session's judgements and vectors are kept; raises what went wrong with them.

        All sessions before it must be memory by now: its units are related to theirs.
        """
        self._embed(self._unit_texts.pop(session_id).result())
        if self._workers > 1:
            self._relate(session_id)

    def _relate(self, session_id: str) -> None:
        from fta_mem.graphs.construction import build_judging_graph

        asked = CollectingEngine(self._engine)
        judging = build_judging_graph(asked, self._store).compile()
        judging.invoke(ConstructionInput(case_id=self._case_id, session_id=session_id), context=self._settings)
        relations = [_submit(self._judges, self._engine.judge_relations, request) for request in asked.relations]
        lines = [_submit(self._judges, self._engine.update_longitudinal, request) for request in asked.lines]
        for related in relations:
            related.result()
        for told in lines:
            told.result()

    def _embed(self, texts: Sequence[str]) -> None:
        self._store.vectors(self._case_id, texts)

    def _turns(self, session_id: str) -> tuple[Turn, ...]:
        head = self._store.session_head(self._case_id, session_id)
        return self._store.turns(self._case_id, session_id, 0, head.turn_count - 1)


def _what_was_read(future: "Future[list[str]]") -> list[str]:
    """Wait for a session's reading; one that failed yields nothing here, and is told when the session's turn comes."""
    return future.result() if future.exception() is None else []


def _submit(pool: ThreadPoolExecutor, work: Callable[..., T], *given: object) -> "Future[T]":
    """Run work in a pool as if here: the context says, among others, that no tracer listens."""
    return pool.submit(copy_context().run, work, *given)


def _by_length(names: list[str], turns: Mapping[str, Sequence[Turn]], workers: int) -> list[str]:
    """Return first what the fold wants first, then the longest sessions, so that no worker is left with one at last."""
    return [*names[:workers], *sorted(names[workers:], key=lambda name: -len(turns[name]))]


def _batches(turns: Mapping[str, Sequence[Turn]]) -> list[list[str]]:
    """Return the sessions, in order, in batches of at most TURNS_WARMED turns (a longer session is one by itself)."""
    batches: list[list[str]] = []
    held = 0
    for session_id, said in turns.items():
        if not batches or held + len(said) > TURNS_WARMED:
            batches.append([])
            held = 0
        batches[-1].append(session_id)
        held += len(said)
    return batches
