"""The port to whoever turns texts into vectors (s_emb of Equation 8 is their cosine similarity)."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

Matrix = npt.NDArray[np.float32]
"""Vectors as rows: shape (n, dim), float32."""


class Embedder(Protocol):
    """Turns texts into unit-length vectors and counts word pieces."""

    name: str
    dimension: int

    def embed(self, texts: Sequence[str]) -> Matrix:
        """Return one L2-normalised float32 row a text, shape (len(texts), dimension)."""

    def count_tokens(self, text: str) -> int:
        """Return the number of word pieces of the text, untruncated and without special tokens."""
