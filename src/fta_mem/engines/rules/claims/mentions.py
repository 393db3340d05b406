"""Who the words of a turn mean: names, kin words and pronouns, each resolved only where one person can be meant."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from fta_mem.engines.rules.claims.kinship import (
    ADDRESSED,
    KIN,
    PERSONS,
    QUALIFIERS,
    Label,
    gender_of_kin,
    kin_of,
    label_of,
)
from fta_mem.engines.rules.claims.people import FIRST, SECOND, People
from fta_mem.engines.rules.claims.quotation import Quote
from fta_mem.text.constituents import Tree
from fta_mem.text.first_names import gender_of_name, is_first_name
from fta_mem.text.word_lists import words

NEAR_TURNS: Final = 3
"""How many turns back a pronoun may point."""
_THIRD: Final[dict[str, str]] = {
    "he": "he", "him": "he", "his": "he", "himself": "he", "she": "she", "her": "she", "hers": "she",
    "herself": "she", "they": "they", "them": "they", "their": "they", "theirs": "they",
}  # fmt: skip
_NOT_PERSONS: Final = words("DATE TIME MONEY CARDINAL ORDINAL PERCENT QUANTITY LANGUAGE NORP LAW EVENT WORK_OF_ART")
_PLACES: Final = words("GPE LOC FAC ORG PRODUCT")
_HUMAN: Final = words(
    "say tell ask call text message write think feel want love like hate come cry die marry propose promise forget "
    "remember know help visit invite meet drink eat sleep shout yell apologise apologize lie cheat quit wake try talk "
    "speak argue agree refuse hope wish believe need laugh smile hug kiss phone ring study graduate retire snore sulk "
    "turn break leave make get go have be move live work start stop give take see find lose buy sell pay train sign"
)
_TO_PERSONS: Final = words(
    "meet call text message phone ring visit marry hug kiss love hate miss help invite thank blame trust ask tell see "
    "date dump divorce cheat introduce"
)
_TOWARDS: Final = words("with to from for about by of off than like without")
_TITLES: Final = words("mr mrs ms miss dr prof professor sir rev")
_GENDERED_TITLES: Final = {"mr": "he", "sir": "he", "mrs": "she", "ms": "she", "miss": "she", "lady": "she"}
_NOBODY: Final = words("PUNCT SPACE ADP AUX SCONJ CCONJ PART NUM SYM")
_COMMON: Final = words(
    "will mark rose grace hope may faith bill frank jean jack pat rob sue dean grant guy drew art ray june april "
    "summer "
    "dawn iris ivy jade holly joy daisy lily max bob josh miles page sky willow crystal amber ruby hazel olive heather "
    "virginia georgia florence sydney jordan chelsea paris dallas austin charlotte victoria santiago don son al mo jo"
)


@dataclass(frozen=True, slots=True)
class Voice:
    """Who speaks some words, and to whom ("" among several, or where nobody is known)."""

    speaker: str
    addressee: str = ""


@dataclass(frozen=True, slots=True)
class _Mention:
    label: str
    gender: str
    turn: int
    sentence: int
    owner: bool


@dataclass
class Scene:
    """What a run of turns has mentioned so far, for pronouns to point to."""

    people: People
    mentions: list[_Mention] = field(default_factory=list)
    genders: dict[str, str] = field(default_factory=dict)
    named: dict[str, str] = field(default_factory=dict)
    """By its plain name: the label under which a person was first named in this run."""
    _known: tuple[tuple[int, int], frozenset[str]] = ((-1, -1), frozenset())

    def known(self) -> frozenset[str]:
        """Return the words of all names that the case and the run know, in lower case."""
        key = (len(self.people.labels), len(self.named))
        if self._known[0] != key:
            names = (*self.people.speakers, *self.people.labels, *self.named)
            parts = (part.casefold().strip("\"'“”()") for name in names for part in label_of(name).name.split())
            self._known = (key, frozenset(parts))
        return self._known[1]

    def note(self, label: str, gender: str, turn: int, sentence: int, *, owner: bool = False) -> None:
        """Remember a mention; what a pronoun shows of a person's gender holds from then on."""
        if label and gender in ("she", "he"):
            self.genders.setdefault(label, gender)
        self.mentions.append(_Mention(label, gender, turn, sentence, owner))

    def antecedent(self, pronoun: str, turn: int, excluded: Sequence[str]) -> str:
        """Return the only person whom a pronoun can mean in the nearest sentence that names any; "" in doubt."""
        gender = _THIRD[pronoun]
        place: tuple[int, int] | None = None
        found: dict[str, bool] = {}
        for mention in reversed(self.mentions):
            if mention.turn < turn - NEAR_TURNS or (place is not None and (mention.turn, mention.sentence) != place):
                break
            if not self._may_be(mention, gender) or mention.label in excluded:
                continue
            place = (mention.turn, mention.sentence)
            found[mention.label] = found.get(mention.label, True) and mention.owner
        leading = [label for label, owner in found.items() if not owner]
        named = [label for label in leading if label[:1].isupper()]
        if len(named) == 1 and self.genders.get(named[0]) == gender:
            leading = named  # "Jette is having a baby. She…": of a woman and somebody who may be either, the woman
        if len(leading) != 1 or self._is_rivalled(leading[0], gender, turn, excluded):
            return ""
        # Somebody without a name ("a baby") ends the search and is nobody's name: "she" may as well be the mother.
        return leading[0] if leading[0][:1].isupper() else ""

    def _is_rivalled(self, label: str, gender: str, turn: int, excluded: Sequence[str]) -> bool:
        """Say whether somebody else near is known to be a "she" or a "he" where the nearest one may be either."""
        if self.genders.get(label) == gender or gender == "they":
            return False
        near = [
            mention
            for mention in self.mentions
            if mention.turn >= turn - 1 and mention.label not in (label, "", *excluded)
        ]
        return any(self.genders.get(mention.label) == gender for mention in near)

    def _may_be(self, mention: _Mention, gender: str) -> bool:
        known = self.genders.get(mention.label, mention.gender)
        return known == gender or (known == "" and gender != "they")


def read_mentions(tree: Tree, quotes: Sequence[Quote], voice: Voice, scene: Scene, turn: int) -> dict[int, str]:
    """Return whom the words of a turn mean, by place; "" for a pronoun that may mean several."""
    reader = _Reader(tree, voice, scene, turn, {})
    quoted = {place: quote for quote in quotes for place in range(quote.first, quote.last + 1)}
    for place in range(len(tree.tokens)):
        if place not in quoted:
            reader.read(place)
    for quote in quotes:
        inner = _Reader(tree, quoted_voice(quote, voice, reader.labels), scene, turn, reader.labels)
        for place in range(quote.first, quote.last + 1):
            inner.read(place)
    return reader.labels


def quoted_voice(quote: Quote, voice: Voice, labels: dict[int, str]) -> Voice:
    """Return who speaks in a quote: its reporter, to the one who hands it on."""
    reporter = labels.get(quote.reporter, "") if quote.reporter is not None else ""
    return Voice(reporter, "" if reporter == voice.speaker else voice.speaker)


def _gender_of(name: str) -> str:
    first = name.partition(" ")[0].rstrip(".").casefold()
    return _GENDERED_TITLES.get(first) or gender_of_name(first)


@dataclass
class _Reader:
    tree: Tree
    voice: Voice
    scene: Scene
    turn: int
    labels: dict[int, str]

    def read(self, place: int) -> None:
        """Find out whom a word means, if it means a person, and remember it."""
        if place in self.labels or self.tree.tokens[place].pos in _NOBODY or self._is_hyphened(place):
            return
        said = self.tree.lower(place)
        if said in FIRST:
            self.labels[place] = self.voice.speaker
        elif said in SECOND:
            self.labels[place] = self.voice.addressee
        elif said in _THIRD:
            self._pronoun(place, said)
        elif self._is_kin(place):
            self._kin(place)
        elif self._begins_name(place):
            self._name(place)
        elif said in PERSONS and (
            self.tree.tokens[place].dep == "compound" or self.tree.first(place, "det") is not None
        ):
            self._anybody(place)
        elif self._may_be_name(place):
            self.scene.note("", "", self.turn, self._sentence(place))

    def _is_hyphened(self, place: int) -> bool:
        begin, end = self.tree.tokens[place].span
        text = self.tree.parsed.text
        return text[end : end + 1] in ("-", "‑") or text[max(0, begin - 1) : begin] in ("-", "‑")

    def _sentence(self, place: int) -> int:
        return next((n for n, item in enumerate(self.tree.parsed.sentences) if item.first <= place < item.last), 0)

    def _note(self, place: int, label: str, gender: str) -> None:
        self.labels[place] = label
        owner = self.tree.tokens[place].dep == "poss"
        if self.tree.first(place, "det") is None or not label[:1].isupper():
            self.scene.note(label, gender, self.turn, self._sentence(place), owner=owner)

    def _pronoun(self, place: int, said: str) -> None:
        label = self.scene.antecedent(said, self.turn, (self.voice.speaker, self.voice.addressee, *self._beside(place)))
        self._note(place, label, _THIRD[said])

    def _beside(self, place: int) -> tuple[str, ...]:
        """Return whom an object pronoun can't mean: its own verb's subject, for which "herself" would stand.

        This is Principle B of binding theory; "her dog" and "took it with her" are free of it.
        """
        token = self.tree.tokens[place]
        if token.text.lower().endswith(("self", "selves")) or token.dep not in ("dobj", "dative"):
            return ()
        subject = self.tree.first(token.head, "nsubj", "nsubjpass")
        label = self.labels.get(subject, "") if subject is not None else ""
        return (label,) if label else ()

    def _may_be_name(self, place: int) -> bool:
        """Say whether a capital word may name somebody unknown: a rival of whoever else a pronoun may mean."""
        token = self.tree.tokens[place]
        if token.tag != "NNP" or not token.text[:1].isupper() or not token.text.isalpha() or token.text.isupper():
            return False
        if token.entity in _NOT_PERSONS or token.entity in _PLACES - {"ORG"} or self._is_known(token.text.lower()):
            return False
        if token.dep == "pobj":
            return self.tree.lower(token.head) in _TOWARDS
        return token.dep in ("nsubj", "nsubjpass", "dobj", "dative", "conj")

    def _is_kin(self, place: int) -> bool:
        token = self.tree.tokens[place]
        if token.pos not in ("NOUN", "PROPN", "ADJ", "INTJ", "VERB"):
            return False
        return token.text.lower() in KIN and kin_of(token.text) != ""

    def _kin(self, place: int) -> None:
        kin = kin_of(self.tree.tokens[place].text)
        names = self._name_after(place)
        name = self.tree.text(names[0], names[-1]) if names else ""
        head = names[0] if names and self.tree.tokens[place].head in names else place
        owner = self._owner(place) if head == place else self._owner(head) or self._owner(place)
        if owner is None and not names and not self._is_addressed(place):
            self._anybody(place)
            return
        if owner is None:
            owner = self.voice.speaker if self._is_addressed(place) or names else ""
        qualifier = self._qualifier(place) or (self._qualifier(head) if head != place else "")
        label = Label(owner, f"{qualifier} {kin}".strip(), name)
        text = label.text if owner else name
        if text:
            text = self._known(text, label)
        gender = gender_of_kin(kin) or gender_of_name(name.partition(" ")[0])
        self._note(place, text, gender)
        for each in names:
            self.labels[each] = text

    def _known(self, text: str, label: Label) -> str:
        """Return the label that the run knows somebody by: the one with the name, where only one can be meant."""
        if label.name:
            for key in (label.name, f"{label.owner}'s {label.kin}", f"{label.owner}'s {label.bare_kin}"):
                self.scene.named.setdefault(key, text)
            return self.scene.named[label.name] if label_of(self.scene.named[label.name]).kin == label.kin else text
        return self.scene.named.get(text, text)

    def _is_addressed(self, place: int) -> bool:
        """Say whether a kin word names one's own without "my"."""
        token = self.tree.tokens[place]
        bare = self.tree.first(place, "det", "poss", "amod", "nummod") is None
        return token.text.lower() in ADDRESSED and bare and token.tag in ("NN", "NNP", "NNPS", "UH", "JJ", "VB")

    def _owner(self, place: int) -> str | None:
        """Return whose relation a kin word names: "" where nobody is clear, None where it isn't said."""
        owner = self.tree.first(place, "poss")
        if owner is None:
            owner = next((each for each in range(max(0, place - 3), place) if self._is_owner(each, place)), None)
        if owner is None and place >= 2 and self.tree.tokens[place - 1].tag == "POS":
            owner = place - 2
        if owner is None:
            of = next((prep for prep in self.tree.of(place, "prep") if self.tree.lower(prep) == "of"), None)
            mine = self.tree.first(of, "pobj") if of is not None else None
            return self.voice.speaker if mine is not None and self.tree.lower(mine) == "mine" else None
        self.read(owner)
        label = self.labels.get(owner, "")
        return label if label in self.scene.people.speakers else label_of(label).short

    def _is_owner(self, place: int, kin: int) -> bool:
        """Say whether a possessive pronoun stands before a kin word with nothing but adjectives between."""
        if self.tree.tokens[place].tag != "PRP$":
            return False
        return all(self.tree.tokens[each].pos in ("ADJ", "PUNCT") for each in range(place + 1, kin))

    def _qualifier(self, place: int) -> str:
        found = (QUALIFIERS.get(self.tree.lower(each), "") for each in self.tree.of(place, "amod", "compound", "nmod"))
        return next((each for each in found if each), "")

    def _name_after(self, place: int) -> list[int]:
        """Return the places of a kin word's name: "my sister Ana", "Auntie Mo", "a friend called Pia"."""
        tokens = self.tree.tokens
        if (
            tokens[place].head > place
            and tokens[tokens[place].head].tag == "NNP"
            and tokens[place].dep in ("compound", "nmod")
        ):
            return self._run(place + 1)
        for child in self.tree.of(place, "acl"):
            called = self.tree.first(child, "oprd", "dobj", "attr")
            if self.tree.lower(child) in ("called", "named") and called is not None:
                return self._run(min(self.tree.subtree(called, without=("punct",))))
        after = place + 1
        linked = self.tree.of(place, "appos")
        if after < len(tokens) and tokens[after].text == "," and any(tokens[each].tag == "NNP" for each in linked):
            after += 1
        if after >= len(tokens) or tokens[after].tag not in ("NNP", "NNPS") or not tokens[after].text[:1].isupper():
            return []
        run = self._run(after)
        same_head = any(tokens[each].head in (place, tokens[place].head) or each in linked for each in run)
        return run if same_head and tokens[after].entity not in _NOT_PERSONS else []

    def _run(self, first: int) -> list[int]:
        tokens, last = self.tree.tokens, first
        while last + 1 < len(tokens) and tokens[last + 1].tag == "NNP" and tokens[last + 1].text[:1].isupper():
            if tokens[last].entity != tokens[last + 1].entity and tokens[last].dep != "compound":
                break
            last += 1
        return list(range(first, last + 1))

    def _begins_name(self, place: int) -> bool:
        token = self.tree.tokens[place]
        said = token.text.lower()
        if token.pos not in ("PROPN", "NOUN", "ADJ", "INTJ", "X", "VERB") or token.entity in _NOT_PERSONS:
            return False
        if not token.text[:1].isupper():
            return said not in _COMMON and token.pos in ("PROPN", "NOUN") and self._is_known(said)
        if self.scene.people.speakers and self._is_known(said) and said not in _COMMON:
            return True
        return token.pos == "PROPN" and self._is_person(place)

    def _is_known(self, said: str) -> bool:
        return said in self.scene.known()

    def _is_person(self, place: int) -> bool:
        """Say whether a capital name is a person's: by its being one, by the recogniser, by what it does."""
        token = self.tree.tokens[place]
        head = self.tree.tokens[token.head]
        said = token.text.lower().rstrip(".")
        if said in _TITLES:
            return place + 1 < len(self.tree.tokens) and self.tree.tokens[place + 1].pos == "PROPN"
        located = token.dep == "pobj" and self.tree.lower(token.head) in ("in", "at", "near", "into", "around")
        if is_first_name(said) and not located:
            return True
        if token.entity == "PERSON":
            return not located
        if token.dep in ("nsubj", "nsubjpass"):
            return token.entity not in _PLACES or head.lemma.lower() in _HUMAN - {"be", "have", "go"}
        if token.dep == "poss":
            return kin_of(head.text) != "" or token.entity not in _PLACES
        if token.dep == "dobj":
            return head.lemma.lower() in _TO_PERSONS and token.entity not in ("GPE", "LOC", "FAC")
        if token.dep == "conj":
            return token.head in self.labels and token.entity not in ("GPE", "LOC", "FAC")
        return token.dep == "pobj" and head.text.lower() == "with" and token.entity not in ("GPE", "LOC", "FAC")

    def _name(self, place: int) -> None:
        run = self._run(place) if self.tree.tokens[place].text[:1].isupper() else [place]
        said = self.tree.text(run[0], run[-1])
        kin = next((each for each in self.tree.of(run[-1], "appos") if self._is_kin(each)), None)
        if kin is not None and self._owner(kin):
            qualifier = self._qualifier(kin)
            label = Label(self._owner(kin) or "", f"{qualifier} {kin_of(self.tree.tokens[kin].text)}".strip(), said)
            text = self._known(label.text, label)
            self.labels[kin] = text
        else:
            text = (
                self.scene.named.get(said)
                or self.scene.people.resolve(said, self.voice.speaker, self.voice.addressee)
                or said
            )
        gender = gender_of_kin(label_of(text).kin) or _gender_of(said) or _gender_of(label_of(text).name)
        if self.tree.tokens[run[-1]].dep == "oprd":
            self.labels[place] = text  # what somebody is called is nobody to come back to
        else:
            self._note(place, text, gender)
        for each in run:
            self.labels[each] = text

    def _anybody(self, place: int) -> None:
        """Remember somebody without a name ("the man", "a friend"): a pronoun may mean them."""
        token = self.tree.tokens[place]
        if token.dep == "compound":
            self.scene.note(
                "", gender_of_kin(kin_of(token.text)), self.turn, self._sentence(place)
            )  # "the sister front"
        if token.dep in ("attr", "compound") or token.tag in ("NNS", "NNPS"):
            return
        det = self.tree.first(place, "det")
        if det is None:
            return
        label = f"{self.tree.lower(det)} {token.text.lower()}"
        gender = gender_of_kin(kin_of(token.text)) if kin_of(token.text) else ""
        self.scene.note(label, gender, self.turn, self._sentence(place))
