"""A case as its turns come in: identity of turns, sessions' times, what was left out, and the problems on the way."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from fta_mem.formats.limits import CASE_CHARS, CASE_TURNS, PROBLEMS, LimitError, check_turn
from fta_mem.state.encoding import JSON
from fta_mem.state.errors import DatasetError
from fta_mem.state.records import Case, Session, Turn


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a file that can't become memory: where it stands, what is wrong, and the session it spoils."""

    place: str
    what: str
    session: str = ""

    def __str__(self) -> str:
        return f"{self.place}: {self.what}"


@dataclass(frozen=True, slots=True)
class ReadCase:
    """A case as a file gives it, with what is wrong in it; sessions with problems are incomplete in ``case``.

    ``left_out`` counts what the file holds besides turns, by what it is ("system lines", "deleted messages").
    """

    case: Case
    problems: tuple[Problem, ...] = ()
    left_out: Mapping[str, int] = field(default_factory=dict)

    def sound_part(self) -> Case:
        """Return the case without the sessions that have problems; it is not the whole of its source then."""
        if not self.problems:
            return self.case
        spoilt = {problem.session for problem in self.problems}
        return replace(
            self.case, sessions=tuple(s for s in self.case.sessions if s.session_id not in spoilt), source=""
        )


@dataclass(slots=True)
class _OpenSession:
    timestamp: str | None = None
    turns: list[Turn] = field(default_factory=list)


class CaseBuilder:
    """Collects one case. A turn's id is its identity within the case: said twice alike it counts once."""

    def __init__(self, case_id: str, source: str = "") -> None:
        self.case_id = case_id
        self.source = source
        self.left_out: Counter[str] = Counter()
        self._sessions: dict[str, _OpenSession] = {}
        self._seen: dict[str, tuple[str, str, Turn]] = {}
        self._problems: list[Problem] = []
        self._chars = 0

    @contextmanager
    def guarding(self, session_id: str, place: str) -> Iterator[None]:
        """Record a DatasetError raised inside as a problem of that session, and go on.

        Raises:
            LimitError: a bound of the whole file is crossed, or there are too many problems to go on.
        """
        try:
            yield
        except LimitError:
            raise
        except DatasetError as error:
            self._problems.append(Problem(f"{self.case_id}, {place}", str(error), session_id))
            if len(self._problems) > PROBLEMS:
                more = f"and {PROBLEMS:,} more such problems; is it in the format that it was read as?"
                raise LimitError(f"{self._problems[0]} ({more})") from error

    def set_time(self, session_id: str, timestamp: str | None) -> None:
        """Give a session its own time (the first one given stays)."""
        session = self._open(session_id)
        session.timestamp = session.timestamp or timestamp

    def add(self, session_id: str, place: str, turn: Turn) -> None:
        """Append a turn; its index, and its id where the source gave none (""), follow from its place.

        Raises:
            DatasetError: its id already stands for a different turn, or it is too long.
        """
        check_turn(turn.text)
        turns = self._open(session_id).turns
        given = replace(turn, index=len(turns), turn_id=turn.turn_id or f"{session_id}:{len(turns)}")
        first = self._seen.setdefault(given.turn_id, (session_id, place, given))
        if first[2] is given:
            turns.append(given)
            self._count(place, given)
        elif not turn.turn_id or _said(first[2]) != _said(given):
            raise DatasetError(f"the id {given.turn_id!r} already names a different turn at {first[1]}")

    def result(self) -> ReadCase:
        """Return the case; a session without a time of its own takes that of its first dated turn."""
        sessions = [
            Session(session_id, opened.timestamp or _first_time(opened.turns), tuple(opened.turns))
            for session_id, opened in self._sessions.items()
            if opened.turns
        ]
        case = Case(self.case_id, tuple(sessions), self.source)
        return ReadCase(case, tuple(self._problems), {what: count for what, count in self.left_out.items() if count})

    def _open(self, session_id: str) -> _OpenSession:
        return self._sessions.setdefault(session_id, _OpenSession())

    def _count(self, place: str, turn: Turn) -> None:
        self._chars += len(turn.text)
        if len(self._seen) > CASE_TURNS or self._chars > CASE_CHARS:
            most = f"{CASE_TURNS:,} turns and {CASE_CHARS:,} characters"
            raise LimitError(f"{self.case_id}, {place}: a case may have {most}; split the file into several cases")


def object_of(value: JSON, what: str) -> dict[str, JSON]:
    """Return the value if it is a JSON object; ``what`` names it in the error."""
    if not isinstance(value, dict):
        raise DatasetError(f"{what} is not an object")
    return value


def list_of(value: JSON, what: str) -> list[JSON]:
    """Return the value if it is a JSON list; ``what`` names it in the error."""
    if not isinstance(value, list):
        raise DatasetError(f"{what} is not a list")
    return value


def text_of(given: Mapping[str, JSON], key: str, default: str | None = None) -> str:
    """Return the text under ``key``, or the default where the key is missing or null.

    Raises:
        DatasetError: it is no text, or it is missing and there is no default.
    """
    value = given.get(key)
    if value is None and default is not None:
        return default
    if value is None:
        raise DatasetError(f"it has no {key}")
    if not isinstance(value, str):
        raise DatasetError(f"its {key} is not a text")
    return value


def id_of(given: Mapping[str, JSON], *keys: str) -> str:
    """Return the first id found under the keys, numbers as text, "" if there is none."""
    for key in keys:
        value = given.get(key)
        if isinstance(value, (bool, list, dict)):
            raise DatasetError(f"its {key} is neither a text nor a number")
        if value is not None and value != "":
            return str(value)
    return ""


def _said(turn: Turn) -> tuple[str, str, str, str]:
    return (turn.role, turn.name, turn.text, turn.caption)


def _first_time(turns: list[Turn]) -> str | None:
    return next((turn.timestamp for turn in turns if turn.timestamp), None)
