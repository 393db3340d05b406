"""Yes or no in front of what a small model says, and the questions of which no clause is evidence."""

import re

from fta_mem.text.content_words import is_content, words_of

_GUESS = re.compile(r"^\s*(?:would|could|might)\b", re.IGNORECASE)


def asks_opinion(question: str) -> bool:
    """Say whether the question asks for an opinion on what might be, for which no clause is evidence by itself."""
    return _GUESS.match(question) is not None


def worded(verdict: str, clause: str) -> str:
    """Return "Yes" or "No" with the clause that says why, as one sentence: "No, she stayed"."""
    if not clause:
        return verdict
    first = clause.split(" ")[0]
    parts = words_of(first)
    is_plain = bool(parts) and parts[0] != "i" and not any(map(is_content, parts))
    return f"{verdict}, {first.lower() if is_plain else first}{clause[len(first) :]}"
