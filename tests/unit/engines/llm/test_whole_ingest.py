"""A whole case through prompts, parsers, faults and a crash: nothing is lost and nothing is paid twice."""

from collections.abc import Sequence

import numpy as np
import pytest
from langchain_core.messages import BaseMessage
from langchain_core.outputs import ChatResult
from pydantic import Field

from fta_mem.engines.llm.call_policy import Caller, Policy
from fta_mem.engines.llm.chat_models import ModelHandle
from fta_mem.engines.llm.engine import LLMEngine
from fta_mem.engines.llm.simulated_model import RehearsalModel
from fta_mem.memory import Memory
from fta_mem.state.records import Case, Session, Turn
from fta_mem.state.settings import Settings
from fta_mem.storage.store import SqlStore
from fta_mem.text.embedder import Matrix


class Letters:
    name = "letters"
    dimension = 26

    def embed(self, texts: Sequence[str]) -> Matrix:
        if not texts:
            return np.zeros((0, 26), dtype=np.float32)
        rows = np.array([[text.lower().count(chr(97 + letter)) + 0.01 for letter in range(26)] for text in texts])
        return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)

    def count_tokens(self, text: str) -> int:
        return len(text.split())


class Power(BaseException):
    """The power goes out."""


class Faulty(RehearsalModel):
    """A rehearsal with faults: at a call's number an error is raised."""

    faults: dict[int, BaseException] = Field(default_factory=dict)
    asked: list[str] = Field(default_factory=list)

    def _generate(self, messages: list[BaseMessage], *given: object, **more: object) -> ChatResult:
        self.asked.append(str(messages[-1].text))
        fault = self.faults.get(len(self.asked))
        if fault is not None:
            raise fault
        return super()._generate(messages)


SAID = "rows on lake {i}|loves cold soup {i}|met cousin number {i} today|sings in choir {i} now|paints door {i} green"


def case() -> Case:
    def session(place: int) -> Session:
        lines = SAID.format(i=place + 2).split("|")
        turns = [
            Turn(at, f"s{place}:{at}", "user", "Ida", f"Ida {line}", f"2024-05-0{place + 1}")
            for at, line in enumerate(lines)
        ]
        return Session(f"s{place}", f"2024-05-0{place + 1}", tuple(turns))

    return Case("ida", tuple(session(place) for place in range(4)))


def memory_with(rules, store, faults=None, workers=1):
    model = Faulty(judge=rules, embedder=Letters(), faults=faults or {})
    caller = Caller(ModelHandle("test:faulty", model, structured=False), Policy(), sleep=lambda _: None)
    return Memory(store, LLMEngine(caller, caller, rules), Settings(workers=workers, min_forward_step=2)), model


def units_of(store):
    return [(unit.memory_id, unit.fact.text, unit.provenance.engine) for unit in store.view("ida").units]


@pytest.fixture
def plain(bench):
    rules = bench("x").rules
    store = SqlStore.in_memory(Letters())
    memory, model = memory_with(rules, store)
    report = memory.ingest(case())
    return rules, units_of(store), report, model


def test_a_case_is_made_by_the_model_alone(plain):
    _, units, report, model = plain
    assert len(units) == 20 and {engine for _, _, engine in units} == {"llm"}
    assert (report.usage.fallbacks, report.usage.retries, report.usage.calls) == (0, 0, len(model.asked))


def test_workers_change_nothing(plain):
    rules, units, report, model = plain
    store = SqlStore.in_memory(Letters())
    memory, side_by_side = memory_with(rules, store, workers=8)
    again = memory.ingest(case())
    assert (units_of(store), again.usage) == (units, report.usage)
    assert store.view("ida").links == plain_links(rules)
    assert sorted(side_by_side.asked) == sorted(model.asked)


def plain_links(rules):
    store = SqlStore.in_memory(Letters())
    memory_with(rules, store)[0].ingest(case())
    return store.view("ida").links


def test_trouble_at_any_call_loses_no_unit(plain, http_error):
    rules, units, _, model = plain
    for number in range(1, len(model.asked) + 1):
        store = SqlStore.in_memory(Letters())
        report = memory_with(rules, store, {number: http_error(429)})[0].ingest(case())
        assert (units_of(store), report.usage.retries, report.usage.fallbacks) == (units, 1, 0)


def test_a_refusal_at_any_call_loses_no_claim(plain, http_error):
    rules, units, _, model = plain
    for number in range(1, len(model.asked) + 1):
        store = SqlStore.in_memory(Letters())
        report = memory_with(rules, store, {number: http_error(400, "content_filter")})[0].ingest(case())
        assert [text for _, text, _ in units_of(store)] == [text for _, text, _ in units]
        assert (report.usage.refusals, report.usage.fallbacks) == (1, 1)


def test_a_resume_repeats_no_finished_call(plain):
    rules, units, _, model = plain
    for number in range(1, len(model.asked) + 1):
        store = SqlStore.in_memory(Letters())
        first, before = memory_with(rules, store, {number: Power()})
        with pytest.raises(Power):
            first.ingest(case())
        again, after = memory_with(rules, store)
        again.ingest(case())
        assert units_of(store) == units
        finished = before.asked[: number - 1] + before.asked[number:]
        assert not set(finished) & set(after.asked)
        assert len(finished) + len(after.asked) == len(model.asked)
