import pytest

from fta_mem.evaluation.bootstrap import Interval, paired_bootstrap


def test_the_mean_pools_the_questions_of_all_cases() -> None:
    interval = paired_bootstrap({"a": [1.0, 0.0], "b": [0.0] * 6})
    assert interval is not None
    assert interval.mean == pytest.approx(1 / 8)
    # Drawn twice "b" gives 0, drawn twice "a" gives 1/2; each has a chance of a quarter.
    assert (interval.low, interval.high) == (0.0, 0.5)


def test_whole_cases_are_drawn_so_one_case_has_no_spread() -> None:
    assert paired_bootstrap({"a": [1.0, 0.0, 0.0, 0.0]}) == Interval(0.25, 0.25, 0.25, 1)


def test_the_seed_decides() -> None:
    differences = {str(case): [((case * 7) % 5) / 5, 0.1] for case in range(12)}
    assert paired_bootstrap(differences, 3) == paired_bootstrap(differences, 3)
    assert paired_bootstrap(differences, 3) != paired_bootstrap(differences, 4)


def test_few_cases_are_called_few() -> None:
    nine = paired_bootstrap({str(case): [0.1] for case in range(9)})
    ten = paired_bootstrap({str(case): [0.1] for case in range(10)})
    assert nine is not None and ten is not None
    assert nine.is_shaky
    assert not ten.is_shaky


def test_without_questions_there_is_no_interval() -> None:
    assert paired_bootstrap({}) is None
    assert paired_bootstrap({"a": []}) is None
