"""Sessions summed up by a model: what it reads, what becomes of its reply, and that it is asked once a session."""

import json

import pytest
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage
from tests.unit.evaluation.conftest import LetterEmbedder

from fta_mem.engines.llm.call_policy import Caller, Policy
from fta_mem.engines.llm.chat_models import ModelHandle
from fta_mem.engines.llm.failures import CallFailedError, MalformedOutputError
from fta_mem.evaluation.dialogue_index import read_dialogue
from fta_mem.evaluation.session_summaries import LONGEST, ModelSummaries, extracted, read_summary
from fta_mem.state.records import Case, Session, Turn


def model(*said: str | Exception) -> ModelSummaries:
    def replies():  # type: ignore[no-untyped-def]
        for each in said:
            if isinstance(each, Exception):
                raise each
            yield AIMessage(each)

    handle = ModelHandle("test:said", GenericFakeChatModel(messages=replies()), structured=False)
    return ModelSummaries(Caller(handle, Policy(attempts=1, second_chances=0)))


def test_a_session_becomes_one_turn_that_is_its_summary(case: Case, embedder: LetterEmbedder) -> None:
    dialogue = read_dialogue(case)
    by_model = model(json.dumps({"summary": "They said\n hello."}), "{broken")
    summed = by_model(dialogue, embedder)
    (turn,) = summed.turns
    assert (turn.turn_id, turn.text, turn.dialogue_time) == ("s1#summary", "They said hello.", "2024-01-02T18:00:00")
    assert (summed.sessions, summed.people, summed.last_day) == (((0,),), dialogue.people, dialogue.last_day)
    assert by_model(dialogue, embedder) == summed, "asked once a session"


def test_a_model_that_is_not_there_ends_the_run(case: Case, embedder: LetterEmbedder) -> None:
    with pytest.raises(CallFailedError):
        model(ConnectionError("refused"))(read_dialogue(case), embedder)


def test_a_summary_may_come_without_json() -> None:
    assert read_summary("<think>Hm.</think>They met.") == "They met."
    assert len(read_summary("x" * 9999)) == LONGEST
    for wrong in ("", '{"summary": ""}', '{"summary": 3}', "```json\n{}\n```"):
        with pytest.raises(MalformedOutputError):
            read_summary(wrong)


def test_an_extract_has_a_fifth_of_the_turns_in_their_order(embedder: LetterEmbedder) -> None:
    turns = tuple(Turn(place, f"a:{place}", "user", "Ann", "x" if place % 2 else "z") for place in range(20))
    found = extracted(read_dialogue(Case("c", (Session("a", None, turns),))), embedder)
    assert len(found.turns) == 4
    assert [turn.turn_index for turn in found.turns] == sorted(turn.turn_index for turn in found.turns)
