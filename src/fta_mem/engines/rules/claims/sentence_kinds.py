"""Whether a sentence asks: by its mark, or by its word order where chat leaves the mark out."""

import re
from collections.abc import Sequence
from typing import Final

from fta_mem.text.grammar import Token
from fta_mem.text.word_lists import words

ASKING: Final = words("what who whom whose where when why how which")
_AUXILIARY: Final = words(
    "do does did is are was were can could would will have has should shall may might must wo ca am dont doesnt "
    "didnt isnt"
)
_ASKING_ON: Final = words("about kind kinda sort long many much often far old else time") | _AUXILIARY
_PERSONAL: Final = words("you u ya it he she they we i there that this anyone anything")
_TAG: Final = re.compile(
    r",\s*(?:(?:isn|aren|wasn|weren|don|doesn|didn|haven|hasn|hadn|can|couldn|won|wouldn|shouldn)(?:'|’)?t|is|are|was|were|do|does|"
    r"did|have|has|right|correct|yeah|ok|okay|no|huh|eh)(?:\s+(?:i|you|he|she|it|we|they|there))?\s*\?",
    re.IGNORECASE,
)


def is_question(text: str, tokens: Sequence[Token]) -> bool:
    """Say whether a sentence asks."""
    if "?" in text[-6:]:
        return True
    heads = [token.text.lower() for token in tokens if token.pos not in ("INTJ", "PUNCT", "CCONJ", "SYM")][:2]
    if len(heads) < 2 or text.rstrip().endswith(("!", ".")):
        return False
    return heads[1] in (_ASKING_ON if heads[0] in ASKING else _PERSONAL if heads[0] in _AUXILIARY else ())


def has_tag(text: str) -> bool:
    """Say whether a statement only ends in a question ("you live in Ghent, don't you?")."""
    return _TAG.search(text) is not None
