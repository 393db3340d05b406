"""Any dialogue file to cases, one case in memory at a time and never before the whole file has been looked through."""

import codecs
import stat
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, Literal

from fta_mem.formats.assistant_exports import read_chatgpt, read_claude
from fta_mem.formats.beam import read_conversation
from fta_mem.formats.case_builder import Problem, ReadCase
from fta_mem.formats.detect import Format, detect_format
from fta_mem.formats.es_memeval import read_seeker
from fta_mem.formats.json_stream import first_byte, stream_entries
from fta_mem.formats.jsonl import read_turns
from fta_mem.formats.limits import FILE_BYTES
from fta_mem.formats.locomo import read_chat, read_sample
from fta_mem.formats.longmemeval import read_instance
from fta_mem.formats.telegram import TelegramExport
from fta_mem.formats.whatsapp.export import WhatsAppExport
from fta_mem.formats.whatsapp.line_heads import DateOrder
from fta_mem.state.errors import DatasetError

_MANY: Final = {
    "locomo": read_sample,
    "es-memeval": read_seeker,
    "longmemeval": read_instance,
    "beam": read_conversation,
    "realtalk": read_chat,
}
_ONE: Final = {"jsonl": read_turns, "chatgpt": read_chatgpt, "claude": read_claude}
_PACKED: Final = (b"PK\x03\x04", b"\x1f\x8b", b"7z\xbc\xaf", b"Rar!")


@dataclass(frozen=True, slots=True)
class Wanted:
    """How a file is to be read: as what, which case of it, which chat of an account, in which order its dates stand."""

    format: Format | Literal["auto"] = "auto"
    case_id: str | None = None
    chat: str | None = None
    date_order: DateOrder | None = None


@dataclass(frozen=True, slots=True)
class DialogueFile:
    """A file that has been looked through to its end: what is in it, and what is wrong with it.

    ``case_id`` is the case that was asked for, None for all; ``sessions`` counts those that will be read. ``left_out``
    counts what is no turn, by what it is; ``date_order`` is how the dates of a WhatsApp export are read.
    """

    path: Path
    format: Format
    case_id: str | None
    case_count: int
    sessions: int
    problems: tuple[Problem, ...]
    stream: Callable[[], Iterator[ReadCase]]
    left_out: Mapping[str, int] = field(default_factory=dict)
    date_order: DateOrder | None = None

    def cases(self) -> Iterator[ReadCase]:
        """Read the file again and yield its cases one by one, without those that hold nothing."""
        for read in self.stream():
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
    return look_through(path, Wanted(format, case_id)).cases()


def look_through(path: Path, wanted: Wanted | None = None) -> DialogueFile:
    """Read the file to its end without keeping it, so that a broken one is refused before anything becomes memory.

    ``case_id`` picks the case of that name, or renames the only one that the file holds.

    Raises:
        DatasetError: the file can't be read, is cut off, too big, or isn't what it claims to be.
    """
    wanted = wanted or Wanted()
    _check_readable(path)
    known: Format = detect_format(path) if wanted.format == "auto" else wanted.format
    if wanted.chat is not None and known != "telegram":
        raise DatasetError(f"{path} is read as {known}; a chat can be picked from a Telegram export alone")
    whatsapp = WhatsAppExport(path, wanted.date_order) if known == "whatsapp" else None
    stream = _stream(path, known, wanted, whatsapp)
    outlines: dict[str, ReadCase] = {}
    for number, read in enumerate(stream(), start=1):
        if read.case.case_id in outlines:
            raise DatasetError(f"{path}, entry {number}: an earlier entry is called {read.case.case_id!r} as well")
        outlines[read.case.case_id] = _outline(read)
    return _found(path, known, wanted, outlines, stream, whatsapp.date_order if whatsapp else None)


def _found(
    path: Path,
    known: Format,
    wanted: Wanted,
    outlines: dict[str, ReadCase],
    stream: Callable[[], Iterator[ReadCase]],
    date_order: DateOrder | None,
) -> DialogueFile:
    case_id = wanted.case_id
    if case_id is not None and case_id not in outlines and len(outlines) > 1:
        raise DatasetError(f"{path} has no case {case_id!r} among its {len(outlines)}")
    asked = [outlines[case_id]] if case_id in outlines else list(outlines.values())
    problems = tuple(problem for read in asked for problem in read.problems)
    sessions = sum(len(read.case.sessions) for read in asked)
    left_out = sum((Counter(read.left_out) for read in asked), Counter[str]())
    if not sessions and not problems:
        why = f"; it has only {counted(left_out)}" if left_out else ""
        raise DatasetError(f"{path} holds no turns{why}")
    return DialogueFile(path, known, case_id, len(outlines), sessions, problems, stream, dict(left_out), date_order)


def counted(left_out: Mapping[str, int]) -> str:
    """Return counts in words, the most first."""
    return ", ".join(
        f"{count} {what}" for what, count in sorted(left_out.items(), key=lambda item: (-item[1], item[0]))
    )


def _outline(read: ReadCase) -> ReadCase:
    """Return the case with its sessions' heads only, to be kept while the rest of the file is looked through."""
    heads = tuple(replace(session, turns=()) for session in read.case.sessions)
    return replace(read, case=replace(read.case, sessions=heads))


def _stream(
    path: Path, format: Format, wanted: Wanted, whatsapp: WhatsAppExport | None
) -> Callable[[], Iterator[ReadCase]]:
    """Return what reads the file's cases; called again, it doesn't find out twice what holds for the whole file."""
    fallback_id = wanted.case_id or path.stem
    if whatsapp is not None:
        return lambda: iter([whatsapp.case(fallback_id)])
    if format == "telegram":
        return TelegramExport(path, wanted.chat).cases
    if format in _ONE:
        return lambda: iter([_ONE[format](path, fallback_id)])
    return lambda: _entries(path, format, fallback_id)


def _entries(path: Path, format: Format, fallback_id: str) -> Iterator[ReadCase]:
    for number, entry in enumerate(stream_entries(path), start=1):
        try:
            yield _MANY[format](entry, fallback_id if number == 1 else f"{fallback_id}-{number}")
        except DatasetError as error:
            raise DatasetError(f"{path} is no {format} file: entry {number}: {error}") from error


def _check_readable(path: Path) -> None:
    try:
        found = path.stat()
        mode, size = found.st_mode, found.st_size
        if stat.S_ISREG(mode) and size <= FILE_BYTES:
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
    if size > FILE_BYTES:
        raise DatasetError(f"{path} has {size:,} bytes, and a file may have {FILE_BYTES:,}; split it")
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
    if lead.startswith(_PACKED):
        raise DatasetError(f"{path} is packed; unpack it and give the text or JSON file in it")
    if b"\0" in lead:
        raise DatasetError(f"{path} is binary, not a dialogue in text")
    with path.open(encoding="utf-8", newline="") as text:
        while text.read(1 << 20):
            pass
