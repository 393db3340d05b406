"""Matrices that grow at their end without being copied: what was handed out of them before stays as it was."""

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from fta_mem.text.embedder import Matrix

Indexes = npt.NDArray[np.intp]
FIRST_ROWS: Final = 64


class GrowingRows:
    """Rows of one width, one appended after another."""

    def __init__(self, width: int) -> None:
        self._block: Matrix = np.zeros((FIRST_ROWS, width), dtype=np.float32)
        self._used = 0

    def __len__(self) -> int:
        return self._used

    @property
    def rows(self) -> Matrix:
        """Return all rows."""
        return self._block[: self._used]

    def extend(self, rows: Sequence[Matrix] | Matrix) -> None:
        """Append rows."""
        end = self._used + len(rows)
        if end > len(self._block):
            self._move(max(end, 2 * len(self._block)))
        if len(rows):
            self._block[self._used : end] = rows
        self._used = end

    def replace(self, row: int, vector: Matrix) -> None:
        """Put another vector into a row, in a copy: readers of the former rows keep what they have."""
        self._move(len(self._block))
        self._block[row] = vector

    def _move(self, length: int) -> None:
        block: Matrix = np.zeros((length, self._block.shape[1]), dtype=np.float32)
        block[: self._used] = self.rows
        self._block = block


class NamedRows:
    """Rows by name, in the order in which the names came; who comes again keeps its row."""

    def __init__(self, width: int) -> None:
        self._rows = GrowingRows(width)
        self._places: dict[str, int] = {}

    @property
    def rows(self) -> Matrix:
        """Return all rows, in the order in which their names came."""
        return self._rows.rows

    def put(self, names: Sequence[str], vectors: Sequence[Matrix] | Matrix) -> None:
        """Keep a vector under each name; the names are distinct."""
        known = [place for place, name in enumerate(names) if name in self._places]
        for place in known:
            self._rows.replace(self._places[names[place]], vectors[place])
        fresh = [place for place, name in enumerate(names) if name not in self._places]
        self._places |= {names[place]: len(self._rows) + number for number, place in enumerate(fresh)}
        self._rows.extend([vectors[place] for place in fresh])

    def places(self, names: Iterable[str]) -> Indexes:
        """Return where the names' rows stand."""
        return np.array([self._places[name] for name in names], dtype=np.intp)
