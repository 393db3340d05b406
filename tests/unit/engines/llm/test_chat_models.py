"""Opening models, and one of them asked over HTTP on loopback as it really would be."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from fta_mem.engines.llm.call_policy import Caller, Policy
from fta_mem.engines.llm.chat_models import open_model, output_tokens
from fta_mem.engines.llm.failures import CallFailedError
from fta_mem.engines.llm.json_parsing import read_object
from fta_mem.engines.llm.prices import price_of
from fta_mem.engines.llm.schemas import query_shape, units_shape
from fta_mem.prompts.loader import load_prompt
from fta_mem.state.errors import SettingsError

KEY = "sk-for-tests-only"


class Server(ThreadingHTTPServer):
    """Speaks OpenAI's protocol: answers with the next (status, body) and keeps what it was sent."""

    daemon_threads = True
    answers: list[tuple[int, dict[str, object]]]
    heard: list[tuple[dict[str, str], dict[str, object]]]


class Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        assert isinstance(self.server, Server)
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.heard.append((dict(self.headers.items()), body))
        status, answer = self.server.answers.pop(0)
        said = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(said)))
        self.end_headers()
        self.wfile.write(said)

    def log_message(self, format: str, *args: object) -> None:
        return


@pytest.fixture
def server() -> Iterator[Server]:
    with Server(("127.0.0.1", 0), Handler) as made:
        made.answers, made.heard = [], []
        thread = threading.Thread(target=made.serve_forever, daemon=True)
        thread.start()
        yield made
        made.shutdown()
        thread.join()


@pytest.fixture(autouse=True)
def environment(monkeypatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "ANTHROPIC_API_KEY"):
        monkeypatch.delenv(name, raising=False)


def said(content: str | None, reason: str = "stop", **message: object) -> tuple[int, dict[str, object]]:
    choice = {"index": 0, "finish_reason": reason, "message": {"role": "assistant", "content": content, **message}}
    usage = {"prompt_tokens": 50, "completion_tokens": 7, "total_tokens": 57}
    return 200, {
        "id": "x",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [choice],
        "usage": usage,
    }


def caller(server: Server, name: str = "openai:local", **options) -> Caller:
    url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    return Caller(open_model(name, temperature=0.7, base_url=url, **options), Policy(attempts=2), sleep=lambda _: None)


def ask(made: Caller) -> tuple[object, object]:
    reply = made.ask(
        load_prompt("rewrite_query"),
        {"about": {}, "question": "Who?"},
        query_shape(),
        lambda text: read_object(text)["query"],
    )
    return reply.value, reply.usage


def test_the_request_is_held_to_the_schema_and_carries_static_text_first(server, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    server.answers = [said('{"query": "someone"}')]
    value, usage = ask(caller(server))
    headers, body = server.heard[0]
    assert value == "someone" and (usage.calls, usage.tokens_in, usage.tokens_out) == (1, 50, 7)
    assert headers["authorization" if "authorization" in headers else "Authorization"] == f"Bearer {KEY}"
    assert [message["role"] for message in body["messages"]] == ["system", "user"]
    assert body["messages"][0]["content"] == load_prompt("rewrite_query").text
    assert (body["temperature"], body["model"]) == (0.7, "local")
    schema = body["response_format"]["json_schema"]["schema"]
    assert schema["properties"]["query"]["maxLength"] == 300
    assert 0 < (body.get("max_tokens") or body.get("max_completion_tokens")) <= 3000


def test_a_server_without_keys_needs_none(server):
    server.answers = [said('{"query": "someone"}')]
    assert ask(caller(server))[0] == "someone"


def test_trouble_of_a_real_client_is_typed(server):
    server.answers = [(429, {"error": {"message": "slow down"}}), (503, {"error": {"message": "Mina said this"}})]
    with pytest.raises(CallFailedError) as failed:
        ask(caller(server))
    assert (failed.value.kind, failed.value.usage.calls, failed.value.usage.retries) == ("transient", 2, 1)
    assert "Mina" not in str(failed.value)


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (said(None, refusal="I can't help."), "refusal"),
        (said("", "content_filter"), "refusal"),
        (said('{"query": "and', "length"), "cut"),
        ((400, {"error": {"message": "request exceeds the available context size", "code": 400}}), "too_long"),
    ],
)
def test_ends_of_a_real_client_are_typed(server, answer, kind):
    server.answers = [answer]
    with pytest.raises(CallFailedError) as failed:
        ask(caller(server))
    assert failed.value.kind == kind
    assert KEY not in str(failed.value)


def test_a_wrong_key_of_a_real_client_is_one_clear_error(server):
    server.answers = [(401, {"error": {"message": f"wrong key {KEY}"}})]
    with pytest.raises(SettingsError, match="HTTP 401") as failed:
        ask(caller(server))
    assert KEY not in str(failed.value)


@pytest.mark.parametrize("content", [None, "", "Gladly!"])
def test_empty_and_prosaic_replies_of_a_real_client_are_malformed(server, content):
    server.answers = [said(content), said(content)]
    with pytest.raises(CallFailedError) as failed:
        ask(caller(server))
    assert (failed.value.kind, failed.value.usage.calls) == ("malformed", 2)


def test_a_server_that_takes_no_schema_is_asked_plainly_from_then_on(server):
    server.answers = [
        (400, {"error": {"message": "response_format: unsupported"}}),
        said('{"query": "a"}'),
        said('{"query": "b"}'),
    ]
    made = caller(server)
    assert [ask(made)[0], ask(made)[0]] == ["a", "b"]
    assert ["response_format" in body for _, body in server.heard] == [True, False, False]


def test_nobody_listens():
    handle = open_model("openai:local", temperature=0, base_url="http://127.0.0.1:9/v1")
    with pytest.raises(CallFailedError) as failed:
        ask(Caller(handle, Policy(attempts=2), sleep=lambda _: None))
    assert (failed.value.kind, failed.value.usage.calls) == ("transient", 2)


def test_a_missing_key_says_which_variable():
    with pytest.raises(SettingsError, match="OPENAI_API_KEY"):
        open_model("openai:gpt-4o-mini", temperature=0)


@pytest.mark.parametrize("name", ["", "openai:", "nobody:model"])
def test_models_that_are_none_are_refused(name):
    with pytest.raises(SettingsError, match="model"):
        open_model(name, temperature=0)


def test_openais_own_models_get_a_strict_schema_without_bounds(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    handle = open_model("gpt-4o-mini", temperature=0)
    assert handle.strict and handle.structured
    assert KEY not in repr(handle)
    text = json.dumps(units_shape(0, 4, 1).for_model(strict=True))
    assert "maxLength" not in text and "minimum" not in text and '"title": "memory_units"' in text
    assert "maximum" in json.dumps(units_shape(0, 4, 1).for_model(strict=False))


@pytest.mark.parametrize(("context", "output"), [(4096, 1365), (16_000, 3000), (300, 256)])
def test_room_is_kept_for_what_the_model_writes(context, output):
    assert output_tokens(context) == output


@pytest.mark.parametrize(
    ("model", "price"),
    [
        ("openai:gpt-4o-mini", 0.75),
        ("gpt-4o-mini-2024-07-18", 0.75),
        ("openai:gpt-4o-mini-audio", None),
        ("ollama:llama3", 0.0),
        ("openai:local", None),
    ],
)
def test_prices_where_they_are_known(model, price):
    assert price_of(model, 1_000_000, 1_000_000) == price
