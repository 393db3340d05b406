"""What this process has read of cases and keeps between calls, and when it must be read again.

As long as a run holds a case's lock nobody else can change the case, so what it read once, and wrote itself since,
stands. Anyone else asks the ledger each time what is new since the revision they know: a few rows.
"""

import threading
from collections import OrderedDict
from collections.abc import Collection, Iterable
from dataclasses import replace
from functools import partial
from typing import Final
from weakref import WeakValueDictionary

from fta_mem.state.records import Turn
from fta_mem.storage.keys import case_key
from fta_mem.storage.ledger.database import Ledger
from fta_mem.storage.ledger.queries import case_changes
from fta_mem.storage.ledger.rows import CaseChanges, CaseRow, CommittedSession, SessionRow
from fta_mem.storage.not_found import unknown_case, unknown_session
from fta_mem.storage.ports import CaseSummary, CaseView, FoldEntry
from fta_mem.storage.view.fold_order import FoldOrder
from fta_mem.storage.view.memory_after import Before, MemoryBefore, MemoryInView, brought_up
from fta_mem.storage.writer_lock import Hold, WriterLocks

CASES_KEPT: Final = 4
TURNS_KEPT: Final = 4_000
"""Turns of sessions under work that are kept for each case; a longer session is kept by itself."""


class CachedCase:
    """One case as it was last read; every method is safe between threads."""

    def __init__(self, case_id: str) -> None:
        self.case_id = case_id
        self.key = case_key(case_id)
        self.lock = threading.RLock()
        self.row: CaseRow | None = None
        self._committed: dict[str, SessionRow] = {}
        self._staged: dict[str, SessionRow] = {}
        self._contents: dict[str, CommittedSession] = {}
        self._order = FoldOrder()
        self._committed_order = FoldOrder()
        self._turns = _RecentTurns()
        self._read_under: Hold | None = None
        self._memory_before: MemoryBefore | None = None
        self._memory_in_view: MemoryInView | None = None
        self._known_before: tuple[str, Before] | None = None
        self.known_view: CaseView | None = None

    def stands(self, hold: Hold | None, *, contents: bool) -> bool:
        """Say whether what was read is what the ledger holds, with or without the sessions' contents."""
        return hold is not None and hold is self._read_under and not (contents and self.lacking())

    def lacking(self) -> list[str]:
        """Return the committed sessions whose contents were not read."""
        if len(self._contents) == len(self._committed):
            return []
        return [name for name in self._committed if name not in self._contents]

    def committed_ids(self) -> Collection[str]:
        """Return the ids of the sessions that are memory."""
        return self._committed.keys()

    def apply(self, changes: CaseChanges | None, hold: Hold | None) -> None:
        """Take what the ledger told; under a hold it stands until the hold is given back."""
        # Without a hold nothing stands longer than this call, but what a holder read still does.
        with self.lock:
            self._read_under = hold or self._read_under
            if changes is None or (changes.whole and self._committed):
                self._forget_sessions()
            self.row = changes.case if changes else None
            for row in changes.committed if changes else ():
                self._set_committed(row)
            self._set_staged(changes.staged if changes else ())
            self._contents |= changes.contents if changes else {}

    def distrust(self) -> None:
        """Read again at the next call, also under this hold."""
        with self.lock:
            self._read_under = None

    def session(self, session_id: str) -> SessionRow:
        """Return a session as construction sees it: the staged version before the committed one.

        Raises:
            UnknownCaseError: there is none.
        """
        with self.lock:
            row = self._staged.get(session_id) or self._committed.get(session_id)
            if row is None:
                raise unknown_session(session_id)
            return row

    def committed(self, session_id: str) -> SessionRow | None:
        """Return the session that is memory under this id."""
        return self._committed.get(session_id)

    def staged(self) -> tuple[SessionRow, ...]:
        """Return the staged sessions in fold order."""
        with self.lock:
            return (
                tuple(self._staged[name] for name in self._order.ids() if name in self._staged) if self._staged else ()
            )

    def entries(self) -> tuple[FoldEntry, ...]:
        """Return all sessions in fold order."""
        with self.lock:
            return tuple(FoldEntry(row.head, row.fold_key) for row in map(self.session, self._order.ids()))

    def fold_key_before(self, session_id: str) -> str:
        """Return the fold key of the nearest session before this one that is memory, "" for none."""
        with self.lock:
            self.session(session_id)
            earlier = (self._committed.get(name) for name in reversed(self._order.before(session_id)))
            return next((row.fold_key for row in earlier if row is not None and row.fold_key), "")

    def known_turns(self, session_id: str) -> tuple[Turn, ...] | None:
        """Return a session's turns if they were read, none for a session that isn't there."""
        with self.lock:
            row = self._staged.get(session_id) or self._committed.get(session_id)
            if row is None:
                return ()
            if session_id in self._contents and session_id not in self._staged:
                return self._contents[session_id].turns
            return self._turns.get(session_id, row.head.content_hash)

    def keep_turns(self, session_id: str, content_hash: str, turns: tuple[Turn, ...]) -> None:
        """Keep the turns of a session under work."""
        with self.lock:
            self._turns.put(session_id, content_hash, turns)

    def before(self, session_id: str) -> Before:
        """Return memory before a session, staged or committed; the contents were read."""
        with self.lock:
            self.session(session_id)
            # Linker and longitudinal ask for the same moment one after the other.
            if self._known_before is None or self._known_before[0] != session_id:
                earlier = [self._contents[name] for name in self._order.before(session_id) if name in self._committed]
                self._memory_before = brought_up(self._memory_before, earlier, partial(MemoryBefore, self._dimension))
                self._known_before = (session_id, self._memory_before.before())
            return self._known_before[1]

    def view(self) -> CaseView:
        """Return the case as a reader sees it; its contents were read.

        Raises:
            UnknownCaseError: nothing of it is memory.
        """
        with self.lock:
            if self.row is None or self.row.revision == 0:
                raise unknown_case(self.case_id)
            if self.known_view is None or self.known_view.revision != self.row.revision:
                self.known_view = self._in_view().view(self.row)
            return self.known_view

    def summary(self) -> CaseSummary:
        """Return the counts of what a reader sees; the contents were read."""
        with self.lock:
            return self._in_view().summary(self.case_id)

    def keep_staged(self, case: CaseRow, row: SessionRow, turns: tuple[Turn, ...]) -> None:
        """Take note that a session was staged; ``case`` is the row of a case that is new."""
        with self.lock:
            self.row = self.row or case
            self._stage(row)
            self._turns.put(row.session_id, row.head.content_hash, turns)

    def drop_staged(self, session_ids: Iterable[str]) -> None:
        """Take note that sessions are staged no more."""
        with self.lock:
            for session_id in session_ids:
                self._unstage(session_id)

    def keep_committed(self, session: CommittedSession) -> None:
        """Take note that a session became memory."""
        with self.lock:
            if self.row is not None:
                self.row = replace(self.row, revision=session.row.revision)
            self._staged.pop(session.session_id, None)
            self._set_committed(session.row)
            self._contents[session.session_id] = session

    def note_index_revision(self, revision: int) -> None:
        """Take note of the revision that the index has reached."""
        with self.lock:
            if self.row is not None:
                self.row = replace(self.row, index_revision=revision)

    @property
    def _dimension(self) -> int:
        return self.row.dimension if self.row else 0

    def _in_view(self) -> MemoryInView:
        sessions = [self._contents[name] for name in self._committed_order.ids()]
        self._memory_in_view = brought_up(self._memory_in_view, sessions, partial(MemoryInView, self._dimension))
        return self._memory_in_view

    def _set_committed(self, row: SessionRow) -> None:
        self._committed[row.session_id] = row
        self._contents.pop(row.session_id, None)
        self._committed_order.put(row)
        # A staged version stands in the order where its own time puts it, until it is memory or dropped.
        if row.session_id not in self._staged:
            self._order.put(row)
        self._known_before = None

    def _set_staged(self, rows: Iterable[SessionRow]) -> None:
        given = {row.session_id: row for row in rows}
        for session_id in self._staged.keys() - given.keys():
            self._unstage(session_id)
        for row in given.values():
            if self._staged.get(row.session_id) != row:
                self._stage(row)

    def _stage(self, row: SessionRow) -> None:
        self._staged[row.session_id] = row
        self._order.put(row)
        self._known_before = None

    def _unstage(self, session_id: str) -> None:
        if self._staged.pop(session_id, None) is not None:
            self._order.drop(session_id)
            committed = self._committed.get(session_id)
            if committed is not None:
                self._order.put(committed)
            self._known_before = None

    def _forget_sessions(self) -> None:
        self._committed, self._staged, self._contents = {}, {}, {}
        self._order, self._committed_order = FoldOrder(), FoldOrder()
        self._memory_before = self._memory_in_view = self._known_before = self.known_view = None


class CaseCache:
    """The cases that were read lately; the least recently used one is forgotten first."""

    def __init__(self, ledger: Ledger, locks: WriterLocks) -> None:
        self._ledger = ledger
        self._locks = locks
        self._recent: OrderedDict[str, CachedCase] = OrderedDict()
        # Two threads that work on a case share what they know of it, however many cases are read in between.
        self._in_use: WeakValueDictionary[str, CachedCase] = WeakValueDictionary()
        self._guard = threading.Lock()

    def current(self, case_id: str, *, contents: bool = False) -> CachedCase:
        """Return a case as it stands, read anew as far as needed; its ``row`` is None where there is no such case."""
        case = self.last_read(case_id)
        with case.lock:
            hold = self._locks.hold_of(case_id)
            if not case.stands(hold, contents=contents):
                lacking = case.lacking() if contents else None
                known, held = case.row, case.committed_ids()
                changes = self._ledger.read(
                    lambda connection: case_changes(connection, case_id, known, held, lacking), None
                )
                case.apply(changes, hold)
        if case.row is not None:
            self._keep(case)
        return case

    def last_read(self, case_id: str) -> CachedCase:
        """Return a case as it was last read."""
        with self._guard:
            case = self._in_use.get(case_id)
            if case is None:
                case = self._in_use[case_id] = CachedCase(case_id)
            return case

    def forget(self, case_id: str | None = None) -> None:
        """Keep nothing of a case any more, or of any."""
        with self._guard:
            for name in list(self._in_use) if case_id is None else [case_id]:
                self._recent.pop(name, None)
                case = self._in_use.pop(name, None)
                if case is not None:
                    case.apply(None, None)

    def _keep(self, case: CachedCase) -> None:
        with self._guard:
            self._recent[case.case_id] = case
            self._recent.move_to_end(case.case_id)
            while len(self._recent) > CASES_KEPT:
                self._recent.popitem(last=False)


class _RecentTurns:
    """Turns of a bounded number of sessions, each under what it hashes to, so that a changed one is another."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[str, str], tuple[Turn, ...]] = OrderedDict()
        self._count = 0

    def get(self, session_id: str, content_hash: str) -> tuple[Turn, ...] | None:
        return self._known.get((session_id, content_hash))

    def put(self, session_id: str, content_hash: str, turns: tuple[Turn, ...]) -> None:
        self._count += len(turns) - len(self._known.pop((session_id, content_hash), ()))
        self._known[session_id, content_hash] = turns
        # The session under work stays, however long it is: it is asked for window by window.
        while self._count > TURNS_KEPT and len(self._known) > 1:
            _, oldest = self._known.popitem(last=False)
            self._count -= len(oldest)
