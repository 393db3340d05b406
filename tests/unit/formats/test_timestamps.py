import pytest

from fta_mem.formats.timestamps import iso_timestamp, spoken_timestamp
from fta_mem.state.errors import DatasetError


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("1:56 pm on 8 May, 2023", "2023-05-08T13:56:00"),
        ("12:09 am on 13 September, 2023", "2023-09-13T00:09:00"),
        ("12:30 PM on 1 Jan, 2024", "2024-01-01T12:30:00"),
        ("2024-01-01", "2024-01-01"),
        (None, None),
    ],
)
def test_spoken_dates(written: str | None, expected: str | None) -> None:
    assert spoken_timestamp(written) == expected


@pytest.mark.parametrize(
    "written", ["13:56 pm on 8 May, 2023", "1:56 pm on 31 April, 2023", "soon", "1:00 pm on 1 Foo, 2023"]
)
def test_impossible_spoken_dates_are_refused(written: str) -> None:
    with pytest.raises(DatasetError):
        spoken_timestamp(written)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("2025-03-09T00:30:00+08:00", "2025-03-09T00:30:00+08:00"),
        ("2025-03-09T00:30:00Z", "2025-03-09T00:30:00Z"),
        ("2025-03-09 00:30", "2025-03-09T00:30"),
        ("2024/3/4", "2024-03-04"),
        ("2024-3-4 9:05", "2024-03-04T09:05:00"),
        (0, "1970-01-01T00:00:00+00:00"),
        (1_700_000_000_000, "2023-11-14T22:13:20+00:00"),
        ("", None),
        (None, None),
    ],
)
def test_timestamps_keep_their_own_offset(given: object, expected: str | None) -> None:
    assert iso_timestamp(given) == expected


@pytest.mark.parametrize("given", ["yesterday", "2024-02-30", "04/03/2024", True, [], 1e30, "2024-03"])
def test_what_is_no_date_is_never_guessed(given: object) -> None:
    with pytest.raises(DatasetError):
        iso_timestamp(given)
