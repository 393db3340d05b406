"""What a supporter suggests doing, told by the words that open a suggestion."""

import re
from typing import Final

_LEAD: Final = re.compile(
    r"^(?:(?:so|and|but|or|well|then|maybe|perhaps|also|please|just)[\s,]+)*"
    r"(?:(?:could|can|would|will|might|may|should) (?:you|we|it (?:help|be worth)(?: if you| to)?)"
    r"|you (?:could|can|might|may|should)(?: want to)?|how about|what about|what if (?:you|we)"
    r"|why (?:not|don['’]?t you)|let['’]?s|(?:have you )?(?:ever )?(?:tried|thought of|considered)|try(?: to| and)?"
    r"|would you (?:be (?:up for|willing to|open to)|like to)|(?:can|could|may) i (?:suggest|offer)|shall we"
    r"|i['’]?d suggest|it (?:might|may|could|can) help to|remember to|make sure to)\s+"
    r"(?:(?:maybe|perhaps|just|try(?:ing)?(?: to)?)\s+)*",
    re.IGNORECASE,
)


def suggestion_in(clause: str) -> str:
    """Return what a clause suggests doing, without the words that make it a suggestion; "" if nothing."""
    lead = _LEAD.match(clause)
    return clause[lead.end() :].strip(" ?.!") if lead else ""
