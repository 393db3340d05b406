"""Clauses below a clause: which of them are read, and what their governor makes of each."""

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from fta_mem.engines.rules.claims import factuality as facts
from fta_mem.engines.rules.claims.factuality import Effect
from fta_mem.engines.rules.claims.predicates import Predicate, lemma_at
from fta_mem.text.constituents import Tree
from fta_mem.text.word_lists import words

if TYPE_CHECKING:
    from fta_mem.engines.rules.claims.verb_group import VerbGroup

_ASIDE: Final = re.compile(
    r"\b(?:if|unless)\s+(?:(?:i(?:'|’)?m|i am)\s+(?:being\s+)?(?:honest|not wrong|mistaken|not "
    r"mistaken)|you\s+(?:know|like|can "
    r"imagine|don(?:'|’)?t mind|ask|must|see)|(?:that|it|this)(?:'|’)?s?\s+(?:is\s+)?(?:ok|okay|alright|makes|fine)|i"
    r"\s+(?:"
    r"remember|recall|may|might|can|could)|anything|possible|not|so|only)\b|\beven if\b",
    re.IGNORECASE,
)
_SUBJECTS: Final = ("nsubj", "nsubjpass", "expl")
_HINDERING: Final = words("stop prevent keep discourage ban hinder save refrain abstain")
_FEELING_BAD: Final = words(
    "proud guilty sorry tired sick fed ashamed bad good used glad happy angry sad upset lucky grateful exhausted "
    "annoyed "
    "embarrassed bored busy great terrible"
)
_NEARLY: Final = Effect("nearly")
_NOT_TO: Final = Effect("actual", flips=True)


def clause_effect(
    tree: Tree, head: int, place: int, predicate: Predicate | None, group: "VerbGroup | None"
) -> Effect | None:
    """Return what a clause finds under its governor; None for what is no clause or is read elsewhere."""
    token = tree.tokens[place]
    if token.dep in ("dep", "parataxis"):
        return facts.FREE if tree.tokens[place].pos in ("VERB", "AUX") else None
    if token.dep == "ccomp":
        return _content(tree, head, place, predicate)
    if token.dep == "xcomp":
        return _open_clause(tree, head, place, predicate, group)
    if token.dep == "advcl":
        return _adverbial(tree, head, place, group)
    if token.dep == "pcomp":
        return _after_preposition(tree, place, predicate, group)
    if token.dep == "acl":
        return _of_noun(tree, place)
    if token.dep == "csubj":
        return facts.POSSIBLE if group is None or not group.past else facts.FACT
    if token.dep == "dobj" and predicate is not None and _is_gerund(tree, place):
        effect = facts.VERBS.get(predicate.key)
        return effect if effect is not None and effect.phase and effect.stands_in else None
    return None


def is_aside(tree: Tree, place: int) -> bool:
    """Say whether an "if" is only a way of speaking ("if I'm honest")."""
    inside = tree.subtree(place)
    begin = max(0, inside[0] - 1)
    return _ASIDE.search(tree.text(begin, inside[-1])) is not None


def _is_gerund(tree: Tree, place: int) -> bool:
    token = tree.tokens[place]
    return token.text.lower().endswith("ing") and len(token.text) > 5 and tree.first(place, "det", "amod") is None


def _content(tree: Tree, head: int, place: int, predicate: Predicate | None) -> Effect:
    finite = tree.tokens[place].tag in ("VBD", "VBP", "VBZ", "MD") or tree.first(place, "mark") is not None
    if _stands_free(tree, head, place, predicate):
        return facts.FREE
    if predicate is None:
        return facts.ADJECTIVES.get(tree.lower(head), facts.POSSIBLE)
    if predicate.lemma == "have" and tree.tokens[place].tag == "VBN" and tree.first(place, "nsubj") is not None:
        return Effect(follows=True, stands_in=True)  # "Have you and Cerys spoken?"
    mark = tree.first(place, "mark")
    effect = _effect_for(predicate, finite=finite or tree.first(place, "nsubj") is not None)
    if mark is not None and tree.lower(mark) in ("if", "whether") and effect.actuality != "asked":
        return facts.ASKED
    return effect


def _stands_free(tree: Tree, head: int, place: int, predicate: Predicate | None) -> bool:
    """Say whether a clause is only set beside another by a comma ("he isn't in Ghent, he's in Bruges")."""
    if tree.first(place, "mark") is not None:
        return False
    if place > head:
        full = tree.first(head, "dobj", "acomp", "attr") is not None
        comma = any(
            head < each < place and tree.tokens[each].text in (",", ";", "-", "–") for each in tree.of(head, "punct")
        )
        return full and comma and tree.first(place, *_SUBJECTS) is not None
    if tree.first(place, *_SUBJECTS) is None and tree.tokens[place].tag == "VB":
        return False
    known = facts.VERBS.get(predicate.key) if predicate is not None else None
    return (
        known is None
        or known.actuality in ("actual", "habitual")
        or known.stands_in
        or (predicate is not None and predicate.lemma in ("have", "need", "look", "sound", "go", "come", "get"))
    )


def _effect_for(predicate: Predicate, *, finite: bool) -> Effect:
    for key in (predicate.key, predicate.lemma):
        found = facts.VERBS.get(f"{key}-{'that' if finite else 'to'}") or facts.VERBS.get(key)
        if found is not None:
            return found
    return facts.POSSIBLE


def _open_clause(tree: Tree, head: int, place: int, predicate: Predicate | None, group: "VerbGroup | None") -> Effect:
    token, governor = tree.tokens[place], tree.tokens[head]
    infinitive = any(tree.tokens[child].tag == "TO" for child in tree.of(place, "aux"))
    if predicate is None or governor.pos == "ADJ":
        return _of_adjective(tree, head, place, infinitive=infinitive)
    if predicate.lemma == "go":
        if not infinitive:
            return Effect(follows=True, stands_in=True)
        future = governor.tag == "VBG"
        past = group is not None and group.past
        return Effect("nearly" if past else "planned", follows=True, stands_in=True) if future else facts.PLANNED
    if governor.text.lower() in ("used", "use") and infinitive:
        return facts.VERBS["used"]
    if governor.tag == "VBN" and governor.text.lower() in facts.ADJECTIVES and infinitive:
        return facts.ADJECTIVES[governor.text.lower()]
    if predicate.lemma in ("get", "come") and not infinitive:
        return facts.FACT
    if predicate.lemma in ("be", "feel", "become", "seem") and token.pos == "ADJ":
        return facts.FACT
    if predicate.lemma == "be":
        subject = tree.first(head, *_SUBJECTS)
        noun = tree.tokens[subject].lemma.lower() if subject is not None else ""
        return facts.NOUNS.get(noun, facts.POSSIBLE)
    if token.tag == "VBG" and predicate.key in ("forget", "remember", "regret"):
        return facts.FACT
    return _by_attitude(predicate, group, infinitive=infinitive)


def _by_attitude(predicate: Predicate, group: "VerbGroup | None", *, infinitive: bool) -> Effect:
    """Return what liking and loving make of a clause: "I'd love to" wishes, "I love to" may."""
    if (
        group is not None
        and group.actuality in ("wished", "conditional")
        and predicate.lemma in ("love", "like", "hate")
    ):
        return facts.WISHED
    if predicate.lemma in ("love", "like", "hate", "enjoy") and infinitive:
        return Effect("possible")
    return _effect_for(predicate, finite=False)


def _of_adjective(tree: Tree, head: int, place: int, *, infinitive: bool) -> Effect:
    word = tree.lower(head)
    if any(tree.lower(child) == "too" for child in tree.of(head, "advmod")):
        return _NOT_TO
    if word == "about":
        verb = tree.tokens[head].head
        past = tree.tokens[verb].tag == "VBD"
        return Effect("nearly" if past else "planned", stands_in=True, follows=True)
    return facts.ADJECTIVES.get(word, facts.POSSIBLE)


def _adverbial(tree: Tree, head: int, place: int, group: "VerbGroup | None") -> Effect | None:
    mark = next(
        (
            tree.lower(child)
            for child in tree.children[place]
            if tree.tokens[child].dep in ("mark", "prep", "advmod") and tree.tokens[child].tag in ("IN", "WRB", "RB")
            and child < place
        ),
        "",
    )  # fmt: skip
    marks = [tree.lower(child) for child in tree.of(place, "mark", "advmod") if child < place]
    if "as" in marks and {"if", "though"} & {*marks}:
        return facts.IMAGINED
    before = tree.lower(tree.subtree(place)[0] - 1) if tree.subtree(place)[0] else ""
    if mark in facts.CONDITIONAL_MARKS:
        if before == "as" or any(tree.lower(child) == "as" for child in tree.of(place, "mark", "advmod")):
            return facts.IMAGINED
        if tree.lower(head) in ("what", "ask", "wonder", "know", "see", "sure"):
            return facts.IMAGINED
        return None if is_aside(tree, place) else facts.CONDITIONAL
    if mark in ("like", "though") and before == "as" or mark == "like":
        return facts.IMAGINED
    if mark == "than" or (mark == "as" and before == "as"):
        return None
    if tree.tokens[place].tag == "VB" and any(tree.tokens[child].tag == "TO" for child in tree.of(place, "aux")):
        return _purpose(tree, head, group)
    if mark in ("so", "that") and tree.first(place, "aux") is not None:
        return facts.PLANNED
    if mark in facts.TIME_MARKS:
        return _timed(tree, place, mark, group)
    if before in ("of", "than") and mark in ("", "instead", "rather"):
        return facts.WITHOUT
    return facts.FACT


def _purpose(tree: Tree, head: int, group: "VerbGroup | None") -> Effect:
    for child in tree.of(head, "acomp", "advmod"):
        if any(tree.lower(each) == "too" for each in tree.of(child, "advmod")):
            return _NOT_TO
    return facts.POSSIBLE if group is not None and group.past else facts.PLANNED


def _timed(tree: Tree, place: int, mark: str, group: "VerbGroup | None") -> Effect:
    """Return what a clause of time is: as true as its tense says; "before I move" is still to come."""
    auxiliary = tree.first(place, "aux", "auxpass")
    finite = tree.tokens[place if auxiliary is None else auxiliary]
    if finite.tag == "VBD" or (group is not None and group.past):
        return facts.FACT
    if mark in ("before", "until", "till", "once", "after") or (group is not None and group.actuality == "planned"):
        return facts.PLANNED
    return Effect("habitual")


def _after_preposition(tree: Tree, place: int, predicate: Predicate | None, group: "VerbGroup | None") -> Effect:
    prep = tree.tokens[place].head
    said = tree.lower(prep)
    governor = tree.tokens[prep].head
    word = tree.lower(governor)
    if said == "without" or (said in ("of", "than") and word in ("instead", "rather")):
        return facts.WITHOUT
    if said == "to" and word == "close":
        return _NEARLY
    key = predicate.key if predicate is not None else ""
    if said == "from" and lemma_at(tree, governor) in _HINDERING:
        return facts.WITHOUT
    if tree.tokens[governor].pos in ("ADJ", "NOUN") or word in facts.ADJECTIVES:
        if word in _FEELING_BAD:
            return facts.FACT
        return facts.NOUNS.get(tree.tokens[governor].lemma.lower(), facts.POSSIBLE)
    known = facts.VERBS.get(key)
    if known is not None and key in (
        "look_forward",
        "give_up",
        "keep",
        "keep_on",
        "carry_on",
        "go_on",
        "end_up",
        "wind_up",
    ):
        return known
    if said in ("by", "after", "since", "while", "in", "on", "at", "when"):
        return facts.FACT
    if said in ("for", "before") and group is not None and group.past:
        return facts.FACT
    if said == "like":
        return facts.IMAGINED
    return facts.POSSIBLE


def _of_noun(tree: Tree, place: int) -> Effect | None:
    """Return what an infinitive finds under a noun: "a plan to move"; participles only describe their noun."""
    if tree.tokens[place].tag != "VB":
        return None
    noun = tree.tokens[tree.tokens[place].head].lemma.lower()
    return replace(facts.NOUNS.get(noun, facts.POSSIBLE))
