"""Whose case a run may touch."""

import inspect
from typing import Any

import pytest
from word_embedder import WordEmbedder

from fta_mem.host.ownership import check_own, is_own, own_case
from fta_mem.state.errors import ForeignCaseError, SettingsError
from fta_mem.state.records import SessionOutcome, Usage
from fta_mem.storage.memory import MemoryStore
from fta_mem.storage.own_cases import OwnCases
from fta_mem.storage.ports import ConstructionStore, RecallStore

OF_NO_CASE = {"embed_query", "count_tokens", "open_vectors"}


@pytest.mark.parametrize(
    ("case_id", "own"),
    [
        ("u1", True),
        ("u1/work", True),
        ("u10", False),
        ("U1", False),
        ("u1-old", False),
        ("", False),
        ("u", False),
        ("/u1", False),
    ],
)
def test_look_alike_ids_are_not_ones_own(case_id: str, own: bool) -> None:
    assert is_own(case_id, "u1") is own


def test_outside_of_a_run_nobody_owns_anything() -> None:
    with pytest.raises(RuntimeError):
        check_own("ana")
    with pytest.raises(SettingsError, match="case_id"):
        own_case(None)


def refuse(case_id: str) -> None:
    raise ForeignCaseError(case_id)


@pytest.mark.parametrize(
    "name",
    sorted(
        {
            name
            for port in (ConstructionStore, RecallStore)
            for name, _ in inspect.getmembers(port, inspect.isfunction)
            if name[0] != "_"
        }
        - OF_NO_CASE
    ),
)
def test_no_call_of_the_store_passes_unchecked(name: str) -> None:
    call = getattr(OwnCases(MemoryStore(WordEmbedder()), refuse), name)
    outcome = SessionOutcome("ana", "s1", (), (), (), (), Usage())
    given: list[Any] = [outcome if each == "outcome" else "ana" for each in inspect.signature(call).parameters]
    with pytest.raises(ForeignCaseError, match="ana"):
        call(*given)
