import pytest

from fta_mem.text.content_words import content_stems, coverage, rarity, stem, words_of


@pytest.mark.parametrize(
    ("form", "base"), [("sold", "sell"), ("rowing", "row"), ("children", "child"), ("hens", "hen")]
)
def test_forms_share_a_stem(form: str, base: str) -> None:
    assert stem(form) == stem(base)


def test_words_lose_their_clitics() -> None:
    assert words_of("Oren's boat didn't sink, they’re fine") == ["oren", "boat", "did", "sink", "they", "fine"]


def test_grammar_and_given_words_are_no_content() -> None:
    assert content_stems("What did Oren do with the boat?", without={"oren"}) == ("boat",)


def test_a_rare_word_weighs_more() -> None:
    weights = rarity(("boat", "tea"), [{"tea"}, {"tea", "boat"}, {"tea"}])
    assert weights["boat"] > weights["tea"] > 0


def test_coverage_is_the_share_of_the_weight() -> None:
    assert coverage(("boat", "tea"), {"boat": 3.0, "tea": 1.0}, {"boat"}) == 0.75
    assert coverage((), {}, {"boat"}) == 0.0
