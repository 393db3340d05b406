"""Marked sheets of an audit, read back into Table 11: mean marks and how far two people agree."""

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sklearn.metrics import cohen_kappa_score

from fta_mem.evaluation.audit import CRITERIA
from fta_mem.evaluation.paper_figures import paper_table
from fta_mem.evaluation.report import Table
from fta_mem.state.errors import DatasetError

Marks = Mapping[tuple[str, str], int]
"""A person's marks by item and criterion."""

_BLANK: Final = ("", "-")


@dataclass(frozen=True, slots=True)
class Criterion:
    """What is known of a criterion: all marks' mean, and over the items that both people marked, their agreement.

    ``kappa`` is Cohen's, None where it isn't defined: with one person, or where both gave the same mark throughout.
    """

    name: str
    marks: int
    mean: float
    both: int
    same: float | None
    kappa: float | None


def read_marks(path: Path) -> Marks:
    """Return the marks of a sheet that one person filled: a line a mark (the page's), or an item a line (the CSV).

    Raises:
        DatasetError: it is no such sheet, a mark is none of 0, 1, 2, or something was marked twice.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
        rows = list(csv.DictReader(text.splitlines(keepends=True), delimiter=_delimiter(text)))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise DatasetError(f"{path} can't be read as a sheet of marks") from error
    found: dict[tuple[str, str], int] = {}
    for number, row in enumerate(rows, start=1):
        for criterion, mark in _marked(row):
            key = (row.get("item") or "", criterion)
            if not key[0] or criterion not in CRITERIA or mark not in ("0", "1", "2") or key in found:
                raise DatasetError(
                    f"{path}, entry {number}: not a single mark of 0, 1 or 2 for {criterion!r}: {mark!r}"
                )
            found[key] = int(mark)
    if not found:
        raise DatasetError(f"{path} holds no marks; fill a sheet of fta-mem audit and save it as CSV")
    return found


def _delimiter(text: str) -> str:
    """Return what stands behind the first column's name: a spreadsheet may save CSV with semicolons or tabs."""
    head = text.partition("\n")[0].replace('"', "")
    return next((each for each in ";\t" if head.startswith(f"item{each}")), ",")


def _marked(row: Mapping[str, str | None]) -> Iterator[tuple[str, str]]:
    given = [(row["criterion"] or "", row.get("mark"))] if "criterion" in row else [(c, row.get(c)) for c in CRITERIA]
    for criterion, mark in given:
        if (plain := (mark or "").strip()) not in _BLANK:
            yield criterion, plain


def agreement(sheets: Sequence[Marks]) -> list[Criterion]:
    """Return each criterion's mean mark over all people, and how far the first two agree.

    Raises:
        DatasetError: two sheets have no item in common.
    """
    if len(sheets) > 1 and not sheets[0].keys() & sheets[1].keys():
        raise DatasetError("the two sheets have no marked item in common; they are of different audits")
    return [found for name in CRITERIA if (found := _criterion(name, sheets)) is not None]


def _criterion(name: str, sheets: Sequence[Marks]) -> Criterion | None:
    own = [{item: mark for (item, criterion), mark in sheet.items() if criterion == name} for sheet in sheets]
    marks = [mark for sheet in own for mark in sheet.values()]
    if not marks:
        return None
    common = [item for item in own[0] if item in own[1]] if len(own) > 1 else []
    one, other = ([sheet[item] for item in common] for sheet in (own * 2)[:2])
    same = sum(a == b for a, b in zip(one, other, strict=True)) / len(common) if common else None
    return Criterion(name, len(marks), sum(marks) / len(marks), len(common), same, _kappa(one, other))


def _kappa(one: Sequence[int], other: Sequence[int]) -> float | None:
    # With one label throughout, chance alone agrees always, and kappa is 0 / 0.
    return float(cohen_kappa_score(one, other)) if len({*one, *other}) > 1 else None


def audit_table(found: Sequence[Criterion]) -> Table:
    """Return Table 11: ours with agreement, the paper's beneath."""
    names = {each.name: each for each in found}
    ours = [f"{names[name].mean:.2f}" if name in names else "-" for name in CRITERIA]
    kappas = [_or_dash(names[name].kappa) if name in names else "-" for name in CRITERIA]
    same = [_or_dash(names[name].same) if name in names else "-" for name in CRITERIA]
    marked = [str(names[name].marks) if name in names else "0" for name in CRITERIA]
    paper = [
        [f"paper: {row['method']} ({row['backbone']}, {row['benchmark']})", *(row[name] for name in CRITERIA)]
        for row in paper_table(11)
    ]
    own = [["mean mark (0-2)", *ours], ["marks", *marked], ["share marked alike", *same], ["Cohen's kappa", *kappas]]
    return ["Table 11", *CRITERIA], [*own, *paper]


def _or_dash(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"
