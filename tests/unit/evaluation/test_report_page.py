"""A report of made-up runs: both forms hold the same tables, the page stands alone, and it is the same when made again."""

import json
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.unit.evaluation.test_paper_tables import ES, LOCOMO, report_of

from fta_mem.cli.program import run
from fta_mem.evaluation.ablations import K_SWEEP
from fta_mem.evaluation.paper_tables import TABLES
from fta_mem.evaluation.plots import lines_plot
from fta_mem.evaluation.questions import Benchmark
from fta_mem.evaluation.run_folder import RunFolder

PNG = b"\x89PNG"


def run_folder(
    folder: Path, benchmark: Benchmark, asked: tuple[tuple[str, str], ...], methods: tuple[str, ...]
) -> Path:
    """Write a finished run of these methods, each better than the next."""
    values = {method: tuple(0.9 - 0.03 * place for _ in asked) for place, method in enumerate(methods)}
    settings = {
        "benchmark": benchmark,
        "data": [{"name": f"{benchmark}.json", "sha256": "ab" * 32}],
        "engine": "rules",
        "model": None,
        "answers": True,
        "limit": None,
        "seed": 0,
        "versions": {"python": "3.11", "fta-mem": "0.1.0"},
    }
    with RunFolder(folder, settings).opened() as opened:
        opened.finish(report_of(benchmark, asked, values))
    for method, scores in values.items():
        rows = [
            {"case": case, "number": number, "scores": {"f1": scores[number], "tokens_per_question": 90.0}}
            for number, (case, _) in enumerate(asked)
        ]
        (folder / f"{method}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return folder


class Page(HTMLParser):
    """Collects tags, and whatever a page would load from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.loads: list[str] = []
        self.cells: list[str] = []
        self._in_cell = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self._in_cell = tag in ("td", "th")
        self.loads += [
            value or "" for name, value in attrs if name in ("src", "href") and not (value or "").startswith("#")
        ]

    def handle_data(self, data: str) -> None:
        if self._in_cell:
            self.cells.append(data)


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("runs")
    methods = tuple(dict.fromkeys(method for table in TABLES.values() for method in table.methods))
    return [
        run_folder(folder / "es", "es-memeval", ES, methods),
        run_folder(folder / "lo", "locomo", LOCOMO, ("fta", "turn_bm25")),
    ]


def test_both_forms_hold_all_tables_and_plots(runs: list[Path], tmp_path: Path) -> None:
    kept = tmp_path / "counts.jsonl"
    counts = {"length": 3, "entity_anchors": 0, "temporal_anchors": 0, "support_process_anchors": 0}
    rows = [
        {"case": case, "turn": "t", "factual_anchors": place, "implicitness": 1, "low_information": 0, **counts}
        for place, case in enumerate(("a", "b"))
    ]
    kept.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    out = tmp_path / "report"
    assert run(["report", *map(str, runs), "--out", str(out), "--density", str(kept)]) == 0
    markdown = (out / "report.md").read_text(encoding="utf-8")
    for table in TABLES.values():
        assert f"### {table.title}" in markdown
    assert "| paper: FTA-Mem | GPT-4o-mini | K = 7 | 40.93 |" in markdown
    assert "### Table 1: how much the dialogues tell" in markdown
    page = Page()
    text = (out / "report.html").read_text(encoding="utf-8")
    page.feed(text)
    assert page.loads == [] and "script" not in page.tags
    assert "40.93" in page.cells
    plots = {path.stem for path in (out / "plots").glob("*.svg")}
    assert plots == {"es-tokens", "es-k-f1", "es-k-answer", "es-ablations", "es-density", "lo-tokens", "lo-density"}
    assert page.tags.count("figure") == len(plots)
    assert all(path.with_suffix(".png").read_bytes().startswith(PNG) for path in (out / "plots").glob("*.svg"))
    again = tmp_path / "again"
    assert run(["report", *map(str, runs), "--out", str(again), "--density", str(kept)]) == 0
    assert (again / "report.html").read_text(encoding="utf-8") == text


def test_a_method_that_was_not_measured_leaves_its_tables_out(runs: list[Path], tmp_path: Path) -> None:
    assert run(["report", str(runs[1]), "--out", str(tmp_path), "--json"]) == 0
    markdown = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert TABLES["main"].title in markdown and TABLES["k"].title not in markdown
    assert sorted(path.name for path in (tmp_path / "plots").iterdir()) == ["lo-tokens.png", "lo-tokens.svg"]


def test_a_plot_names_its_axes_and_lines() -> None:
    plot = lines_plot("x", "X", {"one": [(1.0, 2.0), (2.0, 3.0)], "other & more": [(1.0, 1.0)]}, "across", "up")
    words = {node.text for node in ElementTree.fromstring(plot.svg).iter() if node.text and node.text.strip()}
    assert {"across", "up", "one", "other & more"} <= words
    assert plot == lines_plot("x", "X", {"one": [(1.0, 2.0), (2.0, 3.0)], "other & more": [(1.0, 1.0)]}, "across", "up")


@pytest.mark.parametrize("wrong", [["DIR"], ["DIR", "--density", "none.jsonl"], []])
def test_what_is_no_run_is_refused(wrong: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [str(tmp_path) if each == "DIR" else each for each in wrong]
    assert run(["report", *arguments, "--out", str(tmp_path / "out")]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_the_sweep_has_the_papers_values() -> None:
    assert {"fta_k7", "fta_k10", "fta_k25"} <= K_SWEEP.keys()
