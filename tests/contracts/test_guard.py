"""Nobody reaches another person's case through a store that is bound to a check."""

import inspect
from typing import Any

import pytest
from storage_kit import FakeEmbedder, add, session

from fta_mem.state.errors import ForeignCaseError
from fta_mem.state.records import Case, SessionOutcome
from fta_mem.storage.ports import CaseCare, HandingOver, NodeStore
from fta_mem.storage.store import SqlStore

OF_NO_CASE = {"embed_query", "count_tokens", "open_vectors", "cases", "faults", "waiting_cases"}


def refuse(case_id: str) -> None:
    raise ForeignCaseError(case_id)


def calls() -> list[str]:
    ports = (NodeStore, CaseCare, HandingOver)
    named = {name for port in ports for name, _ in inspect.getmembers(port, inspect.isfunction) if name[0] != "_"}
    return sorted(named - OF_NO_CASE)


def test_every_call_but_these_names_a_case() -> None:
    assert len(calls()) > 20
    for name in OF_NO_CASE:
        assert "case_id" not in inspect.signature(getattr(SqlStore, name)).parameters


@pytest.mark.parametrize("name", calls())
def test_no_call_passes_unchecked(name: str) -> None:
    with SqlStore.in_memory(FakeEmbedder()) as store:
        add(store, "ana", session("s1", ["x"]))
        store.view("ana")  # what is known already is not shown either
        call = getattr(store.checked_by(refuse), name)
        records = {
            "outcome": SessionOutcome("ana", "s1", (), (), (), ()),
            "case": Case("ana", ()),
            "session": session("s1", ["x"]),
        }
        given: list[Any] = [records.get(each, "ana") for each in inspect.signature(call).parameters]
        with pytest.raises(ForeignCaseError, match="ana"):
            call(*given)


def test_a_list_of_cases_leaves_out_those_of_others() -> None:
    with SqlStore.in_memory(FakeEmbedder()) as store:
        add(store, "stranger", session("s1", ["x"]))
        add(store, "ana", session("s1", ["x"]))

        def only_ana(case_id: str) -> None:
            if case_id != "ana":
                raise ForeignCaseError(case_id)

        assert [summary.case_id for summary in store.checked_by(only_ana).cases()] == ["ana"]
        for case_id in ("ana", "stranger"):
            store.hand_over(case_id, "s2", (), lambda held: session("s2", ["y"]))
        assert store.checked_by(only_ana).waiting_cases() == ("ana",)


def test_a_check_is_never_taken_off_by_another_one() -> None:
    with SqlStore.in_memory(FakeEmbedder()) as store:
        twice = store.checked_by(refuse).checked_by(lambda case_id: None)
        with pytest.raises(ForeignCaseError):
            twice.fold_order("ana")
