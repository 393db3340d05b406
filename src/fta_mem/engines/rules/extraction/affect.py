"""How it felt and what is intended: valence, the feeling as said, the plan clause, relationship words (x^A)."""

import re
from functools import cache, lru_cache
from typing import Final, Protocol, cast

from fta_mem.engines.rules.claims.kinship import KIN
from fta_mem.engines.rules.extraction.figures_of_speech import without_idioms
from fta_mem.engines.rules.extraction.participants import Cast
from fta_mem.engines.rules.extraction.tellings import Part, Telling
from fta_mem.engines.rules.extraction.utterances import Line
from fta_mem.state.records import Affect
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
    "worthless wounded knackered shattered gutted fuming chuffed wired frazzled rubbish rotten accomplished "
    "appreciated empowered grounded swamped hectic blue moody"
)
_FEELING_NOUNS: Final = words(
    "anger anxiety depression despair dread envy exhaustion fear gratitude grief guilt happiness heartbreak hope "
    "jealousy joy loneliness nerves panic rage regret relief sadness shame shock sorrow stress worry"
)
_FEELING_OF: Final = words("feel have be become suffer get cope struggle deal need lose find")
_AMBIGUOUS: Final = words(
    "down low content blue sick sore torn broken better empty stuck hurt lost loved touched blessed tense alone mad "
    "drained shocked trapped moved weak bitter curious isolated calm grounded hope worry love numb crushed"
)
_LINKING: Final = words("be feel look seem sound get become stay")
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
    r"laughed(?!\s+at)|at peace|over the moon|on top of the world|on cloud nine)\b",
    re.IGNORECASE,
)
_BRIGHT_STATES: Final = phrases("laughed, at peace, over the moon, on top of the world, on cloud nine")
_NEGATION: Final = re.compile(
    r"\b(?:not|never|no longer|hardly|barely|without|isn't|wasn't|aren't|weren't|don't|doesn't|didn't|can't|couldn't|"
    r"haven't|hasn't|hadn't|won't|ain't|isnt|wasnt|dont|didnt|cant|havent|hasnt|hadnt)"
    r"(?:\s+(?:so|very|really|feel|feeling|that|too|been|be|even|at all))*\s+$",
    re.IGNORECASE,
)
_WORD: Final = re.compile(r"[a-z]+(?:-[a-z]+)?", re.IGNORECASE)
_RELATION: Final = words(
    "married marriage wedding engaged engagement divorce divorced separated breakup dating relationship pregnant "
    "affair anniversary argument fight friendship custody adoption funeral"
)
_QUOTED: Final = re.compile(r"\"[^\"\n]*\"|“[^”\n]*”")
_PLAN_REACH: Final = 120
_INTENDING: Final = ("planned", "wished")


class _Analyzer(Protocol):
    def polarity_scores(self, text: str) -> dict[str, float]: ...


@cache
def _vader() -> _Analyzer:
    from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer

    return cast(_Analyzer, SentimentIntensityAnalyzer())


@lru_cache(maxsize=2_048)
def valence_of(text: str) -> float:
    """Return how pleasant a text sounds, -1 to 1; a state of distress weighs more than the words around it."""
    # The analyser reads words, not people: idioms ("dying to see you") go first, and endless texts are cut.
    score = _vader().polarity_scores(without_idioms(text[:2_000]))["compound"]
    state = _STATES.search(text)
    dark = state is not None and _BRIGHT_STATES.search(state.group()) is None
    if state is not None and dark and not _negation_before(text, state.start()):
        # "Can't sleep" has no word that the analyser knows; very bright words beside it leave the two in balance.
        score = min(score, -0.4) if score < 0.6 else 0.0
    return max(-1.0, min(1.0, round(score, 3)))


def emotion_in(text: str) -> str | None:
    """Return the feeling as said, with its negation ("not happy", "can't sleep"); None where none is named."""
    state = _STATES.search(text)
    if state is not None:
        return f"{_negation_before(text, state.start())} {state.group()}".strip().lower()
    for match in _WORD.finditer(text):
        word = match.group().lower()
        if word in _FEELINGS or word in _FEELING_NOUNS:
            # "Down the road" is no feeling, "so down" is.
            if word in _AMBIGUOUS and not _is_predicate(text, *match.span()):
                continue
            return f"{_negation_before(text, match.start())} {word}".strip().lower()
    return None


def _negation_before(text: str, place: int) -> str:
    """Return the words that deny what stands at a place, "" where none do."""
    found = _NEGATION.search(text[max(0, place - 40) : place].replace("’", "'"))
    return " ".join(found.group().split()) if found else ""


def _is_predicate(text: str, begin: int, end: int) -> bool:
    """Say whether a word of more than one meaning says how somebody is: "so down", not "down the road"."""
    return _PREDICATE.search(text[max(0, begin - 30) : begin]) is not None and _GOES_ON.match(text, end) is None


def relation_cues_in(text: str) -> tuple[str, ...]:
    """Return the words for relationships that a text uses, in order, once each."""
    found = (word for word in re.findall(r"[a-z]+(?:-[a-z]+)*", text.lower()))
    kept = (singular if (singular := word.removesuffix("s")) in KIN else word for word in found)
    return tuple(dict.fromkeys(word for word in kept if word in KIN or word in _RELATION))


def affect_of(telling: Telling, cast: Cast) -> Affect:
    """Return how it felt and what is intended: the teller's own, or, said so, whom the unit is about."""
    told = " ".join(
        line.text for part in telling.told for line in part.lines if part.utterance.speaker == telling.teller
    )
    cues = relation_cues_in(told)
    # A supporter's warmth isn't the person's feeling, and a question has none yet.
    if telling.told[0].utterance.is_supporter or telling.kind == "question":
        return Affect(relation_cues=cues)
    feeling, experiencer = _feeling(telling, cast)
    if feeling and experiencer != cast.speaker:
        feeling = f"{experiencer}: {feeling}"
    return Affect(feeling or "unknown", _intention(telling, cast) or "unknown", cues, valence_of(told))


def _feeling(telling: Telling, cast: Cast) -> tuple[str, str]:
    """Return the first feeling that is named, and who feels it; ("", "") where that is unsure."""
    for part in telling.told:
        for line in part.lines if part.utterance.speaker == telling.teller else ():
            feeling = emotion_in(_QUOTED.sub(" ", line.text))
            if feeling is None or not _is_felt(part, line, feeling):
                continue
            experiencer = _experiencer(line, feeling, cast)
            if experiencer:
                return feeling, experiencer
    return "", ""


def _is_felt(part: Part, line: Line, feeling: str) -> bool:
    """Say whether a word says how somebody is: "I'm horrible", not "that horrible carpet" or "put fear in her head"."""
    word = feeling.rpartition(" ")[2]
    tokens = part.utterance.parsed.tokens
    place = next((n for n in range(line.sentence.first, line.sentence.last) if tokens[n].text.lower() == word), None)
    if place is None or " " in feeling:
        return True
    token = tokens[place]
    moved = token.dep in ("prt", "advmod") and tokens[token.head].lemma.lower() not in _LINKING
    if token.dep in ("amod", "compound") or (word in _AMBIGUOUS and moved):
        return False  # "that horrible carpet", "I sat down"
    if word not in _FEELING_NOUNS:
        return True
    felt = [claim for claim in line.claims if claim.predicate in _FEELING_OF and word in claim.words.lower()]
    return bool(felt) or token.dep == "ROOT"


def _experiencer(line: Line, feeling: str, cast: Cast) -> str:
    """Return who feels it: the subject of the clause that names it, the teller where no clause does or "it" is felt."""
    word = feeling.rpartition(" ")[2]
    naming = [claim for claim in line.claims if word in claim.words.lower() and not claim.implied]
    if any(claim.actuality in ("asked", "conditional", "imagined") for claim in naming[-1:]):
        return ""
    subject = next((claim.subject for claim in reversed(naming)), cast.speaker)
    if subject in cast.participants and subject != cast.addressee:
        return subject
    return cast.speaker if subject.lower() in ("it", "that", "this", "which", "") or not naming else ""


def _intention(telling: Telling, cast: Cast) -> str:
    """Return the words of the teller's first plan or wish, as said."""
    for part in telling.told:
        for line in part.lines if part.utterance.speaker == telling.teller else ():
            clauses = [claim for claim in line.claims if claim.subject == cast.speaker and not claim.reported_by]
            wanted = next((claim for claim in clauses if claim.actuality in _INTENDING), None)
            if wanted is None or (wanted.polarity == "denied" and wanted.actuality == "wished"):
                continue
            if any(claim.subject != cast.speaker and wanted.words in claim.object for claim in line.claims):
                continue  # "she asked me to come in" is her wish
            first = min(
                (claim.span[0] for claim in clauses if claim.span[1] >= wanted.span[0] - 1), default=wanted.span[0]
            )
            begin = first if wanted.span[0] - first < _PLAN_REACH else wanted.span[0]
            text = part.utterance.parsed.text[begin : wanted.span[1]][:_PLAN_REACH].strip()
            if len(text.split()) > 2:
                return text
    return ""
