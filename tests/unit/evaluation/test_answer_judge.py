"""A chat model that judges: what it reads, how its reply is read, and what happens where it fails."""

import pytest
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage

from fta_mem.engines.llm.call_policy import Caller, Policy
from fta_mem.engines.llm.chat_models import ModelHandle
from fta_mem.engines.llm.failures import CallFailedError, MalformedOutputError
from fta_mem.evaluation.answer_judge import AnswerJudge, read_score
from fta_mem.evaluation.questions import Question
from fta_mem.evaluation.text_scores import text_score
from fta_mem.state.answering import Answer

ASKED = Question("c", 0, "Where does she work?", "at the harbour", "4")


def judge(*said: str | Exception) -> AnswerJudge:
    def replies():  # type: ignore[no-untyped-def]
        for each in said:
            if isinstance(each, Exception):
                raise each
            yield AIMessage(each)

    handle = ModelHandle("test:said", GenericFakeChatModel(messages=replies()), structured=False)
    return AnswerJudge(Caller(handle, Policy(attempts=1, second_chances=0)))


@pytest.mark.parametrize(
    ("reply", "score"),
    [
        ('{"score": 2}', 2.0),
        ('{"score": "1"}', 1.0),
        ('```json\n{"score": 0}\n```', 0.0),
        ("2", 2.0),
        ("Score: 1.", 1.0),
        ('<think>He says so.</think>{"score": 1, "reason": "half"}', 1.0),
    ],
)
def test_a_score_is_read_in_whatever_form(reply: str, score: float) -> None:
    assert read_score(reply) == score


@pytest.mark.parametrize("reply", ['{"score": 3}', '{"score": true}', '{"score": 1.5}', "good", "", '{"other": 2}'])
def test_what_is_no_score_is_refused(reply: str) -> None:
    with pytest.raises(MalformedOutputError):
        read_score(reply)


def test_an_answer_is_judged_and_an_abstention_is_not_put_to_the_model() -> None:
    said = judge('{"score": 1}')
    assert text_score(said, ASKED, Answer("near water", abstained=False)) == 1.0
    nobody = judge()
    trap = Question("c", 1, "?", "", "5", expects_abstention=True)
    assert text_score(nobody, ASKED, Answer("", abstained=True)) == 0.0
    assert text_score(nobody, trap, Answer("", abstained=True)) == 2.0
    assert text_score(nobody, trap, Answer("Oslo", abstained=False)) == 0.0


def test_a_reply_that_cannot_be_read_gives_no_score_and_a_model_that_is_not_there_ends_the_run() -> None:
    assert judge("I like it").score(ASKED, "x") is None
    with pytest.raises(CallFailedError):
        judge(ConnectionError("refused")).score(ASKED, "x")
