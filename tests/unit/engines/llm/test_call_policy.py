"""One policy for every call: bounded retries, a deadline, counted tokens, refusals apart from bad replies, no tracer."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from langchain_core.messages import AIMessage
from langchain_core.tracers.base import BaseTracer
from langchain_core.tracers.context import tracing_v2_callback_var

from fta_mem.engines.llm.call_policy import Policy, estimate_tokens, within
from fta_mem.engines.llm.failures import CallFailedError, failure_from
from fta_mem.engines.llm.json_parsing import read_object
from fta_mem.engines.llm.schemas import query_shape
from fta_mem.prompts.loader import load_prompt
from fta_mem.state.errors import SettingsError
from fta_mem.state.records import Usage

VALUES = {"about": {}, "question": "Who?"}
GOOD = {"query": "someone"}


def ask(made):
    return made.caller.ask(load_prompt("rewrite_query"), VALUES, query_shape(), lambda text: read_object(text)["query"])


@pytest.mark.parametrize("status", [429, 500, 502, 503, 529, 408])
def test_passing_trouble_is_retried_with_growing_waits(bench, http_error, status):
    made = bench(http_error(status), http_error(status), GOOD)
    reply = ask(made)
    assert reply.value == "someone"
    assert (reply.usage.calls, reply.usage.retries) == (3, 2)
    assert len(made.waits) == 2 and all(0 <= wait <= 30 for wait in made.waits)


@pytest.mark.parametrize("error", [ConnectionResetError("x"), TimeoutError(), OSError("no route")])
def test_lost_connections_are_retried(bench, error):
    assert ask(bench(error, GOOD)).usage.retries == 1


@pytest.mark.parametrize(
    "said", ["", "Sure! Let me see.", "<think>hm", '{"query": "so', '{"$defs": {}, "properties": {}}']
)
def test_bad_replies_are_retried_at_once_and_then_a_typed_failure(bench, said):
    made = bench(said)
    with pytest.raises(CallFailedError) as failed:
        ask(made)
    assert failed.value.kind == "malformed"
    assert failed.value.usage.calls == 2 and failed.value.usage.retries == 1
    assert made.waits == [0.0]


@pytest.mark.parametrize(
    "said",
    [
        AIMessage("", response_metadata={"finish_reason": "content_filter"}),
        AIMessage("", response_metadata={"stop_reason": "refusal"}),
        AIMessage("", additional_kwargs={"refusal": "no"}),
        "I'm sorry, but I can't help with that.",
    ],
)
def test_refusals_are_not_asked_again(bench, said):
    made = bench(said)
    with pytest.raises(CallFailedError) as failed:
        ask(made)
    assert (failed.value.kind, failed.value.usage.calls) == ("refusal", 1)


def test_a_content_filter_may_come_as_an_error(bench, http_error):
    made = bench(http_error(400, "blocked by content_filter"))
    with pytest.raises(CallFailedError) as failed:
        ask(made)
    assert (failed.value.kind, failed.value.usage.calls) == ("refusal", 1)


@pytest.mark.parametrize(
    ("status", "message", "kind"),
    [
        (429, "insufficient_quota", "rejected"),
        (400, "maximum context length is 4096", "too_long"),
        (400, "response_format is not supported", "no_schema"),
    ],
)
def test_hopeless_trouble_is_not_retried(bench, http_error, status, message, kind):
    made = bench(http_error(status, message), GOOD)
    with pytest.raises(CallFailedError) as failed:
        made.caller.ask(
            load_prompt("rewrite_query"), VALUES, query_shape(), read_object
        ) if kind != "no_schema" else ask(made)
    assert (failed.value.kind, failed.value.usage.calls) == (kind, 1)
    assert "sk-secret" not in str(failed.value) and message not in str(failed.value)


@pytest.mark.parametrize(("status", "message"), [(401, "bad key sk-secret"), (403, "no"), (404, "no such model")])
def test_a_model_that_never_replied_and_never_will_is_the_users_to_correct(bench, http_error, status, message):
    made = bench(http_error(status, message))
    with pytest.raises(SettingsError, match=rf"HTTP {status}\); check its name, its address, and its key") as failed:
        ask(made)
    assert message not in str(failed.value)


def test_a_key_that_is_withdrawn_later_loses_nothing(bench, http_error):
    made = bench(GOOD, http_error(401, "revoked"))
    ask(made)
    with pytest.raises(CallFailedError) as failed:
        ask(made)
    assert (failed.value.kind, failed.value.usage.calls) == ("unusable", 1)


def test_a_reply_that_ran_out_of_room_is_cut(bench):
    made = bench(AIMessage('{"query": "and the', response_metadata={"finish_reason": "length"}))
    with pytest.raises(CallFailedError) as failed:
        ask(made)
    assert (failed.value.kind, failed.value.usage.calls) == ("cut", 1)


def test_a_deadline_ends_a_call_that_hangs(bench):
    made = bench(GOOD, policy=Policy(attempts=1, call_seconds=0.01, grace=0.0))
    made.chat.hold = threading.Event()
    with pytest.raises(CallFailedError) as failed:
        ask(made)
    made.chat.hold.set()
    assert failed.value.kind == "timeout"


def test_a_dead_server_is_tried_once_only_after_a_while(bench, http_error):
    made = bench(http_error(503), policy=Policy(attempts=3, patience=2))
    calls = []
    for _ in range(4):
        with pytest.raises(CallFailedError) as failed:
            ask(made)
        calls.append(failed.value.usage.calls)
    assert calls == [3, 3, 1, 1]
    made.chat.says.append('{"query": "back"}')
    made.chat.told.extend([[]] * 5)
    assert ask(made).value == "back"
    made.chat.says.append(http_error(503))
    made.chat.told.extend([[]] * 5)
    with pytest.raises(CallFailedError) as failed:
        ask(made)
    assert failed.value.usage.calls == 3


def test_tokens_are_the_providers_or_an_estimate(bench):
    counted = AIMessage('{"query": "x"}', usage_metadata={"input_tokens": 70, "output_tokens": 9, "total_tokens": 79})
    assert ask(bench(counted)).usage == Usage(calls=1, tokens_in=70, tokens_out=9)
    usage = ask(bench(GOOD)).usage
    assert usage.tokens_in > 100 and 0 < usage.tokens_out < 20


@pytest.mark.parametrize(("text", "tokens"), [("", 0), ("abcd", 1), ("abcde", 2), ("夜が", 2), ("é", 1)])
def test_estimates(text, tokens):
    assert estimate_tokens(text) == tokens


def test_an_over_long_request_is_never_sent(bench):
    made = bench(GOOD, context_tokens=1000)
    with pytest.raises(CallFailedError) as failed:
        made.caller.ask(
            load_prompt("rewrite_query"), {"about": {}, "question": "w " * 4000}, query_shape(), read_object
        )
    assert (failed.value.kind, made.chat.told) == ("too_long", [])


def test_failures_keep_their_kind_and_lose_their_message():
    class WeirdTimeoutThing(Exception):
        pass

    assert failure_from(WeirdTimeoutThing("said in private")).kind == "timeout"
    assert "private" not in str(failure_from(WeirdTimeoutThing("said in private")))
    assert failure_from(KeyError("choices")).kind == "malformed"


class Listener(BaseTracer):
    """A tracer as LangSmith's is: it sees the whole prompt."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[str] = []

    def _persist_run(self, run: Any) -> None:
        self.heard.append(str(run.inputs))


@pytest.fixture
def ambient_tracer(monkeypatch) -> Iterator[Listener]:
    from langsmith.utils import get_env_var

    monkeypatch.setenv("LANGSMITH_TRACING", "true")
    monkeypatch.setenv("LANGCHAIN_TRACING_V2", "true")
    monkeypatch.setenv("LANGSMITH_API_KEY", "none")
    monkeypatch.setenv("LANGSMITH_ENDPOINT", "http://127.0.0.1:9")
    get_env_var.cache_clear()
    listener = Listener()
    token = tracing_v2_callback_var.set(listener)  # type: ignore[arg-type]
    yield listener
    tracing_v2_callback_var.reset(token)
    get_env_var.cache_clear()


def test_no_ambient_tracer_hears_a_dialogue(bench, ambient_tracer):
    from langchain_core.runnables import RunnableLambda

    made = bench(GOOD)
    hosts_step = RunnableLambda(lambda _: ask(made).value)
    assert hosts_step.invoke("host", config={"callbacks": [ambient_tracer]}) == "someone"
    assert [heard for heard in ambient_tracer.heard if "Who?" in heard] == []


def test_tracing_can_be_asked_for(bench, ambient_tracer, monkeypatch):
    monkeypatch.setenv("FTA_MEM_TRACING", "1")
    made = bench(GOOD)
    ask(made)
    assert any("Who?" in heard for heard in ambient_tracer.heard)


def test_tracing_is_off_where_a_call_runs(ambient_tracer):
    from langchain_core.tracers.context import _tracing_v2_is_enabled

    assert _tracing_v2_is_enabled() is True
    assert within(5, _tracing_v2_is_enabled) is False
