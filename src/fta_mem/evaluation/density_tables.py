"""Densities and their correlation with gains as tables, the paper's figures beside ours (Tables 1, 4 and 9)."""

from collections.abc import Mapping, Sequence
from typing import Final

from fta_mem.evaluation.density import Density
from fta_mem.evaluation.density_gain import Correlation
from fta_mem.evaluation.paper_figures import paper_rows, paper_table
from fta_mem.evaluation.report import Table
from fta_mem.state.encoding import JSON

LABELS: Final = {
    "length": "turn length",
    "factual_anchors": "factual anchors",
    "entity_anchors": "entity anchors",
    "temporal_anchors": "temporal anchors",
    "support_process_anchors": "support-process anchors",
    "implicitness": "implicitness (1-3)",
    "low_information": "low-information turns, %",
}


def density_table(means: Mapping[str, Density]) -> Table:
    """Return Table 1: means over all turns and by dialogue, the paper's (by GPT-5.5) beside them."""
    names = [name or "all turns" for name in means]
    rows = []
    for (field, label), paper in zip(LABELS.items(), paper_table(1), strict=True):
        scale = 100 if field == "low_information" else 1
        own = [f"{scale * getattr(each, field):.2f}" for each in means.values()]
        rows.append([label, *own, paper["ES-MemEval"], paper["LoCoMo"]])
    return ["a turn", *names, "paper: ES-MemEval", "paper: LoCoMo"], rows


def correlation_table(name: str, found: Sequence[Correlation], benchmark: str) -> Table:
    """Return Tables 4 and 9: Pearson's r and Spearman's rho of each density with the gain, and how sure they are."""
    columns = ["Pearson r", "Spearman rho", "95% interval", "permutation p", "leaving one out"]
    rows = [
        [
            name,
            each.field.replace("_", " "),
            str(each.dialogues),
            f"{each.pearson:.2f}",
            f"{each.spearman:.2f}",
            f"[{each.low:.2f}, {each.high:.2f}]",
            f"{each.permutation_p:.3f}",
            f"[{each.lowest:.2f}, {each.highest:.2f}]",
        ]
        for each in found
    ]
    for paper in paper_rows(9, benchmark):
        rows.append([f"paper: {paper['gain']}", paper["field"], "", *(paper[column] for column in columns)])
    return ["gain", "density", "dialogues", *columns], rows


def correlation_fields(found: Sequence[Correlation]) -> list[JSON]:
    """Return correlations as JSON."""
    return [
        {
            "field": each.field,
            "dialogues": each.dialogues,
            "pearson": each.pearson,
            "spearman": each.spearman,
            "low": each.low,
            "high": each.high,
            "permutation_p": each.permutation_p,
            "leave_one_out": [each.lowest, each.highest],
        }
        for each in found
    ]
