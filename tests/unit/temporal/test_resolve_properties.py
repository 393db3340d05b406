"""What holds for any text: no exception, spans inside the text, ordered intervals, no look at the clock."""

import ast
from datetime import date, datetime, timedelta, timezone
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from fta_mem.engines.date_wording import word_time
from fta_mem.engines.rules.answering.question_window import parse_question_time
from fta_mem.temporal import resolve as times
from fta_mem.temporal.resolve import find_times

WORDS = (
    "today", "yesterday", "tomorrow", "last", "next", "this", "past", "on", "in", "at", "the", "a", "of",
    "before", "after", "since", "until", "for", "from", "between", "and", "to", "ago", "week", "weeks",
    "weekend", "month", "months", "year", "years", "day", "days", "night", "two", "3", "12th", "2019", "31",
    "0", "99", "1.5", "half", "couple", "few", "several", "Monday", "Fri.", "sat", "Sunday's", "March", "may",
    "12/31/2023", "2024-02-30", "summer", "fall", "Christmas", "Easter", "early", "mid-", "late", "end",
    "every", "twice", "once", "when", "I", "was", "ten", "now", "soon", "recently", "funeral", "my",
    "birthday", ",", ".", ";", "—", "’", "\n", "will", "went", "going", "said", "9999", "0001",
)  # fmt: skip
PHRASES = st.lists(st.sampled_from(WORDS), max_size=25).map(" ".join)
TEXTS = st.one_of(st.text(max_size=200), PHRASES, st.tuples(PHRASES, st.text(max_size=20), PHRASES).map("".join))
OFFSETS = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
ANCHORS = st.one_of(st.none(), st.dates(), st.datetimes(timezones=OFFSETS), st.just(date.max), st.just(date.min))


@settings(max_examples=400)
@given(text=TEXTS, anchor=ANCHORS)
def test_mentions_are_well_formed_whatever_the_text(text: str, anchor: datetime | date | None) -> None:
    found = find_times(text, anchor)
    reached = 0
    for each in found:
        first, last = each.span
        assert reached <= first < last <= len(text)
        assert text[first:last] == each.text
        assert (each.start is None) == (each.end is None)
        assert each.start is None or each.end is None or each.start <= each.end
        assert all(word_time(each, style=style) for style in ("locomo", "long", "iso"))
        reached = last
    assert find_times(text, anchor) == found


@settings(max_examples=200)
@given(text=TEXTS, now=st.one_of(st.none(), st.dates()))
def test_a_question_window_is_ordered_or_none(text: str, now: date | None) -> None:
    window = parse_question_time(text, now)
    assert window is None or window[0] <= window[1]


@settings(max_examples=100)
@given(moment=st.datetimes(min_value=datetime(1950, 1, 1), max_value=datetime(2150, 1, 1)), offset=OFFSETS)  # noqa: DTZ001
def test_only_the_local_day_of_the_turn_matters(moment: datetime, offset: timezone) -> None:
    text = "Yesterday and last Friday, two weeks ago, in March, next summer and on the 12th."
    local = [(each.start, each.end) for each in find_times(text, moment.date())]
    assert [(each.start, each.end) for each in find_times(text, moment.replace(tzinfo=offset))] == local
    assert local[0][0] == moment.date() - timedelta(days=1)


@settings(max_examples=100)
@given(day=st.dates(min_value=date(1950, 1, 1), max_value=date(2150, 1, 1)))
def test_last_and_next_lie_on_their_sides_of_the_anchor(day: date) -> None:
    last, following = find_times("last Tuesday, next Tuesday", day)
    assert last.start is not None and following.start is not None
    assert last.start.weekday() == following.start.weekday() == 1
    assert 1 <= (day - last.start).days <= 7
    assert 3 <= (following.start - day).days <= 9


def test_a_very_long_turn_is_read_to_its_end() -> None:
    found = find_times("blah " * 12_000 + "yesterday", date(2024, 5, 15))
    assert [each.start for each in found] == [date(2024, 5, 14)]


def test_no_module_of_the_grammar_asks_the_clock() -> None:
    sources = sorted(Path(times.__file__).parent.rglob("*.py"))
    assert len(sources) > 10
    called = {
        node.func.attr
        for path in sources
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    }
    assert "fromisoformat" in called
    assert not {"now", "today", "utcnow", "time", "localtime", "monotonic"} & called
