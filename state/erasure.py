"""What a person wants erased of a case, and what of memory stands on it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from fta_mem.state.records import Evidence, FTAUnit, Link, LongitudinalLine, Session, Turn


@dataclass(frozen=True, slots=True)
class Erasure:
    """Whole sessions by their ids, and single turns by their indexes within a session."""

    sessions: frozenset[str] = frozenset()
    turns: Mapping[str, frozenset[int]] = field(default_factory=dict)

    def covers(self, span: Evidence) -> bool:
        """Say whether a turn of the span is to be erased."""
        begin, end = span.turn_span
        return any(self.takes(span.session, index) for index in range(begin, end + 1))

    def takes(self, session_id: str, index: int) -> bool:
        """Say whether a turn is to be erased."""
        return session_id in self.sessions or index in self.turns.get(session_id, ())

    def left_of(self, session: Session) -> Session:
        """Return the session with the words of erased turns gone; their places stay, for evidence counts them."""
        gone = self.turns.get(session.session_id, frozenset())
        turns = tuple(silenced(turn) if turn.index in gone else turn for turn in session.turns)
        return Session(session.session_id, session.timestamp, turns)


@dataclass(frozen=True, slots=True)
class Erased:
    """What goes with an erasure: turns by session, and the units, links and lines that stand on them.

    A unit that rests on other turns too, and a line that rests on other units too, is made anew from those.
    """

    turns: tuple[tuple[str, Turn], ...]
    units: tuple[FTAUnit, ...] = ()
    links: tuple[Link, ...] = ()
    lines: tuple[LongitudinalLine, ...] = ()


@dataclass(frozen=True, slots=True)
class Traces:
    """What a search for erased words found: how many texts were looked for in how many files, and where one stands.

    Texts that are short, or that other turns say too, are not looked for.
    """

    texts: int
    files: int
    found_in: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ErasureMark:
    """By what an erased turn is known again: not its words, but their slow salted hash (``storage/erasure_marks.py``).

    ``session_id`` is where it was said; "" for a text long enough to be known wherever it comes back.
    """

    session_id: str
    salt: str
    digest: str


def resting_on(
    erasure: Erasure,
    turns: Sequence[tuple[str, Turn]],
    units: Sequence[FTAUnit],
    links: Sequence[Link],
    lines: Sequence[LongitudinalLine],
) -> Erased:
    """Return what rests on the erased turns."""
    touched = tuple(unit for unit in units if any(erasure.covers(span) for span in unit.spans))
    names = {unit.memory_id for unit in touched}
    return Erased(
        tuple(turns),
        touched,
        tuple(link for link in links if names & {link.source, link.target}),
        tuple(line for line in lines if not names.isdisjoint(line.evidence)),
    )


def silenced(turn: Turn) -> Turn:
    """Return the turn without what it said."""
    return Turn(turn.index, turn.turn_id, turn.role, turn.name, "", turn.timestamp)
