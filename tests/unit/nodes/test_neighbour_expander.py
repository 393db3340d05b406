"""Linked neighbours: changes before the rest, the newest first, B a unit, both directions, none twice."""

from dataclasses import replace

import numpy as np
import pytest

from fta_mem.nodes.neighbour_expander import expand, marked, replacements
from fta_mem.state.answering import Hit
from fta_mem.state.claims import Claim
from fta_mem.state.records import Affect, Evidence, Fact, FTAUnit, Link, TimeAnchor
from fta_mem.storage.ports import CaseView


def unit(number: int) -> FTAUnit:
    return FTAUnit(
        Fact(f"fact {number}"), TimeAnchor(), Affect(), Evidence("s", (number, number)), memory_id=f"m{number}"
    )


def view(*links: Link) -> CaseView:
    units = tuple(unit(number) for number in range(6))
    empty = np.zeros((0, 4), dtype=np.float32)
    return CaseView("c", 1, (), units, empty, (), empty, links, (), None)


def test_an_update_comes_before_support_and_the_newest_update_first() -> None:
    case = view(Link("m3", "m0", "supports"), Link("m1", "m0", "updates"), Link("m4", "m0", "updates"))
    assert [hit.unit.memory_id for hit in expand([Hit(unit(0), 0.9)], case, 1)] == ["m4"]
    assert [hit.unit.memory_id for hit in expand([Hit(unit(0), 0.9)], case, 3)] == ["m4", "m1", "m3"]


def test_links_are_followed_in_both_directions() -> None:
    (neighbour,) = expand([Hit(unit(4), 0.9)], view(Link("m4", "m0", "followup_of")), 1)
    assert (neighbour.unit.memory_id, neighbour.relation, neighbour.linked_from) == ("m0", "followup_of", "m4")
    assert (neighbour.section, neighbour.is_source) == ("neighbour", False)


def test_a_primary_unit_is_not_its_own_neighbour() -> None:
    assert expand([Hit(unit(0), 0.9), Hit(unit(1), 0.8)], view(Link("m1", "m0", "updates")), 2) == []


def test_no_neighbours_where_none_are_wanted() -> None:
    assert expand([Hit(unit(0), 0.9)], view(Link("m1", "m0", "updates")), 0) == []


def test_what_no_longer_holds_is_marked_with_the_newest_that_says_so_and_since_when() -> None:
    links = [
        Link("m1", "m0", "updates", lifecycle="archived", at="2024-01-01"),
        Link("m2", "m0", "contradicts", lifecycle="contradicted", at="2024-02-01T09:00:00"),
        Link("m3", "m0", "supports", at="2024-03-01"),
    ]
    assert replacements(links) == {"m0": links[1]}
    old, newer, other = marked([Hit(unit(0), 0.9), Hit(unit(2), 0.8), Hit(unit(5), 0.7)], view(*links))
    assert (old.replaced_by, old.until, old.is_current, old.is_successor) == ("m2", "2024-02-01", False, False)
    assert (newer.is_current, newer.is_successor) == (True, True)
    assert (other.is_current, other.is_successor) == (True, False)


@pytest.mark.parametrize(
    "link",
    [
        Link("m1", "m0", "updates"),
        Link("m1", "m0", "updates", lifecycle="completed"),
        Link("m1", "m0", "updates", lifecycle="pending"),
        Link("m1", "m0", "followup_of", lifecycle="archived"),
    ],
)
def test_a_detail_an_outcome_and_a_follow_up_replace_nothing(link: Link) -> None:
    assert replacements([link]) == {}


def test_two_that_cannot_both_be_true_are_marked_as_disputed_on_both_sides() -> None:
    old, new = marked([Hit(unit(0), 0.9), Hit(unit(1), 0.8)], view(Link("m1", "m0", "contradicts")))
    assert (old.disputed_by, new.disputed_by, old.is_current) == ("m1", "m0", True)


def test_what_took_a_units_place_comes_before_a_newer_detail() -> None:
    case = view(Link("m1", "m0", "updates", lifecycle="archived"), Link("m4", "m0", "updates"))
    assert [hit.unit.memory_id for hit in expand([Hit(unit(0), 0.9)], case, 1)] == ["m1"]


def lives(place: str, turn: int) -> Claim:
    return Claim("Ana", "live", "", place, speaker="Ana", session="s", turn=turn, words=f"I live in {place}")


def test_the_claim_that_was_replaced_is_told_from_the_unit_s_others() -> None:
    tea = Claim("Ana", "drink", "tea", speaker="Ana", session="s", turn=0, words="I drink tea")
    old, new = replace(unit(0), claims=(tea, lives("Leeds", 0))), replace(unit(1), claims=(lives("York", 1),))
    links = (Link("m1", "m0", "updates", lifecycle="archived"),)
    first, second = marked([Hit(old, 0.9), Hit(new, 0.8)], replace(view(*links), units=(old, new)))
    assert (first.past_claim, second.past_claim) == (lives("Leeds", 0), None)


def test_no_claim_is_called_past_where_none_is_sure() -> None:
    others = (lives("Leeds", 0), Claim("Ana", "drink", "tea", speaker="Ana", words="I drink tea"))
    links = (Link("m1", "m0", "updates", lifecycle="archived"),)
    old = replace(unit(0), claims=others)
    (first,) = marked([Hit(old, 0.9)], replace(view(*links), units=(old, unit(1))))
    assert (first.replaced_by, first.past_claim) == ("m1", None)
