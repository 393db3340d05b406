"""The store that the machines see, over whatever keeps its rows: projections and exact search (design, section 4)."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from types import TracebackType
from typing import Self

import numpy as np

from fta_mem.state.answering import SourceTurn
from fta_mem.state.errors import StoreError, UnknownCaseError
from fta_mem.state.records import FTAUnit, LongitudinalLine, Session, SessionOutcome, Turn
from fta_mem.state.retrieval_text import retrieval_text
from fta_mem.storage.index.exact_search import nearest_rows
from fta_mem.storage.locks import CaseLocks
from fta_mem.storage.ports import CaseSummary, CaseView, FoldEntry, NearUnits, Removed, SessionHead
from fta_mem.storage.rows import CaseRow, Entry, Rows, SessionRow, effective, row_of, text_sha
from fta_mem.storage.unit_ids import memory_id, number_of, unknown_session
from fta_mem.storage.view.case_cache import Book, Shelf, source_turn
from fta_mem.storage.view.fold_order import fold_sorted
from fta_mem.storage.view.projection import bare
from fta_mem.storage.view.recent_vectors import LateVectors
from fta_mem.storage.view.summary import summary_of
from fta_mem.text.embedder import Embedder, Matrix


class RowStore:
    """All four ports of ``storage.base`` over rows; ``locks`` keep it to one writer a case."""

    def __init__(self, rows: Rows, embedder: Embedder, locks: CaseLocks) -> None:
        self._rows = rows
        self._embedder = embedder
        self._locks = locks
        self._shelf = Shelf(rows)
        self._lately = LateVectors()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give back files; what is in memory goes with them."""
        self._shelf.put_away()
        self._lately.clear()
        self._rows.close()

    def stage(self, case_id: str, session: Session) -> None:
        """Keep a session's turns for construction; a session that is memory as it stands is left alone."""
        with self.writing(case_id):
            row = row_of(session)
            committed, _ = self._rows.sessions(case_id)
            if any((held.session_id, held.head.content_hash) == _identity(row) for held in committed):
                self._rows.drop_staged(case_id, session.session_id)
            else:
                self._rows.stage(CaseRow(case_id, self._embedder.name, self._embedder.dimension), session, row)

    def session_head(self, case_id: str, session_id: str) -> SessionHead:
        """Return a staged or stored session without its turns."""
        for row in effective(*self._rows.sessions(case_id)):
            if row.session_id == session_id:
                return row.head
        raise unknown_session(session_id)

    def turns(self, case_id: str, session_id: str, begin: int, end: int) -> tuple[Turn, ...]:
        """Return the turns of an inclusive index span."""
        return self._rows.turns(case_id, session_id, begin, end)

    def vectors(self, case_id: str, texts: Sequence[str]) -> Matrix:
        """Return the texts' vectors, embedding only those that the case doesn't hold yet."""
        self._check_embedder(self._rows.case(case_id))
        shas = [text_sha(text) for text in texts]
        known = self._rows.vectors(case_id, shas)
        missing = {sha: text for sha, text in zip(shas, texts, strict=True) if sha not in known}
        if missing:
            fresh = dict(zip(missing, self._embed(list(missing.values())), strict=True))
            self._rows.keep_vectors(case_id, fresh)
            known |= fresh
        return np.array([known[sha] for sha in shas], dtype=np.float32).reshape(len(shas), self._embedder.dimension)

    def units_before(self, case_id: str, session_id: str) -> tuple[FTAUnit, ...]:
        """Return the units of all earlier sessions as they stand then, in canonical order."""
        return self._book(case_id).before(session_id).units

    def near_units(self, case_id: str, session_id: str, vectors: Matrix, count: int) -> NearUnits:
        """Return for each row the nearest units of earlier sessions, exactly; ties in canonical order."""
        before = self._book(case_id).before(session_id)
        rows = nearest_rows(before.vectors, vectors, count)
        return [[(before.units[row], score) for row, score in line] for line in rows]

    def lines_before(self, case_id: str, session_id: str) -> tuple[LongitudinalLine, ...]:
        """Return the longitudinal lines that stand before the session."""
        return self._book(case_id).before(session_id).lines

    def memory_ids(self, case_id: str, content_keys: Sequence[str]) -> list[str]:
        """Return a persistent id for each content key: the one it always had, or the next free number."""
        known, highest = self._rows.numbers(case_id, content_keys)
        fresh = [key for key in dict.fromkeys(content_keys) if key not in known]
        numbers = known | {key: highest + place for place, key in enumerate(fresh, start=1)}
        return [memory_id(numbers[key]) for key in content_keys]

    def fold_key_before(self, case_id: str, session_id: str) -> str:
        """Return the fold key of the nearest session before this one that is memory, "" for none."""
        committed, staged = self._rows.sessions(case_id)
        keys = {row.session_id: row.fold_key for row in committed}
        previous = ""
        for row in fold_sorted(effective(committed, staged)):
            if row.session_id == session_id:
                return previous
            previous = keys.get(row.session_id) or previous
        raise unknown_session(session_id)

    def commit(self, outcome: SessionOutcome, content_keys: dict[str, str], fold_key: str) -> None:
        """Make the outcome memory in one transaction, replacing what came from this session before.

        Raises:
            UnknownCaseError: the session was never staged.
            StoreError: a unit's memory id is not one that this case gave out.
        """
        with self.writing(outcome.case_id):
            head = self.session_head(outcome.case_id, outcome.session_id)
            turns = self.turns(outcome.case_id, outcome.session_id, 0, head.turn_count - 1)
            texts = [retrieval_text(unit) for unit in outcome.units]
            self.vectors(outcome.case_id, [*texts, *[turn.content for turn in turns]])
            self._rows.commit(outcome.case_id, _entry(outcome, content_keys, fold_key, texts))

    def writing(self, case_id: str) -> AbstractContextManager[None]:
        """Hold the case's writer lock; wait a little, then raise CaseLockedError."""
        return self._locks.holding(case_id)

    def fold_order(self, case_id: str) -> tuple[FoldEntry, ...]:
        """Return all staged and committed sessions in fold order."""
        rows = fold_sorted(effective(*self._rows.sessions(case_id)))
        return tuple(FoldEntry(row.head, row.fold_key) for row in rows)

    def drop_staged(self, case_id: str) -> None:
        """Forget sessions that an interrupted run staged and never committed."""
        with self.writing(case_id):
            self._rows.drop_staged(case_id)

    def drop_sessions(self, case_id: str, session_ids: Sequence[str]) -> None:
        """Erase sessions, staged and committed, with all that came from them."""
        with self.writing(case_id):
            self._rows.drop_sessions(case_id, session_ids)
            self._lately.clear()

    def cached_judgement(self, case_id: str, key: str) -> str | None:
        """Return the JSON of a judgement made before."""
        return self._rows.judgement(case_id, key)

    def keep_judgement(self, case_id: str, key: str, text: str) -> None:
        """Keep a judgement's JSON at once; any thread of a run may, whoever holds the lock."""
        self._rows.keep_judgement(case_id, key, text)

    def follow_index(self, case_id: str) -> None:
        """Have no index: exact search is always up to date."""

    def view(self, case_id: str) -> CaseView:
        """Return the case as it stands; what was read before serves as long as nothing was committed since."""
        case = self._rows.case(case_id)
        known = self._shelf.known_view(case) if case is not None else None
        if known is not None:
            return known
        book = self._book(case_id)
        if book.case.revision == 0:
            raise _unknown_case(case_id)
        return book.view()

    def open_turns(self, case_id: str) -> tuple[SourceTurn, ...]:
        """Return the turns of staged sessions in fold order, each marked open."""
        _, staged = self._rows.sessions(case_id)
        return tuple(
            replace(source_turn(row, turn), is_open=True)
            for row in fold_sorted(staged)
            for turn in self._rows.turns(case_id, row.session_id, 0, row.head.turn_count - 1)
            if turn.is_source and turn.content.strip()
        )

    def open_vectors(self, texts: Sequence[str]) -> Matrix:
        """Return the texts' vectors, embedding only those that were not asked for lately."""
        return self._lately.vectors(texts, self._embed, self._embedder.dimension)

    def embed_query(self, text: str) -> Matrix:
        """Return the query's vector, shape (dim,)."""
        return self._embed([text]).reshape(-1)

    def nearest(self, case_id: str, vector: Matrix, count: int, way: str) -> list[tuple[str, float]]:
        """Return (memory_id, cosine similarity) of the nearest units, best first; ties in canonical order.

        The index only proposes; what it proposes is scored as exact search scores it.
        """
        view = self.view(case_id)
        proposed = self._proposed(view, vector, count) if way == "chroma" else None
        rows = np.arange(len(view.units)) if proposed is None else np.array(proposed, dtype=np.intp)
        matrix = view.unit_vectors if proposed is None else view.unit_vectors[rows]
        (best,) = nearest_rows(matrix, vector[np.newaxis], count)
        return [(view.units[rows[row]].memory_id, score) for row, score in best]

    def count_tokens(self, text: str) -> int:
        """Return the embedder's word pieces of the text, untruncated."""
        return self._embedder.count_tokens(text)

    def cases(self) -> tuple[CaseSummary, ...]:
        """Return all cases that hold memory, in order of their ids."""
        found = [self._rows.case(case_id) for case_id in sorted(self._rows.case_ids())]
        return tuple(self._summary(case.case_id) for case in found if case is not None and case.revision)

    def summary(self, case_id: str) -> CaseSummary:
        """Return one case's counts."""
        case = self._rows.case(case_id)
        if case is None or case.revision == 0:
            raise _unknown_case(case_id)
        return self._summary(case_id)

    def forget_case(self, case_id: str) -> Removed:
        """Erase a case, also one that was only ever staged."""
        if self._rows.case(case_id) is None:
            raise _unknown_case(case_id)
        with self.writing(case_id):
            was = self._summary(case_id)
            self._erase(case_id)
        return Removed(was.sessions, was.turns, was.units, was.links)

    def _erase(self, case_id: str) -> None:
        self._shelf.put_away(case_id)
        self._lately.clear()
        self._rows.erase(case_id)
        self._locks.forget(case_id)

    def _proposed(self, view: CaseView, vector: Matrix, count: int) -> list[int] | None:
        """Return the rows of the view that an index finds near, in canonical order; None for all."""
        return None

    def _summary(self, case_id: str) -> CaseSummary:
        return summary_of(case_id, self._rows.tally(case_id))

    def _book(self, case_id: str) -> Book:
        book = self._shelf.take(case_id)
        if book is None:
            raise _unknown_case(case_id)
        self._check_embedder(book.case)
        return book

    def _check_embedder(self, case: CaseRow | None) -> None:
        mine = (self._embedder.name, self._embedder.dimension)
        if case is not None and (case.embedder, case.dimension) != mine:
            raise StoreError(
                f"case {case.case_id!r} was embedded by {case.embedder!r} ({case.dimension} dimensions), "
                f"not by {mine[0]!r} ({mine[1]}); open it with that embedder, or forget it and ingest it again"
            )

    def _embed(self, texts: Sequence[str]) -> Matrix:
        matrix = self._embedder.embed(texts)
        if matrix.shape != (len(texts), self._embedder.dimension):
            raise StoreError(f"embedder {self._embedder.name!r} gave a matrix of shape {matrix.shape}")
        return matrix


def _entry(outcome: SessionOutcome, content_keys: dict[str, str], fold_key: str, texts: Sequence[str]) -> Entry:
    units = tuple(bare(unit) for unit in outcome.units)
    return Entry(
        outcome=SessionOutcome(
            outcome.case_id, outcome.session_id, outcome.fragments, units, outcome.links, outcome.lines, outcome.usage
        ),
        fold_key=fold_key,
        numbers={key: number_of(name) for name, key in content_keys.items()},
        unit_shas=tuple(text_sha(text) for text in texts),
    )


def _identity(row: SessionRow) -> tuple[str, str]:
    return row.session_id, row.head.content_hash


def _unknown_case(case_id: str) -> UnknownCaseError:
    return UnknownCaseError(f"memory holds no case {case_id!r}; `fta-mem cases` lists those it holds")
