"""Mixed mode: one engine builds and reads memory, another words the answers (a small local model, say)."""

from fta_mem.engines.base import AnswerRequest, Engine, Judgement
from fta_mem.engines.wrappers.delegating import DelegatingEngine
from fta_mem.state.answering import Answer


class MixedEngine(DelegatingEngine):
    """Sends answers to ``answering`` and all else to ``construction``, under whose name and fingerprint it goes.

    Memory doesn't depend on who answers from it, so another answer model rebuilds nothing. Questions are rewritten
    where memory was built: retrieval fits that best, and a small model is spared a call.
    """

    def __init__(self, construction: Engine, answering: Engine) -> None:
        super().__init__(construction)
        self.answering = answering

    def answer(self, request: AnswerRequest) -> Judgement[Answer]:
        """Answer from a packet."""
        return self.answering.answer(request)
