"""How a newer unit relates to an older one (paper, Equation 6 and Figure 8): told by their claims."""

from dataclasses import replace

import pytest

from fta_mem.engines.base import RelationRequest
from fta_mem.engines.rules.linking.relations import judge_relations
from fta_mem.state.claims import Claim
from fta_mem.state.records import Affect, Evidence, Fact, FTAUnit, TimeAnchor


def said(predicate: str, obj: str = "", **parts: object) -> Claim:
    filled = {"subject": "Ana", "speaker": "Ana", "predicate": predicate, "object": obj, **parts}
    return Claim(**filled)  # type: ignore[arg-type]


def unit(name: str, *claims: Claim, session: str = "s1", turn: int = 0) -> FTAUnit:
    placed = tuple(replace(claim, session=session, turn=turn, words=claim.words or name) for claim in claims)
    return FTAUnit(
        Fact(name, "general_fact", ("Ana",), name, "Ana", "Ana"),
        TimeAnchor("2024-01-02"),
        Affect(),
        Evidence(session, (turn, turn), "2024-01-02"),
        "complete",
        memory_id=name,
        claims=placed,
    )


def judged(new: FTAUnit, old: FTAUnit) -> tuple[str, str]:
    (found,) = judge_relations(RelationRequest((new,), (((old, 0.6),),)))
    assert (found.source, found.target) == (new.memory_id, old.memory_id)
    return found.relation, found.lifecycle


SHARED = said("live", obliques=(("with", "Hanno"),))
PORTO = said("visit", place="Porto", actuality="planned")


@pytest.mark.parametrize(
    ("new", "old", "expected"),
    [
        (said("live", obliques=(("with", "Ines"),)), SHARED, ("updates", "archived")),
        (said("live", obliques=(("with", "Hanno"),), polarity="denied"), SHARED, ("contradicts", "contradicted")),
        (said("visit", place="Porto", past=True), PORTO, ("followup_of", "completed")),
        (said("visit", place="Porto", past=True, polarity="denied"), PORTO, ("contradicts", "contradicted")),
        (said("play", "the cello", polarity="denied", phase="end"), said("play", "the cello"), ("updates", "archived")),
        (said("love", "the cello"), said("love", "the cello"), ("supports", "unknown")),
        (said("feed", "the goats", past=True), said("paint", "boats"), ("unknown", "unknown")),
        (said("live", obliques=(("with", "Ines"),), subject="Oren"), SHARED, ("unknown", "unknown")),
        (said("play", "the cello", polarity="denied", actuality="imagined"), said("play", "the cello"), ("unknown", "unknown")),
    ],
)  # fmt: skip
def test_pairs_are_labelled_by_what_changed(new: Claim, old: Claim, expected: tuple[str, str]) -> None:
    assert judged(unit("new", new, session="s2"), unit("old", old)) == expected


def test_a_correction_two_turns_later_closes_what_was_said() -> None:
    old = unit("old", said("be", "Dr Soto", subject="Ana's dentist"))
    new = unit("new", said("be", "Dr Sota", subject="Ana's dentist", words="Sorry, I meant Dr Sota"), turn=2)
    assert judged(new, old) == ("updates", "contradicted")


def test_one_deed_told_twice_is_one_episode() -> None:
    old = unit("old", said("break", "the vase", past=True))
    assert judged(unit("new", said("break", "the tall vase", past=True), turn=4), old)[0] == "same_episode_as"


def test_the_change_weighs_more_than_what_is_said_again() -> None:
    old = unit("old", said("play", "the cello"), said("like", "opera"))
    new = unit("new", said("play", "the cello"), said("hate", "opera"), session="s2")
    assert judged(new, old)[0] == "contradicts"


def test_one_clause_in_two_units_relates_nothing() -> None:
    old = unit("old", said("play", "the cello", words="I play the cello"))
    new = unit("new", said("play", "the cello", words="I play the cello"))
    assert judged(new, old) == ("unknown", "unknown")


def test_every_pair_gets_a_judgement_in_order() -> None:
    new, near, far = unit("new", PORTO), unit("near", SHARED), unit("far", PORTO)
    found = judge_relations(RelationRequest((new, near), (((far, 0.5), (near, 0.5)), ())))
    assert [item.target for item in found] == ["far", "near"]
