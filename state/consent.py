"""Whether a person lets memory be kept of them: on, paused or off, since when, and by whose word."""

from dataclasses import dataclass
from typing import Final, Literal, get_args

from fta_mem.state.errors import ConsentError

ConsentState = Literal["on", "paused", "off"]
"""``paused``: nothing new is kept, and what is known can be asked; ``off``: nothing is kept, and nothing is told."""
CONSENT_STATES: Final[tuple[ConsentState, ...]] = get_args(ConsentState)


@dataclass(frozen=True, slots=True)
class Consent:
    """A person's word on their memory; ``by`` names who gave it, ``at`` is when (ISO 8601, UTC), "" for the default."""

    state: ConsentState = "on"
    by: str = ""
    at: str = ""


def refused(case_id: str, given: Consent) -> ConsentError:
    """Return the error for what a person doesn't allow."""
    said = f" by {given.by}" if given.by else ""
    told = "nothing is kept or told" if given.state == "off" else "nothing new is kept"
    return ConsentError(
        f"memory of {case_id!r} was {'switched off' if given.state == 'off' else 'paused'}{said} on {given.at[:10]}:"
        f" {told}; `fta-mem consent CASE on` allows it again"
    )
