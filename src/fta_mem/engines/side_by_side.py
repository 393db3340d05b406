"""How many judgements are asked for at a time: a model is waited for, rules keep the processor busy."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import TypeVar

from fta_mem.engines.base import Engine
from fta_mem.state.settings import Settings

Asked = TypeVar("Asked")
T = TypeVar("T")


def is_waited_for(engine: Engine) -> bool:
    """Say whether asking this engine is mostly waiting.

    Rules, grammar and embedding, side by side, only fight over the interpreter (docs/decisions/0005).
    """
    return engine.name != "rules"


def workers_of(engine: Engine, settings: Settings) -> int:
    """Return how many judgements of this engine may be under way at a time."""
    return settings.workers if is_waited_for(engine) else 1


def ask_side_by_side(ask: Callable[[Asked], T], requests: Sequence[Asked], workers: int) -> list[T]:
    """Return what each request is answered, in their order; none may depend on the answer to another.

    When one fails, those under way are waited for, so that what they cost isn't lost, and the rest isn't begun.
    """
    if workers == 1 or len(requests) < 2:
        return [ask(request) for request in requests]
    pool = ThreadPoolExecutor(max_workers=min(workers, len(requests)), thread_name_prefix="fta-mem-ask")
    try:
        # Each in a copy of the caller's context, which says among others that no tracer listens.
        return [asked.result() for asked in [pool.submit(copy_context().run, ask, item) for item in requests]]
    finally:
        pool.shutdown(cancel_futures=True)
