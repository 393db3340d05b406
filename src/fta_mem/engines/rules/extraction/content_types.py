"""What kind of situation a unit holds, whether it is finished, and when it points to (labels of Figure 7)."""

import re
from collections.abc import Sequence
from typing import Final

from fta_mem.engines.rules.extraction.figures_of_speech import without_idioms
from fta_mem.engines.rules.extraction.people import KIN
from fta_mem.state.labels import ContentType, TimeOrientation
from fta_mem.text.grammar import Token
from fta_mem.text.word_lists import phrases

_RISK: Final = phrases(
    "kill myself, killing myself, killed myself, kill himself, kill herself, killed himself, killed herself, kill "
    "themselves, end my life, ending my life, ended his life, ended her life, take my own life, taking my own "
    "life, took "
    "his own life, took her own life, end it all, ending it all, suicide, suicidal, self-harm, self harm, "
    "self-harming, "
    "hurt myself, hurting myself, harm myself, harming myself, hurt himself, hurt herself, cut myself, cutting myself, "
    "cuts herself, cuts himself, want to die, wanted to die, wanna die, wish i was dead, wish i were dead, better off "
    "dead, better off without me, don't want to live, don't want to be alive, don't want to be here anymore, no "
    "reason to "
    "live, not worth living, overdose, overdosed, took too many pills, relapse, relapsed, relapsing, drinking "
    "again, using "
    "again, hits me, hit me, beats me, beat me up, abuses me, abused me, abusing me, abusive, molested, raped, rape, "
    "assaulted me, choked me, threatened me, threatens me, threatened to hurt, afraid he'll hurt, afraid of what "
    "he might "
    "do, stopped taking my medication, stopped taking my pills, purging, starving myself, domestic violence, "
    "didn't wake up, not wake up, never wake up, "
    "rather not wake, end your life, ending your life, hurting yourself, hurt yourself, kill yourself, killing "
    "yourself, "
    "disappear forever, can't go on like this, no point in living, no point living, thoughts of dying, thoughts "
    "of death"
)
_RELATIONSHIP: Final = re.compile(
    r"\b(?:br(?:oke|eak|eaking|oken) up|split up|divorc\w+|separated|got (?:married|engaged)|getting (?:married|"
    r"divorced|engaged)|"
    r"proposed|married|moved in (?:with|together)|moved out|left (?:me|him|her)|cheat(?:ed|ing)|argued|argument|"
    r"fell out|falling out|"
    r"(?:had|having) a (?:row|fight|argument)|fought with|made up with|reconciled|reconnect\w*|dating|started seeing|"
    r"ghosted|unfriended|stopped (?:talking|speaking)|not (?:talking|speaking) to|passed away|died|gave birth|"
    r"met (?:my|a|her|his|someone))\b",
    re.IGNORECASE,
)
_BELIEF: Final = re.compile(
    r"\b(?:i (?:think|believe|guess|suppose|feel like|feel that|fear|suspect|wonder)|i'?m (?:convinced|not sure|"
    r"afraid that)|"
    r"maybe|perhaps|probably|it (?:seems|feels) (?:like|as if|as though)|it'?s (?:like|as if)|what if|"
    r"nobody|no one|everyone|everybody|i'?m (?:such )?a (?:failure|burden|loser|fraud|bad))\b",
    re.IGNORECASE,
)
_GUESS: Final = re.compile(
    r"\b(?:maybe|perhaps|might be|may be|could be|sounds? (?:like|as if|as though)|seems? (?:like|to|as)|i "
    r"(?:think|wonder|guess|imagine|sense|hear)|"
    r"i get the (?:sense|feeling)|it could|possibly|probably|i might be wrong|you must)\b",
    re.IGNORECASE,
)
_FUTURE: Final = re.compile(
    r"\b(?:will|won't|shall|gonna|going to|plan(?:s|ning)? (?:to|on)|about to|hop(?:e|ing) to|can't wait|looking "
    r"forward|"
    r"tomorrow|upcoming|next (?:week|month|year|weekend|time)|want to|wanna|intend|let's|soon)\b|'ll\b|’ll\b",
    re.IGNORECASE,
)
_ANNOUNCED: Final = re.compile(
    r"\b(?:(?:have|got|need|want|there(?:'|’)?s) (?:something )?to tell (?:you|u)(?: something)?|tell you "
    r"(?:something|about it later)|guess what|"
    r"you(?:'|’)?(?:ll| will|re) (?:never|not going to) (?:believe|guess)|you won(?:'|’)?t believe|"
    r"something (?:happened|came up)|(?:big|good|bad|some|great|exciting) news|long story)\b",
    re.IGNORECASE,
)
_ANNOUNCED_WORDS: Final = 14


def is_risk(text: str) -> bool:
    """Say whether a text mentions danger to somebody, figures of speech set aside; negated it is still a mention."""
    return _RISK.search(without_idioms(text)) is not None


def is_guess(text: str) -> bool:
    """Say whether a supporter's sentence is a hypothesis about the other."""
    return _GUESS.search(text) is not None


def is_announcement(text: str) -> bool:
    """Say whether a text only announces something that is still to be told."""
    return len(text.split()) <= _ANNOUNCED_WORDS and _ANNOUNCED.search(text) is not None


def tenses_of(tokens: Sequence[Token], text: str) -> frozenset[TimeOrientation]:
    """Return the orientations that the verbs of a text show."""
    found: set[TimeOrientation] = set()
    if _FUTURE.search(text):
        found.add("future")
    for place, token in enumerate(tokens):
        tense = _tense_of(token, tokens[max(0, place - 4) : place])
        if tense is not None:
            found.add(tense)
    return frozenset(found)


def _tense_of(token: Token, before: Sequence[Token]) -> TimeOrientation | None:
    """Return the tense that a word shows; a participle is past after "have" or where a chat turn drops its subject."""
    if token.tag == "VBD":
        return "past"
    if token.tag == "VBN":
        perfect = not before or any(word.lemma.lower() in ("have", "'ve", "ve") for word in before)
        return "past" if perfect else None
    if token.tag in ("VBP", "VBZ"):
        return "present" if token.dep not in ("aux", "auxpass") else None
    return "present" if token.tag == "VBG" and before and before[-1].tag in ("VBP", "VBZ") else None


def content_type_of(text: str, tenses: frozenset[TimeOrientation], *, plan: bool, feeling: bool) -> ContentType:
    """Return the situation type of a person's own claim."""
    if is_risk(text):
        return "risk_signal"
    relation = _RELATIONSHIP.search(text)
    if relation is not None and ("past" in tenses or not plan):
        return "relationship_event"
    if plan and "past" not in tenses:
        return "homework_or_plan"
    if _BELIEF.search(text) and "past" not in tenses:
        return "belief_candidate"
    if "past" in tenses:
        return "event"
    if plan:
        return "homework_or_plan"
    if feeling:
        return "current_state"
    return "general_fact"


def mentions_kin(text: str) -> bool:
    """Say whether a text speaks of family or friends."""
    return any(word in KIN for word in re.findall(r"[a-z-]+", text.lower()))
