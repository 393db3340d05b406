"""Whose case a run may touch."""

import pytest

from fta_mem.host.ownership import check_own, is_own, own_case
from fta_mem.state.errors import SettingsError


@pytest.mark.parametrize(
    ("case_id", "own"),
    [
        ("u1", True),
        ("u1/work", True),
        ("u10", False),
        ("U1", False),
        ("u1-old", False),
        ("", False),
        ("u", False),
        ("/u1", False),
    ],
)
def test_look_alike_ids_are_not_ones_own(case_id: str, own: bool) -> None:
    assert is_own(case_id, "u1") is own


def test_outside_of_a_run_nobody_owns_anything() -> None:
    with pytest.raises(RuntimeError):
        check_own("ana")
    with pytest.raises(SettingsError, match="case_id"):
        own_case(None)
