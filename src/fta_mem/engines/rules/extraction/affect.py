"""How it felt and what is intended: valence, the feeling as said, the plan clause, relationship words (x^A)."""

import re
from functools import cache, lru_cache
from typing import Final, Protocol, cast

from fta_mem.engines.rules.extraction.figures_of_speech import without_idioms
from fta_mem.engines.rules.extraction.people import KIN
from fta_mem.text.word_lists import phrases, words

_FEELINGS: Final = words(
    "afraid alone amazed angry annoyed anxious ashamed awful awkward betrayed better bitter blessed bored broken burnt "
    "calm cautious cheerful confident confused content crushed curious defeated delighted depressed desperate "
    "determined devastated disappointed disgusted distressed down drained eager embarrassed empty energised energized "
    "envious excited exhausted fearful fed-up foolish frightened frustrated fulfilled furious glad gloomy grateful "
    "grieving grumpy guilty happy heartbroken helpless homesick hopeful hopeless horrible humiliated hurt hurting "
    "insecure inspired irritable irritated isolated jealous joyful lonely lost loved low mad miserable motivated "
    "nervous nostalgic numb optimistic overwhelmed panicked panicky peaceful pessimistic proud refreshed regretful "
    "rejected relaxed relieved resentful restless sad satisfied scared sceptical shaken shocked sick skeptical sleepy "
    "sore stressed stuck surprised suspicious tense terrible terrified thankful thrilled tired torn touched trapped "
    "uncomfortable uneasy unhappy unloved unmotivated upset useless vulnerable weak weary weepy worn-out worried "
    "worthless wounded accomplished appreciated empowered grounded swamped hectic blue moody"
)
_FEELING_NOUNS: Final = words(
    "anger anxiety depression despair dread envy exhaustion fear gratitude grief guilt happiness heartbreak hope "
    "jealousy joy loneliness nerves panic rage regret relief sadness shame shock sorrow stress worry"
)
_AMBIGUOUS: Final = words(
    "down low content blue sick sore torn broken better empty stuck hurt lost loved touched blessed tense alone mad "
    "drained shocked trapped moved weak bitter curious isolated calm grounded hope worry love numb crushed"
)
_PREDICATE: Final = re.compile(
    r"(?:\b(?:am|m|is|are|was|were|be|been|being|feel|feels|feeling|felt|get|got|getting|so|pretty|really|very|"
    r"mostly|bit|quite|too|"
    r"still|just|all|i|me|a little)|'m|’m|'s|'re)\s+(?:\w+\s+)?$",
    re.IGNORECASE,
)
_GOES_ON: Final = re.compile(r"\s+(?:the|an?|my|his|her|our|their|in|at|to|there|here|into|from|by)\b", re.IGNORECASE)
_STATES: Final = re.compile(
    r"\b(?:(?:can(?:'|’)?t|cannot|can not|couldn(?:'|’)?t|could not|haven(?:'|’)?t been able to|unable to|"
    r"struggling to|"
    r"barely|hardly|didn(?:'|’)?t|don(?:'|’)?t)\s+(?:really\s+|even\s+)?(?:sleep|eat|cope|breathe|concentrate|focus|"
    r"relax|stop crying|get out of bed|think straight|go on|move on)|(?:trouble|problems?) sleeping|no (?:energy|hope|"
    r"appetite|motivation)|never happy|not (?:ok|okay|alright|all right|fine|good enough|happy|myself)|"
    r"(?:was|am|been|started|kept|keep|i'm|be|be) crying|cried|burst into tears|in tears|panic attacks?|"
    r"on edge|at my limit|burn(?:ed|t) out|worn out|fed up|cut off|let down|wide awake|falling apart|"
    r"at peace|over the moon|on top of the world|on cloud nine)\b",
    re.IGNORECASE,
)
_BRIGHT_STATES: Final = phrases("at peace, over the moon, on top of the world, on cloud nine")
_NEGATION: Final = re.compile(
    r"\b(?:not|never|no longer|hardly|barely|without|isn't|wasn't|aren't|weren't|don't|doesn't|didn't|can't|couldn't|"
    r"won't|ain't|isnt|wasnt|dont|didnt|cant)(?:\s+(?:so|very|really|feel|feeling|that|too|been|be|even|at all))*\s+$",
    re.IGNORECASE,
)
_WORD: Final = re.compile(r"[a-z]+(?:-[a-z]+)?", re.IGNORECASE)
_PLAN: Final = re.compile(
    r"\b(?:(?:i'?m|i am|we'?re|we are|am)\s+(?:\w+ly\s+|also\s+|just\s+|still\s+)?(?:going to|gonna|planning|"
    r"about to|thinking (?:of|about)|hoping to|looking "
    r"forward to|aiming to|trying to|off to|taking part|starting|signing up|meeting|seeing|getting married)|gonna|"
    r"(?:i|we)(?:'|’)ll|(?:i|we) will|(?:i|we)(?: have|'ve)? (?:plan(?:ned)?|hope|want|intend|mean|decided|"
    r"promised|need|"
    r"aim|would like|booked|scheduled)\s+(?:on|to|a|an|the|my)\b|(?:i|we)(?:'|’)d (?:love|like) to|wanna|let(?:'|"
    r"’)?s|my (?:goal|plan|dream|aim) is|"
    r"can(?:'|’)?t wait to|have (?:got )?to)\b",
    re.IGNORECASE,
)
_CLAUSE_END: Final = re.compile(
    r"[.!?;,\n]|\s[-–—]\s|\s(?:but|because|so that|'cause|cause|although|though)\s", re.IGNORECASE
)
_RELATION: Final = words(
    "married marriage wedding engaged engagement divorce divorced separated breakup dating relationship pregnant "
    "affair anniversary argument fight friendship custody adoption funeral"
)
_QUOTED: Final = re.compile(r"\"[^\"\n]*\"|“[^”\n]*”")
_PLAN_REACH: Final = 120


class _Analyzer(Protocol):
    def polarity_scores(self, text: str) -> dict[str, float]: ...


@cache
def _vader() -> _Analyzer:
    from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer

    return cast(_Analyzer, SentimentIntensityAnalyzer())


@lru_cache(maxsize=2_048)
def valence_of(text: str) -> float:
    """Return how pleasant a text sounds, -1 to 1; a state of distress weighs more than the words around it."""
    score = _vader().polarity_scores(without_idioms(text[:2_000]))["compound"]
    state = _STATES.search(text)
    if state is not None and _BRIGHT_STATES.search(state.group()) is None:
        score = min(score, -0.4) if score < 0.6 else 0.0
    return max(-1.0, min(1.0, round(score, 3)))


def emotion_in(text: str) -> str | None:
    """Return the feeling as said, with its negation ("not happy", "can't sleep"); None where none is named."""
    state = _STATES.search(text)
    if state is not None:
        return state.group().lower()
    for match in _WORD.finditer(text):
        word = match.group().lower()
        if word in _FEELINGS or word in _FEELING_NOUNS:
            if word in _AMBIGUOUS and not _is_predicate(text, *match.span()):
                continue
            negation = _NEGATION.search(text[max(0, match.start() - 40) : match.start()])
            return f"{' '.join(negation.group().split())} {word}".lower() if negation else word
    return None


def _is_predicate(text: str, begin: int, end: int) -> bool:
    """Say whether a word of more than one meaning says how somebody is: "so down", not "down the road"."""
    return _PREDICATE.search(text[max(0, begin - 30) : begin]) is not None and _GOES_ON.match(text, end) is None


def plan_in(text: str) -> str | None:
    """Return the clause that states what its speaker intends, as said; None where there is none."""
    text = _QUOTED.sub(" ", text)
    cue = _PLAN.search(text)
    if cue is None:
        return None
    end = _CLAUSE_END.search(text, cue.end())
    clause = text[cue.start() : min(end.start() if end else len(text), cue.start() + _PLAN_REACH)].strip()
    return clause if len(clause.split()) > 2 else None


def relation_cues_in(text: str) -> tuple[str, ...]:
    """Return the words for relationships that a text uses, in order, once each."""
    found = (word for word in re.findall(r"[a-z]+(?:-[a-z]+)*", text.lower()))
    kept = (singular if (singular := word.removesuffix("s")) in KIN else word for word in found)
    return tuple(dict.fromkeys(word for word in kept if word in KIN or word in _RELATION))
