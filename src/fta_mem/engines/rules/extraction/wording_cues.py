"""Wording that grammar doesn't carry: danger to somebody, a supporter's guess, a story that is only announced."""

import re
from typing import Final

from fta_mem.engines.rules.extraction.figures_of_speech import without_idioms
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
_GUESS: Final = re.compile(
    r"\b(?:maybe|perhaps|might be|may be|could be|sounds? (?:like|as if|as though)|seems? (?:like|to|as)|i "
    r"(?:think|wonder|guess|imagine|sense|hear)|"
    r"i get the (?:sense|feeling)|it could|possibly|probably|i might be wrong|you must)\b",
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
