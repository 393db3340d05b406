"""One long chat as sessions: an export has no sessions of its own, so one ends where nobody wrote for some hours."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from fta_mem.formats.case_builder import CaseBuilder, ReadCase
from fta_mem.state.records import Session, Turn

PAUSE: Final = timedelta(hours=6)


class ChatThread:
    """Puts the messages of one chat, in the order of the file, into sessions named by source and beginning.

    The names follow from what the file holds and nothing else, so that a later export of the same chat gives those of
    a clean run over it.
    """

    def __init__(self, case_id: str, source: str) -> None:
        self.builder = CaseBuilder(case_id, source)
        self.session_id = f"{source}/undated"
        self._source = source
        self._last: datetime | None = None

    def say(self, place: str, name: str, text: str, timestamp: str | None, message_id: str = "") -> None:
        """Add what a person wrote; all who write are persons (role "user")."""
        now = datetime.fromisoformat(timestamp).replace(tzinfo=None) if timestamp else self._last
        if now is not None and (self._last is None or now - self._last > PAUSE):
            self.session_id = f"{self._source}/{now:%Y-%m-%dT%H%M}"
        self._last = now
        turn_id = f"{self._source}/{message_id}" if message_id else ""
        with self.builder.guarding(self.session_id, place):
            self.builder.add(self.session_id, place, Turn(0, turn_id, "user", name, text, timestamp))

    def leave_out(self, what: str, count: int = 1) -> None:
        """Count something that is no speech."""
        self.builder.left_out[what] += count

    def result(self, names: Mapping[str, str] | None = None) -> ReadCase:
        """Return the chat as a case; ``names`` says what its people are called, where they spoke under other keys."""
        read = self.builder.result()
        if names is None:
            return read
        sessions = tuple(_renamed(session, names) for session in read.case.sessions)
        return replace(read, case=replace(read.case, sessions=sessions))


def _renamed(session: Session, names: Mapping[str, str]) -> Session:
    return replace(session, turns=tuple(replace(turn, name=names[turn.name]) for turn in session.turns))
