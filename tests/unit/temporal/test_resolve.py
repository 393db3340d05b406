"""Time expressions by kind; the turn is said on Wednesday 15 May 2024 at 18:30 unless a case says otherwise."""

from datetime import date, datetime, timedelta, timezone

import pytest

from fta_mem.temporal.resolve import TimeMention, date_clause, date_phrase, date_statement, find_times

SAID = datetime(2024, 5, 15, 18, 30, tzinfo=timezone(timedelta(hours=2)))


def only(text: str, anchor: datetime | date | None = SAID) -> TimeMention:
    """Return the single mention of a text, failing when there are none or several."""
    found = find_times(text, anchor)
    assert len(found) == 1, [each.text for each in found]
    return found[0]


def iso(mention: TimeMention) -> str | None:
    """Write the interval as one ISO day or two."""
    if mention.start is None or mention.end is None:
        return None
    if mention.start == mention.end:
        return mention.start.isoformat()
    return f"{mention.start}/{mention.end}"


DAYS = [
    ("I slept badly today.", "2024-05-15"),
    ("TONIGHT I cook.", "2024-05-15"),
    ("I rang her this morning.", "2024-05-15"),
    ("Yesterday evening was calm.", "2024-05-14"),
    ("I'm seeing the dentist tomorrow.", "2024-05-16"),
    ("He moved out the day before yesterday.", "2024-05-13"),
    ("We sign the day after tomorrow.", "2024-05-17"),
    ("Last night I cried.", "2024-05-14"),
    ("The night before last I did not sleep.", "2024-05-13"),
]
WEEKDAYS = [
    ("Last Friday I danced.", "2024-05-10"),
    ("We danced last Wednesday.", "2024-05-08"),
    ("I saw her on Friday.", "2024-05-10"),
    ("On Friday I’ll see her.", "2024-05-17"),
    ("We're going to see her on Friday.", "2024-05-17"),
    ("I'm meeting Noor on Monday", "2024-05-20"),
    ("Noor's coming on Monday", "2024-05-20"),
    ("The interview is on Monday.", "2024-05-20"),
    ("I've got an appointment on Monday.", "2024-05-20"),
    ("It'll be finished on Monday.", "2024-05-20"),
    ("Saturday. A van came at noon.", "2024-05-11"),
    ("He told me. On the Saturday night.", "2024-05-11"),
    ("I will ask him. Saturday.", "2024-05-18"),
    ("We finally talked on the Sunday.", "2024-05-12"),
    ("Friday night was loud.", "2024-05-10"),
    ("This Friday is the exam.", "2024-05-17"),
    ("I finished it this Monday.", "2024-05-13"),
    ("It happened this past Monday.", "2024-05-13"),
    ("This Saturday just gone I rested.", "2024-05-11"),
    ("I'll call next Monday.", "2024-05-20"),
    ("I'll call next Friday.", "2024-05-24"),
    ("I called him the Friday before last.", "2024-05-03"),
    ("The funeral is Thursday week.", "2024-05-23"),
    ("The review is a week on Thursday.", "2024-05-23"),
    ("It starts two weeks from Monday.", "2024-06-03"),
    ("She left a week ago Monday.", "2024-05-06"),
    ("She left a week last Saturday.", "2024-05-04"),
    ("I saw him a week ago last Saturday.", "2024-05-04"),
    ("She left three weeks ago yesterday.", "2024-04-23"),
    ("He died two years ago today.", "2022-05-15"),
    ("It broke on Tuesday of last week.", "2024-05-07"),
    ("It broke last week on Tuesday.", "2024-05-07"),
    ("Last Fri we ate out.", "2024-05-10"),
    ("We ate out last Tues.", "2024-05-14"),
    ("The shop closed on the last Friday in April.", "2024-04-26"),
    ("It is due on the first Monday of next month.", "2024-06-03"),
    ("We went on Sunday the 12th.", "2024-05-12"),
    ("The plumber comes next Wednesday, the 22nd.", "2024-05-22"),
]
AGO = [
    ("I quit 3 days ago.", "2024-05-12"),
    ("I quit ten days ago.", "2024-05-05"),
    ("I quit a couple of days ago.", "2024-05-12/2024-05-13"),
    ("I quit a few days ago.", "2024-05-10/2024-05-13"),
    ("I quit two or three days ago.", "2024-05-12/2024-05-13"),
    ("I quit two weeks ago.", "2024-04-28/2024-05-04"),
    ("I quit a fortnight ago.", "2024-04-28/2024-05-04"),
    ("I quit two weekends ago.", "2024-05-04/2024-05-05"),
    ("I quit three months ago.", "2024-02-01/2024-02-29"),
    ("I quit half a year ago.", "2023-11-01/2023-11-30"),
    ("I quit a year and a half ago.", "2022-11-01/2022-11-30"),
    ("I quit one and a half years ago.", "2022-11-01/2022-11-30"),
    ("I quit about a year ago.", "2023-05-01/2023-05-31"),
    ("I quit twenty-one years ago.", "2003-01-01/2003-12-31"),
    ("I quit a few years back.", "2019-01-01/2022-12-31"),
    ("I quit two decades ago.", "2004-01-01/2004-12-31"),
    ("I quit two hours ago.", "2024-05-15"),
]
AHEAD = [
    ("We leave in three days.", "2024-05-18"),
    ("We leave in two weeks.", "2024-05-26/2024-06-01"),
    ("Two weeks from now we leave.", "2024-05-26/2024-06-01"),
    ("We will leave in a couple of months.", "2024-07-01/2024-08-31"),
    ("I'll be done in half an hour.", "2024-05-15"),
    ("In a year's time I will laugh.", "2025-05-01/2025-05-31"),
]
PERIODS = [
    ("Last week was hard.", "2024-05-06/2024-05-12"),
    ("This week is hard.", "2024-05-13/2024-05-19"),
    ("Next week will be hard.", "2024-05-20/2024-05-26"),
    ("The past week was hard.", "2024-05-08/2024-05-15"),
    ("The week before last was hard.", "2024-04-29/2024-05-05"),
    ("Early next week I fly.", "2024-05-20/2024-05-21"),
    ("I saw him earlier this week.", "2024-05-13/2024-05-15"),
    ("Last weekend we hiked.", "2024-05-11/2024-05-12"),
    ("We hiked over the weekend.", "2024-05-11/2024-05-12"),
    ("We had a truly awful weekend.", "2024-05-11/2024-05-12"),
    ("The weekend before last we hiked.", "2024-05-04/2024-05-05"),
    ("This weekend we will hike.", "2024-05-18/2024-05-19"),
    ("Have a good time at the weekend!", "2024-05-18/2024-05-19"),
    ("Last month I moved.", "2024-04-01/2024-04-30"),
    ("Next month I'll move.", "2024-06-01/2024-06-30"),
    ("Late last month I moved.", "2024-04-21/2024-04-30"),
    ("At the end of last year I moved.", "2023-11-01/2023-12-31"),
    ("Last year I moved.", "2023-01-01/2023-12-31"),
    ("This time last year I was ill.", "2023-05-01/2023-05-31"),
    ("Last summer I was ill.", "2023-06-01/2023-08-31"),
    ("Next winter I'll ski.", "2024-12-01/2025-02-28"),
    ("In the fall of 2021 I was ill.", "2021-09-01/2021-11-30"),
    ("Last spring I was ill.", "2023-03-01/2023-05-31"),
    ("We'll travel in the summer.", "2024-06-01/2024-08-31"),
    ("He lived here in the nineties.", "1990-01-01/1999-12-31"),
    ("He lived here in the 1980s.", "1980-01-01/1989-12-31"),
]
MONTHS = [
    ("I met her in March.", "2024-03-01/2024-03-31"),
    ("I'm leaving in March.", "2025-03-01/2025-03-31"),
    ("In September. Piano recital.", "2024-09-01/2024-09-30"),
    ("In February. Piano recital.", "2024-02-01/2024-02-29"),
    ("Last May was wet.", "2023-05-01/2023-05-31"),
    ("Next May will be wet.", "2025-05-01/2025-05-31"),
    ("We met back in December.", "2023-12-01/2023-12-31"),
    ("March 2023 was wet.", "2023-03-01/2023-03-31"),
    ("We met in June of last year.", "2023-06-01/2023-06-30"),
    ("We fly in early June.", "2024-06-01/2024-06-10"),
    ("We fly mid-June.", "2024-06-11/2024-06-20"),
    ("We will fly in late June.", "2024-06-21/2024-06-30"),
    ("We will fly at the end of June.", "2024-06-24/2024-06-30"),
    ("It began in the first week of April.", "2024-04-01/2024-04-07"),
    ("We met in 2019.", "2019-01-01/2019-12-31"),
    ("It ran between March and May 2023.", "2023-03-01/2023-05-31"),
]
DATES = [
    ("We met on 12 March.", "2024-03-12"),
    ("We met on March 12th, 2022.", "2022-03-12"),
    ("We met on the 12th of March.", "2024-03-12"),
    ("We met on the second of March.", "2024-03-02"),
    ("The hearing is on June eleventh.", "2024-06-11"),
    ("We met on Tuesday, 14 May.", "2024-05-14"),
    ("She called on the 12th.", "2024-05-12"),
    ("She'll call on the 12th.", "2024-06-12"),
    ("She called on the thirtieth.", "2024-04-30"),
    ("We met on 3/12/2023.", None),
    ("We met on 3/3/2023.", "2023-03-03"),
    ("The exam is on 6/5/2024.", "2024-06-05"),
    ("The exam's on 25/6.", "2024-06-25"),
    ("The exam's on 5/6.", None),
    ("We met on 25/12/2023.", "2023-12-25"),
    ("We met on 3.12.2023.", "2023-12-03"),
    ("We met on 2023-04-05.", "2023-04-05"),
    ("We were there from 3 to 5 May 2023.", "2023-05-03/2023-05-05"),
    ("We were there May 5-6.", "2024-05-05/2024-05-06"),
    ("We were there from April 28 to May 2, 2023.", "2023-04-28/2023-05-02"),
]
FEASTS = [
    ("I was alone at Christmas.", "2023-12-25"),
    ("Last Christmas I was alone.", "2023-12-25"),
    ("I was alone over Christmas.", "2023-12-24/2023-12-26"),
    ("I'll be alone on New Year's Eve.", "2024-12-31"),
    ("I was alone on Halloween.", "2023-10-31"),
    ("I'll cook on Thanksgiving.", "2024-11-28"),
    ("She came at Easter.", "2024-03-31"),
    ("She came at Easter last year.", "2023-04-09"),
    ("We will paint the hall the Friday between Christmas and New Year.", "2024-12-27"),
    ("I'll fly the Wednesday before Thanksgiving.", "2024-11-27"),
]
TIED = [
    ("The week before 9 June 2023 was hard.", "2023-06-02/2023-06-08"),
    ("The Friday before 20 July 2023 was hard.", "2023-07-14"),
]


@pytest.mark.parametrize(
    ("text", "interval"),
    DAYS + WEEKDAYS + AGO + AHEAD + PERIODS + MONTHS + DATES + FEASTS + TIED,
)
def test_resolves_against_the_day_of_the_turn(text: str, interval: str | None) -> None:
    assert iso(only(text)) == interval


@pytest.mark.parametrize(
    ("text", "kind", "interval"),
    [
        ("I've been sober for three weeks.", "duration", "2024-04-21/2024-05-15"),
        ("Four months now, and counting.", "duration", "2024-01-01/2024-05-15"),
        ("We stayed for three weeks.", "duration", None),
        ("She finished it in two weeks.", "duration", None),
        ("It was the best meal in two years.", "duration", None),
        ("I have been ill for the past few months.", "duration", "2023-12-01/2024-05-15"),
        ("I'll rest over the next two weeks.", "duration", "2024-05-15/2024-06-01"),
        ("I've lived here since 2019.", "since", "2019-01-01/2024-05-15"),
        ("It's been odd since last spring.", "since", "2023-03-01/2024-05-15"),
        ("It's been odd since August.", "since", "2023-08-01/2024-05-15"),
        ("I'm off until Monday.", "until", "2024-05-15/2024-05-20"),
        ("I held out till Monday.", "until", "2024-05-13"),
        ("At 4 every night I wake.", "recurring", None),
        ("I wake every night at 4.", "recurring", None),
        ("Every other Tuesday we run.", "recurring", None),
        ("We run twice a week.", "recurring", None),
        ("We run on Tuesdays and Fridays.", "recurring", None),
        ("We run most mornings.", "recurring", None),
        ("When I was ten we had a goat.", "age", None),
        ("I smoked as a teenager.", "age", None),
        ("She left home at the age of 16.", "age", None),
    ],
)
def test_tells_stretches_habits_and_ages_from_points(text: str, kind: str, interval: str | None) -> None:
    found = only(text)
    assert (found.kind, iso(found)) == (kind, interval)


@pytest.mark.parametrize(
    ("text", "orientation"),
    [
        ("Recently I stopped.", "past"),
        ("The other day he rang.", "past"),
        ("I haven't sung in a while.", "past"),
        ("These days I sing.", "present"),
        ("I'm calmer now.", "present"),
        ("I'll stop soon.", "future"),
        ("Two days later he rang.", "past"),
        ("That weekend I was ill.", "past"),
        ("The week before my driving test I panicked.", "past"),
        ("It ended nine thousand years ago, or 9000 years ago.", "past"),
    ],
)
def test_invents_no_date_for_vague_or_untied_words(text: str, orientation: str) -> None:
    found = find_times(text, SAID)[-1]
    assert (found.start, found.end, found.orientation) == (None, None, orientation)


@pytest.mark.parametrize(
    "text",
    [
        "May I come in? You may.",
        "We march on, they march 12 miles.",
        "Give me a second chance, a minute of peace.",
        "The sun is out and I sat down.",
        "I fall apart when they fall asleep.",
        "I have 3 dogs and 12 cats.",
        "It's on the 12th floor, the third door.",
        "For my 18th birthday we bought a Christmas tree.",
        "Happy Christmas!",
        "The last straw; next, the past itself.",
        "We finally signed the lease.",
        "",
        "小棠又没睡好，心里很乱。",
    ],
)
def test_takes_no_ordinary_word_for_a_time(text: str) -> None:
    assert find_times(text, SAID) == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("It was the Sunday before last, at noon.", "the Sunday before last"),
        ("The day before yesterday, I mean.", "The day before yesterday"),
        ("A week ago last Saturday we met.", "A week ago last Saturday"),
        ("I fly the Wednesday before Thanksgiving.", "the Wednesday before Thanksgiving"),
        ("We moved since just before the end of May, no?", "the end of May"),
        ("I know about Christmas.", "Christmas"),
        ("Sailing with my cousins last weekend.", "last weekend"),
        ("I’ve known her since New Year’s Eve.", "since New Year’s Eve"),
    ],
)
def test_keeps_the_longest_wording_as_said(text: str, said: str) -> None:
    found = only(text)
    assert said in found.text
    assert text[found.span[0] : found.span[1]] == found.text


def test_orders_several_mentions() -> None:
    found = find_times("Last month I moved; tomorrow I paint, and in 2026 I sell.", SAID)
    assert [iso(each) for each in found] == ["2024-04-01/2024-04-30", "2024-05-16", "2026-01-01/2026-12-31"]
    assert [each.orientation for each in found] == ["past", "future", "future"]


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("Last week I sang.", "week before 2024-05-15"),
        ("Last Friday I sang.", "friday before 2024-05-15"),
        ("I'll sing next Monday.", "monday after 2024-05-15"),
        ("I sang two weekends ago.", "two weekends before 2024-05-15"),
        ("I sang a few days ago.", "few days before 2024-05-15"),
        ("I must pack before Christmas.", "before 2024-12-25"),
        ("I sang yesterday.", None),
    ],
)
def test_says_how_the_mention_is_tied_to_the_anchor(text: str, relation: str | None) -> None:
    assert only(text).relation == relation


@pytest.mark.parametrize(
    ("day", "text", "interval"),
    [
        (date(2024, 5, 18), "This weekend is calm.", "2024-05-18/2024-05-19"),
        (date(2024, 5, 19), "Last weekend we hiked.", "2024-05-11/2024-05-12"),
        (date(2024, 5, 20), "Last weekend we hiked.", "2024-05-18/2024-05-19"),
        (date(2024, 5, 19), "Next weekend we'll hike.", "2024-05-25/2024-05-26"),
        (date(2024, 5, 17), "Last Friday I sang.", "2024-05-10"),
        (date(2024, 5, 17), "This Friday is calm.", "2024-05-17"),
        (date(2024, 2, 29), "A year ago I sang.", "2023-02-01/2023-02-28"),
        (date(2024, 3, 31), "I sang last month.", "2024-02-01/2024-02-29"),
        (date(2024, 1, 10), "Last winter was mild.", "2022-12-01/2023-02-28"),
        (date(2024, 3, 5), "She'll call on the 31st.", "2024-03-31"),
        (date(2024, 4, 5), "She called on the 31st.", "2024-03-31"),
    ],
)
def test_counts_from_awkward_days(day: date, text: str, interval: str) -> None:
    assert iso(only(text, day)) == interval


@pytest.mark.parametrize("hours", [-11, 0, 8, 14])
def test_the_offset_of_the_turn_decides_its_day(hours: int) -> None:
    after_midnight = datetime(2025, 3, 9, 0, 30, tzinfo=timezone(timedelta(hours=hours)))
    assert iso(only("Tonight the baby screamed.", after_midnight)) == "2025-03-09"
    assert iso(only("Last night the baby screamed.", after_midnight)) == "2025-03-08"
    assert iso(only("An hour ago I woke.", after_midnight)) == "2025-03-08"


def test_an_undated_turn_resolves_complete_dates_only() -> None:
    assert iso(only("We met on 12 March 2023.", None)) == "2023-03-12"
    assert iso(only("I've been here since 2019.", None)) == "2019-01-01/2019-12-31"
    for text in ("Yesterday I sang.", "I sang on 12 March.", "Last week I sang.", "Since May I sing.", "Over Easter"):
        found = only(text, None)
        assert (found.start, found.end, found.relation) == (None, None, None)


MET = "We met in 2019 and married last Friday."


@pytest.mark.parametrize(
    ("text", "clause", "words", "first"),
    [
        (MET, "We met in 2019", "in 2019", "2019-01-01"),
        (MET, "married last Friday", "last Friday", "2024-05-10"),
        ("I'll go on Monday and Ann comes on Tuesday.", "Ann comes on Tuesday", "on Tuesday", "2024-05-21"),
        ("Last week was awful: I lost my job and my cat died.", "my cat died", "Last week", "2024-05-06"),
        ("Yesterday I cried and then I slept.", "then I slept", "Yesterday", "2024-05-14"),
        ("He's moved out. Saturday. A van came.", "He's moved out.", "Saturday", "2024-05-11"),
        ("I told Wren. On the Saturday night.", "I told Wren.", "On the Saturday night", "2024-05-11"),
        ("On Friday I'm seeing the GP because I fainted.", "I fainted", "", None),
        ("Last Friday Mum told me that Dad had left.", "Dad had left", "", None),
        ("Last Friday I saw him and he's fine.", "he's fine", "", None),
        ("I went home and Mum cried last night.", "I went home", "", None),
        ("I was born in Quito. We flew out last night.", "I was born in Quito.", "", None),
    ],
)
def test_each_clause_has_its_own_time_or_one_that_governs_it(
    text: str, clause: str, words: str, first: str | None
) -> None:
    begin = text.index(clause)
    when = date_clause(text, SAID, (begin, begin + len(clause)))
    assert (when.words, when.start) == (words, first)


@pytest.mark.parametrize(
    ("fact", "day"), [("Rosa and Theo met", "2019-01-01"), ("Rosa married Theo last Friday", "2024-05-10")]
)
def test_a_statement_is_dated_by_the_clause_that_says_it(fact: str, day: str) -> None:
    when = date_statement("Rosa met Theo in 2019 and Rosa married Theo last Friday.", SAID, fact)
    assert when is not None and when.start == day
    assert date_statement("It rained yesterday.", SAID, fact) is None


def test_a_denied_day_is_told_apart() -> None:
    found = find_times("It isn't on the 3rd, it's on the 10th.", SAID)
    assert [(iso(each), each.denied) for each in found] == [("2024-06-03", True), ("2024-06-10", False)]
    assert date_clause("It's not on Friday.", SAID).start is None


def test_the_day_of_a_text_is_its_dated_point() -> None:
    text = "Recently, for two weeks now, every day, I wrote, but last week on Monday I stopped."
    when = date_clause(text, SAID)
    assert (when.words, when.start, when.end) == ("last week on Monday", "2024-05-06", "2024-05-06")
    when = date_clause("Every day. Recently.", SAID)
    assert (when.words, when.start, when.end) == ("Every day; Recently", None, None)


@pytest.mark.parametrize(
    ("asked", "day"),
    [
        ("When did he move out?", "2024-05-11"),
        ("And when is the party?", "2024-05-18"),
        ("When are you leaving?", "2024-05-18"),
        ("", None),
    ],
)
def test_a_bare_answer_takes_the_tense_of_its_question(asked: str, day: str | None) -> None:
    assert date_clause("Saturday. Just the two of us.", SAID, asked=asked).start == day


def test_a_named_phrase_takes_the_whole_of_what_is_said() -> None:
    when = date_phrase("Let's talk next week on Tuesday.", SAID, "tuesday")
    assert when is not None and (when.words, when.start) == ("next week on Tuesday", "2024-05-21")
    assert date_phrase("Let's talk next week on Tuesday.", SAID, "on Monday") is None


def test_refuses_a_reversed_interval() -> None:
    with pytest.raises(ValueError, match="ends before it starts"):
        TimeMention("x", (0, 1), date(2024, 1, 2), date(2024, 1, 1), "day", "past", "point", None)
    with pytest.raises(ValueError, match="both ends or none"):
        TimeMention("x", (0, 1), date(2024, 1, 2), None, "day", "past", "point", None)
