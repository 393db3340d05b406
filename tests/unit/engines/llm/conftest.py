"""Hand-written fakes: a rules engine that says little, and a chat model that misbehaves as told."""

import json
import threading
from collections.abc import Callable, Sequence

import pytest
from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from pydantic import ConfigDict, Field

from fta_mem.engines.base import (
    AnswerRequest,
    BoundaryRequest,
    ExtractionRequest,
    Judgement,
    LongitudinalRequest,
    RelationJudgement,
    RelationRequest,
    RewriteRequest,
    SegmentSpan,
    UnitDraft,
)
from fta_mem.engines.llm.call_policy import Caller, Policy
from fta_mem.engines.llm.chat_models import ModelHandle
from fta_mem.engines.llm.engine import LLMEngine
from fta_mem.state.answering import Answer, RewrittenQuery
from fta_mem.state.records import Affect, Fact, LongitudinalLine, TimeAnchor, Turn, Usage
from fta_mem.state.settings import Settings


class PlainRules:
    """A rules engine in miniature: one segment a window, one unit for each turn of three words or more."""

    name = "rules"
    model = ""

    def __init__(self) -> None:
        self.answer_given = Answer("", True, confidence=0.48)

    def fingerprint(self) -> str:
        return "rules test"

    def warm(self, turns: Sequence[Turn]) -> None:
        pass

    def detect_boundaries(self, request: BoundaryRequest) -> Judgement[tuple[SegmentSpan, ...]]:
        return Judgement((SegmentSpan(request.turns[0].index, request.turns[-1].index, "session_start"),), self.name)

    def extract_units(self, request: ExtractionRequest) -> Judgement[tuple[UnitDraft, ...]]:
        drafts = tuple(
            UnitDraft(
                Fact(turn.content, speaker=turn.name), TimeAnchor(), Affect(), (turn.index, turn.index), "complete"
            )
            for turn in request.turns
            if len(turn.content.split()) >= 3
        )
        return Judgement(drafts, self.name)

    def judge_relations(self, request: RelationRequest) -> Judgement[tuple[RelationJudgement, ...]]:
        judged = tuple(
            RelationJudgement(new.memory_id, old.memory_id, "supports", "low")
            for new, candidates in zip(request.new_units, request.candidates, strict=True)
            for old, _ in candidates
        )
        return Judgement(judged, self.name)

    def update_longitudinal(self, request: LongitudinalRequest) -> Judgement[tuple[LongitudinalLine, ...]]:
        return Judgement((), self.name)

    def rewrite_query(self, request: RewriteRequest) -> Judgement[RewrittenQuery]:
        return Judgement(RewrittenQuery(request.question, terms=tuple(request.question.lower().split())), self.name)

    def answer(self, request: AnswerRequest) -> Judgement[Answer]:
        return Judgement(self.answer_given, self.name)


class HttpError(Exception):
    """What a provider's client raises: a status, and a message that may quote the dialogue."""

    def __init__(self, status: int, message: str = "") -> None:
        super().__init__(message)
        self.status_code = status


Said = str | Exception | AIMessage


class SayingModel(BaseChatModel):
    """Says the next thing of its list (an exception is raised), the last one for ever; records what it was told."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    says: list[Said]
    told: list[list[str]] = Field(default_factory=list)
    hold: threading.Event | None = None

    @property
    def _llm_type(self) -> str:
        return "saying"

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: object,
    ) -> ChatResult:
        place = min(len(self.told), len(self.says) - 1)
        self.told.append([str(message.text) for message in messages])
        if self.hold is not None:
            self.hold.wait()
        said = self.says[place]
        if isinstance(said, Exception):
            raise said
        message = said if isinstance(said, AIMessage) else AIMessage(said)
        return ChatResult(generations=[ChatGeneration(message=message)])


class Bench:
    """An LLM engine on a saying model, with the waits that its retries asked for."""

    def __init__(
        self, says: Sequence[Said | dict[str, object]], policy: Policy, context_tokens: int, settings: Settings
    ) -> None:
        texts = [json.dumps(said) if isinstance(said, dict) else said for said in says]
        self.chat = SayingModel(says=texts)
        self.waits: list[float] = []
        self.rules = PlainRules()
        handle = ModelHandle("test:saying", self.chat, structured=False, context_tokens=context_tokens)
        self.caller = Caller(handle, policy, sleep=self.waits.append)
        self.engine = LLMEngine(self.caller, self.caller, self.rules, settings)

    @property
    def data(self) -> str:
        """Return the data part of the last request."""
        return self.chat.told[-1][-1]


MakeBench = Callable[..., Bench]


@pytest.fixture
def bench() -> MakeBench:
    def make(
        *says: Said | dict[str, object],
        policy: Policy | None = None,
        context_tokens: int = 16_000,
        settings: Settings | None = None,
    ) -> Bench:
        return Bench(says, policy or Policy(attempts=3), context_tokens, settings or Settings())

    return make


@pytest.fixture
def http_error() -> type[HttpError]:
    return HttpError


def _turns(*said: str) -> tuple[Turn, ...]:
    """Return turns from "Name: text" lines; "Helper" is the supporting agent."""
    pairs = [line.split(": ", 1) for line in said]
    return tuple(
        Turn(place, f"t{place}", "assistant" if name == "Helper" else "user", name, text, "2024-05-07T19:00:00+02:00")
        for place, (name, text) in enumerate(pairs)
    )


@pytest.fixture
def fragment() -> Callable[..., ExtractionRequest]:
    def make(*said: str) -> ExtractionRequest:
        turns = _turns(*said)
        people = tuple(dict.fromkeys(turn.name for turn in turns))
        return ExtractionRequest("s1", "2024-05-07T19:00:00+02:00", turns, (), people)

    return make


@pytest.fixture
def no_usage() -> Usage:
    return Usage()
