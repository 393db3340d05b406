"""From what people say to what holds: values that change, corrections, arrangements, denials (the whole way)."""

import pytest

from fta_mem.engines.rules.claims.extract import claims_of
from fta_mem.engines.rules.claims.people import People
from fta_mem.engines.rules.state.agreement import relation_of
from fta_mem.engines.rules.state.contrast import taken_up
from fta_mem.engines.rules.state.holding import state_at
from fta_mem.state.claims import Claim
from fta_mem.state.records import Turn

WHO = "Noor"


def told(*texts: str, together: bool = False) -> tuple[list[list[Claim]], dict[str, str]]:
    """Return the claims of each text, said a month apart (or in one session), and the sessions' days."""
    days = {f"s{place}": f"2024-{place + 1:02d}-04" for place in range(len(texts))}
    turns = [Turn(0, "t", "user", WHO, text, f"{day}T18:00:00") for text, day in zip(texts, days.values(), strict=True)]
    if together:
        turns = [Turn(place, "t", "user", WHO, text, "2024-01-04T18:00:00") for place, text in enumerate(texts)]
    people = People.of([WHO])
    if together:
        found = claims_of(turns, people, session="s0")
        return [[claim for claim in found if claim.turn == place] for place in range(len(texts))], days
    claims = [claims_of([turn], people, session=f"s{place}") for place, turn in enumerate(turns)]
    return claims, days


CHANGED = [
    ("I live in Leuven.", "I live in Namur now.", WHO, "home", "Namur", "Leuven"),
    ("I live in Turin.", "I've moved to Genoa.", WHO, "home", "Genoa", "Turin"),
    ("My brother lives in Turin.", "My brother moved to Genoa last week.", "Noor's brother", "home", "Genoa", "Turin"),
    ("My phone number is 0470-11.", "My phone number is 0470-99 now.", WHO, "phone number", "0470-99", "0470-11"),
    ("My email is no@ex.org.", "My new email is noor@ex.net.", WHO, "email", "noor@ex.net", "no@ex.org"),
    ("I'm on 5 mg of olanzapine.", "I'm on 10 mg of olanzapine now.", WHO, "amount:olanzapin", "10 mg", "5 mg"),
    ("I take 30 mg of codeine.", "I take 15 mg of codeine now.", WHO, "amount:codein", "15 mg", "30 mg"),
    ("My landlord is Mr Boyd.", "My new landlord is Mrs Keane.", WHO, "landlord", "Mrs Keane", "Mr Boyd"),
    ("My tutor is Dr Falk.", "My tutor is Dr Osei now.", WHO, "tutor", "Dr Osei", "Dr Falk"),
    ("I work at the bakery.", "I work at the zoo now.", WHO, "work", "the zoo", "the bakery"),
    ("I work for Lidl.", "I've started working for Aldi.", WHO, "work", "Aldi", "Lidl"),
    ("I'm single.", "I'm engaged now.", WHO, "relationship", "engaged", "single"),
    ("My favourite band is Elbow.", "My favourite band is Blur now.", WHO, "favourite band", "Blur", "Elbow"),
    ("My favourite meal is stew.", "My favourite meal is curry now.", WHO, "favourite meal", "curry", "stew"),
    ("I drive a Skoda.", "I drive a Seat now.", WHO, "drive", "a Seat", "a Skoda"),
    ("I drive a van.", "I drive a hearse now.", WHO, "drive", "a hearse", "a van"),
]


@pytest.mark.parametrize(("first", "then", "holder", "slot", "now", "before"), CHANGED)
def test_the_newest_value_holds(first: str, then: str, holder: str, slot: str, now: str, before: str) -> None:
    (old, new), days = told(first, then)
    state = state_at([*old, *new], holder, slot, said_on=days)
    assert state.now is not None
    assert (state.now.value, [use.value for use in state.before]) == (now, [before])
    assert "replaces" in {relation_of(newer, older) for newer in taken_up(new) for older in old}


@pytest.mark.parametrize(
    ("first", "then", "slot"),
    [
        ("I smoke.", "I don't smoke anymore.", "smoke:"),
        ("I drink coffee.", "I gave up coffee.", "drink:coffe"),
        ("I eat meat.", "I stopped eating meat.", "eat:meat"),
        ("I love karaoke.", "I hate karaoke now.", "like:karaok"),
        ("I have a hamster.", "My hamster died on Sunday.", "have:hamster"),
        ("I have a motorbike.", "I sold my motorbike.", "have:motorbik"),
        ("I work at the port.", "I lost my job.", "work"),
        ("My girlfriend is called Ines.", "Ines and I broke up last week.", "partner"),
        ("I'm with Joost, he's my boyfriend.", "Joost and I split up.", "partner"),
        ("I go to yoga every Monday.", "I quit yoga.", "attend:yoga"),
    ],
)  # fmt: skip
def test_an_end_leaves_nothing_standing(first: str, then: str, slot: str) -> None:
    (old, new), days = told(first, then)
    assert state_at(old, WHO, slot, said_on=days).now is not None
    assert state_at([*old, *new], WHO, slot, said_on=days).now is None


@pytest.mark.parametrize(
    ("first", "then", "holder", "slot", "value"),
    [
        ("My dog's name is Biscuit.", "Sorry, I meant Bailey, not Biscuit.", "Noor's dog", "name", "Bailey"),
        ("My nephew is called Otis.", "No wait, it's Otto, not Otis.", "Noor's nephew", "name", "Otto"),
        ("My dentist is Dr Roth.", "Sorry, I meant Dr Rott, not Dr Roth.", WHO, "dentist", "Dr Rott"),
    ],
)
def test_a_correction_replaces_at_once(first: str, then: str, holder: str, slot: str, value: str) -> None:
    (old, new), days = told(first, then, together=True)
    state = state_at([*old, *new], holder, slot, said_on=days)
    assert state.now is not None
    assert (state.now.value, state.before) == (value, ())


@pytest.mark.parametrize(
    ("first", "then", "relation"),
    [
        ("My interview is on 4 July.", "Actually the interview isn't on 4 July, it's on 11 July.", "corrects"),
        ("My court hearing is on 12 March.", "The hearing isn't on 12 March, it's on 19 March.", "replaces"),
        ("My interview is on 4 July.", "They moved my interview to 9 July.", "postpones"),
        ("I booked a flight to Riga for 10 June.", "I cancelled the flight to Riga.", "ends"),
        ("We're taking the train to Vienna on 2 June.", "We called off the trip to Vienna.", "cancels"),
        ("I'm going to sing in the concert on Friday.", "I ended up not singing in the concert.", "cancels"),
        ("I'm going to run the relay on Friday.", "I didn't run the relay in the end.", "cancels"),
        ("I'm going to visit Petra on Sunday.", "I visited Petra, it was lovely.", "completes"),
        ("I'm never going back to the gym.", "I went back to the gym.", "restores"),
        ("I took the job in Leeds.", "I didn't take the job in Leeds.", "denies"),
        ("I lost contact with Ida.", "I'm in contact with Ida again.", "restores"),
    ],
)
def test_a_plan_meets_its_outcome(first: str, then: str, relation: str) -> None:
    (old, new), _ = told(first, then)
    assert relation in {relation_of(newer, older) for newer in taken_up(new) for older in old}


@pytest.mark.parametrize(
    ("text", "holder", "slot", "value"),
    [
        ("My sister doesn't live in Gent, she lives in Brugge.", "Noor's sister", "home", "Brugge"),
        ("I no longer see Dr Weiss, I see Dr Abel.", WHO, "doctor", "Dr Abel"),
        ("My car isn't red, it's blue.", "Noor's car", "be:blue", "blue"),
    ],
)
def test_a_denied_value_is_no_value(text: str, holder: str, slot: str, value: str) -> None:
    (claims,), days = told(text)
    state = state_at(claims, holder, slot, said_on=days)
    assert state.now is not None
    assert state.now.value == value


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("I live in Leuven.", "My brother lives in Namur."),
        ("I live in Leuven.", "I wish I lived in Namur."),
        ("I live in Leuven.", "I lived in Namur as a child."),
        ("I live in Leuven.", "If I lived in Namur I'd be happier."),
        ("I take 30 mg of codeine.", "I take 10 mg of melatonin."),
        ("I love karaoke.", "I hate opera."),
        ("I work at the bakery.", "My boss works at the zoo now."),
        ("I'm going to visit Petra on Sunday.", "I visited Lotte."),
        ("I have a dog.", "I have a cat."),
        ("My sister is called Ida.", "My cousin is called Lena."),
    ],
)
def test_what_differs_by_holder_thing_or_actuality_is_unrelated(first: str, then: str) -> None:
    (old, new), _ = told(first, then)
    found = {relation_of(newer, older) for newer in taken_up(new) for older in old}
    assert found <= {"unrelated", "agrees", "adds_detail"}
