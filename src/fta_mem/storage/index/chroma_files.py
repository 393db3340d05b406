"""What Chroma leaves in an index's files, once it has closed them.

Its vector files are written with all the slots that were reserved, the unused ones holding whatever the process had in
that piece of memory before: other people's text, or vectors that were erased. So the unused slots are blanked. And
it doesn't notice when one of its files was cut or is gone, so their sizes are noted.
"""

import json
import logging
import struct
from pathlib import Path
from typing import Final

SEAL: Final = "sizes.json"
_HEADER: Final = struct.Struct("<i4Q")
"""Begin of an hnswlib header: version, offset, slots, slots in use, bytes a slot."""
_LENGTH_BYTES: Final = 4
_log = logging.getLogger(__name__)


def seal_folder(folder: Path) -> None:
    """Blank what is not the index's own in its files, and note their sizes; the index must be closed."""
    for header in sorted(folder.glob("*/header.bin")):
        _blank_unused(header)
    seal = folder / SEAL
    seal.with_suffix(".new").write_text(json.dumps(_sizes(folder)), encoding="utf-8")
    seal.with_suffix(".new").replace(seal)


def is_whole(folder: Path) -> bool:
    """Say whether the files have the sizes that were noted."""
    seal = folder / SEAL
    return seal.is_file() and seal.read_text(encoding="utf-8") == json.dumps(_sizes(folder))


def _blank_unused(header: Path) -> None:
    _, _, slots, used, slot_bytes = _HEADER.unpack(header.read_bytes()[: _HEADER.size])
    for name, width in (("data_level0.bin", slot_bytes), ("length.bin", _LENGTH_BYTES)):
        path = header.with_name(name)
        size = path.stat().st_size
        if size > slots * width or used > slots:
            _log.warning("%s is not as expected: unused slots in it are left as they are", path)
            continue
        with path.open("r+b") as file:
            file.seek(used * width)
            file.write(bytes(max(0, size - used * width)))


def _sizes(folder: Path) -> dict[str, int]:
    """Return the sizes of the vector segments' files; the database looks after itself."""
    files = sorted(path for path in folder.glob("*/*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.stat().st_size for path in files}
