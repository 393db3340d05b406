"""Two short sessions and ten questions through the real path: a real client, a real server, a small real model.

Asserts structure and grounding, never wit: a small model is often wrong, but what it says must be held to the turns,
and what it can't do must be done by the rules engine. It answers with ``guided``, as a model of its size should.
"""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from fta_mem.assembly import open_memory
from fta_mem.engines.llm.grounding import Grounds, verdict_on
from fta_mem.memory import IngestReport, Memory
from fta_mem.state.records import Case, Session, Turn
from fta_mem.state.settings import Settings

pytestmark = pytest.mark.live

TALK = {
    "s1": (
        "2024-03-11T18:00:00+01:00",
        "Ilse: Hi Bram, good to hear you.",
        "Bram: Hey Ilse! What's new?",
        "Ilse: I started as a nurse at the clinic in Ghent last Monday.",
        "Bram: Congratulations! Do you like it?",
        "Ilse: The night shifts are hard, I sleep badly.",
        "Bram: That sounds exhausting. My daughter Fien turned seven yesterday, so I am tired too.",
        "Ilse: Happy birthday to Fien! I plan to ask my boss for day shifts on Friday.",
        "Bram: Good luck with that.",
    ),
    "s2": (
        "2024-03-25T18:00:00+01:00",
        "Bram: How did it go with your boss?",
        "Ilse: She agreed! I work days since last week and sleep much better.",
        "Bram: Wonderful. We adopted a dog, he is called Pluis.",
        "Ilse: Oh, lovely! How old is Pluis?",
        "Bram: Two years. Fien walks him every morning.",
        "Ilse: Thanks for the chat, bye!",
    ),
}
QUESTIONS = (
    "Where does Ilse work?",
    "What is Ilse's job?",
    "When did Ilse start at the clinic?",
    "How old did Fien turn?",
    "What is the name of Bram's dog?",
    "Who walks the dog?",
    "Does Ilse still work nights?",
    "What did Ilse plan to ask her boss?",
    "When did Fien turn seven?",
    "Which instrument does Bram play?",
)


def session(session_id: str, time: str, *lines: str) -> Session:
    pairs = [line.split(": ", 1) for line in lines]
    turns = [Turn(place, f"{session_id}:{place}", "user", name, text, time) for place, (name, text) in enumerate(pairs)]
    return Session(session_id, time, tuple(turns))


CASE = Case("ilse", tuple(session(name, *lines) for name, lines in TALK.items()))


@pytest.fixture(scope="module")
def built(served, tmp_path_factory, request) -> Iterator[tuple[Memory, IngestReport]]:
    home: Path = tmp_path_factory.mktemp("home")
    settings = Settings(workers=1, context_tokens=2400, call_seconds=60.0, guided=True)
    with open_memory(home, engine="llm", model="openai:local", base_url=served.base_url, settings=settings) as memory:
        report = memory.ingest(CASE)
        yield memory, report


def test_two_sessions_become_memory_whatever_the_model_says(built, served, note):
    memory, report = built
    note.append(f"construction with {served.model}: {report.seconds:.0f} s, {report.units} units, {report.usage}")
    view = memory.store.view("ilse")
    assert (report.sessions, report.turns) == (2, 14)
    assert report.usage.calls > 0 and report.usage.tokens_in > 0 and report.usage.tokens_out > 0
    assert view.units
    assert {unit.provenance.engine for unit in view.units} <= {"llm", "rules"}
    sessions = {session.session_id: session for session in CASE.sessions}
    for unit in view.units:
        for span in unit.spans:
            assert 0 <= span.turn_span[0] <= span.turn_span[1] < len(sessions[span.session].turns)


def test_every_unit_stands_in_its_turns(built):
    memory, _ = built
    sessions = {session.session_id: session.turns for session in CASE.sessions}
    for unit in memory.store.view("ilse").units:
        turns = [
            turn for span in unit.spans for turn in sessions[span.session][span.turn_span[0] : span.turn_span[1] + 1]
        ]
        days = tuple(day for day in (unit.time.event_start, unit.time.event_end, unit.time.dialogue_time) if day)
        grounds = Grounds(tuple(turn.content for turn in turns), ("Ilse", "Bram"), days)
        assert verdict_on(unit.fact.text, grounds) != "refused", unit.fact.text


def test_ten_questions_get_typed_answers(built, served, note):
    memory, _ = built
    known = {unit.memory_id for unit in memory.store.view("ilse").units}
    started = time.perf_counter()
    answers = [memory.ask("ilse", question) for question in QUESTIONS]
    note.append(f"ten answers with {served.model}: {time.perf_counter() - started:.0f} s")
    note.extend(f"  {asked.question} -> {asked.answer.text!r}" for asked in answers)
    for asked in answers:
        assert asked.answer.abstained or asked.answer.text.strip()
        assert len(asked.answer.text) <= 400
        assert {cited.memory_id for cited in asked.answer.citations} <= known | {""}
        assert asked.packet.tokens <= memory.settings.budget
