"""A real, small model behind a real server on loopback; only where FTA_MEM_LIVE=1 asks for it."""

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

NOTES: list[str] = []


@dataclass(frozen=True)
class Served:
    """Where the model listens, and what it is."""

    base_url: str
    model: str


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if os.environ.get("FTA_MEM_LIVE") != "1":
        for item in items:
            if "live" in item.keywords:
                item.add_marker(pytest.mark.skip(reason="live tests run under make live"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for note in NOTES:
        terminalreporter.write_line(note)


@pytest.fixture(scope="session")
def served() -> Iterator[Served]:
    """Start the server with FTA_MEM_LIVE_PYTHON (this Python otherwise) and FTA_MEM_LIVE_MODEL (or the packaged one)."""
    python = os.environ.get("FTA_MEM_LIVE_PYTHON", sys.executable)
    chosen = [name for name in [os.environ.get("FTA_MEM_LIVE_MODEL")] if name]
    command = [python, str(Path(__file__).with_name("serve_model.py")), *chosen]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        ready = next((line for line in server.stdout if line.startswith("READY")), "")
        try:
            assert ready, "the model server did not start; see tests/live/serve_model.py"
            _, address, model = ready.split()
            yield Served(f"{address}/v1", model)
        finally:
            server.terminate()
            server.wait(20)


@pytest.fixture
def note() -> list[str]:
    """Return lines that the end of the run prints."""
    return NOTES
