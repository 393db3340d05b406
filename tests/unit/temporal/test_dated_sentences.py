"""Sentences of our own with the words and the days that date them; libraries were tried on the same (decision 0012)."""

from pathlib import Path

import pytest

from fta_mem.temporal.resolve import date_clause

TABLE = Path(__file__).with_name("dated_sentences.tsv")
ROWS = [tuple(line.split("\t")) for line in TABLE.read_text("utf-8").splitlines() if line and not line.startswith("#")]


@pytest.mark.parametrize(("said", "sentence", "words", "first", "last"), ROWS, ids=[row[1] for row in ROWS])
def test_the_words_that_date_a_sentence_and_their_days(
    said: str, sentence: str, words: str, first: str, last: str
) -> None:
    when = date_clause(sentence, said)
    assert (when.words, when.start or "-", when.end or "-") == (words, first, last)


def test_without_a_moment_no_relative_time_has_a_day() -> None:
    dated = [date_clause(sentence, None).start for _, sentence, *_ in ROWS]
    assert [day for day in dated if day is not None] == ["2019-01-01", "1989-04-03", "1989-04-05"]
