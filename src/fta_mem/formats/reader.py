"""Any dialogue file to cases, one case in memory at a time and never before the whole file has been looked through."""

import codecs
import stat
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from fta_mem.formats.case_builder import Problem, ReadCase
from fta_mem.formats.chat_exports import read_telegram, read_whatsapp
from fta_mem.formats.detect import Format, detect_format
from fta_mem.formats.es_memeval import read_seeker
from fta_mem.formats.json_stream import first_byte, stream_entries
from fta_mem.formats.jsonl import read_turns
from fta_mem.formats.locomo import read_sample
from fta_mem.state.errors import DatasetError

_MANY = {"locomo": read_sample, "es-memeval": read_seeker}
_ONE = {"jsonl": read_turns, "whatsapp": read_whatsapp, "telegram": read_telegram}


@dataclass(frozen=True, slots=True)
class DialogueFile:
    """A file that has been looked through to its end: what is in it, and what is wrong with it.

    ``case_id`` is the case that was asked for, None for all; ``sessions`` counts those that will be read.
    """

    path: Path
    format: Format
    case_id: str | None
    case_count: int
    sessions: int
    problems: tuple[Problem, ...]

    def cases(self) -> Iterator[ReadCase]:
        """Read the file again and yield its cases one by one, without those that hold nothing."""
        for read in _stream(self.path, self.format, self.case_id or self.path.stem):
            if not read.case.sessions and not read.problems:
                continue
            if self.case_id in {None, read.case.case_id}:
                yield read
            elif self.case_count == 1:
                yield replace(read, case=replace(read.case, case_id=str(self.case_id)))


def read_cases(
    path: Path, *, format: Format | Literal["auto"] = "auto", case_id: str | None = None
) -> Iterator[ReadCase]:
    """Return the file's cases one by one, after the whole file has been looked through once.

    Raises:
        DatasetError: the file can't be read, is cut off, or isn't what it claims to be.
    """
    return look_through(path, format=format, case_id=case_id).cases()


def look_through(path: Path, *, format: Format | Literal["auto"] = "auto", case_id: str | None = None) -> DialogueFile:
    """Read the file to its end without keeping it, so that a broken one is refused before anything becomes memory.

    ``case_id`` picks the case of that name, or renames the only one that the file holds.

    Raises:
        DatasetError: the file can't be read, is cut off, or isn't what it claims to be.
    """
    _check_readable(path)
    known: Format = detect_format(path) if format == "auto" else format
    outlines: dict[str, ReadCase] = {}
    for number, read in enumerate(_stream(path, known, case_id or path.stem), start=1):
        if read.case.case_id in outlines:
            raise DatasetError(f"{path}, entry {number}: an earlier entry is called {read.case.case_id!r} as well")
        outlines[read.case.case_id] = _outline(read)
    if case_id is not None and case_id not in outlines and len(outlines) > 1:
        raise DatasetError(f"{path} has no case {case_id!r} among its {len(outlines)}")
    wanted = [outlines[case_id]] if case_id in outlines else list(outlines.values())
    problems = tuple(problem for read in wanted for problem in read.problems)
    sessions = sum(len(read.case.sessions) for read in wanted)
    if not sessions and not problems:
        raise DatasetError(f"{path} holds no turns")
    return DialogueFile(path, known, case_id, len(outlines), sessions, problems)


def _outline(read: ReadCase) -> ReadCase:
    """Return the case with its sessions' heads only, to be kept while the rest of the file is looked through."""
    heads = tuple(replace(session, turns=()) for session in read.case.sessions)
    return replace(read, case=replace(read.case, sessions=heads))


def _stream(path: Path, format: Format, fallback_id: str) -> Iterator[ReadCase]:
    if format in _ONE:
        yield _ONE[format](path, fallback_id)
        return
    for number, entry in enumerate(stream_entries(path), start=1):
        try:
            yield _MANY[format](entry, fallback_id if number == 1 else f"{fallback_id}-{number}")
        except DatasetError as error:
            raise DatasetError(f"{path} is no {format} file: entry {number}: {error}") from error


def _check_readable(path: Path) -> None:
    try:
        mode = path.stat().st_mode
        if stat.S_ISREG(mode):
            _check_text(path)
    except DatasetError:
        raise
    except UnicodeDecodeError as error:
        raise DatasetError(f"{path} is not UTF-8 text") from error
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from error
    if stat.S_ISDIR(mode):
        raise DatasetError(f"{path} is a folder, not a file")
    if not stat.S_ISREG(mode):
        raise DatasetError(f"{path} is no regular file; it has to be read twice")
    if not first_byte(path):
        raise DatasetError(f"{path} is empty")


def unreadable(path: Path, error: OSError | ValueError) -> DatasetError:
    """Return what a file that can't be opened is told as."""
    why = error.strerror if isinstance(error, OSError) else "that is no file's name"
    return DatasetError(f"{path} can't be read: {why}")


def _check_text(path: Path) -> None:
    with path.open("rb") as file:
        lead = file.read(65536)
    if lead.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise DatasetError(f"{path} is UTF-16; save it as UTF-8")
    if b"\0" in lead:
        raise DatasetError(f"{path} is binary, not a dialogue in text")
    with path.open(encoding="utf-8", newline="") as text:
        while text.read(1 << 20):
            pass
