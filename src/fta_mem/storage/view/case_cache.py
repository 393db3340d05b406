"""What this process has read of cases and keeps between calls: chapters, the view, memory before a session."""

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from fta_mem.state.answering import SourceTurn
from fta_mem.state.records import FTAUnit, LongitudinalLine, Turn
from fta_mem.storage.ports import CaseView
from fta_mem.storage.rows import CaseRow, Chapter, Rows, SessionRow, effective, people_of
from fta_mem.storage.unit_ids import unknown_session
from fta_mem.storage.view.fold_order import fold_sorted
from fta_mem.storage.view.projection import Place, project
from fta_mem.storage.view.unit_vectors import grounded_vectors
from fta_mem.text.embedder import Matrix

CASES_KEPT: Final = 4


@dataclass(frozen=True, slots=True, eq=False)
class Before:
    """Memory before a session; row i of ``vectors`` belongs to ``units[i]``."""

    units: tuple[FTAUnit, ...]
    vectors: Matrix
    lines: tuple[LongitudinalLine, ...]


@dataclass(slots=True, eq=False)
class Book:
    """A case as read at one moment; what is computed from it is kept with it."""

    case: CaseRow
    committed: Sequence[SessionRow]
    staged: Sequence[SessionRow]
    chapters: Mapping[str, Chapter]
    known_view: CaseView | None = None
    known_before: tuple[tuple[str, ...], Before] | None = None

    def view(self) -> CaseView:
        """Return the case as a reader sees it."""
        if self.known_view is None:
            self.known_view = _view(self)
        return self.known_view

    def before(self, session_id: str) -> Before:
        """Return memory before a session of the case, staged or committed."""
        names = [row.session_id for row in fold_sorted(effective(self.committed, self.staged))]
        if session_id not in names:
            raise unknown_session(session_id)
        earlier = tuple(name for name in names[: names.index(session_id)] if name in self.chapters)
        if self.known_before is None or self.known_before[0] != earlier:
            self.known_before = (earlier, _before([self.chapters[name] for name in earlier], self.case.dimension))
        return self.known_before[1]


class Shelf:
    """The books of a few cases, the least recently used one put away first."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self._books: OrderedDict[str, Book] = OrderedDict()
        self._lock = threading.RLock()

    def take(self, case_id: str) -> Book | None:
        """Return the case as it stands now, reading only chapters that changed; None where there is no such case."""
        with self._lock:
            known = self._books.pop(case_id, None)
            book = self._read(case_id, known)
            if book is not None:
                self._books[case_id] = book
            while len(self._books) > CASES_KEPT:
                self._books.popitem(last=False)
            return book

    def known_view(self, case: CaseRow) -> CaseView | None:
        """Return the view that was read before, if the case still stands as it stood then."""
        with self._lock:
            book = self._books.get(case.case_id)
            return book.known_view if book is not None and book.case == case else None

    def put_away(self, case_id: str | None = None) -> None:
        """Keep nothing of a case any more, or of any."""
        with self._lock:
            if case_id is None:
                self._books.clear()
            else:
                self._books.pop(case_id, None)

    def _read(self, case_id: str, known: Book | None) -> Book | None:
        held = known.chapters if known else {}
        snapshot = self._rows.snapshot(case_id, {name: chapter.row.revision for name, chapter in held.items()})
        if snapshot is None:
            return None
        chapters = {
            row.session_id: snapshot.chapters.get(row.session_id) or held[row.session_id] for row in snapshot.committed
        }
        book = Book(snapshot.case, snapshot.committed, snapshot.staged, chapters)
        if known and known.case.revision == snapshot.case.revision:
            book.known_view, book.known_before = known.known_view, known.known_before
        return book


def _before(chapters: Sequence[Chapter], dimension: int) -> Before:
    projection = project([chapter.written for chapter in chapters])
    return Before(projection.units, _vectors_at(projection.places, chapters, dimension), projection.lines)


def _view(book: Book) -> CaseView:
    chapters = [book.chapters[row.session_id] for row in fold_sorted(book.committed)]
    projection = project([chapter.written for chapter in chapters])
    spoken = [(chapter, turn) for chapter in chapters for turn in chapter.turns]
    turns = tuple(source_turn(chapter.row, turn) for chapter, turn in spoken)
    turn_vectors = _stacked([chapter.turn_vectors for chapter in chapters], book.case.dimension)
    text_vectors = _vectors_at(projection.places, chapters, book.case.dimension)
    return CaseView(
        case_id=book.case.case_id,
        revision=book.case.revision,
        people=people_of([turn for _, turn in spoken]),
        units=projection.units,
        unit_vectors=grounded_vectors(text_vectors, projection.units, turns, turn_vectors),
        turns=turns,
        turn_vectors=turn_vectors,
        links=projection.links,
        lines=projection.lines,
        last_day=max((row.last_day for row in book.committed if row.last_day), default=None),
    )


def source_turn(row: SessionRow, turn: Turn) -> SourceTurn:
    """Return a turn as a reader sees it."""
    return SourceTurn(
        session=row.session_id,
        turn_index=turn.index,
        turn_id=turn.turn_id,
        speaker=turn.name or turn.role,
        text=turn.content,
        dialogue_time=turn.timestamp or row.timestamp,
        role=turn.role,
    )


def _vectors_at(places: Sequence[Place], chapters: Sequence[Chapter], dimension: int) -> Matrix:
    offsets = np.cumsum([0, *[len(chapter.unit_vectors) for chapter in chapters]])
    rows = np.array([offsets[place.session] + place.row for place in places], dtype=np.intp)
    return np.ascontiguousarray(_stacked([chapter.unit_vectors for chapter in chapters], dimension)[rows])


def _stacked(matrices: Sequence[Matrix], dimension: int) -> Matrix:
    return np.concatenate([np.zeros((0, dimension), dtype=np.float32), *matrices])
