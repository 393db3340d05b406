"""The parts of a clause around its verb: objects, complements by preposition, place, times, amount, adverbs, reason."""

from dataclasses import dataclass, field, replace
from typing import Final

from fta_mem.engines.rules.claims import factuality as facts
from fta_mem.engines.rules.claims import vocabulary as vocab
from fta_mem.engines.rules.claims.predicates import Predicate
from fta_mem.state.claims import Actuality
from fta_mem.text.constituents import Tree
from fta_mem.text.word_lists import words

Range = tuple[int, int]
_OBJECTS: Final = ("dobj", "attr", "acomp", "oprd", "obj")
_REASONS: Final = words("because due thanks owing")
_ENDED: Final = words("anymore longer more")
SET_PHRASES: Final = words(
    "contact touch love charge terms trouble debt favour favor league relationship need danger pain"
)
"""Nouns of fixed phrases, whose own complement is the clause's: "in contact with Ida"."""
_ASIDES: Final = frozenset(
    {("of", "course"), ("by", "way"), ("in", "fact"), ("at", "all"), ("to", "honest"), ("at", "least")}
)
_DATING: Final = words(
    "last next same whole entire other early late first second third past few coming following previous several many "
    "most "
    "recent new final mid this that long old day many more couple half"
)
_AMOUNTS: Final = words("CARDINAL QUANTITY MONEY PERCENT")


@dataclass
class Parts:
    """What stands around a verb, by place; ``inner`` are the heads of clauses that hang below its complements."""

    objects: list[int] = field(default_factory=list)
    content: Range | None = None
    obliques: list[tuple[str, int]] = field(default_factory=list)
    place: int | None = None
    times: list[Range] = field(default_factory=list)
    amount: Range | None = None
    adverbs: list[str] = field(default_factory=list)
    reason: Range | None = None
    denied: bool = False
    actuality: Actuality = "actual"
    inner: list[int] = field(default_factory=list)
    ended: bool = False
    often: bool = False

    def with_carried(self, other: "Parts") -> "Parts":
        """Return these parts with what stands at the governor that they stand for: "I quit smoking in May"."""
        return replace(
            self,
            obliques=[*self.obliques, *other.obliques],
            place=self.place if self.place is not None else other.place,
            times=[*self.times, *other.times],
            amount=self.amount or other.amount,
            adverbs=[*other.adverbs, *self.adverbs],
            reason=self.reason or other.reason,
            ended=self.ended or other.ended,
            often=self.often or other.often,
        )


def parts_of(tree: Tree, head: int, predicate: Predicate) -> Parts:
    """Collect what a verb governs, without its subject and auxiliaries."""
    parts = Parts()
    if predicate.object is not None:
        parts.objects.append(predicate.object)
    for place in tree.children[head]:
        if place in predicate.absorbed:
            _absorbed(tree, place, predicate, parts)
        else:
            _add(tree, head, place, predicate, parts)
    for place in tuple(parts.objects):
        if place != head:
            _below_complement(tree, place, predicate, parts)
    if tree.lower(head) in facts.NEGATIONS:
        parts.denied = True
    _amount(tree, parts)
    return parts


def _add(tree: Tree, head: int, place: int, predicate: Predicate, parts: Parts) -> None:
    token = tree.tokens[place]
    if token.dep in _OBJECTS:
        _object(tree, place, predicate, parts)
    elif token.dep == "dative":
        noun = tree.first(place, "pobj")
        parts.obliques.append(("to", place if noun is None else noun))
    elif token.dep in ("prep", "agent"):
        _prepositional(tree, place, predicate, parts)
    elif token.dep in ("npadvmod", "advmod"):
        _adverb(tree, place, predicate, parts)
    elif token.dep == "advcl":
        _clause(tree, place, parts)


def _object(tree: Tree, place: int, predicate: Predicate, parts: Parts) -> None:
    called = place > 0 and tree.tokens[place - 1].text == "," and tree.tokens[place].pos == "PROPN"
    if called and tree.tokens[place].dep in ("attr", "oprd"):
        return  # "I'm sorry, Rhian."
    if _is_time(tree, place) and predicate.lemma != "be" and tree.tokens[place].dep == "dobj":
        parts.times.append(_range(tree, place))
        return
    joined = [place]
    for each in joined:
        joined += [child for child in tree.of(each, "conj") if tree.tokens[child].pos not in ("VERB", "AUX")]
    choice = any(tree.lower(child) == "or" for each in joined for child in tree.of(each, "cc"))
    if choice and len(joined) > 1:
        parts.actuality = facts.further(parts.actuality, "possible")
    parts.objects += joined
    if is_denied_noun(tree, place):
        parts.denied = True


def is_denied_noun(tree: Tree, place: int) -> bool:
    """Say whether a noun phrase denies: "no dog", "nothing", "neither of them"."""
    said = tree.lower(place)
    return said in facts.NOTHING or any(
        tree.lower(child) in ("no", "neither") for child in tree.of(place, "det", "neg")
    )


def _absorbed(tree: Tree, place: int, predicate: Predicate, parts: Parts) -> None:
    """Read on below the noun of a light verb: "had a row with Ana about money"."""
    if is_denied_noun(tree, place):
        parts.denied = True
    for child in tree.children[place]:
        if tree.tokens[child].dep == "prep":
            _prepositional(tree, child, predicate, parts)
        elif tree.tokens[child].dep == "acl":
            parts.inner.append(child)


def _below_complement(tree: Tree, place: int, predicate: Predicate, parts: Parts) -> None:
    """Read what hangs below an object: "engaged to Paul", "able to walk", "a plan to move"."""
    token = tree.tokens[place]
    for child in tree.children[place]:
        dep = tree.tokens[child].dep
        if dep == "ccomp" or (dep in ("xcomp", "acl", "advcl") and tree.tokens[child].tag in ("VB", "VBG")):
            parts.inner.append(child)
        elif dep == "prep" and (token.pos in ("ADJ", "VERB") or predicate.object == place or tree.lower(child) == "as"):
            _prepositional(tree, child, predicate, parts)
        elif dep == "prep":
            _located(tree, child, place, predicate, parts)
        elif dep == "advmod" and token.pos in ("ADJ", "VERB") or dep == "npadvmod" and tree.first(child, "det") is None:
            _adverb(tree, child, predicate, parts)


def _is_where(tree: Tree, prep: int, noun: int, described: int) -> bool:
    if tree.tokens[noun].entity in vocab.PLACE_ENTITIES:
        return True
    there = tree.first(tree.tokens[described].head, "expl") is not None
    return there and is_place(tree, tree.lower(prep), noun, "be")


def _located(tree: Tree, prep: int, place: int, predicate: Predicate, parts: Parts) -> None:
    """Note where an object is ("the job in Leeds") though the words stay with it."""
    noun = tree.first(prep, "pobj")
    if noun is None:
        return
    if _is_time(tree, noun):
        parts.times.append((prep, _range(tree, noun)[1]))
    elif parts.place is None and tree.lower(prep) in ("in", "at", "near", "to") and _is_where(tree, prep, noun, place):
        parts.place = noun
    elif tree.lower(prep) in ("with", "from", "to", "for", "about") and predicate.lemma not in ("be",):
        parts.obliques.append((tree.lower(prep), noun))


def _prepositional(tree: Tree, prep: int, predicate: Predicate, parts: Parts) -> None:
    said = tree.lower(prep)
    deeper = tree.first(prep, "prep")
    if deeper is not None and tree.first(prep, "pobj") is None:
        said, prep = f"{said} {tree.lower(deeper)}", deeper
    noun, clause = tree.first(prep, "pobj"), tree.first(prep, "pcomp")
    if clause is not None:
        parts.inner.append(clause)
    if noun is None or (
        (said, tree.lower(noun)) in _ASIDES and tree.first(noun, "poss") is None and noun == prep + 1 + (said == "by")
    ):
        return
    if said.split()[0] in _REASONS:
        parts.reason = parts.reason or _range(tree, noun)
    elif _dates(tree, said, noun):
        parts.times.append((min(prep, noun), _range(tree, noun)[1]))
    else:
        _complement(tree, said, noun, predicate, parts)
    for child in tree.of(noun, "prep"):
        inner = tree.first(child, "pobj")
        if inner is not None and _dates(tree, tree.lower(child), inner):
            parts.times.append((child, _range(tree, inner)[1]))


def _complement(tree: Tree, said: str, noun: int, predicate: Predicate, parts: Parts) -> None:
    joined = [noun, *tree.of(noun, "conj")]
    if is_place(tree, said, noun, predicate.lemma) and (parts.place is None or said in ("to", "into")):
        if parts.place is not None:
            parts.obliques.append(("in", parts.place))
        parts.place = noun
        return
    parts.obliques += [(said, each) for each in joined]
    if tree.tokens[noun].lemma.lower() in SET_PHRASES:
        for child in tree.of(noun, "prep"):
            _prepositional(tree, child, predicate, parts)
    if is_denied_noun(tree, noun):
        parts.denied = True


def _dates(tree: Tree, said: str, noun: int) -> bool:
    if said in vocab.TIME_PREPOSITIONS:
        return True
    if said == "as":
        return tree.tokens[noun].lemma.lower() in vocab.AS_ONE_WAS
    return _is_time(tree, noun) and said not in ("about", "of", "with", "than")


def _is_time(tree: Tree, place: int) -> bool:
    """Say whether a noun says when: "last night", "the winter"; "a horrible night" and "my week" are things."""
    token = tree.tokens[place]
    if token.entity not in vocab.TIME_ENTITIES and token.lemma.lower() not in vocab.TIME_NOUNS:
        return False
    described = {
        tree.tokens[child].lemma.lower()
        for child in tree.of(place, "amod", "poss")
        if tree.tokens[child].pos in ("ADJ", "PRON")
    }
    return described <= _DATING


def is_place(tree: Tree, prep: str, noun: int, lemma: str) -> bool:
    """Say whether a noun behind a preposition says where or whereto."""
    token, said = tree.tokens[noun], tree.lower(noun)
    if (
        prep not in vocab.PLACE_PREPOSITIONS
        or said in vocab.NO_PLACES
        or token.entity in ("PERSON", "DATE", "TIME", "CARDINAL")
    ):
        return token.entity == "PERSON" and prep in ("in", "at") and lemma in vocab.SETTLED
    if prep in ("to", "into", "onto", "toward", "towards") and lemma not in vocab.MOVING | vocab.SETTLED:
        return False
    if token.entity in vocab.PLACE_ENTITIES:
        return prep not in ("by", "over", "along", "past") or lemma in vocab.SETTLED | vocab.LOCATED
    if (
        token.lemma.lower() in vocab.PLACE_NOUNS
        and token.lemma.lower() not in ("place", "work")
        or said in ("work",)
        and prep in ("to", "at")
    ):
        return prep not in ("by", "about")
    if lemma in vocab.SETTLED and prep in ("in", "to", "into", "near", "at"):
        return token.pos in ("PROPN", "NOUN") and said not in vocab.INDEFINITES
    if token.pos == "PROPN" and token.entity in ("ORG", "") and prep in ("in", "at", "near"):
        return True
    return (
        lemma in vocab.LOCATED
        and prep in ("at", "in", "near")
        and tree.first(noun, "det", "poss", "compound") is not None
    )


def _adverb(tree: Tree, place: int, predicate: Predicate, parts: Parts) -> None:
    token, said = tree.tokens[place], tree.lower(place)
    if token.dep == "npadvmod" and token.pos != "ADV":
        if _is_time(tree, place) or tree.lower(place) in ("times", "life"):
            parts.times.append(_range(tree, place))
        elif tree.first(place, "nummod") is not None:
            parts.amount = parts.amount or _range(tree, place)
        parts.often = parts.often or _each(tree, place)
    elif said == "ago" or _is_time(tree, place) or said in vocab.SOON:
        parts.times.append(_range(tree, place))
    elif said in facts.OFTEN:
        parts.often = True
        parts.adverbs.append(said)
    elif said in vocab.PLACE_ADVERBS and parts.place is None:
        parts.place = place
    elif said in _ENDED:
        around = [tree.lower(child) for child in tree.of(place, "advmod", "neg", "det")]
        parts.denied = parts.denied or "no" in around
        parts.ended = parts.ended or said == "anymore" or bool({"any", "no"} & set(around))
        parts.adverbs.append(said)
    elif (
        token.pos in ("ADV", "PART")
        and token.dep != "neg"
        and said not in facts.NEARLY | facts.MAYBE | {"not", "when", "why", "how", "where"}
    ):
        parts.adverbs.append(said)
    if said == "ever" and any(tree.lower(child) in facts.HARDLY for child in tree.of(place, "advmod")):
        parts.actuality = facts.further(parts.actuality, "possible")
    for child in tree.of(place, "prep"):
        _prepositional(tree, child, predicate, parts)


def _each(tree: Tree, place: int) -> bool:
    return any(tree.lower(child) in ("every", "each", "most") for child in tree.of(place, "det", "amod"))


def _clause(tree: Tree, place: int, parts: Parts) -> None:
    """Keep the words of a clause of reason or time."""
    mark = next((tree.lower(child) for child in tree.of(place, "mark", "advmod") if child < place), "")
    if mark in facts.REASON_MARKS and mark not in ("as", "since"):
        parts.reason = parts.reason or _range(tree, place)
    elif mark in facts.TIME_MARKS or mark == "since":
        parts.times.append(_range(tree, place))


def _range(tree: Tree, place: int) -> Range:
    inside = tree.subtree(place, without=("punct",))
    return inside[0], inside[-1]


def _amount(tree: Tree, parts: Parts) -> None:
    """Find the number with its unit: "20 mg of sertraline", "two bottles"."""
    if parts.amount is not None:
        return
    timed = [place for span in parts.times for place in range(span[0], span[1] + 1)]
    spans = [place for place in timed if tree.tokens[place].lemma.lower() in vocab.TIME_UNITS]
    for noun in [*parts.objects, *(noun for _, noun in parts.obliques), *spans]:
        numbers = tree.of(noun, "nummod")
        if [tree.lower(number) for number in numbers] == ["one"] and noun in spans:
            continue
        if numbers and (tree.tokens[noun].entity in ("", *_AMOUNTS) or _is_time(tree, noun)):
            first = min(min(tree.subtree(number)) for number in numbers)
            if first <= noun:
                parts.amount = (first, noun)
                return
        counted = tree.tokens[noun].pos == "NUM" and tree.lower(noun) not in ("one", "ones", "-")
        if tree.tokens[noun].entity in ("MONEY", "QUANTITY", "PERCENT") or (counted and tree.lower(noun - 1) != "-"):
            inside = tree.subtree(noun, without=("prep", "relcl", "punct"))
            parts.amount = (inside[0], inside[-1])
            return
