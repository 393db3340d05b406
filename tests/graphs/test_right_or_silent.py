"""Answers without a model are right or silent: everyday kinds that memories get wrong, in a real memory.

A kind has a few things said, each in a session of its own a day apart, and questions with a pattern that the answer
must hold; an abstention reads SILENT.
"""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest
from word_embedder import WordEmbedder

from fta_mem.assembly import open_memory
from fta_mem.memory import Memory
from fta_mem.state.records import Case, Session, Turn
from fta_mem.state.settings import Settings

SILENT_OR_NO = r"SILENT|^No\b"
FIRST = date(2024, 2, 5)

SAID: dict[str, tuple[str, ...]] = {
    "another persons fact": (
        "My neighbour Edda is expecting twins.",
        "My brother Ivo got fired on Tuesday.",
        "I borrowed a kayak from Sven.",
        "Sven's father has diabetes.",
        "I bought a parrot called Kiwi.",
    ),
    "when unknown": (
        "I was raised in Tampere.",
        "My grandfather taught me to fish when I was six.",
        "I met Bruno at a festival.",
        "I have choir on Wednesdays.",
        "Someday I want to see Iceland.",
        "I'm changing schools soon.",
    ),
    "only imagined": (
        "If I lived in Oslo, I'd ski every day.",
        "I wish I had a garden.",
        "I almost cancelled the wedding.",
        "Last night I dreamed that I'd had a baby.",
        "I could have become a vet.",
        "I'm thinking about adopting a kitten.",
    ),
    "changed value": (
        "I live in Turku.",
        "I'm on 10 mg of escitalopram.",
        "My manager is Pekka.",
        "I work at the bakery.",
        "I drink coffee.",
        "I live in Vaasa now.",
        "I'm on 15 mg of escitalopram now.",
        "My manager is Outi now.",
        "I work at the harbour now.",
        "I don't drink coffee anymore.",
    ),
    "negated": (
        "My aunt doesn't live in Lahti, she lives in Kotka.",
        "I never sailed to Gotland with Henrik.",
        "I rejected the offer.",
        "I passed the interview.",
    ),
    "corrected": (
        "My dog's name is Rolf.|Sorry, I meant Ralf, not Rolf.",
        "My check-up is on 4 March.",
        "Actually the check-up isn't on 4 March, it's on 11 March.",
        "I'm flying to Vienna on 9 March.",
        "I cancelled the flight to Vienna.",
    ),
    "short replies": (
        "Coach: Are you divorced?|Nope.",
        "Coach: Do you own a gun?|I'd rather not say.",
        "Coach: It sounds like your father hit you.|Hm, perhaps.",
        "My colleague Jari texted me: I'm getting married!",
    ),
}

ASKED: tuple[tuple[str, str, str], ...] = (
    ("another persons fact", "Is Tuva expecting twins?", SILENT_OR_NO),
    ("another persons fact", "Did Tuva get fired?", SILENT_OR_NO),
    ("another persons fact", "Does Tuva's father have diabetes?", SILENT_OR_NO),
    ("another persons fact", "Did Tuva buy a canary?", SILENT_OR_NO),
    ("another persons fact", "What is the name of Tuva's hamster?", "SILENT"),
    ("another persons fact", "Did Sven borrow a kayak?", SILENT_OR_NO),
    ("when unknown", "When was Tuva born?", "SILENT"),
    ("when unknown", "When did Tuva meet Bruno?", "SILENT|festival"),
    ("when unknown", "When did Tuva's grandfather teach her to fish?", "SILENT|six"),
    ("when unknown", "When does Tuva have choir?", "SILENT|Wednesday"),
    ("when unknown", "When is Tuva going to Iceland?", "SILENT|someday"),
    ("when unknown", "When is Tuva changing schools?", "SILENT|soon"),
    ("only imagined", "Where does Tuva live?", "SILENT"),
    ("only imagined", "Does Tuva have a garden?", SILENT_OR_NO),
    ("only imagined", "Did Tuva cancel the wedding?", SILENT_OR_NO),
    ("only imagined", "Did Tuva have a baby?", SILENT_OR_NO),
    ("only imagined", "Is Tuva a vet?", SILENT_OR_NO),
    ("only imagined", "Did Tuva adopt a kitten?", SILENT_OR_NO),
    ("changed value", "Where does Tuva live?", "Vaasa"),
    ("changed value", "How much escitalopram is Tuva on?", "15"),
    ("changed value", "Who is Tuva's manager?", "Outi"),
    ("changed value", "Where does Tuva work?", "harbour"),
    ("changed value", "Does Tuva drink coffee?", "^No"),
    ("changed value", "Does Tuva still live in Turku?", "^No"),
    ("changed value", "Does Tuva really live in Vaasa?", "^Yes"),
    ("negated", "Where does Tuva's aunt live?", "Kotka"),
    ("negated", "Who did Tuva sail to Gotland with?", "SILENT|never"),
    ("negated", "Did Tuva accept the offer?", "^No"),
    ("negated", "Did Tuva fail the interview?", "^No"),
    ("corrected", "What is the name of Tuva's dog?", "Ralf"),
    ("corrected", "When is Tuva's check-up?", "SILENT|March 11"),
    ("corrected", "Is Tuva flying to Vienna?", SILENT_OR_NO),
    ("corrected", "When did Tuva fly to Vienna?", "SILENT|cancel"),
    ("short replies", "Is Tuva divorced?", "^No"),
    ("short replies", "Does Tuva own a gun?", "SILENT|rather"),
    ("short replies", "Did Tuva's father hit her?", "SILENT|perhaps"),
    ("short replies", "Is Tuva getting married?", SILENT_OR_NO),
)


def session_of(place: int, said: str) -> Session:
    """Return a session; what the other says stands before the bar."""
    day = FIRST + timedelta(days=place)
    moment = f"{day.isoformat()}T18:00:00"
    lines = [("Tuva", each) for each in said.split("|")]
    if said.startswith("Coach: "):
        lines[0] = ("Coach", said.split("|")[0].removeprefix("Coach: "))
    turns = tuple(
        Turn(index, f"s{place}:{index}", "assistant" if name == "Coach" else "user", name, text, moment)
        for index, (name, text) in enumerate(lines)
    )
    return Session(f"s{place:02}", moment, turns)


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memory]:
    home: Path = tmp_path_factory.mktemp("told")
    with open_memory(home, settings=Settings(search="exact"), embedder=WordEmbedder()) as memory:
        for kind, lines in SAID.items():
            memory.ingest(Case(kind, tuple(session_of(place, said) for place, said in enumerate(lines))))
        yield memory


@pytest.mark.parametrize(("kind", "question", "wanted"), ASKED)
def test_right_or_silent(told: Memory, kind: str, question: str, wanted: str) -> None:
    answer = told.ask(kind, question).answer
    assert re.search(wanted, "SILENT" if answer.abstained else answer.text, re.IGNORECASE), answer.text
    assert bool(answer.nearest) == answer.abstained
    assert bool(answer.citations) == (not answer.abstained)
