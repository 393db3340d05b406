import subprocess
import sys

import numpy as np
import pytest

from fta_mem.retrieval.bm25 import Lexicon, terms_of


def test_a_rarer_word_in_a_shorter_text_scores_higher() -> None:
    lexicon = Lexicon(["She adopted a puppy", "She adopted a cat and a puppy last year", "They adopted nothing"])
    puppy = lexicon.scores("puppies")
    assert puppy[0] > puppy[1] > puppy[2] == 0.0
    assert lexicon.scores("cat")[1] > lexicon.scores("adopting")[1]


@pytest.mark.parametrize("texts", [[], [""], ["the of and", "?!"], ["\ud800"]])
def test_a_corpus_without_words_scores_nothing(texts: list[str]) -> None:
    scores = Lexicon(texts).scores("who is the puppy")
    assert scores.dtype == np.float32
    assert scores.tolist() == [0.0] * len(texts)


@pytest.mark.parametrize("query", ["", "the", "zebra", "\udfff", "..."])
def test_a_query_without_known_words_scores_nothing(query: str) -> None:
    assert Lexicon(["a puppy", "a cat"]).scores(query).tolist() == [0.0, 0.0]


def test_terms_are_stems_without_stop_words() -> None:
    assert terms_of("Anna\u2019s dogs were running in 2023") == ["anna", "dog", "run", "2023"]


def test_terms_of_scripts_without_spaces_are_pairs_of_letters() -> None:
    assert terms_of("東京に行くabc") == ["東京", "京に", "に行", "行く", "abc"]
    assert terms_of("猫") == ["猫"]
    scores = Lexicon(["昨日東京に行った", "大阪に住む"]).scores("東京")
    assert scores[0] > scores[1] == 0.0


def test_marks_stay_in_their_word() -> None:
    assert terms_of("हिन्दी भाषा") == ["हिन्दी", "भाषा"]


@pytest.mark.parametrize(("asked", "writes"), [("logging.NOTSET", False), ("logging.DEBUG", True)])
def test_the_library_writes_debug_lines_only_where_the_host_asks_it(asked: str, writes: bool) -> None:
    host = (
        "import logging\n"
        "from fta_mem.retrieval.bm25 import Lexicon\n"
        "logging.basicConfig(level=logging.INFO)\n"
        f"logging.getLogger('bm25s').setLevel({asked})\n"
        "Lexicon(['a puppy'])\n"
        "assert logging.getLogger().level == logging.INFO\n"
    )
    run = subprocess.run([sys.executable, "-c", host], capture_output=True, text=True, check=True)
    assert ("DEBUG:bm25s" in run.stderr) is writes
