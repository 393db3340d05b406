import pytest

from fta_mem.text.grammar import parse, parse_all
from fta_mem.text.sentences import is_english, split_sentences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hey!! i fed the goat :) she bit me... it's ok.", ["hey!!", "i fed the goat :)", "she bit me... it's ok."]),
        ("Dr. Vance came at 5 p.m. on foot. We talked.", ["Dr. Vance came at 5 p.m. on foot.", "We talked."]),
        ("first line\nsecond line", ["first line", "second line"]),
        ("他昨天来了。你知道吗？好！", ["他昨天来了。", "你知道吗？", "好！"]),
        ("So proud! 🎉 Then we danced", ["So proud! 🎉", "Then we danced"]),
        ("no marks at all here", ["no marks at all here"]),
        ("Really?No way", ["Really?", "No way"]),
        ("", []),
        ("  \n ", []),
        ("👍", ["👍"]),
    ],
)
def test_sentences_end_where_chat_ends_them(text: str, expected: list[str]) -> None:
    assert [text[begin:end] for begin, end in split_sentences(text)] == expected


@pytest.mark.parametrize(
    ("text", "english"),
    [
        ("lost my keys again", True),
        ("ok", True),
        ("", True),
        ("Ich war gestern nicht im Büro.", False),
        ("No sé qué hacer, estoy muy triste con mi hermana", False),
        ("昨天很累", False),
        ("Мне сегодня грустно", False),
    ],
)
def test_other_languages_are_told_from_english(text: str, english: bool) -> None:
    assert is_english(text) is english


def test_spans_and_texts_agree_in_every_record() -> None:
    text = "My aunt Odile moved to Porto in 2019.\nShe paints boats \ud800 there."
    parsed = parse(text)
    found: list[tuple[str, tuple[int, int]]] = [
        *((item.text, item.span) for item in parsed.sentences),
        *((item.text, item.span) for item in parsed.tokens),
        *((item.text, item.span) for item in parsed.entities),
        *((item.text, item.span) for item in parsed.noun_chunks),
    ]
    assert all(said == text[begin:end] for said, (begin, end) in found)
    assert all(0 <= token.head < len(parsed.tokens) for token in parsed.tokens)
    assert all(parsed.tokens_of(sentence) for sentence in parsed.sentences)


def test_a_text_in_another_language_has_sentences_and_no_tags() -> None:
    parsed = parse("小林昨天没来。他病了。")
    assert [sentence.text for sentence in parsed.sentences] == ["小林昨天没来。", "他病了。"]
    assert not parsed.english
    assert {token.pos for token in parsed.tokens} == {""}


def test_a_very_long_text_is_read_in_pieces_and_keeps_its_offsets() -> None:
    text = "The heron stood still. " * 1200
    parsed = parse(text)
    assert len(parsed.sentences) == 1200
    assert parsed.sentences[-1].text == "The heron stood still."
    assert text[slice(*parsed.tokens[-2].span)] == "still"
    assert parsed.tokens[parsed.tokens[-2].head].text == "stood"


@pytest.mark.parametrize("text", ["x" * 50_000, "(" * 5_000, "\x00\x01\x02", "\ud800\udfff", "\u202e!\u200b"])
def test_hostile_text_is_read_without_a_fault(text: str) -> None:
    assert parse(text).text == text


def test_one_batch_and_single_calls_give_the_same_records() -> None:
    texts = ["I keep two hens.", "Why?", "I keep two hens."]
    assert parse_all(texts) == [parse(text) for text in texts]
