"""The care of cases: the fold's order and judgements, the index, listing and forgetting."""

from collections.abc import Sequence

from fta_mem.state.errors import StoreError
from fta_mem.storage.guarded_cases import GuardedCases
from fta_mem.storage.keys import case_key
from fta_mem.storage.ledger import changes, queries
from fta_mem.storage.ledger.rows import CaseCounts
from fta_mem.storage.not_found import unknown_case
from fta_mem.storage.ports import CaseSummary, FoldEntry, Removed
from fta_mem.storage.view.case_cache import CachedCase
from fta_mem.storage.view.summary import summary_of


class SqlCaseCare(GuardedCases):
    """The port ``CaseCare``."""

    def fold_order(self, case_id: str) -> tuple[FoldEntry, ...]:
        """Return all staged and committed sessions in fold order."""
        return self._case(case_id).entries()

    def drop_staged(self, case_id: str) -> None:
        """Forget sessions that an interrupted run staged and never committed."""
        with self.writing(case_id):
            case = self._case(case_id)
            self._drop(case, [row.session_id for row in case.staged()])

    def drop_sessions(self, case_id: str, session_ids: Sequence[str]) -> None:
        """Erase sessions, staged and committed, with all that came from them; what stands after them is stale then."""
        with self.writing(case_id):
            case = self._case(case_id)
            if case.row is not None:
                self._ledger.erase(lambda connection: changes.delete_sessions(connection, case.key, session_ids))
                case.distrust()
                self._vectors.forget(case.key)

    def cached_judgement(self, case_id: str, key: str) -> str | None:
        """Return the JSON of a judgement made before."""
        owner = case_key(self._own(case_id))
        return self._ledger.read(lambda connection: queries.judgement(connection, owner, key), None)

    def keep_judgement(self, case_id: str, key: str, text: str) -> None:
        """Keep a judgement's JSON at once; any thread of a run may, whoever holds the lock."""
        owner = case_key(self._own(case_id))
        self._ledger.amend(lambda connection: changes.replace_judgement(connection, owner, key, text))

    def follow_index(self, case_id: str) -> None:
        """Bring the vector index up to the ledger's revision; exact search, alone in memory, is always up to it."""
        case_id = self._own(case_id)
        if self._index is not None:
            self._index.follow(case_id)

    def remake_index(self, case_id: str) -> None:
        """Throw a case's index away and make it anew from the ledger; nothing is embedded again."""
        self.summary(case_id)
        if self._index is not None:
            self._index.remake(case_id)

    def faults(self) -> tuple[str, ...]:
        """Return what is wrong between the ledger and the indexes, each as a line that says what to do."""
        names = self._ledger.read(queries.case_ids, list[str]())
        found = [fault for name in sorted(names) if self._may(name) for fault in self._faults_of(name)]
        strays = self._index.strays({case_key(name) for name in names}) if self._index is not None else 0
        if strays:
            found.append(
                f"{strays} cases have an index and nothing in the ledger, which was emptied, replaced or lost;"
                " put it back from a copy, or ingest their files again"
            )
        return tuple(found)

    def _faults_of(self, case_id: str) -> list[str]:
        try:
            case = self._whole_case(case_id)
            staged = len(case.staged())
            wrong = self._index.fault(case_id) if self._index is not None else ""
        except StoreError as error:
            return [f"case {case_id!r}: {error}"]
        found = [f"case {case_id!r}: its index {wrong}; `fta-mem reindex` remakes it"] if wrong else []
        if staged:
            found.append(
                f"case {case_id!r}: an ingest broke off before {staged} of its sessions; ingest its file again,"
                " or erase the case with `fta-mem forget CASE --all`"
            )
        return found

    def cases(self) -> tuple[CaseSummary, ...]:
        """Return all cases that hold memory, in order of their ids; those that may not be touched are left out."""
        names = self._ledger.read(queries.case_ids, list[str]())
        found = [self._case(name) for name in sorted(names) if self._may(name)]
        return tuple(self._summary(case) for case in found if case.row is not None and case.row.revision)

    def summary(self, case_id: str) -> CaseSummary:
        """Return one case's counts.

        Raises:
            UnknownCaseError: nothing of the case is memory.
        """
        case = self._case(case_id)
        if case.row is None or case.row.revision == 0:
            raise unknown_case(case_id)
        return self._summary(case)

    def forget_case(self, case_id: str) -> Removed:
        """Erase a case, also one that was only ever staged: rows, index, caches, and what logs keep of it.

        Raises:
            UnknownCaseError: there is no such case.
        """
        if self._case(case_id).row is None:
            raise unknown_case(case_id)
        with self.writing(case_id):
            case = self._case(case_id)
            was = self._summary(case)
            if self._index is not None:
                self._index.erase(case.key)
            self._cases.forget(case_id)
            self._vectors.forget(case.key)
            self._ledger.erase(lambda connection: changes.erase_case(connection, case.key))
            self._locks.forget(case_id)
        return Removed(was.sessions, was.turns, was.units, was.links)

    def _summary(self, case: CachedCase) -> CaseSummary:
        if not case.lacking():
            return case.summary()
        counts = self._ledger.read(
            lambda connection: queries.case_counts(connection, case.key), CaseCounts((), 0, frozenset(), ())
        )
        return summary_of(case.case_id, counts)
