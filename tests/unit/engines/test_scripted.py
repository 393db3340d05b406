"""The scripted engine fails on what nobody expected and on what nobody used."""

import pytest

from fta_mem.engines.base import Judgement, RewriteRequest
from fta_mem.engines.scripted import ScriptedEngine
from fta_mem.state.answering import RewrittenQuery
from fta_mem.state.errors import EngineError

ASK = RewriteRequest("Who?", None, ())


def test_it_answers_in_order_and_keeps_what_it_was_asked():
    with ScriptedEngine(
        [("rewrite_query", RewrittenQuery("a")), ("rewrite_query", Judgement(RewrittenQuery("b"), "llm"))]
    ) as engine:
        assert [engine.rewrite_query(ASK).value.text for _ in range(2)] == ["a", "b"]
    assert engine.requests == [ASK, ASK]


@pytest.mark.parametrize("script", [[], [("answer", RewrittenQuery("a"))], [("rewrite_query", "text")]])
def test_an_unexpected_call_fails(script):
    with pytest.raises(EngineError):
        ScriptedEngine(script).rewrite_query(ASK)


def test_an_unused_answer_fails():
    with (
        pytest.raises(EngineError, match="1 scripted answers were never used: rewrite_query"),
        ScriptedEngine([("rewrite_query", RewrittenQuery("a"))]),
    ):
        pass


def test_an_error_in_the_block_is_not_hidden_by_unused_answers():
    with pytest.raises(KeyError), ScriptedEngine([("rewrite_query", RewrittenQuery("a"))]):
        raise KeyError("first")
