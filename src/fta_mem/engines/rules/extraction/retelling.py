"""Say a sentence so that it reads alone: names for pronouns with the verb agreeing, all else as it was said."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Final

from fta_mem.engines.rules.claims.kinship import label_of
from fta_mem.engines.rules.claims.turn_reading import TurnReading
from fta_mem.text.constituents import Tree
from fta_mem.text.grammar import Sentence, Token
from fta_mem.text.word_lists import words

_FIRST: Final = {"i": "{}", "me": "{}", "my": "{}'s", "mine": "{}'s", "myself": "themselves"}
_SECOND: Final = {
    "you": "{}", "u": "{}", "ya": "{}", "your": "{}'s", "ur": "{}'s", "yours": "{}'s", "yourself": "themselves",
}  # fmt: skip
_THIRD: Final = {"he": "{}", "she": "{}", "him": "{}", "her": "{}", "his": "{}'s"}
_AGREEING: Final = {
    "am": "is", "'m": " is", "’m": " is", "m": " is", "are": "is", "'re": " is", "’re": " is", "have": "has",
    "'ve": " has", "’ve": " has", "ve": " has", "do": "does", "were": "was", "'ll": " will", "’ll": " will",
    "dunno": "doesn't know",
}  # fmt: skip
_KEPT: Final = words(
    "wan wanna gon got ta gotta dare better used ai forgot went came took gave made saw said told found felt left met "
    "bought thought kept slept spent sent lost won ran sat stood heard knew grew wrote drove ate began became broke "
    "fell "
    "held paid woke cried tried was had did quit split hit put cut let set hurt shut cost read burst"
)
_OPENING: Final = re.compile(
    r"^(?:(?:(?:yeah|yes|yep|well|wow|hey|hi|hiya|hello|haha|ha|lol|thanks|thank "
    r"you|okay|ok|sure|definitely|absolutely|"
    r"totally|exactly|aww?|ah|actually|honestly|anyway|btw|by the way|mm+|god|sorry|oh dear|right)\b(?:\s+(?:so "
    r"much|a lot|a "
    r"bunch))?\s*[,.!–—-]+|(?:so|and|but|oh|um+|uh+|er|hm+|well)\b[\s,.!–—-])\s*)+",
    re.IGNORECASE,
)
_ADDRESS: Final = re.compile(r"(?:(?:hey|hi|hello|thanks|wow)\s+)?(?P<name>[^\W\d_]+)\s*[,!.–—-]+\s*", re.IGNORECASE)


@dataclass
class Told:
    """Whom the text of a unit has named so far: a pronoun for them needs no name any more."""

    named: set[str] = field(default_factory=set)


def retell(reading: TurnReading, sentence: Sentence, told: Told, *, to_other: bool = False) -> str:
    """Return a sentence with names for its pronouns; quoted speech and other languages stay as they are.

    "I" is always named, "you" only where the other is spoken to for certain, "she" only where the text hasn't named
    her yet. ``to_other`` says that the sentence speaks to the other (a question, a supporter's words).
    """
    if not reading.tree.parsed.english:
        return sentence.text
    return _joined(reading, sentence, _changes(reading, sentence, told, to_other=to_other))


def without_opening(text: str, speakers: Sequence[str], speaker: str) -> str:
    """Return a sentence without the interjections and the address that it opens with, unless nothing else is left."""
    # "I mean, …" has become "Ana means, …" by now: it tells nothing, and nobody means it.
    rest = _OPENING.sub("", text.removeprefix(f"{speaker} means, "), count=1)
    called = _ADDRESS.match(rest)
    if called is not None and _is_other(called["name"], speakers, speaker):
        rest = rest[called.end() :]
    if sum(char.isalnum() for char in rest) <= 2:
        return text
    capital = rest != text and text[:1].isupper() and not rest.startswith(speaker)
    return rest[:1].upper() + rest[1:] if capital else rest


def _is_other(name: str, speakers: Collection[str], speaker: str) -> bool:
    return any(name.casefold() == part.casefold() for other in speakers if other != speaker for part in other.split())


def _joined(reading: TurnReading, sentence: Sentence, changes: dict[int, str]) -> str:
    tree = reading.tree
    pieces: list[str] = []
    place = sentence.span[0]
    for index in range(sentence.first, sentence.last):
        token = tree.tokens[index]
        pieces += [tree.parsed.text[place : token.span[0]], changes.get(index, token.text)]
        place = token.span[1]
    pieces.append(tree.parsed.text[place : sentence.span[1]])
    return "".join(pieces).strip()


def _changes(reading: TurnReading, sentence: Sentence, told: Told, *, to_other: bool) -> dict[int, str]:
    tree = reading.tree
    changes: dict[int, str] = {}
    for index in range(sentence.first, sentence.last):
        label = reading.labels.get(index)
        if not label or any(quote.first <= index <= quote.last for quote in reading.grammar.quotes):
            continue
        name = _name_for(tree, index, label, told, to_other=to_other)
        if name is None:
            told.named.add(label)
            continue
        changes[index] = name
        if tree.tokens[index].dep not in ("nsubj", "nsubjpass"):
            continue
        if tree.lower(index) not in _THIRD:
            changes.update(_agreement(tree, sentence, tree.tokens[index].head, index))
        elif index + 1 < sentence.last and tree.lower(index + 1) in ("'d", "'ll"):
            participle = tree.tokens[tree.tokens[index].head].tag in ("VBN", "VBD")
            changes[index + 1] = " will" if tree.lower(index + 1) == "'ll" else " had" if participle else " would"
    return changes


def _name_for(tree: Tree, index: int, label: str, told: Told, *, to_other: bool) -> str | None:
    """Return the name that stands for a word; None where the word may stay."""
    said, token = tree.lower(index), tree.tokens[index]
    if said in _FIRST and not (said == "mine" and token.pos != "PRON"):
        return _FIRST[said].format(label)
    if said in _SECOND and to_other:
        return _SECOND[said].format(label)
    if said not in _THIRD or label in told.named or not _is_name(label):
        return None
    told.named.add(label)
    owns = said == "his" or (said == "her" and token.dep == "poss")
    short = label_of(label).short
    return f"{short}'s" if owns else short


def _is_name(label: str) -> bool:
    return label[:1].isupper()


def _agreement(tree: Tree, sentence: Sentence, head: int, subject: int) -> dict[int, str]:
    """Return the verbs that must agree with the name: the head or its finite auxiliary, and verbs joined to it."""
    changes: dict[int, str] = {}
    heads = [head]
    for index in range(sentence.first, sentence.last):
        token = tree.tokens[index]
        joined = token.dep == "conj" and token.head in heads and index > head
        if joined and tree.first(index, "nsubj", "nsubjpass", "expl") is None:
            heads.append(index)
    for place in heads:
        finite = tree.of(place, "aux", "auxpass")
        for index in [*finite[:1], *([] if finite else [place])]:
            perfect = tree.tokens[place].tag in ("VBN", "VBD") and len(finite) == 1
            changed = _agreeing(tree.tokens[index], perfect=perfect, glued=index == subject + 1)
            if changed is not None:
                capital = tree.tokens[index].text[:1].isupper()
                changes[index] = changed[:1].upper() + changed[1:] if capital else changed
    return changes


def _agreeing(token: Token, *, perfect: bool, glued: bool) -> str | None:
    said = token.text.lower()
    if said in ("'d", "’d"):
        return " had" if perfect or token.dep not in ("aux", "auxpass") else " would"  # "I'd nothing left"
    if said in ("m", "ve") and not glued:
        return None
    if said in _AGREEING:
        return _AGREEING[said]
    if token.tag != "VBP" or said in _KEPT or token.lemma != said or not said.isalpha():
        return None
    return _third_person(token.text)


def _third_person(verb: str) -> str:
    if verb.endswith(("s", "x", "z", "ch", "sh", "o")):
        return f"{verb}es"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}s"
