"""How many judgements are asked for at a time: a model is waited for, rules keep the processor busy."""

from fta_mem.engines.base import Engine
from fta_mem.state.settings import Settings


def is_waited_for(engine: Engine) -> bool:
    """Say whether asking this engine is mostly waiting.

    Rules, grammar and embedding, side by side, only fight over the interpreter (docs/decisions/0005).
    """
    return engine.name != "rules"


def workers_of(engine: Engine, settings: Settings) -> int:
    """Return how many judgements of this engine may be under way at a time."""
    return settings.workers if is_waited_for(engine) else 1
