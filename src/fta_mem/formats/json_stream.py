"""JSON files as a stream of their entries, so that a big array never stands in memory as a whole.

ijson's pure Python parser is pinned on purpose: its C parser turns a lone surrogate into "?", and what a file says
must not depend on which parser happens to be installed.
"""

import codecs
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from fta_mem.state.encoding import JSON
from fta_mem.state.errors import DatasetError

Event = tuple[str, str, object]

_BARE_CONTROLS = re.compile(rb"[\x01-\x08\x0b\x0c\x0e-\x1f]")


class _PlainJSON:
    """A binary file without its byte order mark, and with bare control characters escaped as JSON wants them."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        if file.read(len(codecs.BOM_UTF8)) != codecs.BOM_UTF8:
            file.seek(0)

    def read(self, size: int = -1) -> bytes:
        """Return about the next ``size`` bytes."""
        return _BARE_CONTROLS.sub(lambda match: b"\\u%04x" % match[0][0], self._file.read(size))


def stream_entries(path: Path) -> Iterator[JSON]:
    """Yield the entries of a JSON file that holds an array, or the one document that it holds.

    Raises:
        DatasetError: the file is cut off or is not JSON.
    """
    import ijson

    prefix = "item" if first_byte(path) == b"[" else ""
    with path.open("rb") as file, faults_of(path):
        parser = ijson.get_backend("python")
        yield from cast(Iterator[JSON], parser.items(_PlainJSON(file), prefix, use_float=True))


def stream_events(path: Path) -> Iterator[Event]:
    """Yield (prefix, event, value) as ijson parses the file, for whoever needs only its beginning."""
    import ijson

    with path.open("rb") as file, faults_of(path):
        parser = ijson.get_backend("python")
        yield from cast(Iterator[Event], parser.parse(_PlainJSON(file), use_float=True))


def stream_lines(path: Path) -> Iterator[tuple[int, JSON]]:
    """Yield (line number, value) of each line that isn't blank.

    Raises:
        DatasetError: a line is not one whole JSON value.
    """
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            text = line.removeprefix(codecs.BOM_UTF8) if number == 1 else line
            if text.strip():
                yield number, parse_line(text, f"{path}, line {number}")


def parse_line(line: bytes, place: str) -> JSON:
    """Return the JSON value of a line; ``place`` names it in the error."""
    try:
        return cast(JSON, json.loads(line.decode("utf-8"), strict=False))
    except UnicodeDecodeError as error:
        raise DatasetError(f"{place} is not UTF-8 text") from error
    except (ValueError, RecursionError) as error:
        raise DatasetError(f"{place} is cut off or not valid JSON") from error


def first_byte(path: Path) -> bytes:
    """Return the first byte that is neither blank nor part of a byte order mark, b"" if there is none."""
    with path.open("rb") as file:
        lead = file.read(65536).removeprefix(codecs.BOM_UTF8)
        while lead and not lead.strip():
            lead = file.read(65536)
    return lead.strip()[:1]


@contextmanager
def faults_of(path: Path) -> Iterator[None]:
    """Turn what the parser says about the file into one clear line."""
    import ijson

    try:
        yield
    except (ijson.JSONError, ValueError) as error:
        raise DatasetError(f"{path} is cut off or not valid JSON") from error
