"""What was read, for the eye and as JSON: sessions with their turns, and what a file holds besides."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from fta_mem.cli.output import Document
from fta_mem.cli.terminal import one_line
from fta_mem.state.records import Case, Session, Turn

if TYPE_CHECKING:
    from fta_mem.formats.reader import DialogueFile


def sessions_document(case_id: str, sessions: Sequence[Session], open_ids: frozenset[str]) -> Document:
    """Return a case's sessions with all their turns; ``open_ids`` are those that are not memory yet."""
    return {"case": case_id, "sessions": [_session(one) | {"open": one.session_id in open_ids} for one in sessions]}


def contents_document(found: "DialogueFile", cases: Sequence[Case]) -> Document:
    """Return what a file holds."""
    sessions = [session for case in cases for session in case.sessions]
    return {
        "format": found.format,
        "date_order": found.date_order,
        "cases": [{"case": case.case_id, "sessions": [_session(one) for one in case.sessions]} for case in cases],
        "sessions": len(sessions),
        "turns": sum(len(session.turns) for session in sessions),
        "left_out": dict(found.left_out),
        "problems": [str(problem) for problem in found.problems],
    }


def session_lines(session: Session, note: str = "") -> Iterator[str]:
    """Yield a session as lines: its name and beginning, then time, name and text of each turn."""
    count = f"{len(session.turns)} turns{note}"
    yield "  ".join(part for part in (one_line(session.session_id), session.timestamp or "", count) if part)
    for turn in session.turns:
        yield f"  {turn.timestamp or '-'}  {one_line(turn.name)}: {one_line(turn.content)}"


def left_out_line(left_out: Mapping[str, int]) -> str:
    """Return what was left out as a sentence."""
    from fta_mem.formats.reader import counted

    return one_line(f"left out: {counted(left_out)}")


def _session(session: Session) -> Document:
    turns = [_turn(turn) for turn in session.turns]
    return {"session": session.session_id, "timestamp": session.timestamp, "turns": [*turns]}


def _turn(turn: Turn) -> Document:
    return {
        "turn_index": turn.index,
        "turn_id": turn.turn_id,
        "timestamp": turn.timestamp,
        "role": turn.role,
        "speaker": turn.name,
        "text": turn.content,
    }
