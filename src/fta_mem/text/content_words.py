"""Content words: what is left of a text without its grammar, stemmed, for overlap and for rare-word weights."""

import math
import re
import threading
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import Final


def word_set(text: str) -> frozenset[str]:
    """Return the words of a list written as running text."""
    return frozenset(text.split())


_WORD = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)*")
_CLITIC = re.compile(r"(?:n['’]t|['’](?:s|d|ll|re|ve|m|t))$")
_STOP: Final = word_set(
    "a an the and or but if then of to in on at by for with about from into as than that this these those there "
    "here it its itself is are was were be been being am 's do does did doing done have has had having i me my "
    "mine myself you your yours he him his she her hers we us our ours they them their theirs what which who "
    "whom whose when where why how not no nor so too very just only also still ever really can could will would "
    "shall should may might must ca wo during while after before because own same such both each some any all "
    "more most other one ones get got gets getting many much kind kinds type types sort sorts thing things "
    "something anything way ways say says said tell told mention mentioned mentions describe described talk "
    "talked going go went gonna up out off over down"
)
_FORMS = (
    "become became/begin began begun/bite bit bitten/blow blew blown/break broke broken/bring brought/build "
    "built/buy bought/catch caught/choose chose chosen/come came/deal dealt/draw drew drawn/drink drank drunk/drive "
    "drove driven/eat ate eaten/fall fell fallen/feed fed/feel felt/fight fought/find found/fly flew flown/forget "
    "forgot forgotten/forgive forgave forgiven/freeze froze frozen/give gave given/grow grew grown/hang hung/hear "
    "heard/hide hid hidden/hold held/keep kept/know knew known/lead led/leave left/lend lent/lose lost/make "
    "made/mean meant/meet met/pay paid/ride rode ridden/ring rang rung/rise rose risen/run ran/see saw seen/sell "
    "sold/send sent/shake shook shaken/shine shone/shoot shot/show shown/sing sang sung/sink sank sunk/sit "
    "sat/sleep slept/speak spoke spoken/spend spent/stand stood/steal stole stolen/stick stuck/strike struck/swear "
    "swore sworn/swim swam swum/take took taken/teach taught/tear tore torn/think thought/throw threw "
    "thrown/understand understood/wake woke woken/wear wore worn/win won/write wrote written/child children/man "
    "men/woman women/foot feet/tooth teeth/mouse mice/life lives/wife wives"
)
IRREGULAR: Final[dict[str, str]] = {
    form: forms[0] for line in _FORMS.split("/") for forms in [line.split()] for form in forms[1:]
}


_stemming: Final = threading.Lock()


@lru_cache(maxsize=1)
def _stemmer() -> "object":
    import snowballstemmer

    stemmer: object = snowballstemmer.stemmer("english")
    return stemmer


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """Return the Snowball stem of a lower-cased word, of its base where its forms are irregular."""
    # The stemmer keeps the word that it works on in itself: two threads would spoil each other's.
    with _stemming:
        stemmed: str = _stemmer().stemWord(IRREGULAR.get(word, word))  # type: ignore[attr-defined]  # it has no types
    return stemmed


def words_of(text: str) -> list[str]:
    """Return a text's words in lower case, without clitics."""
    return [bare for word in _WORD.findall(text.lower()) if (bare := _CLITIC.sub("", word))]


def content_stems(text: str, *, without: Collection[str] = ()) -> tuple[str, ...]:
    """Return the distinct stems of the words that carry meaning, in order."""
    stems = (stem(word) for word in words_of(text) if word not in _STOP)
    return tuple(dict.fromkeys(each for each in stems if each not in without))


def is_content(word: str) -> bool:
    """Say whether a word carries meaning by itself."""
    return word.lower() not in _STOP


def rarity(terms: Sequence[str], documents: Iterable[Collection[str]]) -> dict[str, float]:
    """Return how rare each term is among the documents, as BM25 weighs it."""
    counted = [frozenset(document) for document in documents]
    total = len(counted)
    found = {term: sum(term in document for document in counted) for term in terms}
    return {term: math.log(1 + (total - count + 0.5) / (count + 0.5)) for term, count in found.items()}


def coverage(terms: Sequence[str], weights: dict[str, float], words: Collection[str]) -> float:
    """Return the share of the terms' weight that the words hold, 0 to 1."""
    whole = sum(weights[term] for term in terms)
    return sum(weights[term] for term in terms if term in words) / whole if whole else 0.0
