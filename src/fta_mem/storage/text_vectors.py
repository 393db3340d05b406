"""Vectors of texts: embedded once, kept in the ledger with the case, and the latest ones in this process too."""

from collections.abc import Mapping, Sequence

import numpy as np

from fta_mem.state.errors import StoreError
from fta_mem.storage.keys import text_sha
from fta_mem.storage.ledger.changes import insert_vectors
from fta_mem.storage.ledger.database import Ledger
from fta_mem.storage.ledger.queries import vectors as kept_vectors
from fta_mem.storage.ledger.rows import CaseRow
from fta_mem.storage.recent_vectors import RecentVectors
from fta_mem.text.embedder import Embedder, Matrix

NO_CASE = ""


class TextVectors:
    """Where vectors come from, at one embedder."""

    def __init__(self, ledger: Ledger, embedder: Embedder) -> None:
        self.embedder = embedder
        self._ledger = ledger
        self._recent = RecentVectors()

    def of_case(self, key: str, case: CaseRow | None, texts: Sequence[str]) -> dict[str, Matrix]:
        """Return the vectors by the texts' names; a case that isn't there keeps none.

        Raises:
            StoreError: the case was embedded by another embedder.
        """
        if case is None:
            return self._embedded({text_sha(text): text for text in texts})
        check_embedder(case, self.embedder)
        named = {text_sha(text): text for text in texts}
        known = self._recent.known(key, named)
        missing = [sha for sha in named if sha not in known]
        if missing:
            known |= self._ledger.read(
                lambda connection: kept_vectors(connection, key, missing, case.dimension), dict[str, Matrix]()
            )
            known |= self._kept(key, {sha: named[sha] for sha in missing if sha not in known})
        self._recent.keep(key, known)
        return known

    def passing(self, texts: Sequence[str]) -> Matrix:
        """Return a row a text; they belong to no case, and nothing is written."""
        named = {text_sha(text): text for text in texts}
        known = self._recent.known(NO_CASE, named)
        known |= self._embedded({sha: text for sha, text in named.items() if sha not in known})
        self._recent.keep(NO_CASE, known)
        return self.stacked(known, texts)

    def query(self, text: str) -> Matrix:
        """Return a question's vector, shape (dim,)."""
        return self._embed([text]).reshape(-1)

    def stacked(self, known: Mapping[str, Matrix], texts: Sequence[str]) -> Matrix:
        """Return the texts' vectors as rows, in their order."""
        rows = [known[text_sha(text)] for text in texts]
        return np.array(rows, dtype=np.float32).reshape(len(texts), self.embedder.dimension)

    def forget(self, key: str | None = None) -> None:
        """Keep nothing of a case in this process any more, nor what belongs to none; or nothing at all."""
        self._recent.clear(None if key is None else {key, NO_CASE})

    def _kept(self, key: str, named: Mapping[str, str]) -> dict[str, Matrix]:
        """Return vectors that the ledger lacked, having written them to it."""
        known = self._recent.known(NO_CASE, named)
        known |= self._embedded({sha: text for sha, text in named.items() if sha not in known})
        if known:
            self._ledger.amend(lambda connection: insert_vectors(connection, key, known))
        return known

    def _embedded(self, named: Mapping[str, str]) -> dict[str, Matrix]:
        return dict(zip(named, self._embed(list(named.values())), strict=True)) if named else {}

    def _embed(self, texts: Sequence[str]) -> Matrix:
        matrix = self.embedder.embed(texts)
        if matrix.shape != (len(texts), self.embedder.dimension):
            raise StoreError(f"embedder {self.embedder.name!r} gave a matrix of shape {matrix.shape}")
        return matrix


def check_embedder(case: CaseRow, embedder: Embedder) -> None:
    """Refuse an embedder that isn't the one of the case's vectors.

    Raises:
        StoreError: it is another one.
    """
    mine = (embedder.name, embedder.dimension)
    if (case.embedder, case.dimension) != mine:
        raise StoreError(
            f"case {case.case_id!r} was embedded by {case.embedder!r} ({case.dimension} dimensions), "
            f"not by {mine[0]!r} ({mine[1]}); open it with that embedder, or forget it and ingest it again"
        )
