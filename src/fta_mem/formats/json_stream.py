"""JSON files read piece by piece: what is asked for is built, the rest is passed over, nothing is held for long.

The standard library's decoder reads each piece, so that a lone surrogate or a bare control character comes out as it
went in (docs/decisions/0013-chat-exports.md says why this is not ijson). How much may be read is bounded by
``limits``; depth is looked at before anything is done with a value.
"""

import codecs
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TextIO, cast

from fta_mem.formats.limits import DEPTH, ENTRY_CHARS, FIELD_CHARS, LimitError
from fta_mem.state.encoding import JSON
from fta_mem.state.errors import DatasetError

_DECODER: Final = json.JSONDecoder(strict=False)
_CHUNK: Final = 1 << 16
_BLANK: Final = " \t\n\r"
_TAIL: Final = 12
"""Within so many characters of the end of what was read, an error may only mean that the rest is still to come."""
_DEEP: Final = f"is nested more than {DEPTH} levels deep"
_INVALID: Final = "is cut off or not valid JSON"


class JSONStream:
    """A cursor in a JSON text; it stands before a value, and ``value``, ``members`` or ``items`` move it past that."""

    def __init__(self, file: TextIO, name: str) -> None:
        self._file = file
        self._name = name
        self._text = ""
        self._at = 0
        self._line = 1
        self._ended = False
        self._moves = 0

    @property
    def place(self) -> str:
        """Return the file's name and the line in which the cursor stands."""
        return f"{self._name}, line {self._line + self._text.count(chr(10), 0, self._at)}"

    def kind(self) -> str:
        """Return the character that the next value begins with, "" at the end of the file."""
        while True:
            text, at = self._text, self._at
            while at < len(text) and text[at] in _BLANK:
                at += 1
            self._at = at
            if at < len(text) or self._ended:
                return text[at : at + 1]
            self._fill()

    def value(self) -> JSON:
        """Return the next value, built.

        Raises:
            DatasetError: it is cut off, no JSON, too long or too deep.
        """
        self.kind()
        while True:
            found = self._decoded()
            if found is not None:
                return self._taken(*found)
            if len(self._text) - self._at > ENTRY_CHARS:
                raise LimitError(f"{self.place}: one value is longer than {ENTRY_CHARS:,} characters")
            self._fill()

    def members(self) -> Iterator[str]:
        """Yield the keys of the object ahead; a value that isn't read before the next key is passed over."""
        self._expect("{")
        while self.kind() != "}":
            key = self.value()
            if not isinstance(key, str):
                raise self._fault()
            self._expect(":")
            moves = self._moves
            yield key
            if self._moves == moves:
                self.skip()
            self._expect_more("}")
        self._expect("}")

    def items(self) -> Iterator[int]:
        """Yield 1, 2, ... for the entries of the list ahead; one that isn't read is passed over."""
        self._expect("[")
        number = 0
        while self.kind() != "]":
            number += 1
            moves = self._moves
            yield number
            if self._moves == moves:
                self.skip()
            self._expect_more("]")
        self._expect("]")

    def skip(self, depth: int = 0) -> None:
        """Pass over the next value, however long a list or an object it is."""
        if depth > DEPTH:
            raise LimitError(f"{self.place} {_DEEP}")
        kind = self.kind()
        found = self._decoded()
        if found is not None:
            self._taken(*found)
        elif kind == "{":
            for _ in self.members():
                self.skip(depth + 1)
        elif kind == "[":
            for _ in self.items():
                self.skip(depth + 1)
        else:
            self.value()

    def end(self) -> None:
        """Refuse what still follows."""
        if self.kind():
            raise self._fault()

    def _taken(self, value: JSON, end: int) -> JSON:
        what = _beyond_bounds(value, self._text, self._at, end)
        if what:
            raise LimitError(f"{self.place}{what}")
        self._at = end
        self._moves += 1
        return value

    def _decoded(self) -> tuple[JSON, int] | None:
        """Return the value ahead and where it ends, None if more of the file must be read first."""
        try:
            value, end = _DECODER.raw_decode(self._text, self._at)
        except json.JSONDecodeError as error:
            is_cut = error.msg.startswith("Unterminated string") or error.pos > len(self._text) - _TAIL
            if self._ended or not is_cut:
                self._at = min(error.pos, len(self._text))
                raise self._fault() from error
            return None
        except RecursionError as error:
            raise LimitError(f"{self.place} {_DEEP}") from error
        except ValueError as error:  # a number of more digits than Python reads
            raise self._fault() from error
        return (value, end) if end < len(self._text) or self._ended else None

    def _fill(self) -> None:
        self._line += self._text.count("\n", 0, self._at)
        rest = self._text[self._at :]
        try:
            more = self._file.read(max(_CHUNK, len(rest)))
        except UnicodeDecodeError as error:
            raise DatasetError(f"{self._name} is not UTF-8 text") from error
        self._ended = not more
        self._text = rest + more
        self._at = 0

    def _expect(self, mark: str) -> None:
        if self.kind() != mark:
            raise self._fault()
        self._at += 1
        self._moves += 1

    def _expect_more(self, closing: str) -> None:
        """Step over a comma, after which another entry must follow; stop before the closing bracket."""
        if self.kind() == closing:
            return
        self._expect(",")
        if self.kind() == closing:
            raise self._fault()

    def _fault(self) -> DatasetError:
        return DatasetError(f"{self.place} {_INVALID}")


@contextmanager
def opened(path: Path) -> Iterator[JSONStream]:
    """Yield the file's cursor."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        yield JSONStream(file, str(path))


def stream_entries(path: Path) -> Iterator[JSON]:
    """Yield the entries of a JSON file that holds an array, or the one document that it holds.

    Raises:
        DatasetError: the file is cut off, is not JSON or is beyond the limits.
    """
    with opened(path) as stream:
        if stream.kind() == "[":
            for _ in stream.items():
                yield stream.value()
        else:
            yield stream.value()
        stream.end()


def stream_lines(path: Path) -> Iterator[tuple[int, JSON]]:
    """Yield (line number, value) of each line that isn't blank.

    Raises:
        DatasetError: a line is not one whole JSON value, or is beyond the limits.
    """
    with path.open("rb") as file:
        number = 0
        while line := file.readline(ENTRY_CHARS + 1):
            number += 1
            if len(line) > ENTRY_CHARS:
                raise LimitError(f"{path}, line {number} is longer than {ENTRY_CHARS:,} bytes")
            text = line.removeprefix(codecs.BOM_UTF8) if number == 1 else line
            if text.strip():
                yield number, parse_line(text, f"{path}, line {number}")


def parse_line(line: bytes, place: str) -> JSON:
    """Return the JSON value of a line; ``place`` names it in the error."""
    try:
        text = line.decode("utf-8")
        value = cast(JSON, json.loads(text, strict=False))
    except UnicodeDecodeError as error:
        raise DatasetError(f"{place} is not UTF-8 text") from error
    except RecursionError as error:
        raise LimitError(f"{place} {_DEEP}") from error
    except ValueError as error:
        raise DatasetError(f"{place} {_INVALID}") from error
    what = _beyond_bounds(value, text, 0, len(text))
    if what:
        raise LimitError(f"{place}{what}")
    return value


def first_byte(path: Path) -> bytes:
    """Return the first byte that is neither blank nor part of a byte order mark, b"" if there is none."""
    with path.open("rb") as file:
        lead = file.read(65536).removeprefix(codecs.BOM_UTF8)
        while lead and not lead.strip():
            lead = file.read(65536)
    return lead.strip()[:1]


def _beyond_bounds(value: JSON, text: str, begin: int, end: int) -> str:
    """Say what is too deep or too long in a value, "" for nothing; most are seen to be fine at a glance."""
    opening = text.count("[", begin, end) + text.count("{", begin, end)
    if opening <= DEPTH and end - begin <= FIELD_CHARS:
        return ""
    level, depth = [value], 0
    while level:
        if any(isinstance(item, str) and len(item) > FIELD_CHARS for item in level):
            return f": one text is longer than {FIELD_CHARS:,} characters"
        holders = [item for item in level if isinstance(item, (dict, list))]
        depth += bool(holders)
        if depth > DEPTH:
            return f" {_DEEP}"
        level = [inner for item in holders for inner in (item.values() if isinstance(item, dict) else item)]
    return ""
