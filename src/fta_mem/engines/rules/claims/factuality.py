"""What a governing word makes of its clause: happened, planned, wished, denied, reported.

This is event factuality.

The classes are those of the literature on factuality: implicative verbs ("manage", "fail"), aspectual ones ("start",
"quit"), factives ("know"), verbs of saying, of asking, of wishing and of planning. A verb in none of them makes its
clause merely possible, since silence is better than a false fact.
"""

from dataclasses import dataclass
from typing import Final

from fta_mem.state.claims import Actuality, Phase
from fta_mem.text.word_lists import words


@dataclass(frozen=True, slots=True)
class Effect:
    """How a clause stands under its governor; ``stands_in`` says that the governor is no claim of its own."""

    actuality: Actuality = "actual"
    flips: bool = False
    """The clause is denied where its governor is asserted, and asserted where that is denied."""
    follows: bool = False
    """The clause is denied where its governor is."""
    reports: bool = False
    phase: Phase = ""
    stands_in: bool = False
    free: bool = False
    """The clause is only set beside its governor and owes it nothing."""


POSSIBLE: Final = Effect("possible")
WISHED: Final = Effect("wished")
PLANNED: Final = Effect("planned")
IMAGINED: Final = Effect("imagined")
CONDITIONAL: Final = Effect("conditional")
ASKED: Final = Effect("asked")
FACT: Final = Effect()
REPORTED: Final = Effect("reported", reports=True)
DENYING: Final = Effect("reported", flips=True, reports=True)
WITHOUT: Final = Effect(flips=True)
FREE: Final = Effect(free=True)
_THINKING: Final = Effect("possible", follows=True)
_PLANNING: Final = Effect("planned", follows=True)

_CLASSES: Final[tuple[tuple[str, Effect], ...]] = (
    ("wish want hope long yearn crave prefer desire dream fancy", WISHED),
    (
        "plan intend decide aim agree arrange book schedule prepare vow resolve commit mean promise going expect "
        "offer threaten choose look_forward sign_up have need got gonna volunteer",
        _PLANNING,
    ),
    ("imagine pretend picture fantasise fantasize daydream visualise visualize", IMAGINED),
    (
        "think believe guess suppose suspect assume reckon figure expect-that seem appear look sound bet doubt",
        _THINKING,
    ),
    ("wonder ask inquire enquire", ASKED),
    ("manage happen bother dare get come remember end_up wind_up help", Effect(follows=True, stands_in=True)),
    ("start begin", Effect(follows=True, phase="begin", stands_in=True)),
    ("keep continue keep_on carry_on go_on resume", Effect(follows=True, phase="go on", stands_in=True)),
    ("stop quit cease give_up pack_in", Effect(flips=True, phase="end", stands_in=True)),
    ("fail forget refuse neglect avoid decline omit resist", Effect(flips=True, stands_in=True)),
    (
        "know realise realize discover notice see find find_out regret understand prove confirm hate love like enjoy "
        "matter show recognise recognize learn-that remember-that forget-that turn_out spend",
        FACT,
    ),
    (
        "say tell mention text write message email claim report announce reveal explain swear insist complain warn "
        "inform reply answer shout whisper admit confess suggest-that hear read joke argue promise-that post state "
        "agree-that remark add phone ring respond scream yell mutter go_on-that",
        REPORTED,
    ),
    ("deny", DENYING),
    ("used", Effect("habitual", follows=True, phase="end", stands_in=True)),
    ("make let force", Effect(follows=True)),
    ("tend", Effect("habitual", follows=True, stands_in=True)),
    ("tell-to ask-to", WISHED),
)
VERBS: Final[dict[str, Effect]] = {lemma: effect for listed, effect in _CLASSES for lemma in listed.split()}
"""By lemma; with "-that" for a finite clause and "-to" for an infinitive where the two differ."""

_ADJECTIVE_CLASSES: Final[tuple[tuple[str, Effect], ...]] = (
    ("able", Effect(follows=True, stands_in=True)),
    ("unable", Effect(flips=True, stands_in=True)),
    ("supposed due meant set bound about", Effect("planned", follows=True, stands_in=True)),
    ("glad sorry happy sad proud angry upset surprised relieved ashamed grateful lucky aware annoyed hurt", FACT),
)
ADJECTIVES: Final[dict[str, Effect]] = {
    word: effect for listed, effect in _ADJECTIVE_CLASSES for word in listed.split()
}

_NOUN_CLASSES: Final[tuple[tuple[str, Effect], ...]] = (
    ("plan decision intention promise arrangement appointment goal aim", PLANNED),
    ("wish dream hope urge desire need", WISHED),
    ("fact problem thing news truth reason trouble", FACT),
)
NOUNS: Final[dict[str, Effect]] = {word: effect for listed, effect in _NOUN_CLASSES for word in listed.split()}

MODALS: Final[dict[str, Actuality]] = {
    "will": "planned", "wo": "planned", "'ll": "planned", "’ll": "planned", "ll": "planned", "shall": "planned",
    "would": "conditional", "could": "possible", "can": "possible", "ca": "possible", "may": "possible",
    "might": "possible", "must": "possible", "should": "possible", "ought": "possible", "sha": "planned",
}  # fmt: skip
ABILITY: Final = words("can ca could cannot can't")
CONDITIONAL_MARKS: Final = words("if unless whether provided providing assuming case lest supposing otherwise")
REASON_MARKS: Final = words("because cause cuz coz since as 'cause cos 'cos")
TIME_MARKS: Final = words("when while before after until till once whenever")
NEARLY: Final = words("almost nearly practically")
MAYBE: Final = words(
    "maybe perhaps probably possibly presumably supposedly apparently hopefully likely allegedly potentially mayb"
)
OFTEN: Final = words(
    "always usually often sometimes regularly normally generally occasionally frequently mostly typically daily weekly "
    "monthly yearly nightly"
)
HARDLY: Final = words("hardly barely scarcely rarely seldom")
NOTHING: Final = words("nobody nothing none neither noone nowhere nowt")
NEGATIONS: Final = words("not n't never no nt n’t neither nor dont didnt")

# A question is nobody's word at all; what is reported is at least somebody's.
_WEIGHT: Final[dict[Actuality, int]] = {
    "asked": 9, "nearly": 8, "imagined": 7, "conditional": 6, "wished": 5, "planned": 4, "possible": 3,
    "reported": 2, "habitual": 1, "actual": 0,
}  # fmt: skip


def further(one: Actuality, other: Actuality) -> Actuality:
    """Return the actuality that is further from fact: an imagined plan is imagined, a reported plan is planned."""
    return max(one, other, key=_WEIGHT.__getitem__)
