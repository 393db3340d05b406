"""What a rule of the grammar is: a pattern, its reader, and the words without which it need not be tried."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from fta_mem.temporal.mention import Reading, Scene, Tense

Reader = Callable[[re.Match[str], Scene], Reading | None]


@dataclass(frozen=True, slots=True)
class Rule:
    """Bind a pattern to its reader; the rule is tried only in turns that hold one of its trigger words.

    Where ``also`` is not empty, one of its words must occur as well.
    """

    triggers: frozenset[str]
    also: frozenset[str]
    pattern: re.Pattern[str]
    read: Reader


def rule(triggers: str, pattern: str, read: Reader, also: str = "") -> Rule:
    """Compile a rule; `#` among the triggers stands for any digit."""
    return Rule(frozenset(triggers.split()), frozenset(also.split()), re.compile(pattern, re.IGNORECASE), read)


def day_reading(day: date, relation: str | None = None, tense: Tense | None = None) -> Reading:
    """Return a reading of exactly one day."""
    return Reading((day, day), "day", relation=relation, tense=tense)
