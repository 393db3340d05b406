"""Short replies take their clause from the question; an evasive one says nothing."""

from collections.abc import Callable

import pytest

from fta_mem.state.claims import Claim

Read = Callable[..., list[Claim]]


def replied(claims: list[Claim]) -> list[Claim]:
    return [claim for claim in claims if claim.speaker == "Nele" and claim.question_turn is not None]


@pytest.mark.parametrize(
    ("question", "reply", "told"),
    [
        ("Are you adopted?", "Nope.", ("denied", "actual")),
        ("Do you smoke?", "no", ("denied", "habitual")),
        ("Do you smoke?", "Yeah, like a chimney", ("asserted", "habitual")),
        ("Have you told your wife?", "not yet", ("denied", "actual")),
        ("Do you still see Anselm?", "Not anymore.", ("denied", "habitual")),
        ("Were you in hospital?", "I was.", ("asserted", "actual")),
        ("Did you take the pills?", "I did not", ("denied", "actual")),
        ("Are you lonely?", "Hm, maybe.", ("asserted", "possible")),
        ("Is he violent?", "I don't think so", ("denied", "possible")),
        ("Do you drink?", "Sometimes", ("asserted", "habitual")),
        ("Don't you eat meat?", "no", ("denied", "habitual")),
    ],
)
def test_a_reply_takes_its_clause_from_the_question(
    read: Read, question: str, reply: str, told: tuple[str, str]
) -> None:
    first = replied(read(f"Guide: {question}", f"Nele: {reply}"))[0]
    assert (first.polarity, first.actuality, first.turn) == (*told, 1)


@pytest.mark.parametrize(
    ("question", "reply"),
    [
        ("Do you gamble?", "Not sure I want to go into that."),
        ("Do you gamble?", "No idea."),
        ("Do you gamble?", "no comment"),
        ("Do you gamble?", "I'd rather not say"),
        ("Do you gamble?", "Why do you ask?"),
        ("Do you gamble?", "I don't know"),
        ("You don't gamble?", "Yes."),
        ("Do you gamble or drink?", "Yes."),
        ("How are you?", "No complaints."),
        ("Shall we stop here?", "no worries"),
    ],
)
def test_an_evasive_or_unclear_reply_claims_nothing(read: Read, question: str, reply: str) -> None:
    assert replied(read(f"Guide: {question}", f"Nele: {reply}")) == []


@pytest.mark.parametrize(
    ("question", "reply", "field", "value"),
    [
        ("Where do you live?", "Ulm", "place", "Ulm"),
        ("Who did you quarrel with?", "My sister.", "obliques", (("with", "Nele's sister"),)),
        ("What do you play?", "The tuba.", "object", "The tuba"),
        ("When did you move?", "Last Monday.", "start", "2024-02-05"),
        ("How many cats do you have?", "Three.", "amount", "Three"),
    ],
)
def test_a_bare_answer_fills_what_was_asked(read: Read, question: str, reply: str, field: str, value: object) -> None:
    (claim,) = [item for item in replied(read(f"Guide: {question}", f"Nele: {reply}")) if not item.implied]
    assert getattr(claim, field) == value
    assert claim.is_so


def test_a_question_about_it_asks_about_what_was_just_told(read: Read) -> None:
    claims = replied(read("Nele: I had a row with somebody.", "Guide: Oh no. Who was it with?", "Nele: My aunt."))
    assert ("Nele", "argue", (("with", "Nele's aunt"),)) in [(c.subject, c.predicate, c.obliques) for c in claims]


def test_an_answer_in_its_own_words_is_about_whom_was_asked(read: Read) -> None:
    claims = read("Guide: Is your stepfather still alive?", "Nele: He died in spring.")
    assert ("Nele's stepfather", "die", "asserted") in [(c.subject, c.predicate, c.polarity) for c in claims]


def test_nobody_answers_their_own_question(read: Read) -> None:
    assert replied(read("Nele: Am I mad?", "Nele: No.")) == []


def test_a_time_that_is_over_says_that_it_happened(read: Read) -> None:
    (claim,) = replied(read("Guide: Did you get to see Dr. Bruun?", "Nele: Last Tuesday. She was kind."))
    assert (claim.polarity, claim.actuality, claim.start) == ("asserted", "actual", "2024-02-06")


@pytest.mark.parametrize("reply", ["Next Tuesday.", "Tuesdays.", "Tuesday was too early for that, they said."])
def test_another_time_says_nothing_of_what_happened(read: Read, reply: str) -> None:
    assert not replied(read("Guide: Did you get to see Dr. Bruun?", f"Nele: {reply}"))
