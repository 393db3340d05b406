"""Questions read into the structure of claims, with the part that is asked for left open."""

from fta_mem.engines.rules.claims.people import People
from fta_mem.state.claims import Asked


def claims_of_question(
    question: str, people: People, *, asker: str = "", addressee: str = "", now: str | None = None
) -> list[Asked]:
    """Return what a question asks, one record a clause, the main one first; [] where no clause can be read.

    ``asker`` is whom "I" means, ``addressee`` whom "you" means; ``now`` resolves its words of time.
    """
    raise NotImplementedError
