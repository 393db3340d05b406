"""The wheel holds real files, and works beside a host that has its own nodes/ and state/."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

HOST = """
import nodes, state
assert nodes.WHOSE == state.WHOSE == "the host's"
import fta_mem.nodes.fuser, fta_mem.state.records, fta_mem.graphs.construction
assert "site" in fta_mem.nodes.fuser.__file__, fta_mem.nodes.fuser.__file__
from importlib.resources import files
assert (files("fta_mem.prompts") / "answer.md").read_text("utf-8")
assert (files("fta_mem.demo") / "case.json").is_file()
from pathlib import Path
from fta_mem.assembly import open_memory
from fta_mem.state.records import Case, Session, Turn
with open_memory(Path("home")) as memory:
    turn = Turn(0, "t0", "user", "Ana", "My sister Mara moved to Leeds last Friday.")
    memory.ingest(Case("ana", (Session("s1", "2024-03-04T18:30:00", (turn,)),)))
    print(memory.recall("ana", "Where did Mara move?").packet.text)
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"  # a build leaves files behind, which the next one would pack
    skipped = shutil.ignore_patterns(".*", "build", "__pycache__", "*.egg-info", "tests")
    shutil.copytree(ROOT, source, symlinks=True, ignore=skipped)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    build = [*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(source)]
    subprocess.run(build, check=True, cwd=folder, capture_output=True)
    (wheel,) = folder.glob("fta_mem-*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "fta_mem/nodes/fuser.py" in names
    assert not [name for name in names if name.split("/")[0] in {"nodes", "state", "graphs", "prompts", "tests"}]
    subprocess.run([*pip, "install", "--no-deps", "--target", str(folder / "site"), str(wheel)], check=True)
    return folder / "site"


def test_the_installed_wheel_runs_in_a_host_with_its_own_nodes(site: Path, tmp_path: Path) -> None:
    for room in ("nodes", "state"):
        (tmp_path / room).mkdir()
        (tmp_path / room / "__init__.py").write_text('WHOSE = "the host\'s"\n', "utf-8")
    (tmp_path / "host.py").write_text(HOST, "utf-8")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(site)])}
    ran = subprocess.run(
        [sys.executable, "host.py"], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert "My sister Mara moved to Leeds last Friday." in ran.stdout
