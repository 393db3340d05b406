"""Consent: kept beside what it is about; ``ledger/changes.py`` looks at it in each transaction that keeps words."""

from fta_mem.state.consent import Consent, ConsentState, refused
from fta_mem.storage.guarded_cases import GuardedCases
from fta_mem.storage.keys import case_key
from fta_mem.storage.ledger import changes, queries


class SqlConsents(GuardedCases):
    """The port ``CaseCare``, as far as it is about consent."""

    def consents(self, case_id: str) -> tuple[Consent, ...]:
        """Return every word that was given on a case, the latest last; none means that memory is on."""
        key = case_key(self._own(case_id))
        return self._ledger.read(lambda connection: queries.consents(connection, key), ())

    def check_asking(self, case_id: str) -> None:
        """Let a question pass where the person lets memory be asked.

        Raises:
            ConsentError: they switched it off.
        """
        given = self.consents(case_id)
        if given and given[-1].state == "off":
            raise refused(case_id, given[-1])

    def set_consent(self, case_id: str, state: ConsentState, by: str) -> Consent:
        """Note a word on a case, also of somebody of whom nothing is known; no writer is waited for.

        What was handed over and isn't memory yet is dropped where memory is switched off.
        """
        key, now = case_key(self._own(case_id)), self._clock().isoformat()
        given = Consent(state, by, now)
        self._ledger.write(lambda connection: changes.insert_consent(connection, key, given))
        return given
