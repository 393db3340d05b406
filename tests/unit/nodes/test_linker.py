"""Which units are a fragment's: the linker asks of each fragment's units together."""

import pytest

from fta_mem.nodes.linker import by_fragment
from fta_mem.state.labels import UnitStatus
from fta_mem.state.records import Affect, Evidence, Fact, Fragment, FTAUnit, TimeAnchor

FRAGMENTS = [Fragment(0, 3), Fragment(4, 5), Fragment(6, 9)]


def unit(begin: int, end: int, status: UnitStatus = "complete", *more: tuple[int, int]) -> FTAUnit:
    spans = tuple(Evidence("s1", span) for span in more)
    return FTAUnit(Fact("x"), TimeAnchor(), Affect(), Evidence("s1", (begin, end)), status, more_evidence=spans)


@pytest.mark.parametrize(
    ("units", "groups"),
    [
        ([], []),
        ([unit(0, 1), unit(2, 3), unit(7, 7)], [(0, 2), (2, 3)]),
        ([unit(5, 5), unit(6, 6)], [(0, 1), (1, 2)]),
        ([unit(4, 4), unit(1, 5), unit(9, 9)], [(0, 2), (2, 3)]),  # fused over a fragment's end
        ([unit(4, 4), unit(1, 1, "complete", (8, 8))], [(0, 1), (1, 2)]),
        ([unit(5, 5), unit(7, 7), unit(1, 1, "partial")], [(0, 1), (1, 3)]),  # it waited until the session's end
    ],
)
def test_a_unit_belongs_to_the_fragment_that_finished_it(units: list[FTAUnit], groups: list[tuple[int, int]]) -> None:
    assert by_fragment(units, FRAGMENTS) == groups
