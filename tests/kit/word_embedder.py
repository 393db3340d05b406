"""Vectors without a model: texts that share words are near, and nothing has to be loaded."""

import hashlib
from collections.abc import Sequence

import numpy as np

from fta_mem.text.embedder import Matrix


class WordEmbedder:
    """Bags of hashed words as vectors: texts that share words are near, and nothing has to be loaded."""

    name = "words"
    dimension = 64

    def embed(self, texts: Sequence[str]) -> Matrix:
        rows = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in text.casefold().split():
                row[int(hashlib.sha256(word.encode("utf-8", "replace")).hexdigest(), 16) % self.dimension] += 1
            row[0] += 0.01
            row /= np.linalg.norm(row)
        return rows

    def count_tokens(self, text: str) -> int:
        return len(text.split())
