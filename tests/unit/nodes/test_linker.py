"""Which older units a new one is compared with, and on which day an edge says that something changed."""

import pytest

from fta_mem.engines.base import RelationJudgement
from fta_mem.nodes.linker import day_of_change, earlier_units, links_from, mixed
from fta_mem.state.records import Affect, Evidence, Fact, Fragment, FTAUnit, TimeAnchor
from fta_mem.state.settings import Settings


def unit(number: int, at: int = 0, session: str = "s2", **time: str) -> FTAUnit:
    anchor = TimeAnchor("2024-05-10T18:00:00", **time)  # type: ignore[arg-type]  # plain words
    return FTAUnit(Fact(f"fact {number}"), anchor, Affect(), Evidence(session, (at, at)), memory_id=f"m{number}")


OLD = FTAUnit(Fact("old"), TimeAnchor("2024-05-02T18:00:00"), Affect(), Evidence("s1", (0, 0)), memory_id="m0")


@pytest.mark.parametrize(
    ("days", "at"),
    [
        ({}, "2024-05-10T18:00:00"),
        ({"event_start": "2024-05-08", "event_end": "2024-05-08"}, "2024-05-08"),
        ({"event_start": "2024-05-01", "event_end": "2024-05-31"}, "2024-05-10T18:00:00"),
        ({"event_start": "2024-04-30", "event_end": "2024-04-30"}, "2024-05-10T18:00:00"),
        ({"event_start": "2024-06-01", "event_end": "2024-06-01"}, "2024-06-01"),
    ],
)
def test_a_change_is_dated_with_a_known_day_or_the_dialogues_and_never_before_the_old_was_said(
    days: dict[str, str], at: str
) -> None:
    assert day_of_change(unit(1, **days), OLD) == at


def test_edges_are_made_of_judged_pairs_that_were_asked_about() -> None:
    new = unit(1)
    judged = [
        RelationJudgement("m1", "m0", "updates", "high", "complete", "archived"),
        RelationJudgement("m1", "m0", "supports"),
        RelationJudgement("m1", "m7", "updates"),
        RelationJudgement("m0", "m1", "updates"),
    ]
    (link,) = links_from(judged, [new], [[OLD]])
    assert (link.relation, link.lifecycle, link.at, link.replaces) == (
        "updates",
        "archived",
        "2024-05-10T18:00:00",
        True,
    )


def test_units_of_earlier_fragments_are_older_and_those_of_the_same_are_not() -> None:
    units = [unit(1, 0), unit(2, 1), unit(3, 2), unit(4, 5)]
    assert earlier_units(units, "s2", [Fragment(0, 1), Fragment(2, 3), Fragment(4, 6)]) == {
        "m1": frozenset(),
        "m2": frozenset(),
        "m3": {"m1", "m2"},
        "m4": {"m1", "m2", "m3"},
    }


def test_what_words_find_goes_before_the_least_alike() -> None:
    alike = [(unit(number), 0.9 - number / 10) for number in range(5)]
    settings = Settings(link_candidates=3, link_by_words=2)

    def chosen(*named: int) -> list[str]:
        return [item[0].memory_id for item in mixed(alike, [(unit(number), 0.2) for number in named], settings)]

    assert chosen() == ["m0", "m1", "m2"]
    assert chosen(8) == ["m0", "m1", "m8"]
    assert chosen(8, 9) == ["m0", "m8", "m9"]
    assert chosen(0, 9) == ["m0", "m1", "m9"]
    assert chosen(3, 9) == ["m0", "m3", "m9"]
