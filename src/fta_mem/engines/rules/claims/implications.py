"""What a claim says without saying it: refusing denies accepting, breaking up with somebody is mutual."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from fta_mem.engines.rules.claims.vocabulary import MEETING
from fta_mem.state.claims import Claim, Polarity
from fta_mem.text.word_lists import words

_REFUSING: Final = {
    "refuse": "accept", "decline": "accept", "reject": "accept", "turn down": "accept", "fail": "pass", "flunk": "pass",
}  # fmt: skip
_TESTS: Final = words(
    "exam exams test tests course class driving assessment degree year module paper finals interview audit"
)
_OUT_OF_TOUCH: Final = ("lose contact", "lose touch", "cut contact", "break contact")
_COUPLED: Final = words("married engaged divorced separated")


def implied_by(claim: Claim) -> Iterator[Claim]:
    """Yield the claims that follow from one, marked as such."""
    opposite: Polarity = "asserted" if claim.polarity == "denied" else "denied"
    accepted = _REFUSING.get(claim.predicate)
    tested = accepted == "pass" and bool(_TESTS & {*claim.object.lower().split()})
    refused = accepted == "accept" and bool(claim.object) and opposite == "denied"
    if accepted is not None and (tested or refused):
        yield replace(claim, predicate=accepted, polarity=opposite, implied=True)
    if claim.predicate in _OUT_OF_TOUCH:
        yield replace(
            claim, predicate="be", object="", obliques=(("in", "contact"), *claim.obliques), polarity=opposite,
            phase="end", past=False, implied=True,
        )  # fmt: skip
    yield from _mutual(claim)


def _mutual(claim: Claim) -> Iterator[Claim]:
    """Yield the other side of what two do with each other."""
    if not claim.subject or claim.subject.lower() in ("it", "this", "that", "everyone", "everybody", "people"):
        return
    coupled = claim.object in _COUPLED and claim.predicate in ("be", "become")
    if claim.predicate == "marry" and claim.object in claim.people:
        yield replace(
            claim, subject=claim.object, object=claim.subject, people=_others(claim, claim.object), implied=True
        )
    if not coupled and claim.predicate.replace(" ", "_") not in MEETING:
        return
    for prep, name in claim.obliques:
        if prep in ("with", "to", "from") and name in claim.people:
            rest = tuple(each for each in claim.obliques if each != (prep, name))
            # Who takes somebody in has not moved, yet lives with them from then on.
            deed = "live" if claim.predicate == "move in" else claim.predicate
            yield replace(
                claim, subject=name, predicate=deed, obliques=((prep, claim.subject), *rest),
                people=_others(claim, name), implied=True,
            )  # fmt: skip


def _others(claim: Claim, subject: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each for each in (claim.subject, *claim.people) if each != subject))
