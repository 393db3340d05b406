"""Word search over a fixed list of texts: Okapi BM25 by bm25s on English stems (our lexical cue, beside Equation 8)."""

import logging
import re
import threading
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    import bm25s

K1: Final = 1.5
B: Final = 0.75

_WORD: Final = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_APOSTROPHES: Final = str.maketrans({"\u2019": "'", "\u2018": "'", "\u02bc": "'"})
_UNSPACED: Final = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003ffff]+"
)
"""Scripts that put no space between words: Thai, Lao, Burmese, Khmer, kana and Han."""

_STOP_TEXT: Final = (
    "a an and are as at be been but by can could did do does for from had has have he her hers him his how i if in "
    "into is it its just may me might my of on or our she should so such than that the their them then there these "
    "they this those to us was we were what when where which who whom whose why will with would you your"
)
STOP_WORDS: Final = frozenset(_STOP_TEXT.split())


class Lexicon:
    """BM25 scores of a list of texts; empty texts, stop words alone and any script are fine."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._size = len(texts)
        corpus = [terms_of(text) for text in texts]
        self._index: bm25s.BM25 | None = None
        self._known = frozenset(term for terms in corpus for term in terms)
        if self._known:
            self._index = _quiet_bm25()(k1=K1, b=B)
            self._index.index(corpus, show_progress=False)

    def scores(self, query: str) -> npt.NDArray[np.float32]:
        """Return one score a text, shape (len(texts),); 0 where no word is shared."""
        terms = [term for term in terms_of(query) if term in self._known]
        if self._index is None or not terms:
            return np.zeros(self._size, dtype=np.float32)
        return np.asarray(self._index.get_scores(terms), dtype=np.float32)


def terms_of(text: str) -> list[str]:
    """Return the text's search terms in order: English stems, no stop words, pairs of letters where words run on."""
    terms: list[str] = []
    for word in _words(text):
        if _UNSPACED.search(word):
            terms.extend(_pieces(word))
        elif word not in STOP_WORDS:
            terms.append(_stem(word))
    return terms


def _words(text: str) -> list[str]:
    text = text.translate(_APOSTROPHES).casefold()
    if not text.isascii():
        text = "".join(letter if _is_word_letter(letter) else " " for letter in unicodedata.normalize("NFKC", text))
        return [word for part in text.split() if (word := part.strip("'"))]
    return _WORD.findall(text)


@lru_cache(maxsize=16_384)
def _is_word_letter(letter: str) -> bool:
    return letter == "'" or letter.isalnum() or unicodedata.category(letter).startswith("M")


def _pieces(word: str) -> list[str]:
    pieces: list[str] = []
    end = 0
    for run in _UNSPACED.finditer(word):
        pieces.extend([_stem(word[end : run.start()])] if run.start() > end else [])
        letters = run.group()
        pieces.extend(letters[at : at + 2] for at in range(max(1, len(letters) - 1)))
        end = run.end()
    return pieces + ([_stem(word[end:])] if end < len(word) else [])


@lru_cache(maxsize=1)
def _quiet_bm25() -> "type[bm25s.BM25]":
    """Return the class of bm25s, which sets its logger to DEBUG when it is imported, whatever the host's logging says.

    Where the host gave that logger a level, it gets it back; else it writes warnings and no less.
    """
    logger = logging.getLogger("bm25s")
    level = logger.level
    from bm25s import BM25

    logger.setLevel(level or logging.WARNING)
    index: type[bm25s.BM25] = BM25
    return index


_stemming: Final = threading.Lock()


@lru_cache(maxsize=65_536)
def _stem(word: str) -> str:
    # The stemmer keeps the word that it works on in itself: two threads would spoil each other's.
    with _stemming:
        return _stemmer().stemWord(word)


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...


@lru_cache(maxsize=1)
def _stemmer() -> _Stemmer:
    import snowballstemmer

    stemmer: _Stemmer = snowballstemmer.stemmer("english")
    return stemmer
