"""Older units about the same one are found by their rare words and slots, however unlike they read."""

from dataclasses import replace

from fta_mem.retrieval.link_candidates import LinkCandidates
from fta_mem.state.claims import Claim
from fta_mem.state.records import Affect, Evidence, Fact, FTAUnit, TimeAnchor


def unit(number: int, text: str, subject: str = "Mina", *claims: Claim, others: tuple[str, ...] = ()) -> FTAUnit:
    return FTAUnit(
        Fact(text, subject=subject, participants=(subject, *others), speaker="Mina"),
        TimeAnchor(),
        Affect(),
        Evidence("s1", (number, number)),
        memory_id=f"m{number}",
        claims=claims,
    )


OLDER = [
    unit(0, "Mina works at the bakery in Lund."),
    unit(1, "Mina feels tired after work."),
    unit(2, "Mina feels tired of everything."),
    unit(3, "Tibor works at the bakery too.", "Tibor"),
    unit(4, "Mina has a cat.", "Mina", Claim("Mina", "live", "Lund")),
    unit(5, "Mina and Tibor fight.", "Mina", others=("Tibor",)),
]


def found(new: FTAUnit, count: int = 2, without: tuple[str, ...] = ()) -> list[str]:
    return [each.memory_id for each in LinkCandidates(OLDER).near(new, count, without)]


def test_a_shared_rare_word_of_the_same_person_is_found() -> None:
    assert found(unit(9, "The bakery let Mina go on Monday.")) == ["m0"]


def test_everyday_words_alone_find_nothing() -> None:
    assert found(unit(9, "Mina met Greta.")) == []


def test_somebody_elses_unit_is_no_candidate_unless_both_are_in_it() -> None:
    assert found(unit(9, "The bakery is closed.", "Greta")) == []
    assert found(unit(9, "The bakery closed, and they fight.", "Tibor"), 3) == ["m5", "m3"]


def test_a_shared_slot_goes_before_shared_words() -> None:
    assert found(unit(9, "Mina is off to Malmo.", "Mina", Claim("Mina", "live", "Malmo")), 1) == ["m4"]


def test_what_is_not_older_is_left_out() -> None:
    assert found(unit(9, "The bakery let Mina go."), 2, ("m0",)) == []


def test_a_plan_is_found_by_an_outcome_that_names_nothing() -> None:
    plan = unit(
        6,
        "Mina is going to the dentist on Monday.",
        "Mina",
        Claim("Mina", "go", place="the dentist", actuality="planned"),
    )
    missed = unit(9, "Mina didn't go.", "Mina", Claim("Mina", "go", polarity="denied", past=True))
    kept = LinkCandidates([*OLDER, plan])
    assert [each.memory_id for each in kept.near(missed, 2)] == ["m6"]
    assert kept.near(unit(9, "Mina slept badly."), 2) == []


def test_an_index_brought_up_to_other_units_finds_what_a_new_one_would() -> None:
    kept = LinkCandidates([OLDER[0], unit(8, "Mina sold the bakery van.")])
    kept.bring_up(OLDER)
    new = unit(9, "The bakery let Mina go on Monday.")
    assert kept.near(new, 5) == LinkCandidates(OLDER).near(new, 5)


def test_what_is_told_in_one_breath_is_found_by_what_stands_before_it() -> None:
    asked = unit(6, "Greta wants Mina in her choir.", "Greta", others=("Mina",))
    refused = replace(unit(6, "Absolutely not, Mina said."), memory_id="m7")
    kept = LinkCandidates([*OLDER, asked, refused])
    assert kept.near(unit(9, "Mina joined the choir."), 3) == [refused, asked]
    assert kept.beside([refused]) == [asked]
