"""What hosts hand over: kept at once, whoever writes to the case meanwhile, until somebody makes memory of it."""

from collections.abc import Callable, Sequence

from fta_mem.state.encoding import content_hash
from fta_mem.state.records import Session, Turn
from fta_mem.storage.guarded_cases import GuardedCases
from fta_mem.storage.keys import case_key
from fta_mem.storage.ledger import changes, queries
from fta_mem.storage.ledger.rows import CaseRow, SessionRow


class SqlHandedOver(GuardedCases):
    """The port ``CaseCare``, as far as sessions wait to become memory."""

    def hand_over(self, case_id: str, session_id: str, joined: Callable[[tuple[Turn, ...]], Session]) -> Session:
        """Keep a session until it is taken in, in one transaction and without the writer's lock.

        ``joined`` gets the turns that are held of the session, handed over before or memory already, and returns the
        session as it stands now. Nothing is written where that is what is held.
        """
        embedder = self._vectors.embedder
        new = CaseRow(self._own(case_id), embedder.name, embedder.dimension)
        return self._ledger.write(lambda connection: changes.hand_over(connection, new, session_id, joined))

    def handed_over(self, case_id: str) -> tuple[Session, ...]:
        """Return the sessions that wait, in the order of their ids."""
        found = self._handed_over(case_id)
        return tuple(Session(name, row.timestamp, turns) for name, (row, turns) in sorted(found.items()))

    def took_in(self, case_id: str, sessions: Sequence[Session]) -> None:
        """Forget sessions that became memory; one that went on meanwhile goes on waiting."""
        if sessions:
            key = case_key(self._own(case_id))
            taken = {session.session_id: content_hash(session) for session in sessions}
            self._ledger.amend(lambda connection: changes.delete_handed_over(connection, key, taken))

    def waiting_cases(self) -> tuple[str, ...]:
        """Return the cases of which something waits, those left out that the current run may not touch."""
        names = self._ledger.read(queries.cases_with_handed_over, list[str]())
        return tuple(name for name in sorted(names) if self._may(name))

    def _handed_over(self, case_id: str) -> dict[str, tuple[SessionRow, tuple[Turn, ...]]]:
        nothing: dict[str, tuple[SessionRow, tuple[Turn, ...]]] = {}
        key = case_key(self._own(case_id))
        return self._ledger.read(lambda connection: queries.handed_over(connection, key), nothing)
