"""Who answers for the baselines: the engine that answers for FTA-Mem, or a bare model that reads what they bring."""

from dataclasses import replace
from typing import Final, Protocol

from fta_mem.engines.base import AnswerRequest, Engine, RewriteRequest
from fta_mem.engines.llm.answer_dates import in_style
from fta_mem.engines.llm.answering import read_plain_answer
from fta_mem.engines.llm.call_policy import Caller
from fta_mem.engines.llm.failures import CallFailedError
from fta_mem.engines.llm.packet_rendering import resolved_days
from fta_mem.engines.llm.schemas import answer_shape
from fta_mem.evaluation.methods import Answered
from fta_mem.prompts.loader import load_prompt
from fta_mem.state.answering import Answer, Packet
from fta_mem.state.encoding import JSON
from fta_mem.state.settings import DateStyle

NO_MODEL: Final = frozenset({"transient", "timeout", "unusable", "rejected"})
"""Failures after which figures would say nothing about the model."""


class Answerer(Protocol):
    """Answers a question from a packet and nothing else."""

    def __call__(self, question: str, packet: Packet, now: str | None, people: tuple[str, ...]) -> Answered:
        """Return an answer or an abstention."""


class EngineAnswerer:
    """Answers as the answering machine does, from a packet made elsewhere: differences in F1 come from memory alone."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def __call__(self, question: str, packet: Packet, now: str | None, people: tuple[str, ...]) -> Answered:
        """Rewrite the question and let the engine answer from the packet.

        A baseline has no units whose claims are read already: its turns are read when it is asked, as open turns are.
        """
        unread = replace(packet, turns=tuple(replace(turn, is_open=True) for turn in packet.turns))
        query = self._engine.rewrite_query(RewriteRequest(question, now, people))
        judged = self._engine.answer(AnswerRequest(question, query.value, unread, now, people))
        return Answered(judged.value, query.usage + judged.usage)


class ModelAnswerer:
    """The chat model alone, with the same turns and the plain prompt: what a user has without FTA-Mem.

    Nothing is told or decided by code here, neither dates nor abstention, so a difference to FTA-Mem with the same
    model is that of the whole of it; the days in its answers are worded as the benchmark words them, as FTA-Mem's are.
    An empty reply is an abstention, as it is FTA-Mem's, and one that can't be used counts as one; a model that isn't
    there ends the run.
    """

    def __init__(self, caller: Caller, style: DateStyle) -> None:
        self._caller = caller
        self._style = style

    def __call__(self, question: str, packet: Packet, now: str | None, people: tuple[str, ...]) -> Answered:
        """Let the model answer from the packet's text."""
        values: dict[str, JSON] = {
            "turns": packet.text,
            "about": {"today": now, "people": list(people)},
            "question": question,
        }
        try:
            reply = self._caller.ask(load_prompt("answer_plain"), values, answer_shape(), read_plain_answer)
        except CallFailedError as failure:
            if failure.kind in NO_MODEL:
                raise
            return Answered(Answer("", abstained=True), failure.usage)
        worded = in_style(reply.value.text, self._style, resolved_days(packet))
        return Answered(replace(reply.value, text=worded), reply.usage)
