"""The words of a claim's parts: noun phrases as said, with names for the pronouns that mean somebody."""

from typing import Final

from fta_mem.engines.rules.claims import factuality as facts
from fta_mem.engines.rules.claims.kinship import label_of
from fta_mem.engines.rules.claims.parts import SET_PHRASES
from fta_mem.text.constituents import Tree
from fta_mem.text.word_lists import words

_POSSESSIVE: Final = words("my your his her their our ur")
_AGREEING: Final = {
    "am": "is", "are": "is", "'m": " is", "m": " is", "'re": " is", "re": " is", "have": "has", "'ve": " has",
    "ve": " has",
    "'ll": " will", "ll": " will", "do": "does",
}  # fmt: skip
_BRANCHES: Final = ("relcl", "punct", "conj", "cc", "appos", "advcl", "ccomp", "parataxis", "dep")


def phrase(tree: Tree, place: int, labels: dict[int, str]) -> str:
    """Return a noun phrase by its head: the name of whom it means, else its words with names for pronouns."""
    if labels.get(place):
        return labels[place]
    if place in labels and tree.tokens[place].pos == "PRON":
        return ""
    token = tree.tokens[place]
    if token.pos in ("VERB", "AUX", "ADJ") and token.dep in ("acomp", "ROOT", "xcomp", "ccomp", "conj", "relcl"):
        return tree.tokens[place].text
    branches = (*_BRANCHES, "prep") if token.lemma.lower() in SET_PHRASES and token.dep == "pobj" else _BRANCHES
    apart = {each for prep in tree.of(place, "prep") if tree.lower(prep) == "as" for each in tree.subtree(prep)}
    inside = [each for each in tree.subtree(place, without=branches) if each not in apart]
    inside = [each for each in inside if not _denies(tree, each, place)]
    inside = _unbroken(inside, place)
    return named(tree, inside[0], inside[-1], labels)


def named(tree: Tree, first: int, last: int, labels: dict[int, str]) -> str:
    """Return the text from one word to another with names for pronouns, and the verb after "I" agreeing."""
    pieces: list[str] = []
    begin = tree.tokens[first].span[0]
    for place in range(first, last + 1):
        token = tree.tokens[place]
        pieces += [tree.parsed.text[begin : token.span[0]], _word(tree, place, labels)]
        begin = token.span[1]
    return " ".join("".join(pieces).split()).strip(" ,;:–—-")


def _word(tree: Tree, place: int, labels: dict[int, str]) -> str:
    token, label = tree.tokens[place], labels.get(place, "")
    if place and tree.lower(place - 1) in ("i", "you") and labels.get(place - 1):
        return _agreeing(tree, place)
    if not label or (token.pos not in ("PRON", "DET") and token.tag not in ("PRP", "PRP$")):
        return token.text
    owns = token.tag == "PRP$" or (token.text.lower() in _POSSESSIVE and token.dep == "poss")
    return f"{label_of(label).short}'s" if owns else label_of(label).short


def _agreeing(tree: Tree, place: int) -> str:
    """Return the verb right after a name that stands for "I" or "you"."""
    said = tree.lower(place)
    if said in ("'d", "d"):
        return " had" if tree.tokens[tree.tokens[place].head].tag == "VBN" else " would"
    return _AGREEING.get(said, tree.tokens[place].text)


def _denies(tree: Tree, place: int, head: int) -> bool:
    """Say whether a word is the "no" of a phrase, which the claim's polarity tells."""
    return (
        place < head
        and tree.tokens[place].head == head
        and tree.lower(place) in ("no", "neither", "nor", "not")
        or (
            place != head
            and place < head
            and tree.tokens[place].dep in ("neg", "preconj")
            and tree.lower(place) in facts.NEGATIONS
        )
    )


def _unbroken(places: list[int], head: int) -> list[int]:
    """Keep the run of words around a phrase's head; what stands apart is not part of it."""
    kept = [head]
    for place in sorted(each for each in places if each > head):
        if place > kept[-1] + 2:
            break
        kept.append(place)
    before = [head]
    for place in sorted((each for each in places if each < head), reverse=True):
        if place < before[-1] - 2:
            break
        before.append(place)
    return sorted({*kept, *before})
