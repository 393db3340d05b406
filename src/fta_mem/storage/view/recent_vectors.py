"""Vectors of what was said lately, kept in this process alone: an open session is asked about again and again."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from fta_mem.storage.rows import text_sha
from fta_mem.text.embedder import Matrix

KEPT: Final = 1_000


class LateVectors:
    """The vectors of a bounded number of texts, the least recently asked for forgotten first."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, Matrix] = OrderedDict()
        self._lock = threading.Lock()

    def vectors(self, texts: Sequence[str], embed: Callable[[Sequence[str]], Matrix], dimension: int) -> Matrix:
        """Return one row a text, embedding those that aren't known in one batch."""
        shas = [text_sha(text) for text in texts]
        with self._lock:
            known = {sha: self._known[sha] for sha in shas if sha in self._known}
        missing = {sha: text for sha, text in zip(shas, texts, strict=True) if sha not in known}
        if missing:
            known |= dict(zip(missing, embed(list(missing.values())), strict=True))
        self._keep({sha: known[sha] for sha in shas})
        return np.array([known[sha] for sha in shas], dtype=np.float32).reshape(len(shas), dimension)

    def clear(self) -> None:
        """Forget all of them."""
        with self._lock:
            self._known.clear()

    def _keep(self, vectors: dict[str, Matrix]) -> None:
        with self._lock:
            for sha, vector in vectors.items():
                self._known[sha] = vector
                self._known.move_to_end(sha)
            while len(self._known) > KEPT:
                self._known.popitem(last=False)
