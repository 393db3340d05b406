"""Sessions through the two parts of the construction machine: side by side through the first, in order the second."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self

from langchain_core.runnables import RunnableConfig

from fta_mem.engines.side_by_side import is_waited_for, workers_of
from fta_mem.graphs.construction import build_across_sessions, build_within_session
from fta_mem.state.construction import ConstructionInput
from fta_mem.state.records import Turn
from fta_mem.state.settings import Settings

if TYPE_CHECKING:
    from langgraph.graph.state import CompiledStateGraph

    from fta_mem.engines.base import Engine
    from fta_mem.storage.ports import NodeStore

Event = dict[str, object]
Watch = Callable[[Event], None]
Values = dict[str, Any]
"""A part's output: a ``SessionYield`` or a ``ConstructionOutput``."""

TURNS_WARMED: Final = 2_000
"""Turns that an engine is asked to get ready for at a time; what it makes ready stays in memory."""


class Ingestion:
    """Makes memory of a case's sessions; each passes each part of the machine once.

    A model is waited for most of the time: several sessions are in the first part at once, and the second takes them
    up in order while later ones are still in the first. Rules keep the processor busy, so each session passes both
    parts before the next one begins. What becomes memory depends on neither.
    """

    def __init__(
        self, engine: "Engine", store: "NodeStore", settings: Settings, case_id: str, watch: Watch | None = None
    ) -> None:
        self._engine = engine
        self._store = store
        self._settings = settings
        self._case_id = case_id
        self._watch = watch
        self._within = build_within_session(engine, store).compile()
        self._across = build_across_sessions(engine, store).compile()
        self._workers = workers_of(engine, settings)
        self._pool = ThreadPoolExecutor(self._workers, "fta-mem-within") if is_waited_for(engine) else None
        self._begun: dict[str, Callable[[], tuple[Values, list[Event]]]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def begin(self, session_ids: Sequence[str], new: Collection[str] = ()) -> None:
        """Begin with the sessions, given in their order; ``new`` are those that no engine has judged yet."""
        turns = {session_id: self._turns(session_id) for session_id in session_ids}
        self._store.vectors(self._case_id, [turn.content for said in turns.values() for turn in said])
        for batch in batches(turns):
            fresh = [turn for name in batch if name in new for turn in turns[name]]
            for name in by_length(batch, turns, self._workers):
                self._begun[name] = self._later(name, fresh if name == batch[0] else ())

    def finish(self, session_id: str) -> None:
        """Make the session memory; raises what went wrong with it. All sessions before it must be memory by now."""
        values, events = self._begun.pop(session_id)()
        if self._watch is not None:
            for event in events:
                self._watch(event)
        self._run(self._across, values, self._watch)

    def _later(self, session_id: str, fresh: Sequence[Turn]) -> Callable[[], tuple[Values, list[Event]]]:
        """Let the pool take the session, or leave it until its outcome is asked for."""
        work = partial(self._within_session, session_id, fresh)
        # In a copy of this context, which says among others that no tracer listens.
        return work if self._pool is None else self._pool.submit(copy_context().run, work).result

    def _within_session(self, session_id: str, fresh: Sequence[Turn]) -> tuple[Values, list[Event]]:
        if fresh:
            self._engine.warm(fresh)
        events: list[Event] = []
        given = ConstructionInput(case_id=self._case_id, session_id=session_id)
        # Told when the session's turn comes: a watcher hears one session after another, on the caller's thread.
        return self._run(self._within, given, None if self._watch is None else events.append), events

    def _run(self, part: "CompiledStateGraph[Any, Settings, Any, Any]", given: Any, watch: Watch | None) -> Values:
        """Return a part's output; without a watcher its steps need no threads of their own."""
        if watch is None:
            return dict(part.invoke(given, RunnableConfig(max_concurrency=self._workers), context=self._settings))
        # One more: while it streams, LangGraph keeps a thread of the same pool for waiting, and would wait for ever.
        config = RunnableConfig(max_concurrency=self._workers + 1)
        values: Values = {}
        steps: Iterator[Any] = part.stream(given, config, context=self._settings, stream_mode=["custom", "values"])
        for mode, chunk in steps:
            if mode == "custom":
                watch(chunk)
            else:
                values = chunk
        return values

    def _turns(self, session_id: str) -> tuple[Turn, ...]:
        head = self._store.session_head(self._case_id, session_id)
        return self._store.turns(self._case_id, session_id, 0, head.turn_count - 1)


def batches(turns: Mapping[str, Sequence[Turn]]) -> list[list[str]]:
    """Return the sessions, in order, in batches of at most TURNS_WARMED turns (a longer session is one by itself)."""
    found: list[list[str]] = []
    held = 0
    for session_id, said in turns.items():
        if not found or held + len(said) > TURNS_WARMED:
            found.append([])
            held = 0
        found[-1].append(session_id)
        held += len(said)
    return found


def by_length(names: list[str], turns: Mapping[str, Sequence[Turn]], workers: int) -> list[str]:
    """Return first what is finished first, then the longest sessions, so that no worker is left with one at last."""
    return [*names[:workers], *sorted(names[workers:], key=lambda name: -len(turns[name]))]
