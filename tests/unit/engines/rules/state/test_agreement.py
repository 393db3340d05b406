"""How a newer claim stands to an older one, and what a claim says to a question."""

import pytest

from fta_mem.engines.rules.state.agreement import relation_of, settles
from fta_mem.engines.rules.state.noun_phrases import same_value
from fta_mem.state.claims import Claim


def said(predicate: str, obj: str = "", **parts: object) -> Claim:
    return Claim(**{"subject": "Ana", "speaker": "Ana", "predicate": predicate, "object": obj, **parts})  # type: ignore[arg-type]


DENIED = {"polarity": "denied"}
PLANNED = {"actuality": "planned"}
BUDGIES = said("have", "a budgie")
LISBON = said("live", place="Lisbon")
DOSE = said("take", "lithium", amount="400 mg")
SWIM = said("go", place="the pool", actuality="habitual")
PLAN = said("visit", "Ruben", time="on Friday", start="2024-05-03", end="2024-05-03", **PLANNED)
BOOKED = said("be", subject="Ana's scan", time="on 3 May", start="2024-05-03", end="2024-05-03")


@pytest.mark.parametrize(
    ("newer", "older", "expected"),
    [
        (said("live", place="Lisbon"), LISBON, "agrees"),
        (said("live", place="Porto"), LISBON, "replaces"),
        (said("live", place="Porto", words="Actually I live in Porto"), LISBON, "corrects"),
        (said("live", place="Lisbon", **DENIED), LISBON, "denies"),
        (said("live", place="Lisbon", words="I don't live in Lisbon anymore", **DENIED), LISBON, "ends"),
        (said("live", place="a houseboat in Lisbon"), LISBON, "adds_detail"),
        (said("live", place="Porto", **DENIED), LISBON, "unrelated"),
        (said("live", place="Porto", subject="Ana's brother"), LISBON, "unrelated"),
        (said("live", place="Porto", actuality="wished"), LISBON, "unrelated"),
        (said("live", place="Porto", past=True), LISBON, "unrelated"),
        (said("move", place="Porto", past=True), LISBON, "replaces"),
        (said("move", place="Porto", past=True), said("move", place="Porto", **PLANNED), "completes"),
        (said("move", place="Porto", **PLANNED), said("move", place="Porto", **PLANNED, **DENIED), "restores"),
        (said("take", "lithium", amount="800 mg"), DOSE, "replaces"),
        (said("take", "iron", amount="20 mg"), DOSE, "unrelated"),
        (said("stop", "lithium", past=True), said("take", "lithium"), "ends"),
        (said("hate", "olives"), said("love", "olives"), "denies"),
        (said("hate", "olives"), said("love", "figs"), "unrelated"),
        (said("give away", "the budgie", past=True), BUDGIES, "ends"),
        (said("die", subject="Ana's budgie", past=True), BUDGIES, "ends"),
        (said("be married"), said("be", "single"), "replaces"),
        (said("visit", "Ruben", past=True), PLAN, "completes"),
        (said("visit", "Ruben", past=True, **DENIED), PLAN, "cancels"),
        (said("visit", "Ilse", past=True), PLAN, "unrelated"),
        (said("visit", "Ruben", start="2024-05-10", end="2024-05-10", **PLANNED), PLAN, "postpones"),
        (said("tell", "Ruben", past=True), said("tell", "Ruben", **PLANNED, **DENIED), "restores"),
        (said("move", "the scan", time="to 9 May", start="2024-05-09", end="2024-05-09"), BOOKED, "postpones"),
        (said("cancel", "the scan", past=True), BOOKED, "ends"),
        (said("go", place="Rome", past=True, **DENIED), said("go", place="Rome", past=True), "denies"),
    ],
)  # fmt: skip
def test_two_claims_are_compared_by_their_parts(newer: Claim, older: Claim, expected: str) -> None:
    assert relation_of(newer, older) == expected


@pytest.mark.parametrize(
    ("claim", "question", "expected"),
    [
        (LISBON, said("live", place="Lisbon"), True),
        (LISBON, said("live", place="Porto"), False),
        (LISBON, said("work", place="Porto"), None),
        (said("hate", "olives"), said("like", "olives"), False),
        (said("refuse", "the offer", past=True), said("accept", "the offer", past=True), False),
        (said("fail", "the exam", past=True), said("pass", "the exam", past=True), False),
        (said("have", "a dog", actuality="wished"), said("have", "a dog"), None),
        (PLAN, said("visit", "Ruben", past=True), None),
    ],
)
def test_a_claim_settles_only_what_it_says(claim: Claim, question: Claim, expected: bool | None) -> None:
    assert settles(claim, question) is expected


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Dr Soto", "Dr Soto's dog", False),
        ("Mum's house", "the house", True),
        ("Ana", "Ana's sister", False),
        ("the flat", "a flat", True),
    ],
)
def test_an_owner_is_not_what_is_owned(one: str, other: str, same: bool) -> None:
    assert (same_value(one, other), same_value(other, one)) == (same, same)
