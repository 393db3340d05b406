"""The report as tables to read: figures in percent, one line a method."""

from collections.abc import Mapping, Sequence
from typing import Final, cast

from fta_mem.evaluation.bootstrap import FEW_CASES
from fta_mem.evaluation.profiles import BUDGETS, PROFILES
from fta_mem.state.encoding import JSON

Report = Mapping[str, JSON]
Table = tuple[list[str], list[list[str]]]
"""Headings and rows."""

_EVIDENCE: Final = {"evidence_recall": "evid", "all_evidence": "all"}
_ANSWERS: Final = {"f1": "F1", "bleu1": "BLEU-1", "abstention": "abst", "false_abstention": "false abst"}
_BY_MODELS: Final = ("bertscore", "judge")
NOT_RUN: Final = "not run"


def methods_table(report: Report) -> Table:
    """Return what each method brings: evidence and ranking over all questions that have some."""
    headings = ["method", *_evidence_headings(), "prec@1000", "span", "unit@10", "nDCG@10", "nDCG in 1000", "tokens"]
    return headings, [_method_row(name, figures) for name, figures in methods_of(report).items()]


def answers_table(report: Report) -> Table:
    """Return what each method answers, without the questions whose keys are held to be wrong as well."""
    headings = [
        "method",
        "F1",
        "BLEU-1",
        "BERTScore",
        "judge 0-2",
        "abst",
        "false abst",
        "false assertion",
        "yes right",
        "no right",
    ]
    rows = []
    for name, figures in methods_of(report).items():
        rows.append([name, *_answer_cells(figures)])
        if "sound_keys" in figures:
            rows.append([f"{name}, sound keys", *_answer_cells(cast("Report", figures["sound_keys"]))])
    return headings, rows


def _answer_cells(figures: Report) -> list[str]:
    by_models = [judged(name, figures[name]) for name in _BY_MODELS]
    rest = ("abstention", "false_abstention", "false_assertion", "yes_right", "no_right")
    return [
        _percent(figures["f1"]),
        _percent(figures["bleu1"]),
        *by_models,
        *(_percent(figures[each]) for each in rest),
    ]


def judged(name: str, value: JSON) -> str:
    """Return a model's score as it is written: BERTScore in percent, a judge's on its own scale, else "not run"."""
    if not isinstance(value, float):
        return NOT_RUN
    return f"{value:.3f}" if name == "judge" else _percent(value)


def category_table(report: Report) -> Table:
    """Return evidence recall at 1000 tokens and F1 of each method by category."""
    methods = methods_of(report)
    categories = list(_objects(next(iter(methods.values()))["by_category"]))
    headings = ["method", *(f"{kind} {_label(report, name)}" for name in categories for kind in ("evid", "F1"))]
    rows = []
    for name, figures in methods.items():
        by_category = _objects(figures["by_category"])
        cells = [
            _percent(value)
            for category in categories
            for value in (_at(by_category[category], "evidence_recall", "1000"), by_category[category]["f1"])
        ]
        rows.append([name, *cells])
    return headings, rows


def gains_table(report: Report) -> Table:
    """Return what the reference gains over each method, in points with the interval."""
    wanted = [f"{name}@{budget}" for name in _EVIDENCE for budget in BUDGETS[1:]] + ["f1"]
    rows = []
    for name, gains in _objects(report["gains"]).items():
        rows.append([name, *(_interval(gains.get(metric)) for metric in wanted)])
    return [f"{report['reference']} less", *wanted], rows


def certainty_table(report: Report) -> Table:
    """Return each method's figures with how sure they are: the 95 % interval over cases, or that it is one case."""
    wanted = [*(f"{name}@{budget}" for name in _EVIDENCE for budget in BUDGETS), *_ANSWERS]
    rows = []
    for name, figures in methods_of(report).items():
        known = cast("Report", figures["intervals"])
        rows.append([name, *(_sure(figure_of(figures, metric), known.get(metric)) for metric in wanted)])
    return ["95 % over cases", *(_short(metric) for metric in wanted)], rows


def _sure(value: JSON, interval: JSON) -> str:
    if not isinstance(interval, dict):
        return "-"
    if interval["cases"] == 1:
        return f"{_percent(value)} (one case)"
    low, high = (100 * cast(float, interval[name]) for name in ("low", "high"))
    return f"{_percent(value)} [{low:.1f}, {high:.1f}]"


def figure_of(figures: Report, metric: str) -> JSON:
    """Return a figure by its flat name ("evidence_recall@1000")."""
    name, at, budget = metric.partition("@")
    return _at(figures, name, budget) if at else figures[name]


def _short(metric: str) -> str:
    name, at, budget = metric.partition("@")
    return f"{_EVIDENCE.get(name) or _ANSWERS[name]}{at}{budget}"


def notes(report: Report) -> list[str]:
    """Return what a reader of the tables has to know."""
    lines = [
        f"{report['benchmark']}: {report['cases']} cases, {report['questions']} questions, "
        f"{report['dropped_evidence']} annotations that name no turn. Figures in percent; span and tokens are counts."
    ]
    if report["cases"] == 1:
        lines.append("One case: what it shows is a sign, not a benchmark, and no figure has an interval.")
    elif cast(int, report["cases"]) < FEW_CASES:
        lines.append("The intervals resample few cases; read them as a rough size, not as a test.")
    return [*lines, *(_cost(name, figures) for name, figures in methods_of(report).items() if figures["model_asked"])]


def _cost(name: str, figures: Report) -> str:
    return (
        f"{name} asked the model about {_percent(figures['model_asked'])} % of the questions: "
        f"{_count(figures['model_tokens_in'])} tokens in, {_count(figures['model_tokens_out'])} out a question; "
        f"the rules engine took over {_percent(figures['model_fallbacks'])} %."
    )


def _method_row(name: str, figures: Report) -> list[str]:
    evidence = [_percent(_at(figures, metric, str(budget))) for metric in _EVIDENCE for budget in BUDGETS]
    return [
        name,
        *evidence,
        _percent(_at(figures, "precision", "1000")),
        _count(_at(figures, "span_length", "1000")),
        _percent(_at(figures, "unit_recall", "10")),
        _percent(_at(figures, "ndcg", "10")),
        _percent(_at(figures, "ndcg_in_packet", "1000")),
        _count(figures["tokens_per_question"]),
    ]


def _evidence_headings() -> list[str]:
    return [f"{label}@{budget}" for label in _EVIDENCE.values() for budget in BUDGETS]


def _label(report: Report, category: str) -> str:
    names = {str(name): profile.category_names for name, profile in PROFILES.items()}[str(report["benchmark"])]
    return f"{category} {names[category]}" if category in names else category


def methods_of(report: Report) -> Mapping[str, Report]:
    """Return each method's figures."""
    return _objects(report["methods"])


def _objects(value: JSON) -> Mapping[str, Report]:
    return cast("Mapping[str, Report]", value)


def _at(figures: Report, metric: str, place: str) -> JSON:
    return cast("Report", figures[metric])[place]


def _percent(value: JSON) -> str:
    return f"{100 * value:.1f}" if isinstance(value, float) else "-"


def _count(value: JSON) -> str:
    return f"{value:.1f}" if isinstance(value, float) else "-"


def _interval(gain: JSON) -> str:
    if not isinstance(gain, dict):
        return "-"
    mean, low, high = (100 * cast(float, gain[name]) for name in ("mean", "low", "high"))
    return f"{mean:+.1f} [{low:+.1f}, {high:+.1f}]"


def as_text(table: Table) -> str:
    """Return a table as lines of columns two blanks apart; the first column is flush left, figures flush right."""
    lines = [table[0], *table[1]]
    widths = [max(len(cell) for cell in column) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(cell.rjust(width) if place else cell.ljust(width) for place, (cell, width) in enumerate(cells))
        for cells in (list(zip(line, widths, strict=True)) for line in lines)
    )


def tables(report: Report) -> Sequence[Table]:
    """Return all tables in the order to print them."""
    own = [methods_table(report), answers_table(report), certainty_table(report), category_table(report)]
    return [*own, gains_table(report)] if report["gains"] else own
