"""A server on which people log in: each reaches their own, and nobody anything of somebody whose id looks alike."""

from collections.abc import Callable
from functools import partial
from typing import Any

import httpx
import pytest
from langgraph_sdk import get_sync_client
from langgraph_sdk.client import SyncLangGraphClient
from langgraph_sdk.errors import APIStatusError

pytestmark = pytest.mark.server

PEOPLE = ("u1", "u10", "U1", "u1-old")


def refusal(reach: Callable[[], object]) -> int:
    """Return the status with which the server refuses."""
    with pytest.raises((APIStatusError, httpx.HTTPStatusError)) as caught:
        reach()
    return int(caught.value.response.status_code)


def session(text: str) -> dict[str, Any]:
    return {"session_id": "s1", "timestamp": "2024-03-04T18:30:00", "turns": [{"role": "user", "content": text}]}


@pytest.fixture(scope="module")
def people(guarded_server: str) -> dict[str, SyncLangGraphClient]:
    """Everybody, each with one thing remembered in their own case and one more beside it."""
    clients = {
        name: get_sync_client(url=guarded_server, headers={"Authorization": f"Bearer token of {name}"})
        for name in PEOPLE
    }
    for name, client in clients.items():
        client.runs.wait(None, "remember", input={"session": session(f"The garden of {name} has a pond.")})
    return clients


def test_nobody_gets_in_without_a_token(guarded_server: str) -> None:
    for headers in ({}, {"Authorization": "Bearer token of u2"}, {"Authorization": "Basic token of u1"}):
        stranger = get_sync_client(url=guarded_server, headers=headers)
        assert refusal(stranger.threads.create) == 401
        given = {"question": "garden", "case_id": "u1"}
        assert refusal(partial(stranger.runs.wait, None, "recall", input=given)) == 401


@pytest.mark.parametrize("name", PEOPLE)
def test_a_person_reaches_their_own_case(people: dict[str, SyncLangGraphClient], name: str) -> None:
    found: Any = people[name].runs.wait(None, "recall", input={"question": "What is in the garden?"})
    assert f"The garden of {name} has a pond." in found["packet"]
    assert [other for other in PEOPLE if f"The garden of {other} has" in found["packet"]] == [name]


@pytest.mark.parametrize("other", ["u10", "U1", "u1-old", "u1/../u10", "u10/more"])
@pytest.mark.parametrize("graph", ["recall", "answering", "ask"])
def test_a_person_is_refused_somebody_elses_case(
    people: dict[str, SyncLangGraphClient], graph: str, other: str
) -> None:
    given = {"question": "What is in the garden?", "case_id": other}
    answer = people["u1"].runs.wait(None, graph, input=given, raise_error=False)
    if other.startswith("u1/"):
        assert "pond" not in str(answer)
    else:
        assert "ForeignCaseError" in str(answer)


def test_nor_can_they_write_into_it(people: dict[str, SyncLangGraphClient]) -> None:
    for graph in ("construction", "remember"):
        given = {"case_id": "u10", "session": session("A lie.")}
        assert "ForeignCaseError" in str(people["u1"].runs.wait(None, graph, input=given, raise_error=False))
    talk = {"messages": [{"role": "user", "content": "Hello."}]}
    for more in ({"context": {"user_id": "u10"}}, {"config": {"configurable": {"user_id": "u10"}}}):
        assert "logged in" in str(people["u1"].runs.wait(None, "companion", input=talk, raise_error=False, **more))


def test_nor_by_editing_the_state_of_their_own_thread(people: dict[str, SyncLangGraphClient]) -> None:
    mine = people["u1"]
    thread = str(mine.threads.create()["thread_id"])
    given = {"case_id": "u1", "question": "What is in the garden?"}
    mine.runs.wait(thread, "answering", input=given, interrupt_after=["rewriter"])
    mine.threads.update_state(thread, {"case_id": "u10"})
    answer = mine.runs.wait(thread, "answering", input=None, raise_error=False)
    assert "ForeignCaseError" in str(answer)
    assert "garden of u10" not in str(mine.threads.get_state(thread))


def test_one_person_may_have_several_cases(people: dict[str, SyncLangGraphClient]) -> None:
    mine = people["u1"]
    mine.runs.wait(None, "remember", input={"case_id": "u1/work", "session": session("The office has a lift.")})
    given = {"case_id": "u1/work", "question": "What does the office have?"}
    assert "lift" in str(mine.runs.wait(None, "recall", input=given))


def test_threads_are_their_owners(people: dict[str, SyncLangGraphClient]) -> None:
    thread = str(people["u1"].threads.create()["thread_id"])
    assert people["u1"].threads.get(thread)["thread_id"] == thread
    for name in PEOPLE[1:]:
        assert thread not in {item["thread_id"] for item in people[name].threads.search(limit=100)}
        for reach in (
            lambda client: client.threads.get(thread),
            lambda client: client.threads.get_state(thread),
            lambda client: client.threads.delete(thread),
            lambda client: client.runs.wait(thread, "recall", input={"question": "garden"}),
        ):
            assert refusal(partial(reach, people[name])) in (403, 404)


def test_store_items_are_their_owners(people: dict[str, SyncLangGraphClient]) -> None:
    for name, client in people.items():
        client.store.put_item([name, "notes"], "one", {"text": f"note of {name}"})
    for name, client in people.items():
        for other in PEOPLE:
            if other == name:
                assert client.store.get_item([name, "notes"], "one")["value"] == {"text": f"note of {name}"}
                continue
            assert refusal(partial(client.store.get_item, [other, "notes"], "one")) == 403
            assert refusal(partial(client.store.put_item, [other, "notes"], "two", {"text": "a lie"})) == 403
        assert refusal(partial(client.store.search_items, [])) == 403
        assert refusal(client.store.list_namespaces) == 403
        assert client.store.list_namespaces(prefix=[name])["namespaces"] == [[name, "notes"]]


def test_the_companion_knows_who_is_logged_in(people: dict[str, SyncLangGraphClient]) -> None:
    given = {"messages": [{"role": "user", "content": "Tell me about the garden."}]}
    out: Any = people["U1"].runs.wait(None, "companion", input=given)
    assert "The garden of U1 has a pond." in out["memory"]
