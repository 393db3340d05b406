"""By what an erased turn is known again when its file is ingested once more, without keeping what it said.

What is kept is a salted hash that is slow to make (scrypt), so that trying out texts is slow too. A short text (a
code of four digits) could still be found by whoever has the ledger and tries them all.
"""

import hashlib
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from fta_mem.state.erasure import ErasureMark, silenced
from fta_mem.state.records import Case, Session

LONG: Final = 20
"""Characters from which a text is known wherever it comes back; a shorter one ("Yes.") only in its own session."""
ANYWHERE: Final = ""
COST: Final = 2**12  # about 10 ms and 4 MB a text


class ErasureMarks:
    """What was erased of a case, to be kept out of what is ingested."""

    def __init__(self, marks: Sequence[ErasureMark]) -> None:
        self._salts = {mark.salt for mark in marks}
        self._known = {(mark.session_id, mark.digest) for mark in marks}

    def left_of(self, case: Case) -> tuple[Case, int]:
        """Return the case without what was erased, and how many turns were; a session that is all erased goes."""
        if not self._known:
            return case, 0
        sessions = [self._left_of(session) for session in case.sessions]
        kept = tuple(left for left, count in sessions if not count or _says_something(left))
        return replace(case, sessions=kept), sum(count for _, count in sessions)

    def _left_of(self, session: Session) -> tuple[Session, int]:
        erased = {turn.index for turn in session.turns if self._knows(session.session_id, turn.content)}
        if not erased:
            return session, 0
        turns = tuple(silenced(turn) if turn.index in erased else turn for turn in session.turns)
        return replace(session, turns=turns), len(erased)

    def _knows(self, session_id: str, text: str) -> bool:
        if not text:
            return False
        digests = [_digest(text, salt) for salt in self._salts]
        return any((place, digest) in self._known for digest in digests for place in (session_id, ANYWHERE))


def marks_of(places: Iterable[tuple[str, str]], known: Sequence[ErasureMark]) -> tuple[ErasureMark, ...]:
    """Return the marks of texts that were said in sessions; a case keeps one salt, new with its first erasure."""
    salt = known[0].salt if known else secrets.token_hex(16)
    return tuple(
        ErasureMark(session_id if len(text) < LONG else ANYWHERE, salt, _digest(text, salt))
        for session_id, text in places
        if text
    )


def _says_something(session: Session) -> bool:
    return any(turn.content for turn in session.turns)


def _digest(text: str, salt: str) -> str:
    said = text.encode("utf-8", "surrogatepass")
    return hashlib.scrypt(said, salt=bytes.fromhex(salt), n=COST, r=8, p=1, dklen=32).hex()
