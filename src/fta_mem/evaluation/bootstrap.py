"""How sure a figure, or a difference between two, is: bootstrap over whole cases (paper, supplement, Table 10)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

RESAMPLES: Final = 10_000
FEW_CASES: Final = 10


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean (of figures or of differences) with its 95 % interval; ``cases`` is how many dialogues it rests on."""

    mean: float
    low: float
    high: float
    cases: int

    @property
    def is_shaky(self) -> bool:
        """Say whether the cases are too few for the interval to mean much."""
        return self.cases < FEW_CASES


def paired_bootstrap(differences: Mapping[str, Sequence[float]], seed: int = 0) -> Interval | None:
    """Return the mean of the questions' differences and its interval when whole cases are drawn anew.

    ``differences`` holds, for each case, one number a question (this method less that one, or one method's own). The
    mean pools the questions of the cases drawn, so that it is the figure in the table. None without questions.
    """
    cases = [np.asarray(values, dtype=np.float64) for values in differences.values() if len(values)]
    if not cases:
        return None
    sums = np.array([values.sum() for values in cases])
    sizes = np.array([len(values) for values in cases])
    drawn = np.random.default_rng(seed).integers(len(cases), size=(RESAMPLES, len(cases)))
    means = sums[drawn].sum(axis=1) / sizes[drawn].sum(axis=1)
    low, high = np.quantile(means, [0.025, 0.975])
    return Interval(float(sums.sum() / sizes.sum()), float(low), float(high), len(cases))
