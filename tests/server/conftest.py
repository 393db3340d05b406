"""A real `langgraph dev` on a free loopback port: no network, no key, memory in a folder of its own."""

import hashlib
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from langgraph_sdk import get_sync_client
from langgraph_sdk.client import SyncLangGraphClient

ROOT = Path(__file__).parents[2]
START_SECONDS = 120


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until_ready(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    import urllib.error
    import urllib.request
    from time import monotonic

    end = monotonic() + START_SECONDS
    while monotonic() < end:
        if process.poll() is not None:
            break
        try:
            with urllib.request.urlopen(f"{url}/ok", timeout=2) as answer:
                if answer.status == 200:
                    return
        except (urllib.error.URLError, OSError):
            continue
    raise AssertionError(f"langgraph dev did not start:\n{log.read_text('utf-8', 'replace')[-3000:]}")


@contextmanager
def running(work: Path, config: Path, **more: str) -> Iterator[str]:
    """Start the server on a free port; at its end, its log must hold no blocking call."""
    port = free_port()
    log = work / "log.txt"
    environment = {
        **os.environ,
        "FTA_MEM_HOME": str(work / "home"),
        "LANGGRAPH_CLI_NO_ANALYTICS": "1",
        "LANGGRAPH_NO_VERSION_CHECK": "true",
        "LANGGRAPH_STRICT_MSGPACK": "true",
        "LANGSMITH_TRACING": "false",
        "HF_HUB_OFFLINE": "1",
        **more,
    }
    for name in ("LANGSMITH_API_KEY", "FTA_MEM_ENGINE", "FTA_MEM_MODEL", "FTA_MEM_ANSWER_MODEL"):
        environment.pop(name, None)
    command = [sys.executable, "-m", "langgraph_cli", "dev", "--config", str(config), "--port", str(port)]
    command += ["--no-browser", "--no-reload", "--n-jobs-per-worker", "4"]
    with log.open("wb") as output:
        process = subprocess.Popen(command, cwd=work, env=environment, stdout=output, stderr=subprocess.STDOUT)
        try:
            url = f"http://127.0.0.1:{port}"
            wait_until_ready(url, process, log)
            yield url
        finally:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
    assert "BlockingError" not in log.read_text("utf-8", "replace")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running(tmp_path_factory.mktemp("server"), ROOT / "langgraph.json") as url:
        yield url


@pytest.fixture
def client(server: str) -> SyncLangGraphClient:
    return get_sync_client(url=server)


@pytest.fixture(scope="session")
def guarded_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server on which u1, u10, U1 and u1-old log in, each with "token of ..." as their token."""
    work = tmp_path_factory.mktemp("guarded")
    people = {name: hashlib.sha256(f"token of {name}".encode()).hexdigest() for name in ("u1", "u10", "U1", "u1-old")}
    (work / "people.json").write_text(json.dumps(people), encoding="utf-8")
    config = json.loads((ROOT / "langgraph.json").read_text(encoding="utf-8"))
    config["auth"] = {"path": "fta_mem.server.auth:auth", "disable_studio_auth": True}
    (work / "langgraph.json").write_text(json.dumps(config), encoding="utf-8")
    with running(work, work / "langgraph.json", FTA_MEM_TOKENS=str(work / "people.json")) as url:
        yield url
