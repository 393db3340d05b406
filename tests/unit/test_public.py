"""The public face: ten names at most, none of them paid for before it is used."""

import subprocess
import sys

import pytest

import fta_mem

NAMES = [
    "Case",
    "FTAMemError",
    "HostFields",
    "Memory",
    "RiskSignal",
    "Session",
    "Settings",
    "Turn",
    "memory_subgraph",
    "open_memory",
]


def test_the_exported_names_are_these() -> None:
    assert fta_mem.__all__ == NAMES
    assert [getattr(fta_mem, name).__name__ for name in NAMES] == NAMES


def test_other_names_are_not_there() -> None:
    with pytest.raises(AttributeError, match="nothing"):
        _ = fta_mem.nothing


@pytest.mark.parametrize("statement", ["import fta_mem", "from fta_mem import Case, Settings, FTAMemError"])
def test_importing_loads_nothing_heavy(statement: str) -> None:
    heavy = ("numpy", "torch", "spacy", "langgraph", "langchain_core", "chromadb", "sqlalchemy", "pydantic")
    program = f"{statement}\nimport sys\nprint([name for name in {heavy!r} if name in sys.modules])"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
