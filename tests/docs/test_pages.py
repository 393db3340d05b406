"""The documentation's code runs, and its pictures are those of the code."""

import re
import runpy
import shutil
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PYTHON = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


def code_of(page: Path) -> str:
    """Return all Python blocks of a page as one program, each line where it stands in the page."""
    lines: list[str] = []
    text = page.read_text(encoding="utf-8")
    for found in PYTHON.finditer(text):
        lines += [""] * (text[: found.start(1)].count("\n") - len(lines))
        lines += found.group(1).splitlines()
    return "\n".join(lines)


@pytest.mark.parametrize("page", ["README.md", "docs/embedding.md"])
def test_what_a_page_says_runs(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = code_of(ROOT / page)
    assert program
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(program, page, "exec"), names)
    names["memory"].close()
    assert (tmp_path / ".fta-mem").is_dir()
    shutil.rmtree(tmp_path / ".fta-mem")


def test_the_pictures_are_those_of_the_code() -> None:
    page = runpy.run_path(str(ROOT / "docs" / "draw_graphs.py"))["page"]
    assert (ROOT / "docs/graphs.md").read_text(encoding="utf-8") == page(), "run: make graphs"
