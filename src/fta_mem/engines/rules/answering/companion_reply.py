"""A reply without a model: hand back what was said, so that an example agent works offline. It is no therapist."""

import re
from typing import Final

from fta_mem.state.answering import Answer

OPEN_QUESTION: Final = "What is that like for you?"
UNKNOWN: Final = "I don't remember that. Will you tell me?"
LONGEST: Final = 160
"""Characters of a sentence that is handed back; longer ones are only acknowledged."""
_FIRST_SENTENCE: Final = re.compile(r"[^.!?\n]+")
_WORD: Final = re.compile(r"[A-Za-z]+(?:['\u2019][A-Za-z]+)?")
_SWAPS: Final = {
    "i": "you",
    "i'm": "you're",
    "i've": "you've",
    "i'd": "you'd",
    "i'll": "you'll",
    "me": "you",
    "my": "your",
    "mine": "yours",
    "myself": "yourself",
    "am": "are",
}
_SELF: Final = frozenset({"i", "i'm", "i've", "i'd", "i'll", "my"})


def reflective_reply(said: str, known: Answer | None = None) -> str:
    """Return a reply to what somebody said; ``known`` is what memory answers, where they asked for something.

    A statement about themselves in English is handed back in the second person; anything else gets an open question.
    """
    if known is not None:
        return UNKNOWN if known.abstained else f"As far as I remember: {known.text}"
    found = _FIRST_SENTENCE.search(said.strip())
    sentence = found.group().strip() if found else ""
    words = [_plain(word) for word in _WORD.findall(sentence)]
    if not words or words[0] not in _SELF or len(sentence) > LONGEST:
        return f"Thank you for telling me. {OPEN_QUESTION}"
    turned = _WORD.sub(_swapped, sentence)
    return f"I hear that {turned[0].lower()}{turned[1:]}. {OPEN_QUESTION}"


def _swapped(found: re.Match[str]) -> str:
    return _SWAPS.get(_plain(found.group()), found.group())


def _plain(word: str) -> str:
    return word.lower().replace("\u2019", "'")
