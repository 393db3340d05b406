from dataclasses import replace

import pytest

from fta_mem.engines.rules.answering.matching import covers, fits, is_covered, meets
from fta_mem.engines.rules.answering.verdicts import says
from fta_mem.state.claims import Asked, Claim

SOLD = Claim("Rosa", "sell", "the car", past=True, words="I sold the car")
DID_SELL_CAR = Claim("Rosa", "sell", "her car", past=True, words="Did Rosa sell her car")
WENT = Claim(
    "Rosa", "go", place="Prague", obliques=(("with", "Milan"),), past=True, words="I went to Prague with Milan"
)


@pytest.mark.parametrize(
    ("claim", "question", "expected"),
    [
        (SOLD, DID_SELL_CAR, True),
        (SOLD, replace(DID_SELL_CAR, object="her boat", words="Did Rosa sell her boat"), None),
        (SOLD, replace(DID_SELL_CAR, subject="Ana"), None),
        (replace(SOLD, polarity="denied"), DID_SELL_CAR, False),
        (replace(SOLD, actuality="imagined"), DID_SELL_CAR, None),
        (replace(SOLD, actuality="planned"), DID_SELL_CAR, None),
        (replace(SOLD, actuality="nearly"), DID_SELL_CAR, None),
    ],
)
def test_a_claim_settles_only_what_is_its_own_and_so(claim: Claim, question: Claim, expected: bool | None) -> None:
    assert says(claim, question) is expected


def test_yes_needs_everything_that_is_named() -> None:
    alone = replace(WENT, obliques=(), words="I went to Prague")
    assert says(WENT, WENT) is True
    assert says(alone, WENT) is None
    assert says(WENT, alone) is True


def test_a_narrow_denial_denies_nothing_wider() -> None:
    narrow = replace(WENT, polarity="denied", words="I never went to Prague with Milan")
    wide = replace(narrow, obliques=(), words="I never went to Prague")
    assert says(narrow, replace(WENT, obliques=(), words="Did Rosa go to Prague")) is None
    assert says(wide, WENT) is False


def test_a_day_that_is_asked_for_must_be_met() -> None:
    march = replace(DID_SELL_CAR, time="in March", start="2024-03-01", end="2024-03-31")
    assert says(SOLD, march) is None
    assert says(replace(SOLD, start="2024-03-04", end="2024-03-04"), march) is True
    assert says(replace(SOLD, start="2024-04-04", end="2024-04-04"), march) is None


def test_a_claim_fits_a_question_that_leaves_a_part_open() -> None:
    what = Asked(Claim("Rosa", "sell", past=True, words="What did Rosa sell"), "object")
    assert fits(SOLD, what)
    assert not fits(replace(SOLD, polarity="denied"), what)
    assert not fits(replace(SOLD, subject="Ana"), what)
    assert fits(replace(SOLD, subject="Ana"), Asked(Claim("", "sell", "the car", words="Who sold the car"), "subject"))


def test_covering_reads_words_in_one_sense() -> None:
    assert covers(Claim(object="the flat"), Claim(object="the apartment"))
    assert not covers(Claim(object="the flat"), Claim(object="the blue apartment"))
    assert is_covered(Claim(object="the apartment"), Claim(object="the blue apartment"))


def test_undated_claims_meet_no_day() -> None:
    assert meets(SOLD, DID_SELL_CAR)
    assert not meets(SOLD, replace(DID_SELL_CAR, start="2024-03-01", end="2024-03-31"))
