"""Say a sentence so that it reads alone: names for "I" and "you" with the verb agreeing, all else as it was said."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from fta_mem.engines.rules.extraction.people import full_name
from fta_mem.text.grammar import Parsed, Sentence, Token
from fta_mem.text.word_lists import words

_CASES: Final = {
    "i": "{}", "me": "{}", "my": "{}'s", "mine": "{}'s", "myself": "themselves",
}  # fmt: skip
_CASES_YOU: Final = {
    "you": "{}", "u": "{}", "ya": "{}", "your": "{}'s", "ur": "{}'s", "yours": "{}'s", "yourself": "themselves",
}  # fmt: skip
_AGREEING: Final = {
    "am": "is", "'m": " is", "’m": " is", "m": " is", "are": "is", "'re": " is", "’re": " is", "have": "has",
    "'ve": " has", "’ve": " has", "ve": " has", "do": "does", "were": "was", "'ll": " will", "’ll": " will",
}  # fmt: skip
_KEPT: Final = words(
    "wan wanna gon got ta gotta dare better used ai forgot went came took gave made saw said told found "
    "felt left met "
    "bought thought kept slept spent sent lost won ran sat stood heard knew grew wrote drove ate began became "
    "broke fell "
    "held paid woke cried tried was had did"
)
_OPENING: Final = re.compile(
    r"^(?:(?:(?:yeah|yes|yep|well|wow|hey|hi|hiya|hello|haha|lol|thanks|thank you|okay|ok|sure|definitely|"
    r"absolutely|totally|"
    r"exactly|aww?|ah|actually|honestly|anyway|btw|by the way)\b(?:\s+(?:so much|a lot|a bunch))?\s*[,.!–—-]+|"
    r"(?:so|and|but|oh|um+|uh+|er|hm+)\b[\s,.!–—-])\s*)+",
    re.IGNORECASE,
)
_ADDRESS: Final = re.compile(r"(?:(?:hey|hi|hello|thanks|wow)\s+)?(?P<name>[^\W\d_]+)\s*[,!.–—-]+\s*", re.IGNORECASE)
_QUOTES: Final = '"“”'


@dataclass(frozen=True, slots=True)
class Voice:
    """Who speaks, and to whom where "you" means one person for sure ("" where it doesn't)."""

    speaker: str
    addressee: str = ""


def retell(parsed: Parsed, sentence: Sentence, voice: Voice, third: str = "") -> str:
    """Return the sentence with names for its pronouns; quoted speech and other languages stay as they are.

    ``third`` is whom a leading "he" or "she" means.
    """
    if not parsed.english:
        return sentence.text
    changes = _changes(parsed, sentence, voice)
    if third:
        changes.update(_third(parsed, sentence, third))
    pieces: list[str] = []
    place = sentence.span[0]
    for index in range(sentence.first, sentence.last):
        token = parsed.tokens[index]
        pieces += [parsed.text[place : token.span[0]], changes.get(index, token.text)]
        place = token.span[1]
    pieces.append(parsed.text[place : sentence.span[1]])
    return "".join(pieces).strip()


def without_opening(text: str, people: Sequence[str], speaker: str) -> str:
    """Return a sentence without the interjections and the address that it opens with, unless nothing else is left."""
    rest = _OPENING.sub("", text, count=1)
    called = _ADDRESS.match(rest)
    if (
        called is not None
        and full_name(called["name"], people) in people
        and full_name(called["name"], people) != speaker
    ):
        rest = rest[called.end() :]
    if sum(char.isalnum() for char in rest) <= 2:
        return text
    capital = rest != text and text[:1].isupper() and not rest.startswith(speaker)
    return rest[:1].upper() + rest[1:] if capital else rest


def _changes(parsed: Parsed, sentence: Sentence, voice: Voice) -> dict[int, str]:
    changes: dict[int, str] = {}
    quoted = False
    for index in range(sentence.first, sentence.last):
        token = parsed.tokens[index]
        if token.text in _QUOTES or token.tag in ("``", "''"):
            quoted = not quoted
        if quoted:
            continue
        name = _name_for(parsed, token, voice)
        if name is None:
            continue
        changes[index] = name
        if token.dep in ("nsubj", "nsubjpass"):
            changes.update(_agreement(parsed, sentence, token.head, index))
    return changes


def _name_for(parsed: Parsed, token: Token, voice: Voice) -> str | None:
    said = token.text.lower()
    if _is_joined(parsed.text, token):
        return None
    if (
        said in _CASES
        and token.pos in ("PRON", "DET", "PROPN", "NOUN", "X")
        and not (said == "mine" and token.pos != "PRON")
    ):
        return _CASES[said].format(voice.speaker)
    if voice.addressee and said in _CASES_YOU and token.pos == "PRON":
        return _CASES_YOU[said].format(voice.addressee)
    return None


def _is_joined(text: str, token: Token) -> bool:
    """Say whether a hyphen ties the word to another ("me-time")."""
    begin, end = token.span
    return text[end : end + 1] in ("-", "‑") or text[begin - 1 : begin] in ("-", "‑")


def _agreement(parsed: Parsed, sentence: Sentence, head: int, subject: int) -> dict[int, str]:
    """Return the verbs that must agree with the name: the head or its finite auxiliary, and verbs joined to it."""
    changes: dict[int, str] = {}
    heads = [head]
    for index in range(sentence.first, sentence.last):
        token = parsed.tokens[index]
        joined = token.dep == "conj" and token.head in heads and index > head
        if joined and not _has_subject(parsed, sentence, index):
            heads.append(index)
    for place in heads:
        finite = [
            index
            for index in range(sentence.first, sentence.last)
            if parsed.tokens[index].head == place and parsed.tokens[index].dep in ("aux", "auxpass")
        ]
        for index in [*finite[:1], *([] if finite else [place])]:
            perfect = parsed.tokens[place].tag in ("VBN", "VBD") and len(finite) == 1
            changed = _agreeing(parsed.tokens[index], perfect=perfect, glued=index == subject + 1)
            if changed is not None:
                capital = parsed.tokens[index].text[:1].isupper()
                changes[index] = changed[:1].upper() + changed[1:] if capital else changed
    return changes


def _has_subject(parsed: Parsed, sentence: Sentence, place: int) -> bool:
    children = (
        parsed.tokens[index] for index in range(sentence.first, sentence.last) if parsed.tokens[index].head == place
    )
    return any(child.dep in ("nsubj", "nsubjpass", "expl") for child in children)


def _agreeing(token: Token, *, perfect: bool, glued: bool) -> str | None:
    said = token.text.lower()
    if said in ("'d", "’d"):
        return " had" if perfect else " would"
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


def _third(parsed: Parsed, sentence: Sentence, third: str) -> dict[int, str]:
    for index in range(sentence.first, sentence.last):
        token = parsed.tokens[index]
        if token.text.lower() in ("he", "she") and token.dep in ("nsubj", "nsubjpass"):
            return {index: third}
    return {}
