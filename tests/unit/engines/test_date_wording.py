"""Wording of intervals in the three styles; the turn is said on Wednesday 15 May 2024."""

from datetime import date

import pytest

from fta_mem.engines.date_wording import duration_between, word_dates, word_time
from fta_mem.temporal.resolve import find_times

SAID = date(2024, 5, 15)


@pytest.mark.parametrize(
    ("text", "locomo", "long", "iso"),
    [
        ("I sang yesterday.", "14 May 2024", "Tuesday, May 14, 2024", "2024-05-14"),
        ("Last Friday I sang.", "The Friday before 15 May 2024", "Friday, May 10, 2024", "2024-05-10"),
        ("I sang on Friday.", "10 May 2024", "Friday, May 10, 2024", "2024-05-10"),
        ("I'll sing next Monday.", "The Monday after 15 May 2024", "Monday, May 20, 2024", "2024-05-20"),
        (
            "I sang last week.",
            "The week before 15 May 2024",
            "the week of Monday, May 6, 2024",
            "2024-05-06/2024-05-12",
        ),
        (
            "I sang last weekend.",
            "The weekend before 15 May 2024",
            "the weekend of May 11-12, 2024",
            "2024-05-11/2024-05-12",
        ),
        (
            "I sang two weekends ago.",
            "two weekends before 15 May 2024",
            "the weekend of May 4-5, 2024",
            "2024-05-04/2024-05-05",
        ),
        ("Over the weekend I sang.", "11-12 May 2024", "the weekend of May 11-12, 2024", "2024-05-11/2024-05-12"),
        (
            "I sang two weeks ago.",
            "two weeks before 15 May 2024",
            "around Wednesday, May 1, 2024",
            "2024-04-28/2024-05-04",
        ),
        (
            "I sang a few days ago.",
            "a few days before 15 May 2024",
            "a few days before Wednesday, May 15, 2024",
            "2024-05-10/2024-05-13",
        ),
        ("I sang last month.", "April 2024", "April 2024", "2024-04"),
        ("I sang in 2019.", "2019", "2019", "2019"),
        ("I sang last summer.", "summer 2023", "summer 2023", "2023-06-01/2023-08-31"),
        ("I sang last winter.", "winter 2023-2024", "winter 2023-2024", "2023-12-01/2024-02-29"),
        ("I sang in early April.", "early April 2024", "early April 2024", "2024-04-01/2024-04-10"),
        ("I sang in mid-April.", "mid-April 2024", "mid-April 2024", "2024-04-11/2024-04-20"),
        ("I've sung since 2019.", "since 2019", "since 2019", "2019-01-01/2024-05-15"),
        ("I've sung for four months.", "since January 2024", "since January 2024", "2024-01-01/2024-05-15"),
        ("I'm off until Monday.", "until 20 May 2024", "until Monday, May 20, 2024", "2024-05-15/2024-05-20"),
        ("I'll pack before Easter.", "before 20 April 2025", "before Sunday, April 20, 2025", "2024-05-15/2025-04-19"),
        ("We sang from 3 to 5 May 2023.", "3-5 May 2023", "May 3-5, 2023", "2023-05-03/2023-05-05"),
        ("We sang between March and May 2023.", "March to May 2023", "March to May 2023", "2023-03-01/2023-05-31"),
        ("He sang in the nineties.", "the 1990s", "the 1990s", "1990-01-01/1999-12-31"),
        ("Recently I sang.", "Recently", "Recently", "Recently"),
    ],
)
def test_words_a_mention_in_every_style(text: str, locomo: str, long: str, iso: str) -> None:
    (found,) = find_times(text, SAID)
    assert word_time(found, style="locomo") == locomo
    assert word_time(found, style="long") == long
    assert word_time(found, style="iso") == iso


@pytest.mark.parametrize(
    ("span", "words"),
    [
        ((date(2024, 2, 25), date(2024, 2, 25)), "Sunday, February 25, 2024"),
        ((date(2024, 2, 1), date(2024, 2, 29)), "February 2024"),
        ((date(2024, 1, 1), date(2024, 12, 31)), "2024"),
        ((date(2024, 5, 11), date(2024, 5, 12)), "the weekend of May 11-12, 2024"),
        ((date(2024, 6, 1), date(2024, 8, 31)), "summer 2024"),
        ((date(2024, 4, 28), date(2024, 5, 2)), "April 28, 2024 to May 2, 2024"),
    ],
)
def test_words_a_bare_interval(span: tuple[date, date], words: str) -> None:
    assert word_time(span) == words


@pytest.mark.parametrize(
    ("said", "locomo", "long"),
    [
        ("On the fourteen of February.", "On 14 February 2024.", "On Wednesday, February 14, 2024."),
        (
            "It was Feb 14th, 2023, a Tuesday",
            "It was 14 February 2023, a Tuesday",
            "It was Tuesday, February 14, 2023, a Tuesday",
        ),
        ("the third of June", "3 June", "June 3"),
        ("2024-06-03", "3 June 2024", "Monday, June 3, 2024"),
        ("from 3 to 9 August", "from 3 to 9 August", "from 3 to 9 August"),
        ("May 5-6", "May 5-6", "May 5-6"),
        ("31 June, as she says", "31 June, as she says", "31 June, as she says"),
        ("in May", "in May", "in May"),
    ],
)
def test_words_the_days_of_an_answer_in_one_style(said: str, locomo: str, long: str) -> None:
    known = (date(2024, 2, 14), date(2023, 6, 3), date(2024, 6, 3))
    assert word_dates(said, "locomo", known) == locomo
    assert word_dates(said, "long", known) == long


@pytest.mark.parametrize(
    ("first", "last", "unit", "words"),
    [
        (date(2024, 10, 9), date(2024, 10, 25), "day", "sixteen days"),
        (date(2024, 10, 25), date(2024, 10, 9), "day", "sixteen days"),
        (date(2025, 1, 2), date(2025, 1, 25), "day", "twenty-three days"),
        (date(2024, 1, 1), date(2024, 1, 2), "day", "one day"),
        (date(2024, 5, 22), date(2024, 8, 15), "month", "three months"),
        (date(2019, 6, 1), date(2023, 6, 9), "year", "four years"),
        (date(2024, 4, 12), date(2024, 5, 3), "week", "three weeks"),
        (date(2024, 1, 1), date(2024, 9, 1), "day", "244 days"),
        (date(2024, 4, 12), date(2024, 4, 14), "month", "less than one month"),
        (date(2024, 4, 12), date(2024, 4, 12), None, "no time"),
        (date(2024, 4, 12), date(2024, 10, 12), None, "six months"),
        (date(2014, 4, 12), date(2024, 4, 12), None, "ten years"),
    ],
)
def test_says_how_long(first: date, last: date, unit: str | None, words: str) -> None:
    assert duration_between(first, last, unit) == words  # type: ignore[arg-type]
