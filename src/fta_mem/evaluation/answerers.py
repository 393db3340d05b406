"""The same engine answers for every method, so that differences in F1 come from memory alone."""

from typing import Protocol

from fta_mem.engines.base import AnswerRequest, Engine, RewriteRequest
from fta_mem.state.answering import Answer, Packet


class Answerer(Protocol):
    """Answers a question from a packet and nothing else."""

    def __call__(self, question: str, packet: Packet, now: str | None, people: tuple[str, ...]) -> Answer:
        """Return an answer or an abstention."""


class EngineAnswerer:
    """Answers as the answering machine does, from a packet made elsewhere."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def __call__(self, question: str, packet: Packet, now: str | None, people: tuple[str, ...]) -> Answer:
        """Rewrite the question and let the engine answer from the packet."""
        query = self._engine.rewrite_query(RewriteRequest(question, now, people)).value
        return self._engine.answer(AnswerRequest(question, query, packet, now, people)).value
