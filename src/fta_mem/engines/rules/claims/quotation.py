"""Quoted speech in a turn: which words are somebody else's, and whose."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from fta_mem.engines.rules.claims import factuality as facts
from fta_mem.engines.rules.claims.predicates import lemma_at
from fta_mem.text.constituents import Tree

_MARKED: Final = re.compile(
    r"\"(?P<a>[^\"\n]+)\"?|“(?P<b>[^”\n]+)”?|(?<![\w'])['‘](?P<c>[^\n]+?)['’](?![\w'])|«(?P<d>[^»\n]+)»"
)
_COLON: Final = re.compile(r":\s+(?=[^\s])")
_SHORTEST: Final = 2


@dataclass(frozen=True, slots=True)
class Quote:
    """Words ``first`` to ``last`` are quoted; ``reporter`` is the place of who says them, if anybody is named."""

    first: int
    last: int
    reporter: int | None = None


def quotes_in(tree: Tree) -> tuple[Quote, ...]:
    """Return the stretches of a text that quote somebody: between quotation marks, or after "she texted me:"."""
    found = [quote for begin, end in _stretches(tree.parsed.text) for quote in _quote(tree, begin, end)]
    found += [quote for quote in _after_colons(tree) if not any(_overlap(quote, other) for other in found)]
    return tuple(found)


def _stretches(text: str) -> Iterator[tuple[int, int]]:
    for match in _MARKED.finditer(text):
        group = next(name for name in "abcd" if match.group(name))
        yield match.span(group)


def _quote(tree: Tree, begin: int, end: int) -> Iterator[Quote]:
    """Yield the quote of a stretch, unless it is only a word or two, which marks no speech."""
    inside = [place for place, token in enumerate(tree.tokens) if begin <= token.span[0] and token.span[1] <= end]
    speaks = any(tree.tokens[place].pos in ("VERB", "AUX") for place in inside)
    reporter = _reporter(tree, inside[0], inside[-1]) if inside else None
    if inside and speaks and (len(inside) > _SHORTEST or reporter is not None):
        yield Quote(inside[0], inside[-1], reporter)


def _after_colons(tree: Tree) -> Iterator[Quote]:
    for match in _COLON.finditer(tree.parsed.text):
        inside = [place for place, token in enumerate(tree.tokens) if token.span[0] >= match.end()]
        if not inside:
            continue
        first = inside[0]
        sentence = next((item for item in tree.parsed.sentences if item.first <= first < item.last), None)
        if sentence is None:
            continue
        before = range(max(sentence.first, first - 14), first)
        verbs = [place for place in before if _says(tree, place)]
        if verbs:
            yield Quote(first, sentence.last - 1, _subject(tree, verbs[-1]))


def _overlap(one: Quote, other: Quote) -> bool:
    return one.first <= other.last and other.first <= one.last


def _says(tree: Tree, place: int) -> bool:
    token = tree.tokens[place]
    if token.pos not in ("VERB", "AUX"):
        return False
    effect = facts.VERBS.get(lemma_at(tree, place))
    return (effect is not None and effect.reports) or token.lemma.lower() in ("go", "ask", "send", "be", "think")


def _reporter(tree: Tree, first: int, last: int) -> int | None:
    """Return who says a quote: the subject of the verb of saying before it, or of the one right behind it."""
    sentences = [item for item in tree.parsed.sentences if item.first <= last + 2 and item.last >= first - 1]
    lowest = min((item.first for item in sentences), default=0)
    highest = max((item.last for item in sentences), default=len(tree.tokens))
    before = [place for place in range(max(lowest, first - 12), first) if _says(tree, place)]
    if before and (tree.tokens[before[-1]].lemma.lower() != "be" or _is_like(tree, before[-1], first)):
        return _subject(tree, before[-1])
    after = [place for place in range(last + 1, min(highest, last + 8)) if _says(tree, place)]
    if after and tree.tokens[after[0]].lemma.lower() != "be":
        return _subject(tree, after[0])
    return None


def _is_like(tree: Tree, verb: int, first: int) -> bool:
    """Say whether "was like" stands before the quote."""
    return any(tree.lower(place) in ("like", "all") for place in range(verb + 1, first))


def _subject(tree: Tree, verb: int) -> int | None:
    subject = tree.first(verb, "nsubj")
    if subject is None and tree.tokens[verb].dep == "conj":
        subject = tree.first(tree.tokens[verb].head, "nsubj")
    return subject
