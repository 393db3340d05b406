"""One person under many names, two persons of one name apart."""

from collections.abc import Callable

import pytest

from fta_mem.engines.rules.claims.people import People
from fta_mem.state.claims import Claim

Read = Callable[..., list[Claim]]


@pytest.mark.parametrize(
    ("speaker", "mention"),
    [
        ('Wilhelmina "Mina" Okoro', "Mina"),
        ('Wilhelmina "Mina" Okoro', "Wilhelmina"),
        ('Wilhelmina "Mina" Okoro', "Mina Okoro"),
        ('Wilhelmina "Mina" Okoro', "Mrs Okoro"),
        ("Wilhelmina (Mina) Okoro", "Wilhelmina Okoro"),
        ("Melchior", "Mel"),
        ("Ottilie Brandt", "Otilie"),
        ("Ottilie Brandt", "Ms. Brandt"),
    ],
)
def test_a_speaker_is_found_by_every_form_of_the_name(speaker: str, mention: str) -> None:
    people = People.of((speaker, "Guide"))
    assert people.resolve(mention) == speaker
    assert people.same(mention, speaker) or mention == "Otilie"


@pytest.mark.parametrize(
    ("mention", "speaker", "resolved"),
    [
        ("I", "Nele", "Nele"),
        ("you", "Nele", "Guide"),
        ("she", "Nele", ""),
        ("Mum", "Nele", "Nele's mother"),
        ("my mum", "Nele", "Nele's mother"),
        ("Nele's mom", "Guide", "Nele's mother"),
        ("your sister", "Guide", "Nele's sister"),
        ("my little brother", "Nele", "Nele's younger brother"),
        ("my sister Mara", "Nele", "Nele's sister Mara"),
        ("Dov's wife", "Nele", "Dov's wife"),
        ("his wife", "Nele", ""),
    ],
)
def test_kin_words_belong_to_whoever_says_them(mention: str, speaker: str, resolved: str) -> None:
    addressee = "Guide" if speaker == "Nele" else "Nele"
    assert People.of(("Nele", "Guide")).resolve(mention, speaker, addressee) == resolved


@pytest.mark.parametrize(
    ("lines", "one", "other"),
    [
        (("Nele: My sister Mara moved.", "Nele: Mara is ill."), "Nele's sister", "Mara"),
        (("Nele: My sister moved.", "Nele: My sister's name is Mara."), "Nele's sister", "Mara"),
        (("Nele: My brother is called Bo.",), "Nele's brother", "Bo"),
        (("Nele: call me Nelly",), "Nele", "Nelly"),
        (("Nele: My name is Nele but everyone says Lele.",), "Nele", "Lele"),
        (("Nele: Everybody calls me Lele.",), "Nele", "Lele"),
        (("Nele: Mara, my flatmate, moved.",), "Nele's flatmate", "Mara"),
        (("Nele: I go by Lele.",), "Nele", "Lele"),
    ],
)
def test_names_that_turns_give_are_one_persons(read: Read, lines: tuple[str, ...], one: str, other: str) -> None:
    people = People.of(("Nele", "Guide"), claims=read(*lines))
    assert people.same(one, other)
    assert other in " ".join(people.names_of(one))


@pytest.mark.parametrize(
    ("lines", "one", "other"),
    [
        (("Nele: My friend Tom moved.", "Dov: My brother Tom is ill."), "Nele's friend Tom", "Dov's brother Tom"),
        (("Nele: My sister Mara moved.", "Nele: My sister Pia is ill."), "Nele's sister Mara", "Nele's sister Pia"),
        (("Nele: My therapist is Dr Falk.", "Nele: My therapist is Dr Horn."), "Dr Falk", "Dr Horn"),
        (("Nele: My mother is ill.", "Dov: My mother is ill."), "Nele's mother", "Dov's mother"),
        (("Nele: A friend moved.",), "a friend", "a friend"),
    ],
)
def test_two_persons_stay_two(read: Read, lines: tuple[str, ...], one: str, other: str) -> None:
    assert not People.of(("Nele", "Dov"), claims=read(*lines)).same(one, other)


def test_a_name_of_two_is_nobodys_until_somebody_owns_it(read: Read) -> None:
    people = People.of(("Nele", "Dov"), claims=read("Nele: My friend Tom moved.", "Dov: My brother Tom is ill."))
    assert people.resolve("Tom", "Nele") == "Nele's friend Tom"
    assert people.resolve("Tom", "Dov") == "Dov's brother Tom"


def test_an_unknown_name_is_looked_for_by_likeness() -> None:
    people = People.of(("Ottilie", "Anselm"))
    assert people.like("Ottilia") == ("Ottilie",)
    assert people.like("Zebedee") == ()
    assert people.resolve("Helen") == "Helen"
