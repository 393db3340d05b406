"""Does FTA-Mem gain more where dialogues tell less (paper, Tables 4 and 9)? Correlations over dialogues."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
from scipy.stats import pearsonr, permutation_test, spearmanr

from fta_mem.evaluation.bootstrap import RESAMPLES
from fta_mem.evaluation.density import Density

Values = npt.NDArray[np.float64]
DENSITY_FIELDS: Final = ("factual_anchors", "entity_anchors", "temporal_anchors", "implicitness")
LEAST: Final = 3
"""Dialogues below which a correlation says nothing at all."""


@dataclass(frozen=True, slots=True)
class Correlation:
    """How a density goes with the gain: a diagnosis, no cause; few dialogues make wide intervals.

    ``lowest`` and ``highest`` are the least and the greatest Pearson r when any one dialogue is left out.
    """

    field: str
    dialogues: int
    pearson: float
    spearman: float
    low: float
    high: float
    permutation_p: float
    lowest: float
    highest: float


def correlations(densities: Mapping[str, Density], gains: Mapping[str, float], seed: int = 0) -> list[Correlation]:
    """Return one a field, over the dialogues that have both; none where there are too few or nothing varies."""
    cases = [case_id for case_id in gains if case_id in densities]
    if len(cases) < LEAST:
        return []
    gained = np.array([gains[case_id] for case_id in cases])
    columns = {name: np.array([getattr(densities[case_id], name) for case_id in cases]) for name in DENSITY_FIELDS}
    return [
        correlation(name, column, gained, seed)
        for name, column in columns.items()
        if np.ptp(column) > 0 and np.ptp(gained) > 0
    ]


def correlation(name: str, density: Sequence[float] | Values, gain: Sequence[float] | Values, seed: int) -> Correlation:
    """Return Pearson's r and Spearman's rho, with how far they can be trusted."""
    x, y = np.asarray(density, dtype=np.float64), np.asarray(gain, dtype=np.float64)
    low, high = _interval(x, y, seed)
    left = [float(_pearson(np.delete(x, place), np.delete(y, place))) for place in range(len(x))]
    known = [value for value in left if not math.isnan(value)]
    shuffled = permutation_test(
        (x,),
        lambda values, axis=-1: _pearson(values, y, axis),
        permutation_type="pairings",
        vectorized=True,
        n_resamples=RESAMPLES - 1,
        rng=np.random.default_rng(seed),
    )
    return Correlation(
        name,
        len(x),
        float(pearsonr(x, y).statistic),
        float(spearmanr(x, y).statistic),
        low,
        high,
        float(shuffled.pvalue),
        min(known, default=math.nan),
        max(known, default=math.nan),
    )


def _interval(x: Values, y: Values, seed: int) -> tuple[float, float]:
    """Return the 95 % interval of Pearson's r over draws of dialogues; one in which nothing varies is left out."""
    drawn = np.random.default_rng(seed).integers(len(x), size=(RESAMPLES, len(x)))
    low, high = np.nanquantile(_pearson(x[drawn], y[drawn]), [0.025, 0.975])
    return float(low), float(high)


def _pearson(x: Values, y: Values, axis: int = -1) -> Values:
    """Return r along an axis, not a number where one side doesn't vary."""
    dx, dy = x - x.mean(axis=axis, keepdims=True), y - y.mean(axis=axis, keepdims=True)
    scale = np.sqrt((dx**2).sum(axis=axis) * (dy**2).sum(axis=axis))
    with np.errstate(invalid="ignore", divide="ignore"):
        found: Values = np.where(scale > 0, (dx * dy).sum(axis=axis) / scale, np.nan)
    return found
