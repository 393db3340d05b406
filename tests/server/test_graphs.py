"""Both machines behind the server's API, as Studio and other programs reach them."""

from typing import Any

import pytest
from langgraph_sdk.client import SyncLangGraphClient

pytestmark = pytest.mark.server

SESSION = {
    "session_id": "s1",
    "timestamp": "2024-03-04T18:30:00",
    "turns": [
        {"role": "user", "name": "Ana", "content": "My sister Mara moved to Leeds last Friday."},
        {"role": "assistant", "name": "supporter", "content": "How do you feel about it?"},
        {"role": "user", "name": "Ana", "content": "I'm proud of her, but I feel lonely in the evenings."},
    ],
}


def run(client: SyncLangGraphClient, graph: str, given: dict[str, Any], **more: Any) -> Any:
    return client.runs.wait(None, graph, input=given, **more)


def test_a_session_is_remembered_and_a_question_answered(client: SyncLangGraphClient) -> None:
    made = run(client, "construction", {"case_id": "ana", "session": SESSION})
    assert made["memory_ids"][0] == "emem_000001"
    found = run(client, "answering", {"case_id": "ana", "question": "Where did Mara move?"})
    assert "Leeds" in found["packet"]["text"]
    assert found["answer"]["abstained"] is False
    assert "Leeds" in found["answer"]["text"]


def test_settings_arrive_as_context(client: SyncLangGraphClient) -> None:
    run(
        client,
        "construction",
        {"case_id": "ana2", "session": SESSION},
        context={"segmentation": "session", "links": False},
    )
    flat = run(client, "answering", {"case_id": "ana2", "question": "Where did Mara move?"}, context={"packet": "flat"})
    assert "# Units" not in flat["packet"]["text"]
    assert flat["packet"]["hits"] == []


def test_a_wrong_setting_is_named(client: SyncLangGraphClient) -> None:
    answer = run(client, "answering", {"case_id": "ana", "question": "x"}, context={"top_k": 0}, raise_error=False)
    assert "top_k" in str(answer)


def test_an_unknown_case_is_one_clear_error(client: SyncLangGraphClient) -> None:
    answer = run(client, "answering", {"case_id": "nobody", "question": "Where?"}, raise_error=False)
    assert "nobody" in str(answer)


def test_state_can_be_watched_step_by_step(client: SyncLangGraphClient) -> None:
    thread = client.threads.create()["thread_id"]
    parts = list(
        client.runs.stream(
            thread,
            "construction",
            input={"case_id": "ana3", "session": SESSION},
            stream_mode=["updates", "custom"],
            stream_subgraphs=True,
        )
    )
    steps = [(part.event, name) for part in parts if part.event.startswith("updates") for name in part.data]
    names = [name for _, name in steps]
    assert names[0] == "intake"
    assert names[-2:] == ["commit", "across_sessions"]
    assert [name for event, name in steps if event == "updates"] == ["within_session", "across_sessions"]
    assert any(event.startswith("updates|within_session:") for event, _ in steps)
    events = [part.data["event"] for part in parts if part.event.startswith("custom")]
    assert {"fragment_closed", "unit_finalised", "session_committed"} <= set(events)
    values: Any = client.threads.get_state(thread)["values"]
    assert values["session"] is None
    assert values["units"][0]["fact"]["text"]


def test_the_forms_say_what_they_want(client: SyncLangGraphClient) -> None:
    ids = {assistant["graph_id"]: assistant["assistant_id"] for assistant in client.assistants.search()}
    assert {"construction", "answering", "companion"} <= set(ids)
    for graph in ("construction", "answering"):
        schemas: Any = client.assistants.get_schemas(ids[graph])
        assert schemas["input_schema"]["properties"]["case_id"]["examples"] == ["ana"]
        assert schemas["context_schema"]["properties"]["top_k"]["default"] == 10
        assert schemas["context_schema"]["properties"]["top_k"]["maximum"] == 200
        assert schemas["state_schema"]["properties"]
    talk: Any = client.assistants.get_schemas(ids["companion"])
    assert talk["context_schema"]["properties"]["user_id"]["description"]


def test_watchers_are_told_of_danger_and_links_with_counts(client: SyncLangGraphClient) -> None:
    said = ["I argued with my brother Tom about the rent.", "Some nights I want to kill myself."]
    later = ["I argued with my brother Tom about the rent again."]
    events = []
    for name, texts in (("s1", said), ("s2", later)):
        session = {
            "session_id": name,
            "timestamp": f"2024-03-0{name[1]}",
            "turns": [{"role": "user", "content": text} for text in texts],
        }
        given = {"case_id": "watched", "session": session}
        parts = client.runs.stream(
            None,
            "construction",
            input=given,
            context={"link_threshold": 0.0},
            stream_mode="custom",
            stream_subgraphs=True,
        )
        events += [part.data for part in parts if part.event.startswith("custom")]
    assert {"fragment_closed", "unit_finalised", "risk_signal", "session_committed"} <= {
        event["event"] for event in events
    }
    assert all(0 <= event["turns_done"] <= event["turns"] for event in events)
    assert "kill" not in repr(events)


def test_two_assistants_answer_each_in_its_own_way(client: SyncLangGraphClient) -> None:
    run(client, "construction", {"case_id": "ana4", "session": SESSION})
    made = [
        client.assistants.create("answering", context=context, name=f"{context}")
        for context in ({"packet": "flat"}, {"budget": 100})
    ]
    flat, small = (
        run(client, each["assistant_id"], {"case_id": "ana4", "question": "Where did Mara move?"}) for each in made
    )
    for each in made:
        client.assistants.delete(each["assistant_id"])
    assert "# Units" not in flat["packet"]["text"]
    assert "# Units" in small["packet"]["text"]
    assert small["packet"]["tokens"] <= 100
