"""Finished runs, read back from their folders: for reports, comparisons and correlations."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from fta_mem.evaluation.bootstrap import Interval, paired_bootstrap
from fta_mem.evaluation.profiles import PROFILES
from fta_mem.evaluation.run_folder import REPORT_FILE, SETTINGS_FILE, Row, read_rows
from fta_mem.state.encoding import JSON
from fta_mem.state.errors import DatasetError


@dataclass(frozen=True, slots=True)
class Run:
    """A run's folder with its settings and its summary."""

    path: Path
    settings: Mapping[str, JSON]
    report: Mapping[str, JSON]

    @property
    def benchmark(self) -> str:
        """Return which benchmark was asked."""
        return str(self.settings["benchmark"])

    def scores(self, method: str, metric: str) -> dict[tuple[str, int], float]:
        """Return a method's score of each question by case and number, of those that the benchmark pools.

        Raises:
            DatasetError: the method didn't run here, or has no such score.
        """
        pools = {str(name): profile.pools_unanswerable for name, profile in PROFILES.items()}[self.benchmark]
        found = {
            (str(row["case"]), cast(int, row["number"])): scores[metric]
            for row in self._rows(method)
            if metric in (scores := cast("Mapping[str, float]", row["scores"]))
            and (pools or "abstention" not in scores)
        }
        if not found:
            raise DatasetError(f"{self.path} has no {metric} of {method!r}")
        return found

    def _rows(self, method: str) -> list[Row]:
        path = self.path / f"{method}.jsonl"
        if not path.is_file():
            raise DatasetError(f"{self.path} has no method {method!r}")
        return read_rows(path)


def open_run(path: Path) -> Run:
    """Read a run's folder.

    Raises:
        DatasetError: it holds no run, or one that isn't finished.
    """
    try:
        settings, report = (json.loads((path / name).read_text("utf-8")) for name in (SETTINGS_FILE, REPORT_FILE))
    except (OSError, ValueError) as error:
        raise DatasetError(f"{path} holds no finished run of fta-mem eval --out") from error
    return Run(path, settings, report)


def named_method(text: str) -> tuple[Path, str]:
    """Return the folder and the method of "DIR:METHOD" ("fta" where none is named)."""
    folder, colon, method = text.rpartition(":")
    return (Path(folder), method) if colon and "/" not in method else (Path(text), "fta")


def compared(one: str, other: str, metric: str, seed: int) -> Interval:
    """Return what one run's method gains over the other's, over the questions that both were asked (Table 10).

    Raises:
        DatasetError: they have no question in common.
    """
    mine, theirs = (open_run(path).scores(method, metric) for path, method in (named_method(one), named_method(other)))
    differences: dict[str, list[float]] = {}
    for (case_id, number), value in mine.items():
        if (case_id, number) in theirs:
            differences.setdefault(case_id, []).append(value - theirs[case_id, number])
    found = paired_bootstrap(differences, seed)
    if found is None:
        raise DatasetError(f"{one} and {other} have no question in common that both score by {metric}")
    return found


def gains_by_case(one: str, others: Sequence[str], metric: str) -> dict[str, float]:
    """Return for each case how much a run's method gains over the mean of the others'."""
    mine = _case_means(one, metric)
    theirs = [_case_means(other, metric) for other in others]
    common = [case_id for case_id in mine if all(case_id in each for each in theirs)]
    return {case_id: mine[case_id] - sum(each[case_id] for each in theirs) / len(theirs) for case_id in common}


def _case_means(named: str, metric: str) -> dict[str, float]:
    path, method = named_method(named)
    values: dict[str, list[float]] = {}
    for (case_id, _), value in open_run(path).scores(method, metric).items():
        values.setdefault(case_id, []).append(value)
    return {case_id: sum(found) / len(found) for case_id, found in values.items()}
