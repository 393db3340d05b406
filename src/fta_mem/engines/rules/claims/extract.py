"""Claims of dialogue turns: clause-level open information extraction with event factuality (fact anchor x^F)."""

from collections.abc import Sequence

from fta_mem.engines.rules.claims.people import People
from fta_mem.state.claims import Claim
from fta_mem.state.records import Turn


def claims_of(turns: Sequence[Turn], people: People, *, session: str = "", skip: int = 0) -> list[Claim]:
    """Return what a run of turns says, in order; a short reply takes its clause from the question before it.

    The first ``skip`` turns are only read for what later ones refer to ("he", "Nope."); they give no claims.
    Turns that are no source of memory and turns in other languages give none.
    """
    raise NotImplementedError
