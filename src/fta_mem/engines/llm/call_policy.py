"""One policy for every call: a deadline, bounded retries with backoff, token counts, refusals told from bad replies."""

import contextvars
import json
import logging
import os
import re
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Generic, TypeVar

import tenacity

from fta_mem.engines.llm.chat_models import ModelHandle, output_tokens
from fta_mem.engines.llm.failures import CallFailedError, MalformedOutputError, failure_from
from fta_mem.engines.llm.json_parsing import without_thoughts
from fta_mem.engines.llm.schemas import Shape
from fta_mem.prompts.loader import Prompt, render_data
from fta_mem.state.encoding import JSON
from fta_mem.state.errors import SettingsError
from fta_mem.state.records import Usage

if TYPE_CHECKING:
    from langchain_core.language_models.base import LanguageModelInput
    from langchain_core.messages import AIMessage, BaseMessage
    from langchain_core.runnables import Runnable

T = TypeVar("T")
logger = logging.getLogger(__name__)

TRACING_SWITCH: Final = "FTA_MEM_TRACING"
_REFUSES: Final = re.compile(
    r"\bI(?:['\u2019]m| am)? ?(?:sorry|unable|not able|cannot|can['\u2019]t|won['\u2019]t|must decline)\b|\bas an AI\b",
    re.IGNORECASE,
)
_BLOCKED: Final = frozenset({"content_filter", "refusal", "safety", "blocked", "prohibited_content", "recitation"})
_OUT_OF_ROOM: Final = frozenset({"length", "max_tokens"})


@dataclass(frozen=True, slots=True)
class Policy:
    """How long and how often a model is asked for one judgement; seconds.

    ``attempts`` counts for a server that is busy or away; a bad reply gets ``second_chances`` more, as does silence.
    ``grace`` is what a client gets to end an overdue call itself, which also closes the connection to its server.
    ``patience`` consecutive judgements that failed for want of a connection make the next ones try once only, until
    one succeeds: a dead server must not cost a whole ingest in waiting.
    """

    attempts: int = 4
    second_chances: int = 1
    call_seconds: float = 120.0
    grace: float = 2.0
    total_seconds: float = 300.0
    first_wait: float = 1.0
    longest_wait: float = 30.0
    patience: int = 3


@dataclass(frozen=True, slots=True)
class Reply(Generic[T]):
    """A judgement as read, and what it cost."""

    value: T
    usage: Usage


class Caller:
    """Asks one chat model. Keeps no dialogue; safe to use from several threads."""

    def __init__(
        self, handle: ModelHandle, policy: Policy | None = None, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self.handle = handle
        self.policy = policy or Policy()
        self._sleep = sleep
        self._lock = threading.Lock()
        self._failed_in_row = 0
        self._has_replied = False
        self._structured = handle.structured

    def ask(self, prompt: Prompt, values: Mapping[str, JSON], shape: Shape, read: Callable[[str], T]) -> Reply[T]:
        """Return what ``read`` makes of the model's reply.

        Raises:
            CallFailedError: no usable reply after all attempts; its ``usage`` counts them.
            SettingsError: the model never replied yet, and its provider knows neither key nor model.
        """
        data = render_data(prompt, values)
        if estimate_tokens(prompt.text) + estimate_tokens(data) > self.input_tokens:
            raise CallFailedError("too_long", f"the {prompt.name} request exceeds {self.input_tokens} tokens")
        spent = Usage()

        def attempt() -> T:
            nonlocal spent
            spent += Usage(calls=1, retries=int(spent.calls > 0))
            message = self._send(prompt.text, data, shape)
            text = _text_of(message)
            spent += _cost(message, prompt.text + data, text)
            return _read(text, _ending(message), read)

        try:
            value = self._retrying()(attempt)
        except CallFailedError as failure:
            self._note(failure)
            if failure.kind == "unusable" and not self._has_replied:
                raise SettingsError(
                    f"model {self.handle.name!r} can't be used: {failure.reason}; "
                    "check its name, its address, and its key in the environment"
                ) from failure
            raise CallFailedError(failure.kind, failure.reason, spent) from failure
        self._note(None)
        return Reply(value, spent)

    @property
    def input_tokens(self) -> int:
        """Return how many tokens a request may have."""
        return self.handle.context_tokens - output_tokens(self.handle.context_tokens)

    def _retrying(self) -> tenacity.Retrying:
        policy = self.policy
        attempts = policy.attempts if self._failed_in_row < policy.patience else 1
        return tenacity.Retrying(
            retry=self._may_retry,
            wait=self._wait,
            stop=tenacity.stop_after_attempt(attempts) | tenacity.stop_after_delay(policy.total_seconds),
            sleep=self._sleep,
            reraise=True,
        )

    def _may_retry(self, state: tenacity.RetryCallState) -> bool:
        """Say whether asking again may help: a bad reply or a long silence gets one more chance, a busy server more."""
        error = state.outcome.exception() if state.outcome else None
        kind = error.kind if isinstance(error, CallFailedError) else None
        if kind in {"malformed", "timeout"}:
            return state.attempt_number <= self.policy.second_chances
        return kind == "transient" or (kind == "no_schema" and self._leave_schema())

    def _leave_schema(self) -> bool:
        """Stop holding the model to schemas, since its server refuses them; say whether that is a change."""
        with self._lock:
            was, self._structured = self._structured, False
        return was

    def _wait(self, state: tenacity.RetryCallState) -> float:
        error = state.outcome.exception() if state.outcome else None
        if isinstance(error, CallFailedError) and error.kind in {"malformed", "no_schema"}:
            return 0.0
        policy = self.policy
        backoff = tenacity.wait_random_exponential(multiplier=policy.first_wait, max=policy.longest_wait)(state)
        asked = error.retry_after if isinstance(error, CallFailedError) else None
        return min(max(asked or 0.0, backoff), policy.longest_wait)

    def _send(self, static: str, data: str, shape: Shape) -> "AIMessage":
        from langchain_core.messages import HumanMessage, SystemMessage

        messages: list[BaseMessage] = [SystemMessage(static), HumanMessage(data)]
        structured = self._structured
        return within(self.policy.call_seconds + self.policy.grace, lambda: self._invoke(messages, shape, structured))

    def _invoke(self, messages: "list[BaseMessage]", shape: Shape, structured: bool) -> "AIMessage":
        from langchain_core.messages import AIMessage

        if structured:
            reply: object = self._held_to(shape).invoke(messages)
            reply = reply.get("raw") if isinstance(reply, dict) else reply
        else:
            reply = self.handle.chat.invoke(messages)
        if not isinstance(reply, AIMessage):
            raise MalformedOutputError("the client returned no message")
        return reply

    def _held_to(self, shape: Shape) -> "Runnable[LanguageModelInput, object]":
        strict: dict[str, bool] = {"strict": True} if self.handle.strict else {}
        schema = shape.for_model(self.handle.strict)
        try:
            return self.handle.chat.with_structured_output(schema, method="json_schema", include_raw=True, **strict)
        except (NotImplementedError, ValueError, TypeError) as error:
            raise CallFailedError("no_schema", f"{type(error).__name__} from its schema support") from error

    def _note(self, failure: CallFailedError | None) -> None:
        lost = failure is not None and failure.kind in {"transient", "timeout", "unusable", "rejected"}
        with self._lock:
            self._has_replied = self._has_replied or failure is None
            self._failed_in_row = self._failed_in_row + 1 if lost else 0 if failure is None else self._failed_in_row
        if failure is not None:
            logger.warning("model %s: %s", self.handle.name, failure.reason)


def within(seconds: float, work: Callable[[], T]) -> T:
    """Run work in a thread of its own, give it so many seconds, and turn whatever it raises into a typed failure.

    A new thread starts with an empty context: neither a host's tracer nor its callbacks reach the call from there, so
    that dialogue goes to nobody but the model, unless FTA_MEM_TRACING=1 asks for it.
    """
    pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="fta-mem-call")
    try:
        if os.environ.get(TRACING_SWITCH) == "1":
            future = pool.submit(contextvars.copy_context().run, work)
        else:
            future = pool.submit(_untraced, work)
        error = future.exception(seconds)
    except TimeoutError as late:
        raise CallFailedError("timeout", f"no reply within {seconds:g} s") from late
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
    if isinstance(error, Exception):
        raise failure_from(error) from error
    return future.result()  # an interruption is nobody's failure and goes on as it is


def estimate_tokens(text: str) -> int:
    """Return roughly how many tokens a text has: a quarter of its ASCII characters, and each other character."""
    plain = len(text.encode("ascii", "ignore"))
    return -(-plain // 4) + len(text) - plain


def _untraced(work: Callable[[], T]) -> T:
    from langsmith import tracing_context

    with tracing_context(enabled=False, parent=False):
        return work()


def _read(text: str, ending: str, read: Callable[[str], T]) -> T:
    """Read the reply; prose that declines is a refusal, one that ran out of room is cut; neither is retried."""
    if ending in _BLOCKED:
        raise CallFailedError("refusal", "it was refused or filtered")
    try:
        return read(text)
    except MalformedOutputError as error:
        said = without_thoughts(text)
        if "{" not in said and len(said) < 2000 and _REFUSES.search(said):
            raise CallFailedError("refusal", "it declined") from None
        if ending in _OUT_OF_ROOM:
            raise CallFailedError("cut", "it ran out of room") from error
        raise


def _text_of(message: "AIMessage") -> str:
    if message.tool_calls:
        return json.dumps(message.tool_calls[0]["args"], ensure_ascii=False, default=str)
    return str(message.text)


def _ending(message: "AIMessage") -> str:
    """Return why the model stopped, in its provider's words; a refusal that stands beside the text counts as one."""
    if message.additional_kwargs.get("refusal"):
        return "refusal"
    said = [message.response_metadata.get(key) for key in ("finish_reason", "stop_reason", "done_reason")]
    return next((str(reason).lower() for reason in said if reason), "")


def _cost(message: "AIMessage", asked: str, said: str) -> Usage:
    """Return the tokens that the provider counted, or an estimate where it doesn't say."""
    counted = message.usage_metadata
    if counted is None:
        return Usage(tokens_in=estimate_tokens(asked), tokens_out=estimate_tokens(said))
    return Usage(tokens_in=counted["input_tokens"], tokens_out=counted["output_tokens"])


def with_failure(usage: Usage, failure: CallFailedError) -> Usage:
    """Return the usage of a judgement that the rules engine took over after this failure."""
    total = usage + failure.usage
    return replace(total, fallbacks=total.fallbacks + 1, refusals=total.refusals + int(failure.kind == "refusal"))
