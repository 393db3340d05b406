"""What a model writes must stand in the turns that it cites."""

import pytest

from fta_mem.engines.llm.grounding import Grounds, verdict_on

SAID = (
    "My sister Noemi moved to Ghent three weeks ago, she isn't working yet.",
    "How old is she now?",
    "Twenty-six. She has 1,200 euros saved and never liked Oslo's winters.",
)


@pytest.mark.parametrize(
    "claim",
    [
        "Noemi moved to Ghent.",
        "NOEMI moved to ghent three weeks ago",
        "Noemi's age is 26",
        "Noemi has 1200 euros saved.",
        "Noemi moved 3 weeks ago.",
        "Noemi is not working yet.",
        "Ilka's sister Noemi never liked the winters of Oslo.",
        "She likes no Oslo winter",
        "One sister of Ilka lives in Ghent",
    ],
)
def test_claims_that_stand_there_are_grounded(claim):
    assert verdict_on(claim, Grounds(SAID, ("Ilka",))) == "grounded"


@pytest.mark.parametrize(
    "claim",
    [
        "Noemi moved to Bruges.",
        "Her sister Noemi lives with Pavel.",
        "Noemi moved four weeks ago.",
        "Noemi is 27.",
        "Noemi has 12,000 euros saved.",
        "",
        "她的妹妹搬到了根特",
    ],
)
def test_invented_names_numbers_and_translations_are_refused(claim):
    assert verdict_on(claim, Grounds(SAID, ("Ilka",))) == "refused"


@pytest.mark.parametrize(
    "claim",
    ["Noemi is working now.", "Sofia moved to Ghent.", "Noemi has never saved euros in Ghent."],
)
def test_doubtful_claims_are_marked(claim):
    grounds = Grounds(SAID if "never" not in claim else SAID[:2], ("Ilka",), ())
    expected = "ungrounded"
    if "never" in claim:
        grounds = Grounds(("Noemi has euros saved in Ghent.",), ("Ilka",))
    assert verdict_on(claim, grounds) == expected


def test_dates_that_the_code_worked_out_may_be_written():
    grounds = Grounds(("I saw the dentist yesterday.",), ("Ilka",), ("2024-02-09",))
    assert verdict_on("Ilka saw the dentist on 9 February 2024.", grounds) == "grounded"
    assert verdict_on("Ilka saw the dentist on 8 February 2024.", grounds) == "refused"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("小岚昨晚又没睡着，心里很慌。", "grounded"),
        ("小岚没睡着", "grounded"),
        ("小兰很高兴地去了北京旅行", "ungrounded"),
        ("Xiao Lan could not sleep.", "refused"),
    ],
)
def test_unspaced_scripts_keep_their_own_signs(claim, verdict):
    assert verdict_on(claim, Grounds(("小岚昨晚又没睡着，心里很慌。",))) == verdict


def test_nothing_stands_on_nothing():
    assert verdict_on("Noemi moved.", Grounds((" ", ""))) == "refused"
