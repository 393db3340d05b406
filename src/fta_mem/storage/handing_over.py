"""What a host hands over, kept in the ledger from that moment on: it outlives the process, and waits for no lock."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from fta_mem.state.records import Session, Turn
from fta_mem.storage.guarded_cases import GuardedCases
from fta_mem.storage.keys import case_key, place_digest
from fta_mem.storage.ledger import changes, queries
from fta_mem.storage.ledger.rows import CaseRow
from fta_mem.storage.ports import HandedOver


class SqlHandingOver(GuardedCases):
    """The port ``HandingOver``."""

    def hand_over(
        self, case_id: str, session_id: str, shown: Sequence[str], change: Callable[[tuple[Turn, ...]], Session]
    ) -> Session:
        """Keep and return what ``change`` makes of the turns that are held of a session.

        It happens in one transaction of the database, so that two workers on one thread don't undo each other's.
        """
        embedder = self._vectors.embedder
        new = CaseRow(self._own(case_id), embedder.name, embedder.dimension)
        return self._ledger.write(
            lambda connection: changes.replace_handed_over(connection, new, session_id, shown, change)
        )

    def shown(self, case_id: str, session_id: str) -> tuple[str, ...]:
        """Return the ids of the messages that the thread held when it was last handed over."""
        key = case_key(self._own(case_id))
        return self._ledger.read(lambda connection: queries.shown_of(connection, key, session_id), ())

    def without_forgotten(self, case_id: str, session: Session) -> Session:
        """Return what a thread tells, but for messages that it told before the whole case was forgotten."""
        key = case_key(self._own(case_id))
        known = self._ledger.read(lambda connection: queries.forgotten(connection, key), frozenset[str]())
        if not known:
            return session
        left = [turn for turn in session.turns if place_digest(session.session_id, turn.turn_id) not in known]
        return replace(session, turns=tuple(left))

    def handed_over(self, case_id: str) -> tuple[HandedOver, ...]:
        """Return what is still to become memory, in the order in which it came."""
        key = case_key(self._own(case_id))
        return self._ledger.read(lambda connection: queries.handed_over(connection, key), ())

    def take_off(self, case_id: str, taken: Sequence[HandedOver]) -> None:
        """Forget what became memory, but not what came of the same sessions since."""
        key, numbers = case_key(self._own(case_id)), [item.number for item in taken]
        self._ledger.amend(lambda connection: changes.delete_handed_over(connection, key, numbers))

    def waiting_cases(self) -> tuple[str, ...]:
        """Return the cases of which something is still to become memory; those that may not be touched are left out."""
        names = self._ledger.read(queries.waiting_cases, list[str]())
        return tuple(name for name in sorted(names) if self._may(name))
