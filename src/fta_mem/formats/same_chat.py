"""A chat that is exported again: which of the sessions that memory holds the new export takes the place of.

A WhatsApp file doesn't say which chat it is, so it is known by who writes and by what was written. Memory may hold
several chats of one person; another chat's sessions are never touched.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from fta_mem.state.records import Case, Session, Turn

Said = Counter[tuple[str, str]]
_UNNAMED: Final = frozenset({"whatsapp"})
"""Sources that don't name the chat; a Telegram chat has a number."""
_SHORT: Final = 12
_MANY: Final = 20


class Settled(NamedTuple):
    """The case with its sessions named as memory will hold them, and the held sessions that are out of date by it.

    Out of date is a session that the case doesn't name, and one of which words are gone: those must go everywhere.
    """

    case: Case
    outdated: tuple[str, ...]

    @property
    def dropped(self) -> int:
        """Count the sessions that the case doesn't hold any more."""
        return len(set(self.outdated) - {session.session_id for session in self.case.sessions})


def settled(case: Case, held: Mapping[str, Sequence[Turn]]) -> Settled:
    """Return how a whole export is to be taken up beside what is held, session by session, of its kind of source.

    The first chat of a case keeps the plain source; another one gets a number behind it ("whatsapp-2").
    """
    if not case.source:
        return Settled(case, ())
    source = _source_for(case, held) if case.source in _UNNAMED else case.source
    named = case if source == case.source else _under(case, source)
    kept = {session.session_id: _words(session.turns) for session in named.sessions}
    return Settled(
        named,
        tuple(
            session_id
            for session_id, turns in held.items()
            if _source_of(session_id) == source and not _words(turns) <= kept.get(session_id, frozenset())
        ),
    )


def is_same_chat(held: Sequence[Turn], spoken: Sequence[Turn]) -> bool:
    """Say whether two exports are of one chat: the same people write, or most of what one says stands in the other."""
    first, second = _said(held), _said(spoken)
    shared, shorter = (first & second).total(), min(first.total(), second.total())
    if {turn.name for turn in held} == {turn.name for turn in spoken}:
        return bool(shared) or shorter < _MANY
    return 2 * shared > shorter


def _source_for(case: Case, held: Mapping[str, Sequence[Turn]]) -> str:
    chats = _chats(case.source, held)
    spoken = [turn for session in case.sessions for turn in session.turns]
    return next((name for name, turns in chats.items() if is_same_chat(turns, spoken)), _free(case.source, chats))


def _words(turns: Sequence[Turn]) -> frozenset[tuple[str, str]]:
    """Return who said what; a turn that was erased says nothing, and takes nothing's place."""
    return frozenset((turn.name, turn.text) for turn in turns if turn.text)


def _said(turns: Sequence[Turn]) -> Said:
    """Count what is said, by whom; short words ("ok") say nothing about which chat it is."""
    long = [(turn.name, turn.text) for turn in turns if len(turn.text) > _SHORT]
    return Counter(long or [(turn.name, turn.text) for turn in turns])


def _chats(source: str, held: Mapping[str, Sequence[Turn]]) -> dict[str, list[Turn]]:
    chats: dict[str, list[Turn]] = {}
    for session_id, turns in held.items():
        name = _source_of(session_id)
        if name == source or (name.startswith(f"{source}-") and name.removeprefix(f"{source}-").isdecimal()):
            chats.setdefault(name, []).extend(turns)
    return chats


def _source_of(session_id: str) -> str:
    return session_id.partition("/")[0]


def _free(source: str, chats: Mapping[str, object]) -> str:
    number = 1
    while (name := source if number == 1 else f"{source}-{number}") in chats:
        number += 1
    return name


def _under(case: Case, source: str) -> Case:
    """Return the case with its sessions and turns named by another source."""

    def renamed(name: str) -> str:
        return source + name.removeprefix(case.source) if name.startswith(f"{case.source}/") else name

    def moved(session: Session) -> Session:
        turns = tuple(replace(turn, turn_id=renamed(turn.turn_id)) for turn in session.turns)
        return replace(session, session_id=renamed(session.session_id), turns=turns)

    return replace(case, sessions=tuple(moved(session) for session in case.sessions), source=source)
