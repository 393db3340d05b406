"""Measured runs as one Markdown file and one page of HTML that stands alone: tables, plots, and how they came about."""

import html
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, cast

from fta_mem.evaluation.density import Density
from fta_mem.evaluation.density_gain import correlations
from fta_mem.evaluation.density_tables import correlation_table, density_table
from fta_mem.evaluation.paper_tables import TABLES, backbone_of, table_of
from fta_mem.evaluation.plots import Plot
from fta_mem.evaluation.report import (
    Report,
    Table,
    answers_table,
    category_table,
    certainty_table,
    methods_of,
    methods_table,
    notes,
)
from fta_mem.evaluation.report_plots import density_plot, plots_of
from fta_mem.evaluation.runs import Run, gains_by_case
from fta_mem.state.errors import DatasetError, SettingsError

MARKDOWN_FILE: Final = "report.md"
HTML_FILE: Final = "report.html"
PLOTS_FOLDER: Final = "plots"
_STYLE: Final = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; color: #1a1a1a; }
h1, h2, h3 { line-height: 1.2; } h2 { border-top: 2px solid #ddd; margin-top: 3rem; padding-top: 1rem; }
.table { overflow-x: auto; } table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; }
th, td { border-bottom: 1px solid #ddd; padding: .25rem .6rem; text-align: right; white-space: nowrap; }
th { max-width: 9rem; white-space: normal; vertical-align: bottom; } tr.paper { background: #f3f0e8; }
th:first-child, td:first-child { text-align: left; position: sticky; left: 0; background: inherit; }
thead tr, tbody tr { background: #fff; } tbody tr.paper { background: #f3f0e8; }
figure { margin: 1.5rem 0; } figcaption { font-weight: 600; } svg { max-width: 100%; height: auto; }
"""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of a level."""

    level: int
    text: str


Part = Heading | str | Table | Plot
"""What a report is made of, in order; a text is a paragraph."""


def write_report(folder: Path, runs: Sequence[Run], densities: Mapping[str, Density]) -> list[Path]:
    """Write report.md, report.html and the plots as SVG and PNG; return the files.

    Raises:
        DatasetError: there is no run to report.
        SettingsError: the folder can't be written.
    """
    if not runs:
        raise DatasetError("there is no run to report; give folders that eval --out left")
    parts = list(report_parts(runs, densities))
    try:
        (folder / PLOTS_FOLDER).mkdir(parents=True, exist_ok=True)
        written = [folder / MARKDOWN_FILE, folder / HTML_FILE]
        written[0].write_text(as_markdown(parts), encoding="utf-8")
        written[1].write_text(as_html(parts), encoding="utf-8")
        for plot in parts:
            if isinstance(plot, Plot):
                path = folder / PLOTS_FOLDER / plot.name
                written += [path.with_suffix(".svg"), path.with_suffix(".png")]
                written[-2].write_text(plot.svg, encoding="utf-8")
                written[-1].write_bytes(plot.png)
    except OSError as error:
        raise SettingsError(f"{folder} can't be written: {error.strerror}") from error
    return written


def report_parts(runs: Sequence[Run], densities: Mapping[str, Density]) -> Iterator[Part]:
    """Yield the whole report."""
    yield Heading(1, "FTA-Mem, measured")
    yield (
        "Rows that begin with “paper:” are the paper's own, with its backbone and protocol; all others were measured "
        "in the runs below. Rows of different backbones or protocols can't be compared as equals."
    )
    yield _overview(runs)
    for run in runs:
        yield from _run_parts(run, densities)


def _overview(runs: Sequence[Run]) -> Table:
    headings = ["run", "benchmark", "cases", "questions", "memory by", "answers by", "sample", "seed", "data (SHA-256)"]
    rows = []
    for run in runs:
        data = cast("list[Mapping[str, str]]", run.settings["data"])
        built = run.settings["model"] or f"{run.settings['engine']} engine"
        sample = run.settings["limit"] or "all"
        rows.append(
            [
                run.path.name,
                run.benchmark,
                *(str(run.report[name]) for name in ("cases", "questions")),
                *(str(each) for each in (built, backbone_of(run.report), sample, run.settings["seed"])),
                ", ".join(f"{each['name']} {each['sha256'][:12]}" for each in data),
            ]
        )
    return headings, rows


def _run_parts(run: Run, densities: Mapping[str, Density]) -> Iterator[Part]:
    report = run.report
    yield Heading(2, f"{run.benchmark} ({run.path.name})")
    yield from notes(report)
    versions = cast("Mapping[str, str]", run.settings["versions"])
    yield "Made with " + ", ".join(f"{name} {number}" for name, number in versions.items()) + "."
    for name, table in TABLES.items():
        if len([method for method in table.methods if method in methods_of(report)]) > 1:
            yield Heading(3, table.title)
            yield table_of(name, report)
    for title, build in _OWN.items():
        yield Heading(3, title)
        yield build(report)
    yield from plots_of(run.path.name, report)
    yield from _density_parts(run, densities)


_OWN: Final[Mapping[str, Callable[[Report], Table]]] = {
    "Evidence": methods_table,
    "Answers": answers_table,
    "How sure the figures are": certainty_table,
    "By category": category_table,
}


def _density_parts(run: Run, densities: Mapping[str, Density]) -> Iterator[Part]:
    """Yield the run's dialogues' densities, and how the reference's gains over the other methods go with them."""
    cases = dict.fromkeys(case for case, _ in _asked(run))
    own = {case_id: densities[case_id] for case_id in cases if case_id in densities}
    if not own:
        return
    yield Heading(3, "Table 1: how much the dialogues tell")
    yield density_table(own)
    reference = str(run.report["reference"])
    others = [name for name in methods_of(run.report) if name in TABLES["main"].methods and name != reference]
    if not others or run.settings["answers"] is False:
        return
    label = f"{reference} less the mean of {', '.join(others)}"
    gains = gains_by_case(f"{run.path}:{reference}", [f"{run.path}:{other}" for other in others], "f1")
    yield Heading(3, "Tables 4 and 9: density and gain")
    yield correlation_table(label, correlations(own, gains), run.benchmark)
    plot = density_plot(run.path.name, own, gains, label)
    if plot is not None:
        yield plot


def _asked(run: Run) -> Iterator[tuple[str, int]]:
    method = next(iter(methods_of(run.report)), None)
    if method is not None:
        yield from run.scores(method, "tokens_per_question")


def as_markdown(parts: Sequence[Part]) -> str:
    """Return the report as Markdown, plots as links to their SVG files."""
    return "\n\n".join(_markdown(part) for part in parts) + "\n"


def as_html(parts: Sequence[Part]) -> str:
    """Return the report as one page: no script, nothing loaded from elsewhere."""
    body = "\n".join(_html(part) for part in parts)
    title = next((part.text for part in parts if isinstance(part, Heading)), "")
    head = f'<meta charset="utf-8"><title>{html.escape(title)}</title><style>{_STYLE}</style>'
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>\n{body}\n</body></html>\n'


def _markdown(part: Part) -> str:
    if isinstance(part, Heading):
        return f"{'#' * part.level} {part.text}"
    if isinstance(part, Plot):
        return f"![{part.title}]({PLOTS_FOLDER}/{part.name}.svg)\n\n*{part.title}*"
    if isinstance(part, str):
        return part
    lines = [part[0], ["---", *["---:"] * (len(part[0]) - 1)], *part[1]]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def _html(part: Part) -> str:
    if isinstance(part, Heading):
        return f"<h{part.level}>{html.escape(part.text)}</h{part.level}>"
    if isinstance(part, Plot):
        drawing = part.svg[part.svg.index("<svg") :]
        return f"<figure>{drawing}<figcaption>{html.escape(part.title)}</figcaption></figure>"
    if isinstance(part, str):
        return f"<p>{html.escape(part)}</p>"
    head = "".join(f"<th>{html.escape(cell)}</th>" for cell in part[0])
    body = "".join(
        f"<tr{_mark(row)}>{''.join(f'<td>{html.escape(cell)}</td>' for cell in row)}</tr>" for row in part[1]
    )
    return f'<div class="table"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _mark(row: Sequence[str]) -> str:
    return ' class="paper"' if row[0].startswith("paper: ") else ""
