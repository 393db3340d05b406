"""Bounds on what a file may hold, checked while it is read: generous for dialogue, small for a machine.

docs/formats.md lists them. What is beyond them is refused with its place; nothing is cut short in silence.
"""

from typing import Final

from fta_mem.state.errors import DatasetError

FILE_BYTES: Final = 1 << 30
"""A file; a chat of a million messages is a tenth of it."""
ENTRY_CHARS: Final = 16 << 20
"""One line, or one value of a JSON file that has to stand in memory as a whole (a conversation, a sample)."""
FIELD_CHARS: Final = 8_000_000
"""One text inside a JSON value, read or not (a picture that is written into the file, for instance)."""
TURN_CHARS: Final = 200_000
"""What somebody says in one turn; WhatsApp sends at most 65,536 characters, Telegram 4,096."""
DEPTH: Final = 100
"""Lists and objects inside each other."""
CASE_TURNS: Final = 500_000
"""Turns of one case, which stand in memory together while they are staged."""
CASE_CHARS: Final = 200_000_000
PROBLEMS: Final = 1_000
"""Problems of one case that are listed before the file is given up."""


class LimitError(DatasetError):
    """A bound is crossed: the whole file is refused, not the one session."""


def check_turn(text: str) -> None:
    """Refuse a turn that is too long to be one."""
    if len(text) > TURN_CHARS:
        raise DatasetError(f"its text has {len(text):,} characters, and a turn may have {TURN_CHARS:,}")
