"""When two statements exclude each other: deeds that end a state, opposite words, a negation on one side."""

import re
from collections.abc import Collection
from functools import lru_cache
from typing import Final

from fta_mem.text.sentences import split_sentences
from fta_mem.text.word_lists import phrases

_ENDED_STATES: Final[tuple[tuple[str, str], ...]] = (
    (
        "live with, lives with, living with, live together, lives together, share a flat, shares a flat, share a "
        "house, "
        "flatmate, roommate, housemate, moved in",
        "moved out, moves out, moving out, moved away, left, kicked out, evicted, split up",
    ),
    (
        "work at, works at, work as, works as, work for, works for, working at, working as, working for, my job, "
        "job as, "
        "job at, is employed",
        "quit, resigned, fired, laid off, got laid off, retired, lost my job, left my job, new job, handed in, "
        "was let go, "
        "lost the job, left the job",
    ),
    (
        "dating, girlfriend, boyfriend, partner, relationship, engaged, married, husband, wife, together with, seeing",
        "broke up, broken up, split up, divorced, divorcing, separated, left me, called off the wedding, is "
        "over, are over",
    ),
    ("smoke, smokes, smoking, drink, drinks, drinking, gamble, gambles, vape, vapes", "quit, stopped, gave up, sober"),
    ("single", "got married, am dating, is dating, got engaged, new girlfriend, new boyfriend, met someone"),
    ("is sick, is ill, injured, in hospital", "recovered, healed, out of hospital, got better, discharged"),
    ("pregnant, expecting", "gave birth, was born, miscarried, had the baby"),
    (
        "looking for a job, job hunting, unemployed, applying for",
        "got the job, got a job, found a job, was hired, started work",
    ),
    ("studying, is enrolled, student at", "graduated, dropped out, finished my degree"),
    ("not talking, not speaking, stopped talking", "talked again, speaking again, made up, reconciled"),
)
_OPPOSITES: Final[tuple[tuple[str, str], ...]] = (
    ("love, loves, like, likes, enjoy, enjoys", "hate, hates, dislike, dislikes, can't stand"),
    ("happy", "unhappy, miserable"),
    ("accepted", "rejected, turned down"),
    ("passed", "failed"),
    ("better", "worse"),
)
_ENDS: Final = tuple((phrases(state), phrases(end)) for state, end in _ENDED_STATES)
_POLES: Final = tuple((phrases(first), phrases(second)) for first, second in _OPPOSITES)
_DENIES: Final = re.compile(
    r"\b(?:not|never|no longer|none|nobody|hardly|without|cannot)\b|n(?:'|’)t\b|\b(?:dont|doesnt|didnt|isnt|wasnt|"
    r"cant)\b",
    re.IGNORECASE,
)
_IDIOMS: Final = phrases(
    "can't wait, cannot wait, can't believe, no doubt, not only, not just, why not, no matter, no problem"
)
_REACH: Final = 24


def ends_state(new: str, old: str, ties: Collection[str]) -> bool:
    """Say whether the new statement ends the state that the old one holds ("lives with" and "moved out").

    Both sentences must name one of ``ties``: somebody or something that the two statements have in common.
    """
    for state, end in _ENDS:
        ended = [sentence for sentence in _sentences(new) if affirmed(end, sentence)]
        held = [sentence for sentence in _sentences(old) if state.search(sentence) is not None]
        if any(_names(sentence, tie) for sentence in ended for tie in ties) and any(
            _names(sentence, tie) for sentence in held for tie in ties
        ):
            return True
    return False


@lru_cache(maxsize=4096)
def _sentences(text: str) -> tuple[str, ...]:
    return tuple(text[begin:end] for begin, end in split_sentences(text))


def _names(sentence: str, tie: str) -> bool:
    return re.search(rf"\b{re.escape(tie)}", sentence, re.IGNORECASE) is not None


def says_opposite(new: str, old: str, shared: Collection[str]) -> bool:
    """Say whether one statement denies what the other says of a shared word, or uses an opposite word."""
    for first, second in _POLES:
        if (affirmed(first, new) and affirmed(second, old)) or (affirmed(second, new) and affirmed(first, old)):
            return True
    new, old = _IDIOMS.sub(" ", new), _IDIOMS.sub(" ", old)
    if (_DENIES.search(new) is None) == (_DENIES.search(old) is None):
        return False
    return any(_denied(new, stem) != _denied(old, stem) for stem in shared)


def affirmed(pattern: re.Pattern[str], text: str) -> bool:
    """Say whether a text has a pattern with no negation close before it."""
    found = pattern.search(text)
    return found is not None and _DENIES.search(text, max(0, found.start() - _REACH), found.start()) is None


def _denied(text: str, stem: str) -> bool:
    """Say whether a negation stands closely before a word, in the same clause."""
    found = re.search(rf"\b{re.escape(stem)}\w*", text, re.IGNORECASE)
    if found is None:
        return False
    before = re.split(r"[,;.!?]|\bbut\b", text[max(0, found.start() - _REACH) : found.start()])[-1]
    return _DENIES.search(before) is not None
