"""Open turns: what was said in sessions that are not memory yet, ranked when it is asked for.

A session under way, or one whose memory is still being made, is searched turn by turn; nothing is written and no lock
is taken, so an answer never waits for memory being built.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from fta_mem.retrieval.exchanges import ends_asking
from fta_mem.retrieval.packet_text import Labels, quoted_turns
from fta_mem.retrieval.ranking import ASKING_WEIGHT
from fta_mem.state.answering import AnsweringState, Packet, SourceTurn
from fta_mem.state.errors import UnknownCaseError
from fta_mem.state.session_input import SessionInput, session_from_input
from fta_mem.storage.ports import CaseView, NodeStore
from fta_mem.text.embedder import Matrix

OPEN: Final = "# This session, not yet memory"
OPEN_SHARE: Final = 0.3
"""Share of the budget that open turns may take."""
OPEN_CONSIDERED: Final = 100
"""Open turns that are looked at, the latest ones."""


@dataclass(frozen=True, slots=True)
class OpenPart:
    """What a packet says of open turns, in the order said, and what it costs."""

    turns: tuple[SourceTurn, ...] = ()
    text: str = ""
    tokens: int = 0
    labels: tuple[tuple[str, str], ...] = ()


def view_to_ask(state: AnsweringState, store: NodeStore) -> CaseView:
    """Return the case that a question is about, as it stands; an empty one where nothing is memory yet.

    Raises:
        UnknownCaseError: there is no such case, and no session of it is under way.
    """
    case_id = state.case_id
    try:
        return store.view(case_id)
    except UnknownCaseError:
        if state.open_sessions or store.open_turns(case_id):
            return empty_view(case_id)
        raise


def view_of(case_id: str, store: NodeStore, revision: int | None = None) -> CaseView:
    """Return the case, an empty one where nothing is memory; as of a revision if that is still known."""
    try:
        return store.view(case_id, revision)
    except UnknownCaseError:
        return empty_view(case_id)


def empty_view(case_id: str) -> CaseView:
    """Return a case of which nothing is memory."""
    nothing = np.zeros((0, 0), dtype=np.float32)
    return CaseView(case_id, 0, (), (), nothing, (), nothing, (), (), None)


def view_with_open_turns(state: AnsweringState, store: NodeStore) -> tuple[CaseView, list[SourceTurn]]:
    """Return the case as it stands with the latest turns that are not memory: staged ones, then those handed in."""
    # In this order: a session that becomes memory meanwhile is in both, and never in neither.
    staged = store.open_turns(state.case_id)
    view = view_of(state.case_id, store)
    said = [*staged, *[turn for session in state.open_sessions for turn in handed_in(session)]]
    sessions = {turn.session for turn in said}
    known = {_identity(turn) for turn in view.turns if turn.session in sessions} if said else set()
    latest = {_identity(turn): turn for turn in said if _identity(turn) not in known}
    return view, list(latest.values())[-OPEN_CONSIDERED:]


def handed_in(given: SessionInput) -> list[SourceTurn]:
    """Return the turns of a session as a reader sees them; what tools and systems say is no source."""
    session = session_from_input(given)
    return [
        SourceTurn(
            session=session.session_id,
            turn_index=turn.index,
            turn_id=turn.turn_id,
            speaker=turn.name,
            text=turn.content,
            dialogue_time=turn.timestamp or session.timestamp,
            role=turn.role,
            is_open=True,
        )
        for turn in session.turns
        if turn.is_source and turn.content.strip()
    ]


def nearest_first(turns: Sequence[SourceTurn], vectors: Matrix, vector: Matrix) -> list[SourceTurn]:
    """Return the turns with their scores, best first: how near each is, less for turns that only ask."""
    if not turns:
        return []
    asks = np.array([ends_asking(turn.text) for turn in turns], dtype=np.float32)
    scores = vectors @ vector - np.float32(ASKING_WEIGHT) * asks
    return [replace(turns[place], score=float(scores[place])) for place in np.argsort(-scores, kind="stable")]


def take_open(
    turns: Sequence[SourceTurn], budget: int, count: Callable[[str], int], labels: Labels | None = None
) -> OpenPart:
    """Take open turns best first while they fit their share of the budget, and show them in the order said."""
    room = int(budget * OPEN_SHARE)
    taken: list[SourceTurn] = []
    best = OpenPart()
    for turn in turns:
        part = _part(sorted([*taken, turn], key=_order(turns)), count, labels or {})
        if part.tokens <= room:
            taken, best = [*taken, turn], part
    return best


def with_open(packet: Packet, part: OpenPart, count: Callable[[str], int]) -> Packet:
    """Return the packet with the open turns under their own heading, behind everything that is memory."""
    if not part.turns:
        return packet
    text = "\n".join(piece for piece in (packet.text, part.text) if piece)
    labels = tuple(dict.fromkeys((*packet.labels, *part.labels)))
    return replace(packet, text=text, tokens=count(text), turns=(*packet.turns, *part.turns), labels=labels)


def _part(turns: Sequence[SourceTurn], count: Callable[[str], int], labels: Labels) -> OpenPart:
    text = "\n".join([OPEN, *quoted_turns(turns, labels)])
    known = tuple((session, labels.get(session, session)) for session in dict.fromkeys(turn.session for turn in turns))
    return OpenPart(tuple(turns), text, count(text), known)


def _order(turns: Iterable[SourceTurn]) -> Callable[[SourceTurn], tuple[str, str, int]]:
    """Return a sort key: sessions by their first time, then by id, turns by place."""
    first: dict[str, str] = {}
    for turn in turns:
        first[turn.session] = min(first.get(turn.session, turn.dialogue_time or ""), turn.dialogue_time or "")
    return lambda turn: (first[turn.session], turn.session, turn.turn_index)


def _identity(turn: SourceTurn) -> tuple[str, int, str]:
    return turn.session, turn.turn_index, turn.text
