"""The window that a question asks about, against an explicit now (Wednesday 15 May 2024)."""

from datetime import date

import pytest

from fta_mem.engines.rules.answering.question_window import parse_question_time

NOW = date(2024, 5, 15)


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("As of March 3, 2025, where does she work?", date(2025, 3, 3), date(2025, 3, 3)),
        ("What happened in June 2023?", date(2023, 6, 1), date(2023, 6, 30)),
        ("What did he do between March and May 2023?", date(2023, 3, 1), date(2023, 5, 31)),
        ("Where was he from 5 April to 16 April 2023?", date(2023, 4, 5), date(2023, 4, 16)),
        ("What did they do last weekend?", date(2024, 5, 11), date(2024, 5, 12)),
        ("What happened on 4 April?", date(2024, 4, 4), date(2024, 4, 4)),
        ("What upset Ida in the week before 9 June 2023?", date(2023, 6, 2), date(2023, 6, 8)),
        ("What has changed since March 2024?", date(2024, 3, 1), NOW),
        ("What happened before March 2024?", date.min, date(2024, 2, 29)),
        ("What happened after 3 May 2024?", date(2024, 5, 4), NOW),
        ("What will she do next month?", date(2024, 6, 1), date(2024, 6, 30)),
    ],
)
def test_reads_the_window(question: str, first: date, last: date) -> None:
    assert parse_question_time(question, NOW) == (first, last)


@pytest.mark.parametrize(
    "question",
    [
        "What did he do before the move?",
        "Who is Ida?",
        "What does she do every day?",
        "How old was he when he was ten?",
    ],
)
def test_has_no_window_where_none_is_named(question: str) -> None:
    assert parse_question_time(question, NOW) is None


def test_without_now_only_complete_dates_count() -> None:
    assert parse_question_time("What did they do last weekend?", None) is None
    assert parse_question_time("What happened on 4 April?", None) is None
    assert parse_question_time("What happened in June 2023?", None) == (date(2023, 6, 1), date(2023, 6, 30))
    assert parse_question_time("What has changed since March 2024?", None) == (date(2024, 3, 1), date.max)
