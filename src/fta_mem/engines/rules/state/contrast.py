"""Contrast: "the surgery isn't on the 3rd, it's on the 10th" says of the surgery what it denies and what is so."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from fta_mem.engines.rules.state.noun_phrases import is_told
from fta_mem.state.claims import Claim
from fta_mem.text.word_lists import words

_TAKING_UP: Final = words("it that this he she they")


def taken_up(claims: Sequence[Claim]) -> tuple[Claim, ...]:
    """Return the claims with the subject of a denied clause in place of the "it" that goes on from it."""
    resolved: list[Claim] = []
    for claim in claims:
        before = resolved[-1] if resolved else None
        if before is not None and _goes_on(claim, before):
            people = tuple(dict.fromkeys((*before.people, *claim.people)))
            said = f"{before.words}, {claim.words}"
            claim = replace(claim, subject=before.subject, people=people, words=said)
        resolved.append(claim)
    return tuple(resolved)


def _goes_on(claim: Claim, before: Claim) -> bool:
    """Say whether a claim tells what is so of whom or what the clause before denied it."""
    one_turn = (claim.session, claim.turn, claim.speaker) == (before.session, before.turn, before.speaker)
    contrasts = before.polarity == "denied" and claim.polarity == "asserted" and claim.predicate == before.predicate
    open_subject = not claim.subject or claim.subject.casefold() in _TAKING_UP
    return one_turn and contrasts and open_subject and is_told(before.subject)
