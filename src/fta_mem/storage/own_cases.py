"""A store that looks at each call's case first, so that no state, edit or input reaches another person's memory."""

from collections.abc import Callable, Sequence

from fta_mem.state.answering import SourceTurn
from fta_mem.state.records import FTAUnit, LongitudinalLine, Session, SessionOutcome, Turn
from fta_mem.storage.ports import CaseView, NearUnits, SessionHead
from fta_mem.storage.row_store import RowStore
from fta_mem.text.embedder import Matrix


class OwnCases:
    """What the two machines need of a store; ``check`` raises for a case that the current run may not touch."""

    def __init__(self, store: RowStore, check: Callable[[str], None]) -> None:
        self._store = store
        self._check = check

    def stage(self, case_id: str, session: Session) -> None:
        """Keep a session's turns for construction."""
        self._of(case_id).stage(case_id, session)

    def session_head(self, case_id: str, session_id: str) -> SessionHead:
        """Return a session without its turns."""
        return self._of(case_id).session_head(case_id, session_id)

    def turns(self, case_id: str, session_id: str, begin: int, end: int) -> tuple[Turn, ...]:
        """Return the turns of an inclusive index span."""
        return self._of(case_id).turns(case_id, session_id, begin, end)

    def vectors(self, case_id: str, texts: Sequence[str]) -> Matrix:
        """Return the texts' vectors."""
        return self._of(case_id).vectors(case_id, texts)

    def units_before(self, case_id: str, session_id: str) -> tuple[FTAUnit, ...]:
        """Return the units of all earlier sessions."""
        return self._of(case_id).units_before(case_id, session_id)

    def near_units(self, case_id: str, session_id: str, vectors: Matrix, count: int) -> NearUnits:
        """Return for each row the nearest units of earlier sessions."""
        return self._of(case_id).near_units(case_id, session_id, vectors, count)

    def lines_before(self, case_id: str, session_id: str) -> tuple[LongitudinalLine, ...]:
        """Return the longitudinal lines that stand before the session."""
        return self._of(case_id).lines_before(case_id, session_id)

    def memory_ids(self, case_id: str, content_keys: Sequence[str]) -> list[str]:
        """Return a persistent id for each content key."""
        return self._of(case_id).memory_ids(case_id, content_keys)

    def fold_key_before(self, case_id: str, session_id: str) -> str:
        """Return the fold key of the session before this one."""
        return self._of(case_id).fold_key_before(case_id, session_id)

    def commit(self, outcome: SessionOutcome, content_keys: dict[str, str], fold_key: str) -> None:
        """Make the outcome memory."""
        self._of(outcome.case_id).commit(outcome, content_keys, fold_key)

    def view(self, case_id: str) -> CaseView:
        """Return the case as it stands."""
        return self._of(case_id).view(case_id)

    def open_turns(self, case_id: str) -> tuple[SourceTurn, ...]:
        """Return the turns of staged sessions."""
        return self._of(case_id).open_turns(case_id)

    def open_vectors(self, texts: Sequence[str]) -> Matrix:
        """Return the texts' vectors; they belong to no case."""
        return self._store.open_vectors(texts)

    def embed_query(self, text: str) -> Matrix:
        """Return the query's vector."""
        return self._store.embed_query(text)

    def nearest(self, case_id: str, vector: Matrix, count: int, way: str) -> list[tuple[str, float]]:
        """Return the nearest units."""
        return self._of(case_id).nearest(case_id, vector, count, way)

    def count_tokens(self, text: str) -> int:
        """Return the embedder's word pieces of the text."""
        return self._store.count_tokens(text)

    def _of(self, case_id: str) -> RowStore:
        self._check(case_id)
        return self._store
