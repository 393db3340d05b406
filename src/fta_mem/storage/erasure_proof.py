"""Whether erased words still stand in a file: a search of every byte of a home."""

import json
import mmap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from fta_mem.state.erasure import Traces

ENOUGH: Final = 24
"""Bytes of a text that are looked for: a longer one may be cut where a page of the database ends."""


def traces_in(home: Path | None, texts: Sequence[str]) -> Traces:
    """Return where one of the texts stands, plain or as JSON writes it."""
    if home is None:
        return Traces(len(texts), 0)
    needles = {form[:ENOUGH] for text in texts for form in _forms(text)}
    files = [path for path in sorted(home.rglob("*")) if path.is_file()]
    found = tuple(str(path.relative_to(home)) for path in files if needles and _holds(path, needles))
    return Traces(len(texts), len(files), found)


def _forms(text: str) -> Iterator[bytes]:
    yield text.encode("utf-8", "surrogatepass")
    for escaped in (json.dumps(text), json.dumps(text, ensure_ascii=False)):
        yield escaped[1:-1].encode("utf-8", "surrogatepass")


def _holds(path: Path, needles: set[bytes]) -> bool:
    if path.stat().st_size == 0:
        return False
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        return any(content.find(needle) >= 0 for needle in needles)
