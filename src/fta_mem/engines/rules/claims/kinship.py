"""Words for relations: which name the same one, of which gender, and how a label like "Ana's sister Mara" is read."""

from dataclasses import dataclass
from typing import Final

from fta_mem.text.word_lists import words

_SHE: Final = words(
    "mother sister daughter wife girlfriend aunt grandmother niece stepmother stepsister stepdaughter fiancée "
    "mother-in-law sister-in-law daughter-in-law ex-wife ex-girlfriend half-sister granddaughter landlady goddaughter "
    "great-aunt great-grandmother godmother girl lady woman"
)
_HE: Final = words(
    "father brother son husband boyfriend uncle grandfather nephew stepfather stepbrother stepson fiancé father-in-law "
    "brother-in-law son-in-law ex-husband ex-boyfriend half-brother grandson godson godfather great-uncle "
    "great-grandfather boy guy man bloke"
)
_THEY: Final = words(
    "partner spouse ex ex-partner cousin child baby toddler sibling friend flatmate neighbour colleague boss ex-boss "
    "manager supervisor teacher tutor coach mentor therapist counsellor doctor psychiatrist psychologist landlord "
    "classmate teammate grandchild grandparent twin relative midwife nurse dentist lawyer solicitor consultant surgeon "
    "student patient client tenant lodger roomie crush date trainer accountant physio physiotherapist assistant "
    "caseworker pastor priest rabbi imam stalker bully abuser sponsor"
)
_PLURAL: Final = words(
    "parents children siblings friends colleagues grandparents grandchildren twins relatives in-laws sisters brothers "
    "sons daughters cousins uncles aunts flatmates neighbours family students patients teammates boys girls"
)
_SAME: Final[tuple[tuple[str, str], ...]] = (
    ("mother", "mum mom mommy mummy mama ma mam mums moms"),
    ("father", "dad daddy papa pa dads da"),
    ("sister", "sis"),
    ("brother", "bro"),
    ("grandmother", "grandma gran granny nan nana nanna gramma"),
    ("grandfather", "grandpa grandad granddad gramps grampa"),
    ("aunt", "auntie aunty"),
    ("child", "kid"),
    ("children", "kids"),
    ("husband", "hubby"),
    ("boyfriend", "bf"),
    ("girlfriend", "gf"),
    ("fiancé", "fiance"),
    ("fiancée", "fiancee"),
    ("stepmother", "stepmum stepmom step-mum step-mom step-mother"),
    ("stepfather", "stepdad step-dad step-father"),
    ("stepsister", "step-sister"),
    ("stepbrother", "step-brother"),
    ("stepson", "step-son"),
    ("stepdaughter", "step-daughter"),
    ("flatmate", "roommate housemate"),
    ("flatmates", "roommates housemates"),
    ("neighbour", "neighbor"),
    ("neighbours", "neighbors"),
    ("colleague", "coworker co-worker workmate"),
    ("colleagues", "coworkers co-workers workmates"),
    ("friend", "mate buddy bestie pal"),
    ("friends", "mates buddies pals"),
    ("counsellor", "counselor"),
    ("doctor", "gp"),
    ("ex", "exes"),
)
SAME_KIN: Final[dict[str, str]] = {word: kin for kin, listed in _SAME for word in listed.split()}
_KNOWN: Final = _SHE | _HE | _THEY | _PLURAL
KIN: Final = (_KNOWN | frozenset(SAME_KIN)) - words("girl lady woman boy guy man bloke boys girls")
"""Every word for a relation; "the man" is nobody's."""
PERSONS: Final = _KNOWN | frozenset(SAME_KIN) | words("person")
ADDRESSED: Final = words(
    "mum mom mommy mummy mama mam dad daddy papa mother father grandma gran granny nan nana nanna grandpa grandad "
    "granddad "
    "auntie aunty uncle aunt gramps"
)
"""Words that name one's own without "my": "Mum said"."""
LASTING: Final = words(
    "mother father sister brother son daughter child grandmother grandfather aunt uncle cousin niece nephew twin "
    "half-sister "
    "half-brother grandson granddaughter stepmother stepfather stepsister stepbrother stepson stepdaughter"
)
"""Relations that don't pass to somebody else: whoever is named so once is it for good."""
QUALIFIERS: Final[dict[str, str]] = {
    "older": "older", "elder": "older", "big": "older", "eldest": "older", "oldest": "older", "younger": "younger",
    "little": "younger", "youngest": "younger", "baby": "younger", "middle": "middle", "twin": "twin", "best": "best",
    "ex": "ex", "former": "ex", "late": "", "first": "first", "second": "second", "third": "third",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Label:
    """A name taken apart: whose relation ("Ana"), which ("younger sister"), called what ("Mara")."""

    owner: str = ""
    kin: str = ""
    name: str = ""

    @property
    def text(self) -> str:
        """Return the label as claims carry it."""
        related = f"{self.owner}'s {self.kin}" if self.owner and self.kin else ""
        return " ".join(part for part in (related, self.name) if part)

    @property
    def bare_kin(self) -> str:
        """Return the relation without what tells it from others of its kind."""
        return self.kin.rpartition(" ")[2]

    @property
    def short(self) -> str:
        """Return the shortest form that reads alone, to say whose somebody is."""
        return self.name or self.text


def kin_of(word: str) -> str:
    """Return the one word under which a relation is kept ("mum" is "mother"); "" for other words."""
    plain = word.casefold()
    return SAME_KIN.get(plain, plain if plain in _KNOWN else "")


def label_of(name: str) -> Label:
    """Take a label apart: "Ana's younger sister Mara" is Ana's, a younger sister, Mara."""
    owner, apart, rest = name.replace("’", "'").rpartition("'s ")
    parts = rest.split()
    kin = [part for part in parts if part.islower()]
    if not apart or not kin or not kin_of(kin[-1]):
        return Label(name=name)
    return Label(owner, " ".join(kin), " ".join(part for part in parts if part not in kin))


def gender_of_kin(kin: str) -> str:
    """Return "she", "he", "they" (many) or "" (may be either) for a relation."""
    word = kin_of(kin.rpartition(" ")[2])
    return "she" if word in _SHE else "he" if word in _HE else "they" if word in _PLURAL else ""
