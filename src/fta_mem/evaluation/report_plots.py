"""Which plots a run's report has, from what was measured in it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, cast

from fta_mem.evaluation.ablations import ABLATIONS, K_SWEEP
from fta_mem.evaluation.baselines import BASELINES
from fta_mem.evaluation.density import Density
from fta_mem.evaluation.density_gain import DENSITY_FIELDS
from fta_mem.evaluation.paper_tables import NAMES
from fta_mem.evaluation.plots import Bar, Line, Plot, bars_plot, lines_plot, scatter_plot
from fta_mem.evaluation.profiles import BUDGETS
from fta_mem.evaluation.report import Report, methods_of
from fta_mem.state.encoding import JSON

_EVIDENCE: Final = "evidence_recall@1000"


def plots_of(name: str, report: Report) -> Iterator[Plot]:
    """Yield the plots that the report's methods allow; ``name`` begins their files' names."""
    methods = methods_of(report)
    yield from _tokens(name, {each: methods[each] for each in ("fta", *BASELINES) if each in methods}, methods)
    swept = {each: methods[each] for each in K_SWEEP if each in methods}
    if len(swept) > 1:
        yield from _sweep(name, swept)
    yield from _ablations(name, cast("Mapping[str, Report]", report["gains"]))


def density_plot(name: str, densities: Mapping[str, Density], gains: Mapping[str, float], label: str) -> Plot | None:
    """Return the gain of each dialogue against its densities, None for fewer than two dialogues."""
    cases = [case_id for case_id in gains if case_id in densities]
    if len(cases) < 2:
        return None
    panels: dict[str, Line] = {
        field.replace("_", " "): [(getattr(densities[each], field), 100 * gains[each]) for each in cases]
        for field in DENSITY_FIELDS
    }
    return scatter_plot(f"{name}-density", f"Density against gain: {label}", panels, "gain in F1, points")


def _tokens(name: str, compared: Mapping[str, Report], methods: Mapping[str, Report]) -> Iterator[Plot]:
    lines: dict[str, Line] = {}
    for method, figures in compared.items():
        recall = cast(Report, figures["evidence_recall"])
        points = [
            (float(budget), 100 * value) for budget in BUDGETS if (value := _number(recall[str(budget)])) is not None
        ]
        if points:
            lines[method] = points
    swept = [methods[each] for each in K_SWEEP if each in methods]
    points = [
        (tokens, 100 * found)
        for figures in swept
        if (tokens := _number(figures["tokens_per_question"])) is not None
        and (found := _number(figures["answer_evidence"])) is not None
    ]
    if points:
        lines["fta by K, no budget"] = sorted(points)
    if lines:
        title = "Evidence in the packet against its tokens"
        yield lines_plot(f"{name}-tokens", title, lines, "tokens of the packet", "evidence recall, %")


def _sweep(name: str, swept: Mapping[str, Report]) -> Iterator[Plot]:
    for metric, label in (("f1", "F1, %"), ("answer_evidence", "evidence in the packet, %")):
        points = [
            (float(cast(int, K_SWEEP[method]["top_k"])), 100 * value)
            for method, figures in swept.items()
            if (value := _number(figures[metric])) is not None
        ]
        if len(points) > 1:
            yield lines_plot(
                f"{name}-k-{metric.partition('_')[0]}", f"K sweep (Figure 2): {label}", {"fta": points}, "K", label
            )


def _ablations(name: str, gains: Mapping[str, Report]) -> Iterator[Plot]:
    panels = {
        label: bars
        for metric, label in ((_EVIDENCE, "evidence@1000 lost, points"), ("f1", "F1 lost, points"))
        if (bars := _bars(gains, metric))
    }
    if panels:
        yield bars_plot(f"{name}-ablations", "What is lost without each part (Figure 3, Table 8)", panels)


def _bars(gains: Mapping[str, Report], metric: str) -> Sequence[Bar]:
    found = [(method, gains[method].get(metric)) for method in ABLATIONS if method in gains]
    return [
        Bar(NAMES.get(method, method), *(100 * cast(float, gain[end]) for end in ("mean", "low", "high")))
        for method, gain in found
        if isinstance(gain, dict)
    ]


def _number(value: JSON) -> float | None:
    return value if isinstance(value, float) else None
