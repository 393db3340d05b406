"""An answer without the question in it: whoever asked knows what they said."""

import re
from typing import Final

from fta_mem.engines.rules.content_words import is_content, stem, word_set, words_of

_WORD: Final = re.compile(r"\S+")
_JUDGED: Final = re.compile(r"(?i)\s*(?:yes|no|not|never)\b")
_CHOICE: Final = re.compile(r"(?i)\bor\b")
_DENIES: Final = word_set("not no nor never without")
_TELLS: Final = word_set("because since after before until while during both all same other")
"""Function words that an answer may well begin with."""


def without_echo(answer: str, question: str) -> str:
    """Return the answer without the words at its ends that only repeat the question.

    "They described it as a long adventure", asked how they describe it, is "a long adventure". An end is cut only at a
    function word, so that a head noun stays ("a pottery workshop", asked which workshop). An answer that says yes or
    no, one to a question with a choice in it, and one that would lose all its content are left as they are.
    """
    if _JUDGED.match(answer) or _CHOICE.search(question):
        return answer
    asked = frozenset(stem(word) for word in words_of(question) if is_content(word))
    words = list(_WORD.finditer(answer))
    kinds = [_kind(word.group(), asked) for word in words]
    first, last = _after_opening(kinds), _before_closing(kinds)
    if "news" not in kinds[first:last] or (first, last) == (0, len(words)):
        return answer
    return answer[words[first].start() : words[last - 1].end()].rstrip(",;:")


def _kind(word: str, asked: frozenset[str]) -> str:
    """Return "echo" for a content word of the question, "link" or "tells" for a function word, "news" for the rest."""
    parts = words_of(word)
    if not parts or any(part in _DENIES for part in parts):
        return "news"
    if any(part in _TELLS for part in parts):
        return "tells"
    if all(not is_content(part) for part in parts):
        return "link"
    return "echo" if all(stem(part) in asked for part in parts if is_content(part)) else "news"


def _after_opening(kinds: list[str]) -> int:
    """Return where the answer begins behind an opening that repeats the question, up to a function word."""
    end = next((place for place, kind in enumerate(kinds) if kind == "news"), len(kinds))
    last = next((place for place in range(end, 0, -1) if kinds[place - 1] == "echo"), 0)
    begin = next((place for place in range(last, end) if kinds[place] == "tells"), end)
    return begin if last and (begin > last or kinds[begin : begin + 1] == ["tells"]) else 0


def _before_closing(kinds: list[str]) -> int:
    """Return where the answer ends before a close that begins with a function word and repeats the question."""
    begin = next((place for place in range(len(kinds), 0, -1) if kinds[place - 1] == "news"), 0)
    closing = kinds[begin:]
    return begin if "echo" in closing and closing[0] != "echo" else len(kinds)
