"""Who, where, how many, from sentences where no claim fills it in (``values``): a name or number that is new."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from fta_mem.engines.rules.answering.question_kinds import Question
from fta_mem.engines.rules.answering.ranked_sentences import RankedSentence
from fta_mem.text.constituents import subtree, text_of
from fta_mem.text.content_words import stem, word_set, words_of
from fta_mem.text.grammar import Parsed, parse

NEAR: Final = 0.2
LOOK: Final = 8

_KIN = re.compile(
    r"\b(?:my|his|her|their|our)\s+(?:\w+\s+)?(?:mother|mum|mom|father|dad|parents?|sister|brother|siblings?|sons?|daughters?|"
    r"children|kids?|husband|wife|partner|boyfriend|girlfriend|fianc[eé]e?|grand\w+|granny|nana|aunt\w*|uncle|cousins?|niece|"
    r"nephew|friends?|family|boss|manager|colleagues?|co-?workers?|roommates?|flatmates?|neighbou?rs?|teacher|coach|doctor|"
    r"therapist|team(?:mates?)?)\b",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"(?:[$£€]\s?[0-9][0-9,.]*|\b(?:once|twice|three times)(?: or twice)?(?:\s+(?:a|every|per)\s+\w+)?|"
    r"\b[0-9][0-9,.:/]*(?:\s?%|th|st|nd|rd)?|"
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|"
    r"nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand)(?:-\w+)?\b)",
    re.IGNORECASE,
)
_NAME = re.compile(r"\b(?:(?:first|last|middle|full|maiden|sur)?-?names?\b|called\b)", re.IGNORECASE)
_AGE = re.compile(r"\b(?:old|age)\b", re.IGNORECASE)
_PRICE = re.compile(r"\bhow much\b|\b(?:price|cost|fee|salary|rent)\b", re.IGNORECASE)
_MONEY = re.compile(r"[$£€]\s?[0-9]|\b(?:dollars?|pounds?|quid|euros?|bucks?|cents?|grand|%|percent)", re.IGNORECASE)
_PLACE_PREPOSITIONS: Final = word_set(
    "in at near to on from behind under inside outside around by into over beside between"
)


@dataclass(frozen=True, slots=True)
class Named:
    """A name with the sentence that gives it."""

    text: str
    candidate: RankedSentence


def wants_name(question: Question) -> bool:
    """Say whether only a person, a place, a number or a proper name can answer."""
    return question.kind in _FINDERS or _NAME.search(question.text) is not None


def find_name(question: Question, candidates: Sequence[RankedSentence]) -> Named | None:
    """Return the first name of the kind asked for that a sentence about as good as the best one gives."""
    finder = _FINDERS.get(question.kind, _proper)
    floor = candidates[0].score - NEAR
    for candidate in [each for each in candidates[:LOOK] if each.score >= floor]:
        for text in finder(question, parse(candidate.text)):
            if not _repeats(question, text):
                return Named(text, candidate)
    return None


def _repeats(question: Question, text: str) -> bool:
    return all(stem(word) in question.words for word in words_of(text))


def _persons(question: Question, parsed: Parsed) -> Iterator[str]:
    for entity in parsed.entities:
        if entity.label in {"PERSON", "ORG"}:
            yield entity.text
    for found in _KIN.finditer(parsed.text):
        yield found.group()
    for chunk in parsed.noun_chunks:
        if parsed.tokens[chunk.root].pos == "PROPN":
            yield chunk.text


def _places(question: Question, parsed: Parsed) -> Iterator[str]:
    for entity in parsed.entities:
        if entity.label in {"GPE", "LOC", "FAC"}:
            yield entity.text
    for place, token in enumerate(parsed.tokens):
        if token.dep == "prep" and token.text.lower() in _PLACE_PREPOSITIONS:
            inside = [each for each in subtree(parsed, place) if each > place]
            if inside and not any(parsed.tokens[each].entity in {"DATE", "TIME"} for each in inside):
                yield text_of(parsed, place, inside[-1])


def _proper(question: Question, parsed: Parsed) -> Iterator[str]:
    for entity in parsed.entities:
        if entity.label in {"PERSON", "ORG", "FAC", "GPE", "LOC", "PRODUCT", "WORK_OF_ART", "EVENT"}:
            yield entity.text


def _numbers(question: Question, parsed: Parsed) -> Iterator[str]:
    """Yield the sentence's counts; parts of dates only where an age is asked for, and for prices only sums."""
    if _PRICE.search(question.text) and not _MONEY.search(parsed.text):
        return
    dated = [each.span for each in parsed.entities if each.label in {"DATE", "TIME"} and not _AGE.search(question.text)]
    for found in _NUMBER.finditer(parsed.text):
        often = found.group().lower().startswith(("once", "twice"))
        if often or not any(begin <= found.start() < end for begin, end in dated):
            yield found.group()


_FINDERS: Final[dict[str, Callable[[Question, Parsed], Iterator[str]]]] = {
    "who": _persons,
    "where": _places,
    "how_many": _numbers,
}
