"""Agreement: how a newer claim stands to an older one."""

from typing import Literal

from fta_mem.state.claims import Claim

Agreement = Literal[
    "agrees", "denies", "replaces", "corrects", "adds_detail", "completes", "cancels", "postpones", "unrelated"
]
"""``agrees``: the same said again; ``replaces``: the slot has another value now; ``corrects``: the older was never so;
``completes``, ``cancels``, ``postpones``: what came of the older one's plan."""


def relation_of(newer: Claim, older: Claim) -> Agreement:
    """Say how a newer claim stands to an older one; "unrelated" wherever it is not certain."""
    raise NotImplementedError


def settles(claim: Claim, question: Claim) -> bool | None:
    """Say whether a claim makes a yes/no question true or false; None where it settles nothing.

    The question is read into a claim (actuality ``asked``). Empty parts of the question match anything.
    """
    raise NotImplementedError
