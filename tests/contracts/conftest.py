"""Every store that fulfils the ports, and other processes on the same home."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
import storage_kit
from storage_kit import FakeEmbedder

from fta_mem.storage.memory import MemoryStore
from fta_mem.storage.row_store import RowStore
from fta_mem.storage.store import SqlStore

Opened = Callable[[], RowStore]
OpenedOnDisk = Callable[..., SqlStore]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def embedder() -> FakeEmbedder:
    return FakeEmbedder()


@pytest.fixture
def on_disk(home: Path, embedder: FakeEmbedder) -> Iterator[OpenedOnDisk]:
    """Open the home, as often as wanted; each time is like another start of the program."""
    with ExitStack() as stack:

        def start(with_embedder: FakeEmbedder = embedder) -> SqlStore:
            return stack.enter_context(SqlStore(home, with_embedder, patience=0.05))

        yield start


@pytest.fixture(params=["sql", "memory"])
def opened(request: pytest.FixtureRequest, embedder: FakeEmbedder) -> Opened:
    """Open the same memory again: on disk anew, in memory the one there is."""
    if request.param == "sql":
        return request.getfixturevalue("on_disk")
    store = MemoryStore(embedder, patience=0.05)
    return lambda: store


@pytest.fixture
def store(opened: Opened) -> RowStore:
    return opened()


@pytest.fixture
def other_process(home: Path) -> Callable[..., subprocess.Popen[str]]:
    @contextmanager
    def start(action: str, step: int = 0) -> Iterator[subprocess.Popen[str]]:
        kit = Path(storage_kit.__file__)
        process = subprocess.Popen(
            [sys.executable, str(kit), str(home), action, str(step)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(kit.parent)},
        )
        try:
            yield process
        finally:
            process.communicate("stop\n") if process.poll() is None else process.communicate()

    return start
