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

from fta_mem.state.errors import ForeignCaseError
from fta_mem.storage.ports import Store
from fta_mem.storage.store import SqlStore

Opened = Callable[[], Store]
STRANGER = "stranger"
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


@pytest.fixture(params=["file", "memory", "guarded"])
def opened(request: pytest.FixtureRequest, embedder: FakeEmbedder) -> Iterator[Opened]:
    """Open the same memory again: on disk anew, in memory the one there is; or behind the guard of one person's cases."""
    if request.param == "memory":
        with SqlStore.in_memory(embedder, patience=0.05) as store:
            yield lambda: store
        return
    on_disk: OpenedOnDisk = request.getfixturevalue("on_disk")
    yield on_disk if request.param == "file" else lambda: on_disk().checked_by(anybody_but_the_stranger)


def anybody_but_the_stranger(case_id: str) -> None:
    """Let whoever runs a test touch every case but one."""
    if case_id == STRANGER:
        raise ForeignCaseError("this case belongs to somebody else")


@pytest.fixture
def store(opened: Opened) -> Store:
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
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(kit.parent), os.environ.get("PYTHONPATH", "")])},
        )
        try:
            yield process
        finally:
            process.communicate("stop\n") if process.poll() is None else process.communicate()

    return start
