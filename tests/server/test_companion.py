"""The example agent as Studio runs it."""

from typing import Any

import pytest
from langgraph_sdk.client import SyncLangGraphClient

pytestmark = pytest.mark.server


def say(client: SyncLangGraphClient, thread: str, text: str, **more: Any) -> Any:
    given = {"messages": [{"role": "user", "content": text}]}
    return client.runs.wait(thread, "companion", input=given, context={"user_id": "companion-ana"}, **more)


def test_what_was_said_a_moment_ago_is_known_in_the_same_conversation_and_the_next(client: SyncLangGraphClient) -> None:
    thread = str(client.threads.create()["thread_id"])
    first = say(client, thread, "My sister Mara moved to Leeds.")
    assert first["messages"][-1]["content"].startswith("I hear that your sister Mara moved to Leeds.")
    second = say(client, thread, "Where did my sister Mara move?")
    assert "My sister Mara moved to Leeds." in second["memory"]
    other = str(client.threads.create()["thread_id"])
    assert "My sister Mara moved to Leeds." in say(client, other, "I wonder how Mara is.")["memory"]


def test_each_step_can_be_watched_and_danger_is_not_answered(client: SyncLangGraphClient) -> None:
    thread = str(client.threads.create()["thread_id"])
    given = {"messages": [{"role": "user", "content": "Some nights I want to kill myself."}]}
    parts = list(
        client.runs.stream(
            thread, "companion", input=given, context={"user_id": "companion-bo"}, stream_mode=["updates", "custom"]
        )
    )
    assert [name for part in parts if part.event == "updates" for name in part.data] == [
        "listen",
        "hand_over",
        "remember",
    ]
    assert [part.data["event"] for part in parts if part.event == "custom"] == ["risk_signal"]
    values: Any = client.threads.get_state(thread)["values"]
    assert [message["type"] for message in values["messages"]] == ["human"]


def test_a_conversation_with_nobody_is_refused(client: SyncLangGraphClient) -> None:
    given = {"messages": [{"role": "user", "content": "Hello."}]}
    assert "no user id" in str(client.runs.wait(None, "companion", input=given, raise_error=False))
