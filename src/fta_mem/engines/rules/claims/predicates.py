"""The predicate of a clause: the lemma with its particle, light verbs undone, copulas and passives in one form."""

from dataclasses import dataclass
from typing import Final

from fta_mem.engines.rules.claims import vocabulary as vocab
from fta_mem.text.constituents import Tree
from fta_mem.text.content_words import IRREGULAR
from fta_mem.text.grammar import verb_lemma
from fta_mem.text.word_lists import words

STATUS: Final = words("married engaged divorced separated widowed retired pregnant gone done finished called named")
_FORMS: Final = {
    "'s": "be",
    "'m": "be",
    "'re": "be",
    "m": "be",
    "s": "be",
    "re": "be",
    "wan": "want",
    "got": "get",
    "gon": "go",
}


@dataclass(frozen=True, slots=True)
class Predicate:
    """``text`` is what a claim shows, ``lemma`` the bare verb, ``key`` the verb with its particle for lists."""

    text: str
    lemma: str
    key: str = ""
    object: int | None = None
    """A participle or adjective that is the complement itself ("married" in "I'm married")."""
    absorbed: tuple[int, ...] = ()
    """Words that the predicate has taken in: its particle, the noun of a light verb."""


def lemma_at(tree: Tree, place: int) -> str:
    """Return a verb's lemma, mended where chat spelling or a wrong tag leaves the form as it is."""
    token = tree.tokens[place]
    lemma = token.lemma.lower()
    return _FORMS.get(lemma) or IRREGULAR.get(lemma, lemma)


def predicate_of(tree: Tree, head: int) -> Predicate:
    """Return the predicate that a word heads."""
    lemma = lemma_at(tree, head)
    token = tree.tokens[head]
    if token.dep == "dobj":
        lemma = verb_lemma(token.text)
        return Predicate(lemma, lemma, lemma)
    if token.text in ("'s", "’s"):
        return Predicate("be", "be", "be")
    if token.pos not in ("VERB", "AUX"):
        if lemma_at(tree, token.head) in ("make", "let", "help") and token.pos == "NOUN":
            return Predicate(lemma, lemma, lemma)
        if tree.first(head, "aux") is None or tree.first(head, "cop") is not None:
            return Predicate("be", "be", "be", head)
        lemma = verb_lemma(token.text)
    if _is_passive(tree, head, lemma):
        return _passive(tree, head, lemma)
    if (
        token.tag == "VBN"
        and tree.lower(head) in STATUS
        and tree.first(head, "aux", "auxpass", "nsubj", "dobj") is None
    ):
        return Predicate("be", "be", "be", head)
    if lemma == "get" and tree.first(head, "dobj") is not None and _has_have(tree, head):
        return Predicate("have", "have", "have")
    return _become(tree, head, lemma) or _phrase(tree, head, lemma) or _with_particle(tree, head, lemma)


def _is_passive(tree: Tree, head: int, lemma: str) -> bool:
    """Tell "the car's been stolen" from "nothing's happened" and "it's been fine", where "'s" is "has"."""
    if (
        tree.first(head, "auxpass", "nsubjpass") is None
        or tree.tokens[head].tag not in ("VBN", "VBD")
        or lemma in ACTIVE
    ):
        return False
    if not has_clipped_have(tree, head):
        return True
    return tree.first(head, "dobj") is None and not (lemma in _GOING and tree.first(head, "prt") is not None)


_GOING: Final = words("move settle pull head")
"""Verbs that tell, with "out" or "in", where somebody went: "he's moved out" is "he has"."""


def has_clipped_have(tree: Tree, head: int) -> bool:
    """Say whether "'s" is the first auxiliary of a verb."""
    first = tree.first(head, "aux", "auxpass")
    return first is not None and tree.lower(first) in ("'s", "s")


ACTIVE: Final = words("be happen come arrive become seem appear sleep go leave start stop die grow fall begin quit")
"""Verbs that are hardly ever passive: before them "'s" is "has"."""


def _passive(tree: Tree, head: int, lemma: str) -> Predicate:
    said = tree.lower(head)
    auxiliary = tree.first(head, "auxpass")
    becomes = auxiliary is not None and lemma_at(tree, auxiliary) == "get"
    if said in ("called", "named"):
        return Predicate("be called", lemma, lemma)
    if said in STATUS:
        return Predicate("become" if becomes else "be", "become" if becomes else "be", "be", head)
    return Predicate(f"be {said}", lemma, lemma)


def _has_have(tree: Tree, head: int) -> bool:
    return any(
        lemma_at(tree, place) in ("have", "ve", "'ve", "’ve") or tree.lower(place) == "'s"
        for place in tree.of(head, "aux")
    )


def _become(tree: Tree, head: int, lemma: str) -> Predicate | None:
    complement = tree.first(head, "acomp", "attr", "oprd")
    if lemma not in vocab.BECOMING or complement is None:
        return None
    if tree.tokens[complement].pos in ("ADJ", "VERB") or lemma == "become":
        return Predicate("become", "become", "become")
    return None


def _phrase(tree: Tree, head: int, lemma: str) -> Predicate | None:
    """Undo a light verb: "had a row" is "argue", "went for a walk" is "walk", "gave birth" stays one predicate."""
    for place in tree.of(head, "dobj"):
        noun = tree.tokens[place].lemma.lower()
        if (lemma, noun) in vocab.PHRASES and tree.first(place, "det", "poss", "amod", "nummod") is None:
            return Predicate(f"{lemma} {noun}", lemma, lemma, absorbed=(place,))
        deed = vocab.DEEDS.get((lemma, noun))
        if deed is not None and tree.first(place, "nummod", "compound") is None:
            return Predicate(deed, deed, deed, absorbed=(place,))
    if lemma == "go":
        for prep in tree.of(head, "prep"):
            goal = tree.first(prep, "pobj")
            if tree.lower(prep) == "for" and goal is not None:
                deed = vocab.DEEDS.get((lemma, tree.tokens[goal].lemma.lower()))
                if deed is not None:
                    return Predicate(deed, deed, deed, absorbed=(prep, goal))
    return None


def _with_particle(tree: Tree, head: int, lemma: str) -> Predicate:
    for place in tree.of(head, "prep"):
        if (
            place == head + 1
            and tree.lower(place) in ("out", "off", "up")
            and tree.first(place, "prep") is not None
            and lemma != "be"
        ):
            return Predicate(f"{lemma} {tree.lower(place)}", lemma, f"{lemma}_{tree.lower(place)}", absorbed=(place,))
    for place in tree.of(head, "prt", "advmod"):
        said = tree.lower(place)
        stuck = tree.tokens[place].dep == "prt" or (place == head + 1 and said in vocab.PARTICLES)
        if stuck and said in vocab.PARTICLES | {"back", "together"}:
            if said in ("back", "together"):
                continue
            return Predicate(f"{lemma} {said}", lemma, f"{lemma}_{said}", absorbed=(place,))
    if lemma == "look" and any(tree.lower(place) == "forward" for place in tree.of(head, "advmod")):
        return Predicate("look forward", lemma, "look_forward")
    return Predicate(lemma, lemma, lemma)
