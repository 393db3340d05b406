"""How word lists are written down: one string a list, split once."""

import re


def words(listed: str) -> frozenset[str]:
    """Return the blank-separated words of a list."""
    return frozenset(listed.split())


def entries(listed: str) -> tuple[str, ...]:
    """Return the comma-separated entries of a list, in order."""
    return tuple(part.strip() for part in listed.split(",") if part.strip())


def phrases(listed: str) -> re.Pattern[str]:
    """Return a pattern for any of the comma-separated phrases, as whole words in any case; blanks match any blanks."""
    options = sorted((part.strip() for part in listed.split(",") if part.strip()), key=len, reverse=True)
    joined = "|".join(re.escape(option).replace(r"\ ", r"\s+").replace("'", "['’]?") for option in options)
    return re.compile(rf"(?<!\w)(?:{joined})(?!\w)", re.IGNORECASE)
