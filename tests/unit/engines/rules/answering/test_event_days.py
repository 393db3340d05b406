"""When, by the unit that tells the event, and only where it gives one day."""

from dataclasses import replace

import pytest

from fta_mem.engines.base import AnswerRequest
from fta_mem.engines.rules.answering.event_days import find_event_day
from fta_mem.engines.rules.answering.evidence import Evidence
from fta_mem.state.answering import Hit, Packet, RewrittenQuery, SourceTurn
from fta_mem.state.claims import Asked, Claim
from fta_mem.state.records import Affect, Fact, FTAUnit, TimeAnchor
from fta_mem.state.records import Evidence as Span

SAID = Claim(subject="Ilse", predicate="sell", object="the piano", past=True, session="s1", turn=1, speaker="Ilse")
ASKED = Asked(Claim(subject="Ilse", predicate="sell", object="the old piano", past=True), wanted="time")


def evidence(claims: tuple[Claim, ...], day: str | None, text: str = "sold it") -> Evidence:
    anchor = TimeAnchor(event_start=day, event_end=day, granularity="day" if day else "unknown")
    unit = FTAUnit(Fact("Ilse sold it"), anchor, Affect(), Span("s1", (1, 3)), claims=claims).with_id("emem_000001")
    turns = tuple(SourceTurn("s1", n, f"s1:{n}", "Ilse", text, "2022-03-10", "user", 0.5) for n in range(1, 4))
    stated = tuple(("emem_000001", claim) for claim in claims)
    request = AnswerRequest(
        "When?", RewrittenQuery("When?", asked=(ASKED,)), Packet("", 0, (Hit(unit, 0.9),), turns), None, ("Ilse",),
        stated,
    )  # fmt: skip
    return Evidence(request)


def test_a_claim_without_a_day_has_its_units() -> None:
    found = find_event_day(ASKED, evidence((SAID,), "2022-03-05"), "iso")
    assert found is not None and found.text == "2022-03-05"


def test_a_clause_that_goes_on_about_it_dates_it() -> None:
    later = Claim(
        subject="Ilse", predicate="do", object="it", past=True, start="2022-03-04", end="2022-03-04", session="s1",
        turn=1, span=(20, 30),
    )  # fmt: skip
    found = find_event_day(ASKED, evidence((SAID, later), None), "iso")
    assert found is not None and found.text == "2022-03-04"


@pytest.mark.parametrize(
    ("claim", "day"),
    [
        (SAID, None),
        (replace(SAID, subject="Oren"), "2022-03-05"),
        (replace(SAID, polarity="denied"), "2022-03-05"),
        (replace(SAID, actuality="wished"), "2022-03-05"),
        (replace(SAID, predicate="buy"), "2022-03-05"),
        (replace(SAID, object="the boat"), "2022-03-05"),
    ],
)
def test_nothing_else_has_a_day(claim: Claim, day: str | None) -> None:
    assert find_event_day(ASKED, evidence((claim,), day), "iso") is None


def test_it_was_then_that_something_else_happened() -> None:
    said = "sold it. It was on Friday that she fell."
    cleft = Claim(
        subject="It",
        predicate="be",
        past=True,
        start="2022-03-04",
        end="2022-03-04",
        session="s1",
        turn=1,
        span=(9, 25),
    )
    given = evidence((SAID, cleft), None, text=said)
    assert find_event_day(ASKED, given, "iso") is None


def test_the_day_of_another_deed_of_the_unit_is_not_its_day() -> None:
    other = Claim(
        subject="Ilse", predicate="move out", past=True, start="2022-03-05", end="2022-03-05", session="s1", turn=1
    )
    assert find_event_day(ASKED, evidence((SAID, other), "2022-03-05"), "iso") is None


def test_the_person_told_is_not_what_was_told() -> None:
    told = Claim(subject="Ilse", predicate="tell", object="Oren", past=True, people=("Oren",), session="s1", turn=1)
    trip = replace(told, obliques=(("about", "the trip"),))
    wanted = Asked(replace(told, obliques=(("about", "the baby"),)), wanted="time")
    assert find_event_day(wanted, evidence((trip,), "2022-03-05"), "iso") is None


@pytest.mark.parametrize(
    ("wanted", "claim"),
    [
        (
            Claim(subject="Ilse", predicate="go", place="the choir", past=True),
            Claim(predicate="skip", object="the hens"),
        ),
        (Claim(subject="Ilse", predicate="take place", past=True), Claim(predicate="send", object="a card")),
        (Claim(subject="Ilse", predicate="go", place="the choir", past=True), Claim(predicate="skip", object="choir")),
        (
            Claim(subject="Ilse", predicate="sell", object="the piano", past=True, adverbs=("first",)),
            Claim(predicate="sell", object="the piano"),
        ),
    ],
)
def test_a_deed_of_the_same_person_is_not_the_event_for_that(wanted: Claim, claim: Claim) -> None:
    said = replace(claim, subject="Ilse", past=True, start="2022-03-04", end="2022-03-04", session="s1", turn=1)
    assert find_event_day(Asked(wanted, wanted="time"), evidence((said,), None), "iso") is None


def test_an_event_that_is_a_noun_has_the_day_on_which_it_is_said_to_be() -> None:
    wanted = Asked(Claim(subject="the choir concert", predicate="be", past=True), wanted="time")
    said = Claim(
        subject="the concert", predicate="be", object="", past=True, start="2022-03-04", end="2022-03-04", session="s1",
        turn=1, words="the choir concert was on Friday",
    )  # fmt: skip
    found = find_event_day(wanted, evidence((said,), None), "iso")
    assert found is not None and found.text == "2022-03-04"


def test_two_days_are_no_day() -> None:
    one = replace(SAID, start="2022-03-04", end="2022-03-04")
    other = replace(SAID, start="2022-02-01", end="2022-02-01", turn=2)
    assert find_event_day(ASKED, evidence((one, other), None), "iso") is None
