"""Stems are right however many threads ask for them at once."""

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from fta_mem.retrieval.bm25 import _stem
from fta_mem.text.content_words import stem

WORDS = [
    f"{word}{ending}" for word in ("walk", "happi", "relat", "gener") for ending in ("ness", "ational", "ing", "ed")
]


@pytest.fixture
def hasty() -> Iterator[None]:
    """Let threads change places as often as they can."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


@pytest.mark.parametrize("stemmed", [stem, _stem])
def test_threads_do_not_spoil_each_others_words(stemmed: Callable[[str], str], hasty: None) -> None:
    plain = stemmed.__wrapped__  # type: ignore[attr-defined]  # past the cache, so that each call works
    right = {word: plain(word) for word in WORDS}
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(plain, WORDS * 100))
    assert found == [right[word] for word in WORDS * 100]
