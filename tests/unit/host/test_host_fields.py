"""What a host tells of itself: whose memory, which messages, where the packet goes."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

import pytest
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.runnables import RunnableConfig
from langgraph.graph import START, MessagesState, StateGraph

from fta_mem.host.host_fields import HostFields
from fta_mem.state.errors import DatasetError, SettingsError

SOMEBODY = UUID("6f0c1a52-0000-4000-8000-000000000001")


@dataclass
class Visit:
    user_id: Any = None


def whose(fields: HostFields, configurable: dict[str, Any], context: Visit | None = None) -> str:
    found: list[str] = []

    def look(state: MessagesState, config: RunnableConfig) -> None:
        found.append(fields.user(config))

    graph = StateGraph(MessagesState, context_schema=Visit).add_node("look", look).add_edge(START, "look").compile()
    graph.invoke({"messages": []}, {"configurable": configurable}, context=context or Visit())
    return found[0]


@pytest.mark.parametrize(("given", "user"), [("ana", "ana"), (42, "42"), (SOMEBODY, str(SOMEBODY))])
def test_a_user_is_named_by_a_string_a_number_or_a_uuid(given: object, user: str) -> None:
    assert whose(HostFields(), {"user_id": given}) == user
    assert whose(HostFields(), {}, Visit(given)) == user


def test_a_function_finds_the_user() -> None:
    fields = HostFields(user_id=lambda config: config["configurable"]["client"]["number"])
    assert whose(fields, {"client": {"number": 7}}) == "7"


def test_two_different_users_are_refused_and_the_same_twice_is_one() -> None:
    assert whose(HostFields(), {"user_id": "7"}, Visit(7)) == "7"
    with pytest.raises(SettingsError, match="different users"):
        whose(HostFields(), {"user_id": "ana"}, Visit("ben"))


def test_nobody_is_an_error_that_says_what_to_do() -> None:
    with pytest.raises(SettingsError, match=r"no user id.*configurable.*context"):
        whose(HostFields(), {})


def test_messages_may_be_dicts_and_pairs() -> None:
    given = {"messages": [{"role": "user", "content": "I moved to Oslo."}, ("ai", "When?"), HumanMessage("In May.")]}
    session = HostFields().session(given, {"configurable": {"thread_id": "t"}})
    assert [(turn.role, turn.text) for turn in session.turns] == [
        ("user", "I moved to Oslo."),
        ("assistant", "When?"),
        ("user", "In May."),
    ]


def test_what_is_no_message_is_told_in_one_line() -> None:
    with pytest.raises(DatasetError, match="no message"):
        HostFields().session({"messages": [3.5]}, {"configurable": {"thread_id": "t"}})


def test_what_a_framework_wrote_is_nobodys_word() -> None:
    summary = HumanMessage("The person's cat died.", additional_kwargs={"lc_source": "summarization"})
    image = HumanMessage([{"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}])
    given = {"messages": [summary, image, HumanMessage("  "), HumanMessage("I slept."), AIMessage("Good.")]}
    session = HostFields().session(given, {"configurable": {"thread_id": "t"}})
    assert [turn.text for turn in session.turns] == ["I slept.", "Good."]


def test_a_packet_never_overwrites_what_the_host_keeps() -> None:
    HostFields().check_packet_key({"memory": "an older packet"})
    with pytest.raises(SettingsError, match="'memory' holds a dict"):
        HostFields().check_packet_key({"memory": {"k": 1}})
