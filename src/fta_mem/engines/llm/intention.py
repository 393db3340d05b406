"""What somebody intends, in their own words, where a model named no intention (affect anchor x^A)."""

import re
from typing import Final

REACH: Final = 120
_QUOTED: Final = re.compile(r"\"[^\"\n]*\"|“[^”\n]*”")
_PLAN: Final = re.compile(
    r"\b(?:(?:i'?m|i am|we'?re|we are|am)\s+(?:\w+ly\s+|also\s+|just\s+|still\s+)?(?:going to|gonna|planning|"
    r"about to|thinking (?:of|about)|hoping to|looking forward to|aiming to|trying to|off to|taking part|starting|"
    r"signing up|meeting|seeing|getting married)|gonna|(?:i|we)(?:'|’)ll|(?:i|we) will|(?:i|we)(?: have|'ve)? "
    r"(?:plan(?:ned)?|hope|want|intend|mean|decided|promised|need|aim|would like|booked|scheduled)\s+"
    r"(?:on|to|a|an|the|my)\b|(?:i|we)(?:'|’)d (?:love|like) to|wanna|let(?:'|’)?s|my (?:goal|plan|dream|aim) is|"
    r"can(?:'|’)?t wait to|have (?:got )?to)\b",
    re.IGNORECASE,
)
_CLAUSE_END: Final = re.compile(
    r"[.!?;,\n]|\s[-–—]\s|\s(?:but|because|so that|'cause|cause|although|though)\s", re.IGNORECASE
)


def intention_in(text: str) -> str | None:
    """Return the clause that states what its speaker intends, as said; None where there is none."""
    text = _QUOTED.sub(" ", text)
    cue = _PLAN.search(text)
    if cue is None:
        return None
    end = _CLAUSE_END.search(text, cue.end())
    clause = text[cue.start() : min(end.start() if end else len(text), cue.start() + REACH)].strip()
    return clause if len(clause.split()) > 2 else None
