"""The claim: one statement about somebody, with all that decides whether another statement agrees with it.

It is what clause-level open information extraction calls a proposition, with its event factuality (polarity and
actuality) and its source. Units, links, lifecycle, lines and answers of the rules engine all read claims.
"""

from dataclasses import dataclass
from typing import Literal

Polarity = Literal["asserted", "denied"]
Actuality = Literal[
    "actual", "planned", "wished", "imagined", "conditional", "nearly", "asked", "possible", "habitual", "reported"
]
"""``actual``: it happened or holds; ``habitual``: it holds as a habit; ``reported``: somebody else is quoted saying it;
``asked``: a question puts it; all others: it is not said to be so."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Who, what, whom or what, where, when, how much; whether it is so, and who says it in which words.

    Names are those under which the case knows people ("Ana", "Ana's sister Mara"), "" where nobody can be told.
    """

    subject: str = ""
    predicate: str = ""
    """The lemma with its particle ("move out"); light verbs undone ("have a walk" is "walk"); "be" for copulas."""
    object: str = ""
    """The object or complement as said, with names for pronouns ("a nurse", "Theo", "the car")."""
    place: str = ""
    time: str = ""
    """The words that date it, as said; ``start`` and ``end`` are its inclusive ISO days, None where unknown."""
    start: str | None = None
    end: str | None = None
    amount: str = ""
    """A number with its unit, as said ("20 mg", "two hours")."""
    obliques: tuple[tuple[str, str], ...] = ()
    """Other complements by their preposition: (("as", "a nurse"), ("with", "Owen"))."""
    people: tuple[str, ...] = ()
    """Everybody else in it, by the names that the case knows."""
    polarity: Polarity = "asserted"
    actuality: Actuality = "actual"
    past: bool = False
    """Said in the past tense: it was so; whether it still is, it doesn't say."""
    speaker: str = ""
    reported_by: str = ""
    """Whose word it is where the speaker hands it on."""
    session: str = ""
    turn: int = 0
    """Index of the turn within its session."""
    words: str = ""
    """The clause as said."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "obliques", tuple((str(prep), str(text)) for prep, text in self.obliques))
        object.__setattr__(self, "people", tuple(self.people))

    @property
    def is_so(self) -> bool:
        """Say whether the speaker states it as fact, whatever its polarity."""
        return self.actuality in ("actual", "habitual")
