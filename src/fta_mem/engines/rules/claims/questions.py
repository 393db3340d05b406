"""Questions read into the structure of claims, with the part that is asked for left open."""

import re
from dataclasses import dataclass, replace
from typing import Final

from fta_mem.engines.rules.claims.clauses import Clause
from fta_mem.engines.rules.claims.mentions import Scene
from fta_mem.engines.rules.claims.people import People
from fta_mem.engines.rules.claims.statements import Said, statements_of
from fta_mem.engines.rules.claims.turn_reading import TurnReading, read_turn
from fta_mem.engines.rules.claims.wording import phrase
from fta_mem.state.claims import Asked, Claim, Wanted
from fta_mem.state.records import Turn
from fta_mem.text.constituents import Tree
from fta_mem.text.word_lists import words

_WH_TAGS: Final = ("WP", "WDT", "WRB", "WP$")
_WH: Final = words("who whom whose what which where when why how")
_TIMES: Final = words("time day date year month week weekday weekend season night morning decade hour")
_PLACES: Final = words("city town country region continent address village state county street area neighbourhood")
_NAME_OF: Final = re.compile(
    r"^\W*what(?:(?:'|’)?s|\s+is|\s+was|\s+are|\s+were)\s+(?:the\s+)?(?:\w+\s+)?names?\s+of\s+(?P<who>.+?)\W*$|"
    r"^\W*what(?:(?:'|’)?s|\s+is|\s+was|\s+are|\s+were)\s+(?P<owner>.+?)(?:['’]s?\s+(?:(?:first|last|full|middle)\s+)?names?|\s+called|\s+named)\W*$|"
    r"^\W*what\s+(?:do|does|did)\s+\w+(?:\s+\w+)?\s+(?:call|name)\s+(?P<named>.+?)\W*$",
    re.IGNORECASE,
)
_ORDER: Final = re.compile(
    r"\b(?:which|what|who)\b.*\b(?:first|last|earlier|later|before the other)\b.*\bor\b|\bin (?:what|which) "
    r"order\b|\bbefore or after\b|"
    r"\b(?:order|sequence) of\b",
    re.IGNORECASE,
)
_OPTIONS: Final = re.compile(r"[,:]?\s*(?P<one>[^,:?]+?),?\s+or\s+(?P<other>[^,?]+?)\s*\?*$", re.IGNORECASE)


def claims_of_question(
    question: str, people: People, *, asker: str = "", addressee: str = "", now: str | None = None
) -> list[Asked]:
    """Return what a question asks, one record a clause, the main one first; [] where no clause can be read.

    ``asker`` is whom "I" means, ``addressee`` whom "you" means; ``now`` resolves its words of time.
    """
    named = _name_question(question, people, asker, addressee)
    if named is not None:
        return [named]
    turn = Turn(0, "", "user", asker or "?", question, now)
    speakers = tuple(dict.fromkeys((*people.speakers, *([addressee] if addressee else []))))
    scene = Scene(people)
    reading = read_turn(turn, speakers, scene)
    voice = replace(reading.voice, speaker=asker, addressee=addressee)
    labels = {place: "" if label == "?" else label for place, label in reading.labels.items()}
    if addressee:
        labels |= {place: addressee for place in labels if reading.tree.lower(place) in ("you", "your", "yours")}
    return asked_in(replace(reading, voice=voice, labels=labels), "")


def asked_in(reading: TurnReading, session: str) -> list[Asked]:
    """Return what the sentences of a turn ask for, main clauses first."""
    said = statements_of(reading, session, dropped="", asking=True)
    main = [item for item in said if item.clause.main]
    if not main:
        return []
    rest = [item for item in said if item not in main]
    return [_asked(reading, item) for item in (*main, *rest)]


def _name_question(question: str, people: People, asker: str, addressee: str) -> Asked | None:
    match = _NAME_OF.match(question.strip())
    if match is None:
        return None
    who = match["who"] or match["owner"] or match["named"]
    subject = people.resolve(who, asker, addressee) or who
    claim = Claim(subject=subject, predicate="be called", words=question.strip(), span=(0, len(question.strip())))
    return Asked(claim, "object", kind="name")


@dataclass(frozen=True, slots=True)
class _Open:
    """The open part: the question word and the head of its phrase."""

    word: int
    head: int


def _asked(reading: TurnReading, item: Said) -> Asked:
    tree, clause = reading.tree, item.clause
    sentence = reading.tree.parsed.sentences[clause.sentence]
    open_part = _open_part(tree, clause, sentence.first, sentence.last)
    if _ORDER.search(sentence.text):
        return Asked(item.claim, "order", options=_options(sentence.text))
    if open_part is None:
        return Asked(item.claim, "yes_no", options=_options(sentence.text) if " or " in sentence.text.lower() else ())
    return _wanted(tree, reading, item, open_part)


def _options(text: str) -> tuple[str, ...]:
    match = _OPTIONS.search(text)
    return () if match is None else tuple(match[name].strip() for name in ("one", "other"))


def _open_part(tree: Tree, clause: Clause, first: int, last: int) -> _Open | None:
    """Find the question word: the first that opens no clause of its own (as "when" does in "when I was nine")."""
    for place in range(first, last):
        token = tree.tokens[place]
        if token.tag not in _WH_TAGS and tree.lower(place) not in _WH:
            continue
        head = place
        while (
            tree.tokens[head].dep in ("det", "advmod", "amod", "poss", "nummod")
            and tree.tokens[tree.tokens[head].head].pos in ("NOUN", "PROPN", "ADJ", "ADV", "NUM")
            and tree.tokens[head].head != clause.head
        ):
            head = tree.tokens[head].head
        governor = tree.tokens[head].head
        if tree.tokens[governor].dep in ("advcl", "relcl") and governor != clause.head:
            continue
        if tree.tokens[governor].dep == "ccomp" and governor != clause.head and place > clause.head:
            continue
        return _Open(place, head)
    return None


def _wanted(tree: Tree, reading: TurnReading, item: Said, part: _Open) -> Asked:
    word, claim = tree.lower(part.word), item.claim
    noun = tree.tokens[part.head].lemma.lower() if part.head != part.word else ""
    dangling = _dangling(tree, item.clause)
    if word == "how":
        return _how(tree, reading, item, part, noun)
    if word in ("when", "where", "why"):
        kinds: dict[str, Wanted] = {"when": "time", "where": "place", "why": "reason"}
        return Asked(replace(claim, object=_kept(claim.object, word)), kinds[word], preposition=dangling)
    if noun in _TIMES:
        if not item.clause.subjects and item.clause.objects:
            other = next((place for place in item.clause.objects if place != part.head), None)
            subject = "" if other is None else phrase(tree, other, reading.labels)
            return Asked(replace(claim, subject=subject, object=""), "time", kind=noun)
        return Asked(_without(tree, reading, item, part), "time", preposition=dangling, kind=noun)
    if noun in ("kind", "sort", "type"):
        of = next((tree.first(prep, "pobj") for prep in tree.of(part.head, "prep") if tree.lower(prep) == "of"), None)
        noun = tree.tokens[of].lemma.lower() if of is not None else noun
    after = tree.lower(part.word + 1) if part.word + 1 < len(tree.tokens) else ""
    if noun in _PLACES or (word in ("which", "what") and after in _PLACES):
        noun = noun or after
        return Asked(_without(tree, reading, item, part), "place", preposition=dangling, kind=noun)
    preposition = _preposition(tree, part.head) or dangling
    if preposition:
        return Asked(_without(tree, reading, item, part), "object", preposition=preposition, kind=noun)
    wanted: Wanted = "subject" if part.head in item.clause.subjects or (part.word in item.clause.subjects) else "object"
    return Asked(
        _without(tree, reading, item, part), wanted, kind=noun or ("person" if word in ("who", "whom", "whose") else "")
    )


def _how(tree: Tree, reading: TurnReading, item: Said, part: _Open, noun: str) -> Asked:
    after = tree.lower(part.word + 1) if part.word + 1 < len(tree.tokens) else ""
    claim = _without(tree, reading, item, part)
    if after == "many":
        counted = tree.tokens[part.head].text if noun != "many" else ""
        return Asked(replace(claim, object=claim.object or counted), "count", kind=noun if counted else "")
    if after in ("long", "far", "old", "tall", "much", "big", "heavy", "fast", "often", "soon"):
        wanted: Wanted = "duration" if after == "long" else "amount"
        if after == "much" and noun not in ("", "much"):
            claim, swapped = _swapped(tree, reading, item, claim, noun)
            return Asked(claim, wanted, kind=noun, preposition=swapped)
        kind = {"old": "age", "often": "frequency", "soon": "time", "far": "distance"}.get(after, "")
        return Asked(claim, wanted, kind=kind)
    return Asked(claim, "manner")


def _swapped(tree: Tree, reading: TurnReading, item: Said, claim: Claim, noun: str) -> tuple[Claim, str]:
    """Put "How much sertraline is she on?" the right way round: she is on something."""
    person = next((place for place in item.clause.objects if reading.labels.get(place)), None)
    dangling = _dangling(tree, item.clause)
    if person is None or not dangling:
        return (replace(claim, object=noun) if not claim.object else claim), ""
    return replace(claim, subject=reading.labels[person], object="", obliques=((dangling, noun),)), dangling


def _kept(text: str, word: str) -> str:
    return "" if text.lower() == word else text


def _without(tree: Tree, reading: TurnReading, item: Said, part: _Open) -> Claim:
    """Return the claim without the part that is asked for."""
    clause, claim = item.clause, item.claim
    if part.head in clause.subjects or part.word in clause.subjects:
        claim = replace(claim, subject="")
    if part.head in clause.objects or part.word in clause.objects:
        claim = replace(claim, object="")
    kept = [
        (prep, text)
        for (prep, text), (_, noun) in zip(claim.obliques, clause.obliques, strict=False)
        if noun not in (part.head, part.word)
    ]
    kept += claim.obliques[len(clause.obliques) :]
    place = "" if clause.place in (part.head, part.word) else claim.place
    adverbs = tuple(adverb for adverb in claim.adverbs if adverb not in _WH | words("long often many much far soon"))
    return replace(
        claim, obliques=tuple(kept), place=place, adverbs=adverbs, amount="" if claim.object == "" else claim.amount
    )


def _dangling(tree: Tree, clause: Clause) -> str:
    """Return the preposition that has lost its noun to the front ("with" in "Who did she go with?")."""
    for prep in range(len(tree.tokens)):
        token = tree.tokens[prep]
        if token.dep == "prep" and tree.first(prep, "pobj", "pcomp", "prep") is None and token.head >= clause.words[0]:
            return token.text.lower()
    return ""


def _preposition(tree: Tree, place: int) -> str:
    """Return the preposition before the question word ("In which city")."""
    head = tree.tokens[place].head
    if tree.tokens[place].dep == "pobj":
        return tree.lower(head)
    return ""
