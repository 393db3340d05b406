"""Anchors of a turn counted by the rules engine's grammar, claims and times: no model, no network."""

from collections.abc import Sequence
from typing import Final

from fta_mem.engines.rules.claims.kinship import kin_of
from fta_mem.engines.rules.extraction.substance import says_something
from fta_mem.engines.rules.extraction.utterances import Utterance, read_claims
from fta_mem.evaluation.density import Density, word_count
from fta_mem.state.claims import Claim
from fta_mem.state.records import Turn
from fta_mem.temporal.resolve import find_times
from fta_mem.text.word_lists import phrases

NAMED: Final = frozenset({"PERSON", "NORP", "FAC", "ORG", "GPE", "LOC", "PRODUCT", "EVENT", "WORK_OF_ART", "LANGUAGE"})
ORDER: Final = phrases(
    "before, after, afterwards, then, since, until, while, meanwhile, earlier, later, first, finally, already, still, "
    "now, soon, again, used to, no longer, anymore"
)
SUPPORT: Final = {
    "help-seeking": phrases(
        "what should i, what do i do, how do i, can you help, could you help, i need help, any advice"
    ),
    "reflection": phrases("it sounds like, sounds like, it seems, you seem, what i hear, in other words, you mean"),
    "validation": phrases(
        "makes sense, understandable, no wonder, i'm sorry, that's hard, that must be, must have been, i'm glad, "
        "i'm proud, well done, good for you, you're not alone, of course you"
    ),
    "coping": phrases(
        "breathe, breathing, breath, write it down, wrote it down, journal, meditate, meditation, go for a walk, "
        "took a walk, talk to someone, take a break, counted to"
    ),
    "planning": phrases("i'll try, i will try, let's, the plan, my plan, step by step, next step, i'm going to try"),
    "response": phrases("that helps, that helped, thank you, thanks, i tried that, i tried it, it worked, good idea"),
}
"""Cues of the support process besides advice, by what they do."""
POINTING: Final = frozenset({"it", "that", "this", "these", "those", "they", "them", "he", "him", "she", "her", "one"})
_FEW: Final = 3


def by_rules(turn: Turn, moment: str | None) -> Density:
    """Count with the rules engine's grammar, claims and times."""
    utterances, _ = read_claims([turn], (turn.name,), session="")
    words = word_count(turn.text)
    if not utterances:
        return Density(words, 0, 0, 0, 0, 3, 1)
    (utterance,) = utterances
    facts = _facts(utterance)
    counts = (len(facts), len(_entities(utterance)), len(_times(turn.text, moment)), len(_support(utterance)))
    return Density(words, *counts, _implicitness(utterance, facts), float(_tells_little(utterance, counts)))


def _facts(utterance: Utterance) -> set[tuple[str, ...]]:
    told = [claim for line in utterance.lines if line.kind == "statement" for claim in line.claims]
    return {
        _gist(claim) for claim in told if not claim.implied and claim.actuality != "asked" and says_something(claim)
    }


def _gist(claim: Claim) -> tuple[str, ...]:
    return claim.subject.lower(), claim.predicate, claim.object.lower(), claim.place.lower(), claim.amount


def _entities(utterance: Utterance) -> set[str]:
    parsed = utterance.parsed
    named = {entity.text.casefold() for entity in parsed.entities if entity.label in NAMED}
    kin = {token.lemma.casefold() for token in parsed.tokens if token.pos == "NOUN" and kin_of(token.lemma.casefold())}
    names = " ".join(named)
    proper = {token.text.casefold() for token in parsed.tokens if token.pos == "PROPN" and not token.entity}
    return named | kin | {name for name in proper if name not in names}


def _times(text: str, moment: str | None) -> set[str]:
    said = {mention.text.casefold() for mention in find_times(text, moment)}
    order = {found.group().casefold() for found in ORDER.finditer(text)}
    return said | {word for word in order if not any(word in each.split() for each in said)}


def _support(utterance: Utterance) -> set[tuple[str, str]]:
    advice = {("advice", line.text) for line in utterance.of("advice")}
    cues = {
        (kind, found.group().casefold())
        for kind, pattern in SUPPORT.items()
        for found in pattern.finditer(utterance.turn.text)
    }
    return advice | cues


def _implicitness(utterance: Utterance, facts: set[tuple[str, ...]]) -> float:
    """Return 1 for what stands by itself, 2 where a word points outside the turn, 3 where nothing else is there."""
    content = [
        token for token in utterance.parsed.tokens if token.pos in ("NOUN", "PROPN", "NUM") and not token.is_stop
    ]
    points = any(token.text.casefold() in POINTING for token in utterance.parsed.tokens)
    if not facts and len(content) < _FEW:
        return 3.0 if points or not content else 2.0
    return 2.0 if not facts or (points and len(content) < _FEW) else 1.0


def _tells_little(utterance: Utterance, counts: Sequence[int]) -> bool:
    return utterance.is_filler or (not any(counts) and len(utterance.lemmas) < _FEW)
