"""The answerer's judgement without a language model: an extract by question kind, or an abstention (Equation 12)."""

from collections.abc import Sequence
from typing import Final

from fta_mem.engines.base import AnswerRequest
from fta_mem.engines.rules.answering.abstention import strength
from fta_mem.engines.rules.answering.answer_text import Found, extract
from fta_mem.engines.rules.answering.question_kinds import read_question
from fta_mem.engines.rules.answering.ranked_sentences import Candidate, rank_sentences
from fta_mem.state.answering import Answer, Citation, Hit
from fta_mem.state.settings import Settings
from fta_mem.text.embedder import Embedder

ABSTENTION: Final = "Not mentioned in the conversation."


def answer(request: AnswerRequest, settings: Settings, embedder: Embedder) -> Answer:
    """Answer from the packet alone, or abstain where its evidence is too weak."""
    question = read_question(request.question, _persons(request))
    until = request.query.cues.time[1] if request.query.cues.as_of and request.query.cues.time else None
    candidates = rank_sentences(question, request.packet, embedder, until)
    if not candidates:
        return Answer(ABSTENTION, abstained=True)
    found = extract(question, candidates, request.packet, settings)
    sure = strength(question, candidates, found, embedder)
    if sure < settings.abstain_below or not found.text:
        return Answer(ABSTENTION, abstained=True, confidence=sure)
    return Answer(found.text, abstained=False, citations=_citations(found, request.packet.hits), confidence=sure)


def _persons(request: AnswerRequest) -> tuple[str, ...]:
    """Return the people whom memory is about: the supporting agent isn't one of them."""
    agents = {turn.speaker for turn in request.packet.turns if turn.role == "assistant"}
    return tuple(name for name in request.people if name not in agents)


def _citations(found: Found, hits: Sequence[Hit]) -> tuple[Citation, ...]:
    """Cite the units whose evidence holds the turns, and the turns alone where no unit does."""
    cited: dict[str, list[str]] = {}
    for candidate in found.stands_on:
        turn = candidate.turn
        owners = [hit.unit.memory_id for hit in hits if _holds(hit, candidate)] or [""]
        if turn.turn_id not in cited.setdefault(owners[0], []):
            cited[owners[0]].append(turn.turn_id)
    return tuple(Citation(memory_id, tuple(turns)) for memory_id, turns in cited.items())


def _holds(hit: Hit, candidate: Candidate) -> bool:
    return any(
        span.session == candidate.turn.session and span.turn_span[0] <= candidate.turn.turn_index <= span.turn_span[1]
        for span in hit.unit.spans
    )
