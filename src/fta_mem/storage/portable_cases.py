"""A case leaves a home in one record, and comes to another."""

from collections.abc import Mapping
from dataclasses import replace

from fta_mem.state.consent import Consent
from fta_mem.state.erasure import ErasureMark
from fta_mem.state.errors import StoreError
from fta_mem.state.portable import PortableCase, PortableSession
from fta_mem.state.records import Session, SessionOutcome
from fta_mem.storage.construction_store import SqlConstructionStore
from fta_mem.storage.ledger import changes, queries
from fta_mem.storage.ledger.rows import CommittedSession
from fta_mem.storage.not_found import unknown_case
from fta_mem.storage.persistent_ids import number_of


class SqlPortableCases(SqlConstructionStore):
    """The port ``CaseCare``, as far as a case moves from home to home."""

    def portable(self, case_id: str) -> PortableCase:
        """Return all that is memory of a case.

        Raises:
            UnknownCaseError: nothing of the case is memory.
        """
        case = self._whole_case(case_id)
        row = case.row
        if row is None or row.revision == 0:
            raise unknown_case(case_id)
        order = [entry.head.session_id for entry in case.entries() if entry.fold_key]
        nothing: tuple[dict[str, CommittedSession], dict[str, int], list[ErasureMark], tuple[Consent, ...]]
        nothing = ({}, {}, [], tuple[Consent, ...]())
        held, numbers, erased, consents = self._ledger.read(
            lambda connection: (
                queries.committed_sessions(connection, row, order),
                queries.all_numbers(connection, case.key),
                queries.erasure_marks(connection, case.key),
                queries.consents(connection, case.key),
            ),
            nothing,
        )
        sessions = tuple(_portable(held[name]) for name in order)
        return PortableCase(case_id, sessions, numbers, tuple(erased), consents)

    def bring_in(self, brought: PortableCase, case_id: str) -> None:
        """Make a case of what another home held; its texts are embedded here.

        Raises:
            StoreError: there is a case of that name already. What goes wrong half-way leaves no case behind.
        """
        with self.writing(case_id):
            case = self._case(case_id)
            if case.row is not None:
                raise StoreError(
                    f"memory holds a case {case_id!r} already; erase it first, or bring this one in under another name"
                )
            key_of = {number: key for key, number in brought.numbers.items()}
            try:
                for each in brought.sessions:
                    self.stage(case_id, each.session)
                    outcome = replace(each.outcome, case_id=case_id)
                    self.commit(outcome, _keys_of(outcome, key_of), each.fold_key)
                # Consent comes last: while memory is paused or off, no session could be staged.
                self._ledger.write(lambda connection: changes.insert_brought(connection, case.key, brought))
            except BaseException:
                self._ledger.erase(lambda connection: changes.erase_case(connection, case.key))
                raise
            finally:
                case.distrust()


def _keys_of(outcome: SessionOutcome, key_of: Mapping[int, str]) -> dict[str, str]:
    found = {unit.memory_id: key_of.get(number_of(unit.memory_id)) for unit in outcome.units}
    lacking = [name for name, key in found.items() if key is None]
    if lacking:
        raise StoreError(f"unit {lacking[0]} of the case has no number among those that it gave out; export it again")
    return {name: key for name, key in found.items() if key is not None}


def _portable(held: CommittedSession) -> PortableSession:
    session = Session(held.session_id, held.row.timestamp, held.turns)
    return PortableSession(session, replace(held.outcome, usage=held.row.usage), held.row.fold_key or "")
