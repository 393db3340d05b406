"""Yes or no: what the newest evidence says of what is asked, with the clause that says it."""

import re
from collections.abc import Sequence
from typing import Final

from fta_mem.engines.rules.answering.ranked_sentences import Candidate
from fta_mem.state.answering import Hit
from fta_mem.text.content_words import is_content, words_of

_DOUBT = re.compile(
    r"\b(?:still|really|actually|truly|always|ever|consistent(?:ly)?|stick|stuck|keep|kept|hold|held|stay(?:ed)?|same|"
    r"again|completely|whole|as (?:\w+ ){0,4}(?:planned|intended|promised|said|claimed|"
    r"insisted|assumed|thought|told|hoped|wanted|supposed|meant))\b",
    re.IGNORECASE,
)
_NEGATED = re.compile(
    r"\b(?:no|not|never|none|nobody|nothing|neither|nor|hardly|cannot|without|stopped|quit|gave up|cancell?ed|instead|"
    r"any ?more|no longer|\w+n['’]t)\b",
    re.IGNORECASE,
)
_GUESS = re.compile(r"^\s*(?:would|could|might)\b", re.IGNORECASE)
NEAR: Final = 0.1


def judge(question: str, candidates: Sequence[Candidate], hits: Sequence[Hit]) -> bool:
    """Say yes unless the evidence is negated or replaced, or the question itself doubts what was once said."""
    negated_question = re.search(r"\b(?:not|never|\w+n['’]t)\b", question, re.IGNORECASE) is not None
    if _DOUBT.search(question) is not None:
        return False
    best = candidates[0]
    replaced = any(not hit.is_current and _stands_on(hit, best) for hit in hits)
    denied = _NEGATED.search(best.text) is not None or replaced
    return denied == negated_question


def is_guess(question: str) -> bool:
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


def newest(candidates: Sequence[Candidate]) -> Candidate:
    """Return the latest of the sentences that are about as good as the best: what holds now."""
    good = [each for each in candidates if each.score >= candidates[0].score - NEAR]
    return max(good, key=lambda each: (each.turn.dialogue_time or "", each.place, each.score))


def _stands_on(hit: Hit, candidate: Candidate) -> bool:
    return any(
        span.session == candidate.turn.session and span.turn_span[0] <= candidate.turn.turn_index <= span.turn_span[1]
        for span in hit.unit.spans
    )
