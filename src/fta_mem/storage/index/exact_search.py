"""Exact search: cosine similarity over all vectors, the truth that every other way of searching is held against."""

import numpy as np
import numpy.typing as npt

from fta_mem.text.embedder import Matrix

DECIMALS = 6
"""Similarities are rounded, so that equal texts tie on every machine whatever order its BLAS adds up in."""


def similarities(matrix: Matrix, vectors: Matrix) -> npt.NDArray[np.float64]:
    """Return the cosine similarity of each asked row with each row of the matrix; all rows are of unit length."""
    products = np.asarray(vectors @ matrix.T, dtype=np.float64)
    return np.asarray(np.round(products, DECIMALS), dtype=np.float64)


def nearest_rows(
    matrix: Matrix, vectors: Matrix, count: int, order: npt.NDArray[np.intp] | None = None
) -> list[list[tuple[int, float]]]:
    """Return for each asked row the nearest rows of the matrix, nearest first; ties stay in the matrix's order.

    With an ``order`` of its rows, positions in that order are returned, and ties stay in it.
    """
    if not len(matrix) or count <= 0:
        return [[] for _ in range(len(vectors))]
    scores = similarities(matrix, vectors)
    scores = scores if order is None else scores[:, order]
    return [[(int(row), float(line[row])) for row in _best(line, count)] for line in scores]


def _best(scores: npt.NDArray[np.float64], count: int) -> npt.NDArray[np.int64]:
    if count >= len(scores):
        rows = np.arange(len(scores))
    else:  # sort only what can be among the first, ties at the cut included
        cut = np.partition(scores, len(scores) - count)[len(scores) - count]
        rows = np.flatnonzero(scores >= cut)
    return rows[np.argsort(-scores[rows], kind="stable")][:count]
