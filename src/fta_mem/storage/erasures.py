"""Erasing parts of a case: turns and sessions, all that was made knowing them, and keeping them away afterwards."""

from fta_mem.state.erasure import Erased, Erasure, ErasureMark, Traces, resting_on
from fta_mem.state.errors import UnknownCaseError
from fta_mem.state.records import Case, Session
from fta_mem.storage.erasure_marks import LONG, ErasureMarks, marks_of
from fta_mem.storage.erasure_proof import traces_in
from fta_mem.storage.guarded_cases import GuardedCases
from fta_mem.storage.keys import case_key
from fta_mem.storage.ledger import changes, queries
from fta_mem.storage.ledger.rows import ErasedRows
from fta_mem.storage.not_found import unknown_case
from fta_mem.storage.persistent_ids import number_of
from fta_mem.storage.view.case_cache import CachedCase


class SqlErasures(GuardedCases):
    """The port ``CaseCare``, as far as parts of a case are erased."""

    def resting_on(self, case_id: str, erasure: Erasure) -> Erased:
        """Return what would go with an erasure.

        Raises:
            UnknownCaseError: there is no such case, session or turn.
        """
        return self._resting_on(self._whole_case(case_id), erasure)

    def erase_said(self, case_id: str, erasure: Erasure) -> Erased:
        """Erase turns and sessions, and all that was made knowing them; what is left awaits construction.

        Raises:
            UnknownCaseError: there is no such case, session or turn.
        """
        with self.writing(case_id):
            case = self._whole_case(case_id)
            erased = self._resting_on(case, erasure)
            rows = self._erased_rows(case, erasure, erased)
            try:
                self._ledger.erase(lambda connection: changes.erase_said(connection, case.key, rows))
            finally:
                case.distrust()
                self._vectors.forget(case.key)
        return erased

    def without_erased(self, case: Case) -> tuple[Case, int]:
        """Return a case without the turns that were erased from memory before, and how many they are."""
        return ErasureMarks(self._known_marks(case_key(self._own(case.case_id)))).left_of(case)

    def bring_back(self, case_id: str) -> None:
        """Let what was erased of a case be ingested again."""
        with self.writing(case_id):
            owner = case_key(case_id)
            self._ledger.amend(lambda connection: changes.delete_erasure_marks(connection, owner))

    def traces(self, case_id: str, erased: Erased) -> Traces:
        """Look for what was erased in every file of the home, byte by byte; memory that has no files has no traces."""
        self._own(case_id)
        texts = [turn.content for _, turn in erased.turns] + [unit.fact.text for unit in erased.units]
        wanted = [text for text in dict.fromkeys(texts) if len(text) >= LONG and not self._is_held(text)]
        return traces_in(self._home, wanted)

    def _is_held(self, text: str) -> bool:
        """Say whether somebody else's turn, or another one of this person, says it too."""
        return self._ledger.read(lambda connection: queries.holds(connection, text), False)

    def _resting_on(self, case: CachedCase, erasure: Erasure) -> Erased:
        if case.row is None:
            raise unknown_case(case.case_id)
        named = sorted(erasure.sessions | erasure.turns.keys())
        spoken = {name: self._turns(case, case.session(name).session_id) for name in named}
        for name, indexes in erasure.turns.items():
            missing = sorted(indexes - {turn.index for turn in spoken[name]})
            if missing:
                raise UnknownCaseError(f"session {name!r} has no turn {missing[0]}; `fta-mem sessions CASE` shows them")
        said = [(name, turn) for name, turns in spoken.items() for turn in turns if erasure.takes(name, turn.index)]
        if case.row.revision == 0:
            return Erased(tuple(said))
        view = case.view()
        return resting_on(erasure, said, view.units, view.links, view.lines)

    def _erased_rows(self, case: CachedCase, erasure: Erasure, erased: Erased) -> ErasedRows:
        left = tuple(self._left_of(case, erasure, name) for name in erasure.turns if name not in erasure.sessions)
        touched = erasure.sessions | erasure.turns.keys()
        order = [entry.head.session_id for entry in case.entries()]
        first = min(order.index(name) for name in touched)
        after = tuple(name for name in order[first:] if name not in touched and case.committed(name) is not None)
        told = [unit.fact.text for unit in erased.units] + [line.text for line in erased.lines]
        texts = [turn.content for session in left for turn in session.turns]
        return ErasedRows(
            gone=tuple(erasure.sessions),
            left=left,
            after=after,
            words=tuple(told),
            numbers=tuple(number_of(unit.memory_id) for unit in erased.units),
            marks=marks_of([(name, turn.content) for name, turn in erased.turns], self._known_marks(case.key)),
            vectors=self._vectors.of_case(case.key, case.row, texts),
        )

    def _left_of(self, case: CachedCase, erasure: Erasure, session_id: str) -> Session:
        head = case.session(session_id).head
        return erasure.left_of(Session(session_id, head.timestamp, self._turns(case, session_id)))

    def _known_marks(self, key: str) -> list[ErasureMark]:
        return self._ledger.read(lambda connection: queries.erasure_marks(connection, key), list[ErasureMark]())
