"""The paper's tables from a run's report: our rows, the paper's own beneath, each with backbone and protocol."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

from scipy.stats import rankdata

from fta_mem.evaluation.ablations import K_SWEEP, REFERENCE
from fta_mem.evaluation.baselines import BASELINES
from fta_mem.evaluation.capabilities import ES_MEMEVAL
from fta_mem.evaluation.paper_figures import paper_rows
from fta_mem.evaluation.report import NOT_RUN, Report, Table, figure_of, methods_of
from fta_mem.state.encoding import JSON

Row = Mapping[str, str]
PAPER_MARK: Final = "paper: "
ABBREVIATIONS: Final = dict(
    zip(("IE", "TR", "CD", "Abs", "UM"), (ES_MEMEVAL[place] for place in range(5)), strict=True)
)
LOCOMO_COLUMNS: Final = {
    "1": "1 multi-hop (the paper's Single Hop)",
    "4": "4 single hop (the paper's Multi Hop)",
    "2": "2 temporal",
    "3": "3 open domain",
}
"""The paper's pooled 37.35 needs Single Hop to be number 1 (282 questions) and Multi Hop number 4 (841)."""

NAMES: Final[Mapping[str, str]] = {
    "fta_session": "Session-level",
    "fta_turn_pair": "Turn-pair",
    "fta_fixed_window": "Fixed Window",
    "fta_no_rewrite": "w/o Query Rewrite",
    "fta_plain_embedding": "Plain Embedding",
    "fta_flat": "Flat Context",
    "fta_no_auxiliary": "w/o Auxiliary Memory",
    "fta_fact_only": "Fact-Only",
    "fta_no_time": "w/o Time",
    "fta_no_affect": "w/o Affect",
    "fta_no_links": "w/o Links",
    "fta_question_only": "Question-only",
}
"""The paper's names for its variants."""


@dataclass(frozen=True, slots=True)
class PaperTable:
    """A table of the paper: what it is called there, the methods that it needs, and how it reads."""

    title: str
    methods: tuple[str, ...]
    build: Callable[[Report], Table]


def main_table(report: Report) -> Table:
    """Return Table 2 (ES-MemEval) or 3 (LoCoMo): answers by what questions test; of other benchmarks by category."""
    benchmark = str(report["benchmark"])
    if benchmark == "es-memeval":
        return _beside(report, 2, _es_columns(), _es_rows(report))
    if benchmark == "locomo":
        return _renamed(_beside(report, 3, _locomo_columns(), [_locomo_row(report, *each) for each in _each(report)]))
    return _beside(report, None, *_plain_rows(report))


def cost_table(report: Report) -> Table:
    """Return Table 5: how many units, and the tokens of a question's packet."""
    rows = [
        {"units": _built(figures, "units"), "tokens a question": _count(figures["tokens_per_question"])}
        | {"unit": "situation-level FTA" if name.startswith(REFERENCE) else name.partition("_")[0]}
        for name, figures in _each(report)
    ]
    return _beside(report, 5, ["unit", "units", "tokens a question"], rows)


def granularity_table(report: Report) -> Table:
    """Return Table 6: granularities of construction with what they cost."""
    return _beside(
        report,
        6,
        ["F1", "B", "units", "calls", "tokens", "evidence@1000"],
        [
            _answers(report, figures) | {name: _built(figures, name) for name in ("units", "calls", "tokens")}
            for _, figures in _each(report)
        ],
    )


def windows_table(report: Report) -> Table:
    """Return Table 7: boundary-preserving windows against fixed ones."""
    rows = [_answers(report, figures) | {"units": _built(figures, "units")} for _, figures in _each(report)]
    return _beside(report, 7, ["F1", "B", "units", "evidence@1000"], rows)


def ablation_table(report: Report) -> Table:
    """Return Table 8 and Figure 3: FTA-Mem with a part taken away, and what it loses by that."""
    rows = [
        _answers(report, figures) | {"loses F1": _gain(report, name, "f1")} | {"loses evidence": _gain(report, name)}
        for name, figures in _each(report)
    ]
    return _beside(report, 8, ["F1", "B", "evidence@1000", "loses F1", "loses evidence"], rows)


def k_table(report: Report) -> Table:
    """Return Figure 2 as numbers: F1 by K, the packet holding K units whatever they take."""
    rows = [
        _answers(report, figures)
        | {
            "evidence in the packet": _percent(figures["answer_evidence"]),
            "tokens a question": _count(figures["tokens_per_question"]),
        }
        for _, figures in _each(report)
    ]
    return _beside(report, None, ["F1", "B", "evidence in the packet", "tokens a question"], rows)


def bootstrap_table(report: Report) -> Table:
    """Return Table 10: the reference less each method, with the interval over whole cases."""
    gains = cast("Mapping[str, Report]", report["gains"])
    held = [(name, gains[name]) for name, _ in _each(report) if name in gains]
    rows = [
        {
            "method": f"{report['reference']} less {name}",
            "clusters": str(cast(Report, found["f1"])["cases"]) if "f1" in found else NOT_RUN,
            "mean difference": _points(found.get("f1"), "mean"),
            "95% interval": _span(found.get("f1")),
            "evidence@1000": f"{_points(found.get('evidence_recall@1000'), 'mean')} "
            f"{_span(found.get('evidence_recall@1000'))}",
        }
        for name, found in held
    ]
    return _beside(report, 10, ["clusters", "mean difference", "95% interval", "evidence@1000"], rows)


_GRANULARITY: Final = (REFERENCE, "fta_session", "fta_turn_pair")
_PARTS: Final = ("fta_fact_only", "fta_no_time", "fta_no_affect", "fta_no_links", "fta_question_only")
_READING: Final = ("fta_no_rewrite", "fta_plain_embedding", "fta_flat", "fta_no_auxiliary")

TABLES: Final[Mapping[str, PaperTable]] = {
    "main": PaperTable("Tables 2 and 3: main results", (REFERENCE, *BASELINES), main_table),
    "cost": PaperTable("Table 5: what an answer costs", (REFERENCE, *BASELINES), cost_table),
    "granularity": PaperTable("Table 6: granularity and what it costs to build", _GRANULARITY, granularity_table),
    "windows": PaperTable("Table 7: BWS against fixed windows", (REFERENCE, "fta_fixed_window"), windows_table),
    "ablations": PaperTable("Figure 3 and Table 8: ablations", (REFERENCE, *_PARTS, *_READING), ablation_table),
    "k": PaperTable("Figure 2: K", tuple(K_SWEEP), k_table),
    "bootstrap": PaperTable("Table 10: paired cluster bootstrap", (REFERENCE, *BASELINES), bootstrap_table),
}
NUMBERS: Final[Mapping[str, str]] = {
    "2": "main",
    "3": "main",
    "5": "cost",
    "6": "granularity",
    "7": "windows",
    "8": "ablations",
    "10": "bootstrap",
    "figure2": "k",
    "figure3": "ablations",
}
"""The paper's numbers for them."""


def table_of(name: str, report: Report) -> Table:
    """Return a table from those of its methods that the report holds."""
    table = TABLES[name]
    held = methods_of(report)
    return table.build({**report, "methods": {each: cast(JSON, held[each]) for each in table.methods if each in held}})


def average_ranks(columns: Sequence[Sequence[float | None]]) -> list[float]:
    """Return each method's mean rank over columns of scores; the best is 1, ties share theirs, gaps drop a column.

    Raises:
        ValueError: there is no whole column.
    """
    whole = [[value for value in column if value is not None] for column in columns if None not in column]
    if not whole:
        raise ValueError("no column has a score of every method")
    ranks = [rankdata([-value for value in column]) for column in whole]
    return [float(sum(each[place] for each in ranks)) / len(ranks) for place in range(len(ranks[0]))]


def backbone_of(report: Report) -> str:
    """Return who answers: the model, or the rules engine."""
    run = cast(Report, report.get("run") or {})
    return str(run.get("answer_model") or run.get("model") or "rules engine")


def protocol_of(report: Report, method: str) -> str:
    """Return K and the packet's budget, where the method has them."""
    settings = cast(Report, report["settings"])
    if method in K_SWEEP:
        return f"K = {K_SWEEP[method]['top_k']}, no budget"
    budget = f"{settings['budget']} tokens"
    return f"K = {settings['top_k']}, {budget}" if method.startswith(REFERENCE) else budget


def _beside(report: Report, number: int | None, columns: Sequence[str], ours: Iterable[Row]) -> Table:
    """Return our rows, and beneath them the paper's rows of that number for the same benchmark."""
    names = list(methods_of(report))
    rows = []
    for place, row in enumerate(ours):
        method = names[place] if "method" not in row else ""
        about = [row.get("method") or NAMES.get(method, method), backbone_of(report), protocol_of(report, method)]
        rows.append([*about, *(row.get(column, "") for column in columns)])
    for paper in paper_rows(number, str(report["benchmark"])) if number is not None else ():
        about = [f"{PAPER_MARK}{paper['method']}", paper["backbone"], paper["protocol"]]
        rows.append([*about, *(paper.get(column, "") for column in columns)])
    second = "BERTScore" if report["benchmark"] == "es-memeval" else "BLEU-1"
    return ["method", "backbone", "protocol", *(second if column == "B" else column for column in columns)], rows


def _es_columns() -> list[str]:
    names = [*ABBREVIATIONS, "All"]
    return [f"{kind} {name}" for kind in ("F1", "BERTScore") for name in names] + ["judge", "Avg.R"]


def _es_rows(report: Report) -> list[Row]:
    figures = [dict(_es_scores(each)) for _, each in _each(report)]
    columns = [[each[name] for each in figures] for name in _es_columns()[:-2]]
    ranks = average_ranks(columns) if _some_whole(columns) else []
    rows: list[Row] = []
    for place, (_, held) in enumerate(_each(report)):
        cells = {name: _percent(value, missing=_missing(name)) for name, value in figures[place].items()}
        judge = held["judge"]
        cells["judge"] = f"{judge:.3f}" if isinstance(judge, float) else NOT_RUN
        cells["Avg.R"] = f"{ranks[place]:.1f}" if ranks else NOT_RUN
        rows.append(cells)
    return rows


def _es_scores(figures: Report) -> Iterable[tuple[str, float | None]]:
    by_category = cast("Mapping[str, Report]", figures["by_category"])
    for kind, key in (("F1", "f1"), ("BERTScore", "bertscore")):
        for short, name in ABBREVIATIONS.items():
            yield f"{kind} {short}", _number(by_category.get(name, {}).get(key))
        yield f"{kind} All", _number(figures[key])


def _locomo_columns() -> list[str]:
    kinds = ("F1", "BLEU-1")
    return [f"{kind} {number}" for number in LOCOMO_COLUMNS for kind in kinds] + [
        *(f"{kind} average" for kind in kinds),
        "F1 pooled",
    ]


def _locomo_row(report: Report, name: str, figures: Report) -> Row:
    """Return a method's scores by category; the paper's "Average" is that of the four columns, not of questions."""
    by_category = cast("Mapping[str, Report]", figures["by_category"])
    cells: dict[str, str] = {"F1 pooled": _percent(figures["f1"])}
    for kind, key in (("F1", "f1"), ("BLEU-1", "bleu1")):
        values = [_number(by_category.get(number, {}).get(key)) for number in LOCOMO_COLUMNS]
        cells |= {f"{kind} {number}": _percent(value) for number, value in zip(LOCOMO_COLUMNS, values, strict=True)}
        known = [value for value in values if value is not None]
        cells[f"{kind} average"] = _percent(sum(known) / len(known) if known else None)
    return cells


def _renamed(table: Table) -> Table:
    """Return LoCoMo's table with both names over each category's columns."""
    headings = [
        f"{kind} {LOCOMO_COLUMNS[number]}" if number in LOCOMO_COLUMNS else f"{kind} {number}".strip()
        for kind, _, number in (heading.partition(" ") for heading in table[0])
    ]
    return headings, table[1]


def _plain_rows(report: Report) -> tuple[list[str], list[Row]]:
    names = sorted({name for _, figures in _each(report) for name in cast(Report, figures["by_category"])})
    rows: list[Row] = []
    for _, figures in _each(report):
        by_category = cast("Mapping[str, Report]", figures["by_category"])
        cells = {f"F1 {name}": _percent(by_category.get(name, {}).get("f1")) for name in names}
        judge = figures["judge"]
        cells |= {"F1 all": _percent(figures["f1"]), "judge": f"{judge:.3f}" if isinstance(judge, float) else NOT_RUN}
        rows.append(cells)
    return [*(f"F1 {name}" for name in names), "F1 all", "judge"], rows


def _answers(report: Report, figures: Report) -> dict[str, str]:
    """Return F1, the benchmark's second score (BERTScore on ES-MemEval, else BLEU-1) and evidence."""
    is_es = report["benchmark"] == "es-memeval"
    second = figures["bertscore" if is_es else "bleu1"]
    evidence = cast(Report, figures["evidence_recall"])["1000"]
    return {
        "F1": _percent(figures["f1"]),
        "B": _percent(second, missing=NOT_RUN if is_es else "-"),
        "evidence@1000": _percent(evidence),
    }


def _gain(report: Report, method: str, metric: str = "evidence_recall@1000") -> str:
    found = cast("Mapping[str, Report]", report["gains"]).get(method, {}).get(metric)
    return f"{_points(found, 'mean')} {_span(found)}".strip() if found else ""


def _points(found: JSON, name: str) -> str:
    return f"{100 * cast(float, found[name]):.2f}" if isinstance(found, dict) else "-"


def _span(found: JSON) -> str:
    if not isinstance(found, dict) or found["cases"] == 1:
        return "(one case)" if isinstance(found, dict) else ""
    return f"[{_points(found, 'low')}, {_points(found, 'high')}]"


def _each(report: Report) -> list[tuple[str, Report]]:
    return list(methods_of(report).items())


def _built(figures: Report, name: str) -> str:
    return str(figure_of(figures, f"construction@{name}"))


def _number(value: JSON) -> float | None:
    return value if isinstance(value, float) else None


def _percent(value: JSON, missing: str = "-") -> str:
    return f"{100 * value:.2f}" if isinstance(value, float) else missing


def _missing(name: str) -> str:
    return NOT_RUN if name.startswith("BERTScore") else "-"


def _count(value: JSON) -> str:
    return f"{value:.0f}" if isinstance(value, float) else "-"


def _some_whole(columns: Sequence[Sequence[float | None]]) -> bool:
    return any(column and None not in column for column in columns)
