"""Cut a sentence down to the part that answers: what its verb says beyond the question's own words."""

import re
from collections.abc import Iterator
from typing import Final

from fta_mem.engines.rules.answering.question_kinds import Question
from fta_mem.text.constituents import subtree, text_of
from fta_mem.text.content_words import is_content, stem, word_set
from fta_mem.text.grammar import Parsed, Sentence, Token

_LEAD: Final = word_set(
    "yeah yes yep no nope oh wow well hey hi thanks thank so and but also plus anyway honestly actually ok okay "
    "sure absolutely definitely totally exactly haha lol um uh hmm right great cool awesome nice btw"
)
_RIGHT: Final = word_set("dobj obj attr acomp xcomp ccomp prep oprd dative pcomp agent advcl npadvmod")
_BECAUSE = re.compile(
    r"\b(?:because|cause|cos|since|so that|in order to|due to|thanks to|as a way to|that's why|which is why)\b",
    re.IGNORECASE,
)


def trimmed(parsed: Parsed, sentence: Sentence) -> tuple[int, int] | None:
    """Return the first and last word of a sentence without its interjections, address and closing marks."""
    first, last = sentence.first, sentence.last - 1
    while first <= last and _is_lead(parsed.tokens[first]):
        first += 1
    while last >= first and parsed.tokens[last].pos in {"PUNCT", "SYM", "SPACE"}:
        last -= 1
    return (first, last) if first <= last else None


def _is_lead(token: Token) -> bool:
    return token.pos in {"PUNCT", "INTJ", "SPACE", "SYM", "CCONJ"} or token.text.lower() in _LEAD


def complement(parsed: Parsed, sentence: Sentence, question: Question) -> tuple[int, int] | None:
    """Return what stands right of the verb that the question shares with the sentence; a mere time is no object."""
    for verb in _verbs(parsed, sentence, question):
        inside = [
            place
            for child in range(verb + 1, sentence.last)
            if parsed.tokens[child].head == verb and parsed.tokens[child].dep in _RIGHT
            if not _is_time(parsed.tokens[child])
            for place in subtree(parsed, child)
            if verb < place < sentence.last
        ]
        if inside and _news(parsed, min(inside), max(inside), question):
            return _without_marks(parsed, min(inside), max(inside))
    return None


def _is_time(token: Token) -> bool:
    return token.dep == "npadvmod" and token.entity in {"DATE", "TIME"}


def _verbs(parsed: Parsed, sentence: Sentence, question: Question) -> Iterator[int]:
    for place in range(sentence.first, sentence.last):
        token = parsed.tokens[place]
        if token.pos == "VERB" and is_content(token.lemma) and _in_question(token, question):
            yield place


def _in_question(token: Token, question: Question) -> bool:
    return stem(token.lemma.lower()) in question.words or stem(token.text.lower()) in question.words


def _news(parsed: Parsed, first: int, last: int, question: Question) -> bool:
    return any(
        token.pos in {"NOUN", "PROPN", "VERB", "ADJ", "NUM", "ADV"}
        and is_content(token.lemma)
        and not _in_question(token, question)
        for token in parsed.tokens[first : last + 1]
    )


def _without_marks(parsed: Parsed, first: int, last: int) -> tuple[int, int]:
    while last > first and parsed.tokens[last].pos in {"PUNCT", "SPACE"}:
        last -= 1
    while first < last and parsed.tokens[first].pos in {"PUNCT", "SPACE"}:
        first += 1
    return first, last


def because_clause(text: str) -> str | None:
    """Return what follows a word of reason."""
    found = _BECAUSE.search(text)
    rest = text[found.end() :].strip(" ,.!?") if found else ""
    return rest or None


def new_chunks(parsed: Parsed, sentence: Sentence, question: Question) -> list[str]:
    """Return the sentence's noun phrases that say something the question doesn't, without their determiners."""
    found: list[str] = []
    for chunk in parsed.noun_chunks:
        if not sentence.span[0] <= chunk.span[0] < sentence.span[1]:
            continue
        root = parsed.tokens[chunk.root]
        if root.pos == "PRON" or _in_question(root, question) or not is_content(root.lemma):
            continue
        found.append(
            re.sub(r"^(?:the|an?|my|your|his|her|our|their|this|that|some)\s+", "", chunk.text, flags=re.IGNORECASE)
        )
    return found


def span_text(parsed: Parsed, span: tuple[int, int]) -> str:
    """Return the words of a span as they stand."""
    return text_of(parsed, *span)
