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
``asked``: a question puts it; all others: it is not said to be so (``wished``: also what somebody is told to do)."""
Phase = Literal["", "begin", "end", "go on"]
"""What "start", "stop" and "keep" say of the predicate: "quit smoking" is a denied "smoke" in its phase "end"."""
Wanted = Literal[
    "yes_no", "subject", "object", "place", "time", "amount", "manner", "reason", "order", "count", "duration"
]


@dataclass(frozen=True, slots=True)
class Claim:
    """Who, what, whom or what, where, when, how much; whether it is so, and who says it in which words.

    Names are those under which the case knows people ("Ana", "Ana's sister Mara"), "" where nobody can be told.
    """

    subject: str = ""
    predicate: str = ""
    """The lemma with its particle ("move out"); light verbs undone ("have a walk" is "walk"); "be" for copulas.

    "get", "go", "turn" and the like before an adjective are "become"; a passive is "be" with its participle ("be
    fired"), its agent stands under "by"; what gives somebody's name is "be called".
    """
    object: str = ""
    """The object or complement as said, with names for pronouns ("a nurse", "Theo", "the car")."""
    place: str = ""
    """Where, or whereto, without its preposition ("Leeds"); where from stands under "from"."""
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
    perfect: bool = False
    """Said in the present perfect ("has moved", "has lived here for years"): it began before, and counts now."""
    speaker: str = ""
    reported_by: str = ""
    """Whose word it is where the speaker hands it on."""
    session: str = ""
    turn: int = 0
    """Index of the turn within its session."""
    words: str = ""
    """The clause as said."""
    span: tuple[int, int] = (0, 0)
    """Where ``words`` stand in the turn's text."""
    adverbs: tuple[str, ...] = ()
    """"still", "again", "already", "now", "really" and the like, as lemmas."""
    reason: str = ""
    """The clause after "because"."""
    phase: Phase = ""
    implied: bool = False
    """Nobody says it in so many words: it follows from another claim of the same words ("refused" denies "accept")."""
    question_turn: int | None = None
    """Where the clause, or what it corrects, stands in another turn: that turn's index."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "obliques", tuple((str(prep), str(text)) for prep, text in self.obliques))
        object.__setattr__(self, "people", tuple(self.people))
        object.__setattr__(self, "adverbs", tuple(self.adverbs))
        object.__setattr__(self, "span", (self.span[0], self.span[1]))

    @property
    def is_so(self) -> bool:
        """Say whether the speaker states it as fact, whatever its polarity."""
        return self.actuality in ("actual", "habitual")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as a claim with one part left open, read by the same grammar as what turns say."""

    claim: Claim
    """The pattern: what it names must agree; the part asked for is ""; its actuality is what is asked after
    ("planned" for "is she going to", "possible" for "can she"), "actual" for a plain question."""
    wanted: Wanted = "yes_no"
    preposition: str = ""
    """The preposition of the part asked for ("with" in "Who did she go with?")."""
    kind: str = ""
    """The noun that says what kind of thing is asked for ("doctor" in "Which doctor does she see?")."""
    options: tuple[str, ...] = ()
    """The choices that the question gives ("tea or coffee?")."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", tuple(self.options))
