"""Whether a statement answers what a question names: same subject, same predicate, every named part covered.

State (``engines/rules/state``) tells how two claims stand to each other. A question may name more than a claim says;
only a claim that says all of it is evidence for it.
"""

from fta_mem.engines.rules.state.agreement import parts_agree
from fta_mem.engines.rules.state.lexicon import concept_of
from fta_mem.engines.rules.state.noun_phrases import same_person
from fta_mem.state.claims import Asked, Claim
from fta_mem.text.content_words import content_stems, words_of


def fits(claim: Claim, asked: Asked) -> bool:
    """Say whether a claim states what the question names, so that what it says beyond is the answer."""
    wanted = asked.claim
    if claim.polarity != "asserted" or not may_be_meant(claim, wanted):
        return False
    if asked.wanted != "subject" and not same_person(claim.subject, wanted.subject):
        return False
    if parts_agree(claim, wanted) is False:
        return False  # who saw the doctor's dog has not seen the doctor
    return means_same(claim.predicate, wanted.predicate) and covers(claim, wanted) and meets(claim, wanted)


def may_be_meant(claim: Claim, wanted: Claim) -> bool:
    """Say whether a claim is as real as what is asked after: a plan answers only a question about what is to come."""
    return claim.is_so or (claim.actuality == "planned" and wanted.actuality == "planned")


def is_affirmed(claim: Claim) -> bool:
    """Say whether a claim says yes to what its predicate means ("she failed" says no to passing)."""
    return (claim.polarity == "asserted") == (concept_of(claim.predicate)[1] > 0)


def means_same(one: str, other: str) -> bool:
    """Say whether two predicates mean the same."""
    return bool(one) and concept_of(one) == concept_of(other)


def covers(claim: Claim, wanted: Claim) -> bool:
    """Say whether a claim says everything that the question names beside its subject and predicate."""
    return named_in(wanted) <= said_in(claim)


def is_covered(claim: Claim, wanted: Claim) -> bool:
    """Say whether a claim says nothing that the question doesn't name: then what it denies is what is asked."""
    return named_in(claim) <= said_in(wanted)


def meets(claim: Claim, wanted: Claim) -> bool:
    """Say whether a claim's days meet those that the question names; a claim without days meets none."""
    if wanted.start is None or wanted.end is None:
        return True
    return claim.start is not None and claim.end is not None and claim.start <= wanted.end and wanted.start <= claim.end


def named_in(claim: Claim) -> frozenset[str]:
    """Return the concepts that a claim names beside its subject, predicate and time."""
    parts = (claim.object, claim.place, claim.amount, *(text for _, text in claim.obliques))
    return _concepts(" ".join(parts))


def said_in(claim: Claim) -> frozenset[str]:
    """Return the concepts of everything that a claim says, its own words included."""
    return named_in(claim) | _concepts(" ".join((claim.subject, claim.predicate, *claim.people, claim.words)))


def _concepts(text: str) -> frozenset[str]:
    content = frozenset(content_stems(text))
    stems = {concept_of(word)[0] for word in words_of(text) if content & frozenset(content_stems(word))}
    return frozenset(stems)
