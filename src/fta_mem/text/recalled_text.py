"""Blank what a turn quotes from recalled memory, so that a memory is never made from a memory."""

import re
from typing import Final

_BLOCKS: Final = (
    re.compile(
        r"<(memory|memories|memory[-_ ]packet|fta[-_]mem(?:ory)?|recalled)\b[^>]*>.*?</\1\s*>",
        re.IGNORECASE | re.DOTALL,
    ),
    re.compile(r"^.*\bemem_\d{3,}\b.*$", re.MULTILINE),
)


def without_quoted_memory(text: str) -> str:
    """Return the text with quoted memory blocks and lines replaced by as many blanks, so that offsets hold."""
    for block in _BLOCKS:
        text = block.sub(lambda match: " " * len(match.group()), text)
    return text
