"""Days in an answer follow the style that is asked for, however they were said."""

from datetime import date

import pytest

from fta_mem.engines.llm.answer_dates import in_style

KNOWN = frozenset({date(2024, 2, 14), date(2024, 5, 6), date(2023, 5, 9), date(2024, 5, 9)})


@pytest.mark.parametrize(
    ("said", "style", "worded"),
    [
        ("on 2024-05-06, not 2024-13-06", "long", "on Monday, May 6, 2024, not 2024-13-06"),
        ("6 May 2024", "long", "Monday, May 6, 2024"),
        ("Monday, May 6, 2024", "locomo", "6 May 2024"),
        ("on Monday, 6 May 2024, at noon", "iso", "on 2024-05-06, at noon"),
        ("14 February", "long", "Wednesday, February 14, 2024"),
        ("February 14th", "locomo", "14 February 2024"),
        ("9 May", "long", "9 May"),
        ("3 June", "long", "3 June"),
        ("May 2024", "long", "May 2024"),
        ("The week before 9 June 2023", "locomo", "The week before 9 June 2023"),
        ("since Friday", "long", "since Friday"),
        ("two of them", "long", "two of them"),
    ],
)
def test_days_are_worded_in_the_style(said, style, worded):
    assert in_style(said, style, KNOWN) == worded


def test_without_known_days_only_whole_dates_are_reworded():
    assert in_style("6 May or 7 May 2024", "locomo", frozenset()) == "6 May or 7 May 2024"
