"""Stopping in the middle, editing what is seen there, and going on from it; as a person does in Studio."""

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
HALVES = [{"start": 0, "end": 0, "trigger": "session_start"}, {"start": 1, "end": 2, "trigger": "topic_change"}]
CARRIED = {
    "fact": {"text": "Ana has news about a garden show", "subject": "Ana", "speaker": "Ana"},
    "time": {},
    "affect": {},
    "evidence": {"session": "s1", "turn_span": [0, 0]},
    "status": "partial",
}


def stopped(client: SyncLangGraphClient, case_id: str) -> tuple[str, Any]:
    """Run the construction machine up to its first finalised fragments; return the thread and the part's state."""
    thread = str(client.threads.create()["thread_id"])
    given = {"case_id": case_id, "session": SESSION}
    client.runs.wait(thread, "construction", input=given, context={"stop_after": "window_detector"})
    return thread, part_of(client, thread)


def part_of(client: SyncLangGraphClient, thread: str) -> Any:
    """Return the state of the part in which the run stopped."""
    (task,) = client.threads.get_state(thread, subgraphs=True)["tasks"]
    assert task["name"] == "within_session"
    part: Any = task["state"]
    assert part["next"] == ["extractor"]
    assert part["values"]["pending_fragments"]
    return part


def edit(client: SyncLangGraphClient, thread: str, part: Any, values: dict[str, Any]) -> None:
    client.threads.update_state(thread, values, checkpoint=part["checkpoint"])


def resume(client: SyncLangGraphClient, thread: str, **more: Any) -> Any:
    return client.runs.wait(thread, "construction", input=None, **more)


def test_a_run_that_was_stopped_goes_on(client: SyncLangGraphClient) -> None:
    thread, _ = stopped(client, "stopped")
    made = resume(client, thread)
    assert made["memory_ids"]
    assert client.threads.get_state(thread)["next"] == []


def test_an_edited_fragment_is_what_is_extracted_from(client: SyncLangGraphClient) -> None:
    thread, part = stopped(client, "edited")
    edit(client, thread, part, {"fragments": HALVES, "pending_fragments": HALVES})
    made = resume(client, thread)
    spans = [unit["evidence"]["turn_span"] for unit in made["units"]]
    assert [0, 0] in spans
    assert all(span == [0, 0] or span[0] >= 1 for span in spans)


def test_an_edited_carried_over_unit_goes_on_into_memory(client: SyncLangGraphClient) -> None:
    thread, part = stopped(client, "carried")
    edit(client, thread, part, {"carried_over": [CARRIED]})
    made = resume(client, thread)
    assert any(unit["fact"]["text"].startswith("Ana has news about a garden show") for unit in made["units"])


def test_what_was_read_of_a_finished_run_can_be_edited_and_folded_again(client: SyncLangGraphClient) -> None:
    thread = finished(client, "refolded")
    units: Any = moment_before(client, thread, "across_sessions")["values"]["units"]
    units[0]["fact"]["text"] = "Mara moved to York."
    again = fork(client, thread, "across_sessions", {"units": units[:1]})
    assert [unit["fact"]["text"] for unit in again["units"]] == ["Mara moved to York."]
    found: Any = client.runs.wait(None, "recall", input={"case_id": "refolded", "question": "Where did Mara move?"})
    assert found["memory_ids"] == again["memory_ids"] != ["emem_000001"]


def test_a_finished_run_can_be_replayed_from_an_earlier_moment(client: SyncLangGraphClient) -> None:
    thread = finished(client, "replayed")
    fork(client, thread, "within_session", {}, context={"stop_after": "window_detector"})
    edit(client, thread, part_of(client, thread), {"fragments": HALVES, "pending_fragments": HALVES})
    again = resume(client, thread)
    assert [(item["start"], item["end"]) for item in again["fragments"]] == [(0, 0), (1, 2)]


def finished(client: SyncLangGraphClient, case_id: str) -> str:
    thread = str(client.threads.create()["thread_id"])
    made: Any = client.runs.wait(thread, "construction", input={"case_id": case_id, "session": SESSION})
    assert [(item["start"], item["end"]) for item in made["fragments"]] != [(0, 0), (1, 2)]
    return thread


def moment_before(client: SyncLangGraphClient, thread: str, part: str) -> Any:
    history: Any = client.threads.get_history(thread, limit=50)
    (moment,) = [state for state in history if state["next"] == [part]]
    return moment


def fork(client: SyncLangGraphClient, thread: str, part: str, values: dict[str, Any], **more: Any) -> Any:
    """Go back to before a part, edit what it is given, and run on from there."""
    moment = moment_before(client, thread, part)["checkpoint"]["checkpoint_id"]
    edited: Any = client.threads.update_state(thread, values, checkpoint_id=moment) if values else {}
    return resume(client, thread, checkpoint_id=edited.get("checkpoint", {}).get("checkpoint_id", moment), **more)


def test_an_answer_is_found_after_a_stop_before_every_step(client: SyncLangGraphClient) -> None:
    client.runs.wait(None, "construction", input={"case_id": "stepped", "session": SESSION})
    thread = str(client.threads.create()["thread_id"])
    given: Any = {"case_id": "stepped", "question": "Where did Mara move?"}
    steps = []
    while True:
        out: Any = client.runs.wait(thread, "answering", input=given, interrupt_before="*")
        step = client.threads.get_state(thread)["next"]
        given = None
        if not step:
            break
        steps += step
    assert steps == ["rewriter", "retriever", "neighbour_expander", "synthesizer", "answerer"]
    assert "Leeds" in out["packet"]["text"]
    assert "answer" in out
