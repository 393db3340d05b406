"""An answer without the question in it: whoever asked knows what they said."""

import re
from typing import Final

from fta_mem.text.content_words import is_content, stem, word_set, words_of
from fta_mem.text.sentences import split_sentences

LONGEST: Final = 18
"""Words up to which further sentences are kept."""

_WORD: Final = re.compile(r"\S+")
_JUDGED: Final = re.compile(r"(?i)\s*(?:yes|no|not|never)\b")
_CHOICE: Final = re.compile(r"(?i)\bor\b")
_DENIES: Final = word_set("not no nor never without")
_TELLS: Final = word_set("because since after before until while during both all same other")
"""Function words that an answer may well begin with."""
_LIGHT: Final = word_set(
    "get got gets getting say says said saying tell tells told mention mentioned mentions described talked going go "
    "went gonna much many very really ever still"
)
"""Words that mean little by themselves, but tell something new of what the question asks about."""


def without_echo(answer: str, question: str) -> str:
    """Return the answer without the words at its ends that only repeat the question.

    "They described it as a long adventure", asked how they describe it, is "a long adventure". An end is cut only at a
    function word, so that a head noun stays ("a pottery workshop", asked which workshop), and an opening only as far as
    no verb of its own tells something ("Ida told Jo about it" stays). An answer that says yes or no, one to a question
    with a choice in it, and one that would lose all its content are left as they are.
    """
    if _JUDGED.match(answer) or _CHOICE.search(question):
        return answer
    asked = frozenset(map(stem, words_of(question)))
    words = list(_WORD.finditer(answer))
    kinds = [_kind(word.group(), asked) for word in words]
    first, last = _after_opening(kinds), _before_closing(kinds)
    if "news" not in kinds[first:last] or (first, last) == (0, len(words)):
        return answer
    return answer[words[first].start() : words[last - 1].end()].rstrip(",;:")


def telling(answer: str, question: str, *, judged: bool = False) -> str:
    """Return the sentences of an answer that tell something new, in order, up to LONGEST words; "" where none does.

    What the question says already, and a question, tell nothing; where yes or no is judged, neither does a mere denial.
    """
    asked = frozenset(map(stem, words_of(question)))
    kept: list[str] = []
    told = ""
    for begin, end in split_sentences(answer):
        said = answer[begin:end]
        kinds = [_kind(word, asked) for word in said.split() if not (judged and _is_denial(word))]
        if "news" not in kinds or said.endswith("?") or said in kept:
            continue
        if kept and sum(len(each.split()) for each in (*kept, said)) > LONGEST:
            break
        told += f" {said}" if kept and answer[begin - 1].isspace() else said
        kept.append(said)
    return told


def _is_denial(word: str) -> bool:
    return all(part in _DENIES or part == "yes" for part in words_of(word))


def _kind(word: str, asked: frozenset[str]) -> str:
    """Return "echo" for a content word of the question, "link" or "tells" for a function word, "news" for the rest.

    ``asked`` are the stems of the question's words.
    """
    parts = words_of(word)
    if not parts or any(part in _DENIES for part in parts):
        return "news"
    if any(part in _TELLS for part in parts):
        return "tells"
    if all(not is_content(part) for part in parts):
        return "news" if any(part in _LIGHT and stem(part) not in asked for part in parts) else "link"
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
