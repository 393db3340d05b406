"""Running our graphs inside a host's run, as if there were no run around them."""

import os
from collections.abc import Callable
from contextvars import copy_context
from typing import TypeVar

T = TypeVar("T")


def apart(call: Callable[[], T]) -> T:
    """Return what ``call`` returns, hiding the run that it is called from.

    A graph that is invoked inside a node inherits the host's checkpointer, callbacks and step limit: our state would
    stand in the host's checkpoints. Everything else of the caller's context, such as locks held, stays.
    """
    from langchain_core.runnables.config import var_child_runnable_config

    context = copy_context()
    context.run(var_child_runnable_config.set, None)
    return context.run(call if os.environ.get("FTA_MEM_TRACING") == "1" else lambda: _untraced(call))


def _untraced(call: Callable[[], T]) -> T:
    """Run the call so that a tracing service named in the environment sees nothing of it."""
    from langsmith import tracing_context

    with tracing_context(enabled=False, parent=False):
        return call()
