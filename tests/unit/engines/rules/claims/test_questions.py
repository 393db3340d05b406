"""A question is a claim with one part open."""

import pytest

from fta_mem.engines.rules.claims.people import People
from fta_mem.engines.rules.claims.questions import claims_of_question
from fta_mem.state.claims import Asked

PEOPLE = People.of(("Nele", "Guide"))


def asked(question: str) -> Asked:
    return claims_of_question(question, PEOPLE, now="2024-06-01")[0]


@pytest.mark.parametrize(
    ("question", "wanted", "subject", "predicate", "object_"),
    [
        ("Is Nele adopted?", "yes_no", "Nele", "be adopted", ""),
        ("Does Nele own a canoe?", "yes_no", "Nele", "own", "a canoe"),
        ("Where does Nele's uncle work?", "place", "Nele's uncle", "work", ""),
        ("When did Nele sell the van?", "time", "Nele", "sell", "the van"),
        ("What does Nele play?", "object", "Nele", "play", ""),
        ("Who broke her hip?", "subject", "", "break", None),
        ("How many cats does Nele have?", "count", "Nele", "have", "cats"),
        ("How long has Nele been ill?", "duration", "Nele", "be", "ill"),
        ("Why did Nele quit?", "reason", "Nele", "quit", ""),
        ("Which came first, the flood or the fire?", "order", "", "come", ""),
        ("What is the name of Nele's dentist?", "object", "Nele's dentist", "be called", ""),
        ("What's Nele's dentist called?", "object", "Nele's dentist", "be called", ""),
        ("Who is Nele's boss?", "object", "Nele's boss", "be", ""),
        ("What time is the hearing?", "time", "the hearing", "be", ""),
    ],
)
def test_a_question_is_read_like_a_statement(
    question: str, wanted: str, subject: str, predicate: str, object_: str | None
) -> None:
    found = asked(question)
    assert (found.wanted, found.claim.subject, found.claim.predicate) == (wanted, subject, predicate)
    assert object_ is None or found.claim.object == object_


@pytest.mark.parametrize(
    ("question", "field", "value"),
    [
        ("Who did Nele go to Oslo with?", "preposition", "with"),
        ("Which dentist does Nele see?", "kind", "dentist"),
        ("Does Nele prefer tea or coffee?", "options", ("tea", "coffee")),
        ("How old is Nele?", "kind", "age"),
    ],
)
def test_what_narrows_the_open_part_is_kept(question: str, field: str, value: object) -> None:
    found = getattr(asked(question), field)
    assert found == value or (field == "options" and found[-1:] == ("coffee",))


@pytest.mark.parametrize(
    ("question", "field", "value"),
    [
        ("Does Nele still work as a welder?", "adverbs", ("still",)),
        ("Is Nele going to move to Graz?", "actuality", "planned"),
        ("Did Nele stop smoking?", "polarity", "denied"),
        ("Did Nele move to Graz last month?", "start", "2024-05-01"),
        ("Has Nele ever been to Oslo?", "perfect", True),
    ],
)
def test_the_pattern_says_what_must_agree(question: str, field: str, value: object) -> None:
    assert getattr(asked(question).claim, field) == value


def test_no_clause_gives_nothing() -> None:
    assert claims_of_question("And?", PEOPLE) == []


def test_i_and_you_mean_who_asks_and_who_is_asked() -> None:
    found = claims_of_question("Did I tell you about my sister?", PEOPLE, asker="Nele", addressee="Guide")[0]
    assert found.claim.subject == "Nele"
