"""Who is who in a case: one person under many names, and two persons of one name kept apart."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from fta_mem.engines.rules.claims.kinship import ADDRESSED, LASTING, QUALIFIERS, Label, kin_of, label_of
from fta_mem.state.claims import Claim
from fta_mem.text.first_names import is_first_name
from fta_mem.text.word_lists import words

FIRST: Final = words("i me my mine myself we us our ours ourselves im")
SECOND: Final = words("you your yours yourself u ur ya yourselves")
THIRD: Final = words(
    "he she him her his hers himself herself they them their theirs themselves it its itself this that"
)
_TITLES: Final = words("mr mrs ms miss dr doctor prof professor sir madam rev father sister auntie aunt uncle")
_NICKNAME: Final = re.compile(r"[\"“'‘(\[](?P<nick>[^\"”'’)\]]+)[\"”'’)\]]")
_OWNED: Final = re.compile(r"^(?P<owner>.+?)['’]s?\s+(?P<rest>[^'’]+)$")
_WORD: Final = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_ANYBODY: Final = ("a ", "an ", "some ", "another ", "someone", "somebody", "the man", "the woman")
_SHORT_FORM: Final = 3
_TYPO_LENGTH: Final = 4


@dataclass(frozen=True)
class People:
    """Everybody whom a case knows, by the names that speakers have and that turns and claims give; never changed.

    A name is a label that reads alone: a speaker's name as the source gives it, "Ana's sister", "Ana's sister Mara",
    "Mara". What one fragment calls "Mara" and another "Ana's sister" are told to be one by ``same``, once a claim
    says so. A short form goes to its only owner; between two of one name it goes to nobody.
    """

    speakers: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    """Names that claims use, in the order of their first use."""
    called: tuple[tuple[str, str], ...] = ()
    """What a person is called, as claims say: ("Ana's sister", "Mara")."""

    @classmethod
    def of(cls, speakers: Iterable[str], *, claims: Iterable[Claim] = ()) -> "People":
        """Return the people of a case: its speakers, and whom the claims tell of."""
        return cls(tuple(dict.fromkeys(name for name in speakers if name))).knowing(claims)

    def knowing(self, claims: Iterable[Claim]) -> "People":
        """Return these people with what further claims say of them."""
        labels, called = dict.fromkeys(self.labels), dict.fromkeys(self.called)
        for claim in claims:
            named = [claim.subject, *claim.people, claim.reported_by]
            labels.update(dict.fromkeys(name for name in named if name and _reads_as_person(name)))
            if claim.predicate == "be called" and claim.subject and claim.object and claim.polarity == "asserted":
                called[claim.subject, claim.object] = None
        return People(self.speakers, tuple(labels), tuple(called))

    def resolve(self, mention: str, speaker: str = "", addressee: str = "") -> str:
        """Return the name of whom a mention means ("Jo", "my sister", "Mum", "I", "you", "Mrs Lambert"); "" for nobody.

        A name that is new but reads as a person's is returned as said; one misspelt by a letter finds the known one.
        """
        label = self._read(mention.strip(' .,!?;:"“”'), speaker, addressee)
        if label is None:
            return ""
        # A speaker's own name is never somebody else's short form.
        if not label.kin and label.name in self.speakers:
            return label.name
        found = self._entity(label, speaker)
        if found is not None:
            return self.canonical(found)
        if label.kin:
            return label.text
        # One letter off is a slip of the pen only where it makes no name of its own: Anna isn't Anne.
        close = self.like(label.name) if not is_first_name(label.name.split()[0]) else ()
        return close[0] if close else label.name

    def canonical(self, name: str) -> str:
        """Return the one label under which all names of a person are kept; the name itself where it is nobody's."""
        group = self._groups.get(name)
        if group is None:
            found = self._entity(label_of(name), "")
            group = self._groups.get(found) if found is not None else None
        return group[0] if group else name

    def same(self, one: str, other: str) -> bool:
        """Say whether two names mean one person, by all that is known."""
        if not one or not other or one.casefold().startswith(_ANYBODY):
            return False  # "a friend" is no certain one
        return one.casefold() == other.casefold() or self.canonical(one) == self.canonical(other)

    def names_of(self, name: str) -> tuple[str, ...]:
        """Return every name under which a person is known, the canonical one first."""
        group = self._groups.get(self.canonical(name))
        return tuple(group) if group else (name,)

    def knows(self, name: str) -> bool:
        """Say whether a name is somebody's whom the case knows."""
        return self._entity(label_of(name), "") is not None

    def like(self, name: str) -> tuple[str, ...]:
        """Return the canonical names that are most like an unknown one, best first; () where none is near."""
        plain = name.casefold()
        found = [
            (distance, group[0])
            for group in self._people
            for distance in [min((_distance(plain, form) for form in self._forms_of(group)), default=9)]
            if distance <= (1 if len(plain) < 8 else 2) and len(plain) >= _TYPO_LENGTH
        ]
        best = min((distance for distance, _ in found), default=0)
        return tuple(name for distance, name in found if distance == best)

    @cached_property
    def _people(self) -> list[list[str]]:
        """Group all names into persons: kin with a name first, then kin alone, then names alone."""
        people = [[name, *_forms(name)] for name in self.speakers]
        # What says most goes first: later labels find it, and a bare name that fits two of them stays apart.
        order = sorted(self.labels, key=lambda name: _rank(label_of(name)))
        for name in order:
            _place(people, name)
        for name, nick in self.called:
            group = next((group for group in people if name in group), None)
            if group is None:
                people.append(group := [name])
            _call(people, group, nick, self.speakers)
        return [_ordered(group, self.speakers) for group in people]

    @cached_property
    def _groups(self) -> dict[str, list[str]]:
        groups: dict[str, list[str]] = {}
        for group in self._people:
            for name in group:
                groups.setdefault(name, group)
        # A name that two people bear is no key to either: it must not find the one who came first.
        for form, groups_of in self._ambiguous.items():
            if len(groups_of) > 1 and form not in self.speakers:
                groups.pop(form, None)
        return groups

    @cached_property
    def _ambiguous(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for place, group in enumerate(self._people):
            for name in dict.fromkeys(group):
                found.setdefault(name, []).append(place)
        return found

    def _forms_of(self, group: Sequence[str]) -> Iterator[str]:
        for name in group:
            label = label_of(name)
            yield (label.name or name).casefold()
            yield from (part.casefold() for part in label.name.split() if len(part) >= _TYPO_LENGTH)

    def _entity(self, label: Label, speaker: str) -> str | None:
        """Return a name of the one person whom a label fits; None where it fits nobody, or several."""
        found = [group for group in self._people if any(_fits(label, label_of(name)) for name in group)]
        # Of two people who fit, one's own is meant: "Mum" in Ana's mouth is Ana's.
        if len(found) > 1 and speaker:
            own = [group for group in found if any(label_of(name).owner == speaker for name in group)]
            found = own if len(own) == 1 else found
        if len(found) > 1 and label.name:
            exact = [group for group in found if any(name.casefold() == label.text.casefold() for name in group)]
            found = exact if len(exact) == 1 else found
        return found[0][0] if len(found) == 1 else None

    def _read(self, mention: str, speaker: str, addressee: str) -> Label | None:
        """Take a mention apart as its speaker means it; None for what names nobody."""
        plain = mention.casefold()
        if plain in FIRST or mention == speaker:
            return Label(name=speaker) if speaker else None
        if plain in SECOND:
            return Label(name=addressee) if addressee else None
        if not plain or plain in THIRD:
            return None
        if mention in self.speakers:
            return Label(name=mention)
        head, _, rest = mention.partition(" ")
        if rest and head.casefold() in ("my", "our"):
            return relation(rest, speaker)
        if rest and head.casefold() in ("your", "ur"):
            return relation(rest, addressee)
        if rest and head.casefold() in ("his", "her", "their", "the", "a", "an", "some"):
            return relation(rest, "")
        owned = _OWNED.match(mention)
        if owned is not None:
            owner = self.resolve(owned["owner"], speaker, addressee)
            return relation(owned["rest"], label_of(owner).short if owner not in self.speakers else owner)
        first = _WORD.search(plain)
        if first is not None and first.group() in ADDRESSED:
            return relation(mention, speaker)
        return Label(name=mention) if any(char.isalpha() for char in mention) else None


def relation(words_said: str, owner: str) -> Label | None:
    """Read "younger sister Mara" as a relation of its owner's; a name alone stays a name, anything else is nobody."""
    parts = words_said.split()
    place = next((n for n, part in enumerate(parts) if kin_of(part.strip(",.'’"))), None)
    if place is None:
        name = " ".join(part for part in parts if part[:1].isupper())
        return Label(name=name) if name and not owner else None
    kin = kin_of(parts[place].strip(",.'’"))
    before = [QUALIFIERS[part.casefold()] for part in parts[:place] if QUALIFIERS.get(part.casefold())]
    name = " ".join(part.strip(",") for part in parts[place + 1 :] if part[:1].isupper())
    if not owner:
        return Label(name=name) if name else None
    return Label(owner, " ".join([*before, kin]), name)


def _reads_as_person(name: str) -> bool:
    label = label_of(name)
    return bool(label.kin) or (name[:1].isupper() and "'s " not in name and len(name.split()) <= 4)


def _rank(label: Label) -> int:
    return 0 if label.kin and label.name else 1 if label.kin else 2


def _forms(name: str) -> list[str]:
    """Return the short forms of a speaker's name: without the nickname, the nickname, with either first name."""
    nick = _NICKNAME.search(name)
    if nick is None:
        return []
    plain = " ".join(_NICKNAME.sub(" ", name).split())
    last = plain.split()[1:]
    return [form for form in (plain, nick["nick"].strip(), " ".join([nick["nick"].strip(), *last])) if form]


def _place(people: list[list[str]], name: str) -> None:
    """Put a label with the one person whom it fits, or make it a person of its own."""
    label = label_of(name)
    found = [group for group in people if name in group or any(_fits(label, label_of(other)) for other in group)]
    if len(found) == 1:
        if name not in found[0]:
            found[0].append(name)
    else:
        people.append([name])


def _call(people: list[list[str]], group: list[str], nick: str, speakers: tuple[str, ...]) -> None:
    """Give a person a further name, and take in whoever was known by that name alone."""
    label = label_of(group[0])
    # A boss or a partner can be followed by another, so a name alone must not stand for the role for good.
    if label.kin and label.bare_kin not in LASTING:
        nick = Label(label.owner, label.kin, nick).text
    for other in [each for each in people if each is not group and nick in each]:
        if len(other) == 1 and other[0] not in speakers:
            people.remove(other)
    if nick not in group:
        group.append(nick)
    if label.kin and label.bare_kin in LASTING:
        named = Label(label.owner, label.kin, label_of(nick).name or nick).text
        if named not in group:
            group.append(named)


def _ordered(group: list[str], speakers: tuple[str, ...]) -> list[str]:
    """Return a person's names with the canonical one first: a speaker's, else kin with name, else as first used."""
    best = next((name for name in group if name in speakers), None)
    if best is None:
        best = next((name for name in group if label_of(name).kin and label_of(name).name), group[0])
    return [best, *(name for name in dict.fromkeys(group) if name != best)]


def _fits(said: Label, known: Label) -> bool:
    """Say whether a label can mean a known one: the same relation, or the same name and no other relation."""
    if said.kin and known.kin:
        related = _same_owner(said.owner, known.owner) and _same_kin(said.kin, known.kin)
        if said.name and known.name:
            lasting = said.bare_kin in LASTING and known.bare_kin in LASTING
            return _same_name(said.name, known.name) and (
                related or (not lasting and _same_owner(said.owner, known.owner))
            )
        return related
    if not said.name or not known.name:
        return False
    return _same_name(said.name, known.name)


def _same_owner(one: str, other: str) -> bool:
    return _same_name(label_of(one).short, label_of(other).short)


def _same_kin(one: str, other: str) -> bool:
    """Say whether two relations can be one: the same word, and no two different qualifiers."""
    first, second = one.split(), other.split()
    return first[-1] == second[-1] and (len(first) == 1 or len(second) == 1 or first[:-1] == second[:-1])


def _same_name(one: str, other: str) -> bool:
    """Say whether a form of a name fits another: a first name, a title with the last name, a short form."""
    a, b = _plain(one), _plain(other)
    if a == b:
        return bool(a)
    short, long = sorted((a.split(), b.split()), key=len)
    if not short or not long:
        return False
    if len(short) == 1 and len(long) == 1:
        first, second = sorted((short[0], long[0]), key=len)
        # "Jan" and "Janet" are two names; "Gabri" is none, and so short for Gabriela.
        return len(first) >= _SHORT_FORM and second.startswith(first) and not is_first_name(first)
    titled = _titled(one) or _titled(other)
    if len(short) == 1:
        return short[0] == long[-1] if titled else short[0] in (long[0], long[-1])
    return short[0] == long[0] and short[-1] == long[-1]


def _titled(name: str) -> bool:
    return name.casefold().replace(".", "").split()[:1] != [] and name.casefold().replace(".", "").split()[0] in _TITLES


def _plain(name: str) -> str:
    """Return a name in lower case without its title and nickname."""
    found = [part.casefold() for part in _WORD.findall(_NICKNAME.sub(" ", name) if _NICKNAME.search(name) else name)]
    return " ".join(found[1:] if len(found) > 1 and found[0] in _TITLES else found)


def _distance(one: str, other: str) -> int:
    """Return how many letters to add, drop, change or swap make one word the other; 9 where it is more than two."""
    if abs(len(one) - len(other)) > 2:
        return 9
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        earlier, before, row = before, row, [i]
        for j, b in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, earlier[j - 2] + 1)
            row.append(cost)
    return row[-1]
