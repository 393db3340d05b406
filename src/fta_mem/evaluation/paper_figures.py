"""The paper's own figures, to stand beside ours: each with its backbone and protocol, never mixed with what we ran."""

import csv
from functools import cache
from importlib import resources

PaperRow = dict[str, str]


@cache
def paper_table(number: int) -> tuple[PaperRow, ...]:
    """Return the rows of one of the paper's tables (1 to 11), cells as printed there."""
    text = (resources.files("fta_mem.evaluation") / "paper" / f"table{number}.csv").read_text(encoding="utf-8")
    return tuple(csv.DictReader(text.splitlines()))


def paper_rows(number: int, benchmark: str) -> list[PaperRow]:
    """Return the rows of a table that are about a benchmark."""
    return [row for row in paper_table(number) if row.get("benchmark", benchmark) == benchmark]
