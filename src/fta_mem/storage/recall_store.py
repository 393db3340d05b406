"""What the answering machine needs of the store: the case in view, what is still open, and what is near."""

from collections.abc import Sequence

import numpy as np

from fta_mem.state.answering import SourceTurn
from fta_mem.state.records import Turn
from fta_mem.state.settings import SearchWay
from fta_mem.storage.guarded_cases import GuardedCases
from fta_mem.storage.index.exact_search import nearest_rows
from fta_mem.storage.keys import case_key
from fta_mem.storage.ledger import queries
from fta_mem.storage.ledger.rows import SessionRow, row_of
from fta_mem.storage.ports import CaseView, HandedOver, Nearest
from fta_mem.storage.view.memory_after import source_turn
from fta_mem.text.embedder import Matrix


class SqlRecallStore(GuardedCases):
    """The port ``NodeStore``."""

    def view(self, case_id: str, revision: int | None = None) -> CaseView:
        """Return the case as it stands, or as it stood at a revision that this process still knows.

        Raises:
            UnknownCaseError: nothing of the case is memory.
        """
        known = self._cases.last_read(self._own(case_id)).known_view if revision is not None else None
        if known is not None and known.revision == revision:
            return known
        return self._whole_case(case_id).view()

    def open_turns(self, case_id: str) -> tuple[SourceTurn, ...]:
        """Return the turns of sessions that are staged, in fold order, or handed over, each marked open."""
        # In this order: what becomes memory meanwhile is in both, and never in neither.
        waiting = [item.session for item in self._handed_over(case_id)]
        given = {session.session_id for session in waiting}
        said = [(row, turns) for row, turns in self._staged_turns(case_id) if row.session_id not in given]
        said += [(row_of(session), session.turns) for session in waiting]
        return tuple(
            source_turn(row, turn, is_open=True)
            for row, turns in said
            for turn in turns
            if turn.is_source and turn.content.strip()
        )

    def _handed_over(self, case_id: str) -> tuple[HandedOver, ...]:
        key = case_key(self._own(case_id))
        return self._ledger.read(lambda connection: queries.handed_over(connection, key), ())

    def _staged_turns(self, case_id: str) -> list[tuple[SessionRow, tuple[Turn, ...]]]:
        case = self._case(case_id)
        staged = case.staged()
        if not staged:
            return []
        said = self._ledger.read(
            lambda connection: queries.staged_turns(connection, case.key), dict[str, tuple[Turn, ...]]()
        )
        return [(row, said.get(row.session_id, ())) for row in staged]

    def open_vectors(self, texts: Sequence[str]) -> Matrix:
        """Return the texts' vectors, embedding only those that were not asked for lately."""
        return self._vectors.passing(texts)

    def embed_query(self, text: str) -> Matrix:
        """Return the query's vector, shape (dim,)."""
        return self._vectors.query(text)

    def nearest(self, case_id: str, vector: Matrix, count: int, way: SearchWay) -> Nearest:
        """Return the nearest units with their cosine similarity, best first; ties in canonical order.

        The index only proposes; what it proposes is scored as exact search scores it.
        """
        case = self._whole_case(case_id)
        view = case.view()
        proposed = self._index.candidates(case, view, vector, count) if self._index and way == "chroma" else None
        rows = np.arange(len(view.units)) if proposed is None else np.array(proposed, dtype=np.intp)
        matrix = view.unit_vectors if proposed is None else view.unit_vectors[rows]
        (best,) = nearest_rows(matrix, vector[np.newaxis], count)
        found = tuple((view.units[rows[row]].memory_id, score) for row, score in best)
        return Nearest(found, "exact" if proposed is None else "chroma")

    def count_tokens(self, text: str) -> int:
        """Return the embedder's word pieces of the text, untruncated."""
        return self._vectors.embedder.count_tokens(text)
