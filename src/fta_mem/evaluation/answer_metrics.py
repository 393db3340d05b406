"""Scores of an answer's text, each by its benchmark's own rule; all from 0 to 1."""

import math
import re
import string
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, Protocol

from fta_mem.evaluation.questions import Benchmark, Question
from fta_mem.state.answering import Answer
from fta_mem.state.errors import SettingsError

_ARTICLES: Final = re.compile(r"\b(?:a|an|the|and)\b")
_PUNCTUATION: Final = str.maketrans("", "", string.punctuation)
_YES_NO: Final = re.compile(r"\W*(yes|no)\b(?!\s*-?(?:one|body|more|longer|idea|where))", re.IGNORECASE)
_NOT_WORD: Final = re.compile(r"\W+")


def answer_f1(benchmark: Benchmark, question: Question, answer: Answer) -> float:
    """Return the F1 that the benchmark gives the answer (LoCoMo, REALTALK: by category; ES-MemEval: sets of words).

    The others are judged by a model in their papers; their F1 here is that of two bags of stems.

    Where nothing is told, an abstention is right and anything else wrong, whoever answers and in whatever words: no
    method is judged by how its "not mentioned" is spelled. Elsewhere an abstention says nothing.
    """
    if question.expects_abstention:
        return float(answer.abstained)
    text = "" if answer.abstained else answer.text
    if benchmark in ("locomo", "realtalk"):
        return locomo_f1(text, question.gold, question.category)
    return es_f1(text, question.gold) if benchmark == "es-memeval" else stem_f1(text, question.gold)


def locomo_f1(prediction: str, gold: str, category: str) -> float:
    """Return LoCoMo's F1: category 1 matches the parts of a list, category 3 keeps the gold before ";"."""
    if category == "1":
        parts = prediction.split(",")
        best = [max(stem_f1(part, wanted) for part in parts) for wanted in gold.split(",")]
        return sum(best) / len(best)
    return stem_f1(prediction, gold.split(";")[0].strip() if category == "3" else gold)


def stem_f1(prediction: str, gold: str) -> float:
    """Return the F1 of two bags of stems, without case, punctuation, articles and "and"."""
    return _f1(Counter(_stems(prediction)), Counter(_stems(gold)))


def es_f1(prediction: str, gold: str) -> float:
    """Return ES-MemEval's F1 of two sets of lower-case words (no empty word counts)."""
    return _f1(Counter(set(words_of(prediction))), Counter(set(words_of(gold))))


def bleu1(prediction: str, gold: str) -> float:
    """Return clipped unigram precision with BLEU's brevity penalty, over lower-case words."""
    said, wanted = words_of(prediction), words_of(gold)
    if not said or not wanted:
        return 0.0
    clipped = (Counter(said) & Counter(wanted)).total()
    brevity = 1.0 if len(said) >= len(wanted) else math.exp(1 - len(wanted) / len(said))
    return brevity * clipped / len(said)


def polarity(text: str) -> bool | None:
    """Return what a text that begins with yes or no says, None for any other ("No one" isn't a no)."""
    found = _YES_NO.match(text)
    return found[1].lower() == "yes" if found else None


def yes_no_scores(question: Question, answer: Answer) -> dict[str, float]:
    """Return whether a yes (or a no) is answered by one, by what is right; an abstention is no right answer."""
    right = polarity(question.gold)
    if right is None or question.expects_abstention:
        return {}
    said = None if answer.abstained else polarity(answer.text)
    return {"yes_right" if right else "no_right": float(said is right)}


def false_assertion(question: Question, answer: Answer) -> float | None:
    """Say (1 or 0) whether something certainly false is asserted; None where that can't be told without a judge.

    That is any answer where nothing is told, and a yes for a no, or a no for a yes.
    """
    if question.expects_abstention:
        return float(not answer.abstained)
    right = polarity(question.gold)
    if right is None:
        return None
    said = None if answer.abstained else polarity(answer.text)
    return float(said is not None and said is not right)


def words_of(text: str) -> list[str]:
    """Return the lower-case words between the text's other characters."""
    return [word for word in _NOT_WORD.split(text.lower()) if word]


def normalise(text: str) -> str:
    """Return the text as LoCoMo compares it: lower case, no punctuation, no articles nor "and"."""
    return " ".join(_ARTICLES.sub(" ", text.lower().translate(_PUNCTUATION)).split())


def _f1(said: "Counter[str]", wanted: "Counter[str]") -> float:
    shared = (said & wanted).total()
    return 2 * shared / (said.total() + wanted.total()) if shared else 0.0


def _stems(text: str) -> Sequence[str]:
    return [_stem(word) for word in normalise(text).split()]


@lru_cache(maxsize=65_536)
def _stem(word: str) -> str:
    return _porter().stem(word)


class _Stemmer(Protocol):
    stem: Callable[[str], str]


@lru_cache(maxsize=1)
def _porter() -> _Stemmer:
    try:
        from nltk.stem import PorterStemmer
    except ImportError as error:
        raise SettingsError("LoCoMo's F1 needs NLTK's stemmer; install fta-mem[evaluation]") from error

    stemmer: _Stemmer = PorterStemmer()
    return stemmer
