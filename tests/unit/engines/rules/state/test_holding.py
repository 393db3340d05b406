"""What holds at a day."""

from fta_mem.engines.rules.state.holding import SlotState, state_at
from fta_mem.state.claims import Claim

DAYS = {"s1": "2024-01-05", "s2": "2024-02-05", "s3": "2024-03-05", "s4": "2024-04-05"}


def said(session: str, predicate: str, obj: str = "", **parts: object) -> Claim:
    filled = {"subject": "Ana", "speaker": "Ana", "session": session, "predicate": predicate, "object": obj, **parts}
    return Claim(**filled)  # type: ignore[arg-type]


def values(state: SlotState) -> tuple[str, list[str]]:
    return (state.now.value if state.now else "", [use.value for use in state.before])


HOMES = [
    said("s1", "live", place="Lisbon"),
    said("s2", "live", place="Lisbon", obliques=(("with", "Ruben"),)),
    said("s3", "move", place="Porto", start="2024-02-20", end="2024-02-20", past=True),
    said("s4", "move", place="Graz", actuality="planned"),
]


def test_the_newest_value_holds_and_the_older_is_found_as_before() -> None:
    state = state_at(HOMES, "Ana", "home", said_on=DAYS)
    assert values(state) == ("Porto", ["Lisbon"])
    assert state.since == "2024-02-20"
    assert [plan.value for plan in state.planned] == ["Graz"]


def test_the_state_of_an_earlier_day_is_that_days() -> None:
    assert values(state_at(HOMES, "Ana", "home", "2024-02-10", DAYS)) == ("Lisbon", [])


def test_an_end_leaves_nothing_standing_and_says_what_ended_it() -> None:
    claims = [said("s1", "smoke", actuality="habitual"), said("s2", "smoke", polarity="denied", phase="end")]
    state = state_at(claims, "Ana", "smoke:", said_on=DAYS)
    assert state.now is None
    assert state.ended is not None
    assert state.ended.kind == "ends"
    assert len(state.before) == 1


def test_a_correction_was_never_before() -> None:
    claims = [
        said("s1", "be", "Dr Soto", subject="Ana's dentist"),
        said("s2", "be", "Dr Sota", subject="Ana's dentist", words="Actually it's Dr Sota"),
    ]
    assert values(state_at(claims, "Ana", "dentist", said_on=DAYS)) == ("Dr Sota", [])


def test_the_end_of_another_value_ends_nothing() -> None:
    claims = [said("s1", "work", place="the bakery"), said("s2", "work", place="the zoo", polarity="denied")]
    assert values(state_at(claims, "Ana", "work", said_on=DAYS)) == ("the bakery", [])


def test_what_was_once_is_before_only() -> None:
    claims = [said("s1", "live", place="Lisbon"), said("s2", "live", place="Vigo", past=True)]
    assert values(state_at(claims, "Ana", "home", said_on=DAYS)) == ("Lisbon", ["Vigo"])
