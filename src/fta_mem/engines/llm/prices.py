"""What known models cost, so that a run can say roughly what it will be charged; None where nothing is known."""

from typing import Final

PRICES: Final[dict[str, tuple[float, float]]] = {
    "gpt-4o-mini": (0.15, 0.60),
    "gpt-4o": (2.50, 10.00),
    "gpt-4.1": (2.00, 8.00),
    "gpt-4.1-mini": (0.40, 1.60),
    "gpt-4.1-nano": (0.10, 0.40),
    "gpt-5": (1.25, 10.00),
    "gpt-5-mini": (0.25, 2.00),
    "gpt-5-nano": (0.05, 0.40),
    "o4-mini": (1.10, 4.40),
    "claude-3-5-haiku": (0.80, 4.00),
    "claude-haiku-4-5": (1.00, 5.00),
    "claude-sonnet-4": (3.00, 15.00),
    "claude-sonnet-4-5": (3.00, 15.00),
}
"""US dollars a million tokens, in and out, as published by their makers; list prices without any discount."""

_FREE: Final = frozenset({"ollama"})


def price_of(model: str, tokens_in: int, tokens_out: int) -> float | None:
    """Return the estimated price in US dollars, 0.0 for a model that runs locally, None for an unknown one.

    ``model`` is an ``init_chat_model`` string; a dated release ("gpt-4o-mini-2024-07-18") costs what its name costs.
    """
    provider, _, bare = model.rpartition(":")
    if provider in _FREE or bare.startswith("rehearsal"):
        return 0.0
    names = [name for name in PRICES if bare == name or _is_release(bare, name)]
    if not names:
        return None
    price_in, price_out = PRICES[max(names, key=len)]
    return (tokens_in * price_in + tokens_out * price_out) / 1_000_000


def _is_release(bare: str, name: str) -> bool:
    rest = bare.removeprefix(name)
    return bare.startswith(name) and rest.startswith("-") and rest[1:].replace("-", "").isdecimal()
