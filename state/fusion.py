"""Pure rules of local fusion: when a candidate completes a partial unit, and what the fused unit is (Equation 5)."""

import re
from dataclasses import replace
from typing import Final

from fta_mem.state.records import Affect, Evidence, Fact, FTAUnit, TimeAnchor

NEAR_TURNS: Final = 4
"""How far behind a partial unit, in turns, a candidate of the same session may start and still complete it."""
SHARED_WORDS: Final = 2
"""Content words that a candidate of a later session must share with the partial unit."""
_WORD: Final = re.compile(r"[^\W\d_]{4,}")


def compatible(partial: FTAUnit, candidate: FTAUnit) -> bool:
    """Say whether the candidate may complete or refine the partial unit without an engine's word for it.

    They must be about the same one, and share wording: one content word when the candidate follows closely in the
    same session, more when it comes from a later one.
    """
    if partial.status != "partial" or partial.fact.subject.casefold() != candidate.fact.subject.casefold():
        return False
    shared = len(_words(partial.fact.text) & _words(candidate.fact.text))
    last = partial.spans[-1]
    if last.session == candidate.evidence.session:
        return shared >= 1 and 0 <= candidate.evidence.turn_span[0] - last.turn_span[1] <= NEAR_TURNS
    return shared >= SHARED_WORDS


def fuse(partial: FTAUnit, candidate: FTAUnit) -> FTAUnit:
    """Return the partial unit completed by the candidate; it keeps its memory id, and both evidence spans."""
    spans = merge_spans(partial.spans, candidate.spans)
    return replace(
        partial,
        fact=_fuse_facts(partial.fact, candidate.fact),
        time=_fuse_times(partial.time, candidate.time),
        affect=_fuse_affects(partial.affect, candidate.affect),
        evidence=spans[0],
        more_evidence=spans[1:],
        status=candidate.status,
        claims=(*partial.claims, *(claim for claim in candidate.claims if claim not in partial.claims)),
        grounding="grounded" if partial.grounding == candidate.grounding == "grounded" else "ungrounded",
        provenance=candidate.provenance,
    )


def merge_spans(first: tuple[Evidence, ...], second: tuple[Evidence, ...]) -> tuple[Evidence, ...]:
    """Return the spans of both, overlapping or touching spans of one session joined."""
    merged = list(first)
    for span in second:
        last = merged[-1]
        if span.session == last.session and span.turn_span[0] <= last.turn_span[1] + 1:
            begin, end = min(last.turn_span[0], span.turn_span[0]), max(last.turn_span[1], span.turn_span[1])
            merged[-1] = replace(last, turn_span=(begin, end))
        elif span not in merged:
            merged.append(span)
    return tuple(merged)


def _fuse_facts(old: Fact, new: Fact) -> Fact:
    text = old.text if new.text in old.text else new.text if old.text in new.text else f"{old.text} {new.text}"
    return replace(
        old,
        text=text,
        content_type=old.content_type if new.content_type == "general_fact" else new.content_type,
        participants=tuple(dict.fromkeys((*old.participants, *new.participants))),
        summary=new.summary or old.summary,
    )


def _fuse_times(old: TimeAnchor, new: TimeAnchor) -> TimeAnchor:
    known = new if new.event_start is not None or old.event_time == "unknown" else old
    orientation = new.time_orientation if old.time_orientation in ("unknown", new.time_orientation) else "mixed"
    return replace(known, dialogue_time=old.dialogue_time, time_orientation=orientation)


def _fuse_affects(old: Affect, new: Affect) -> Affect:
    return Affect(
        emotion_or_state=old.emotion_or_state if new.emotion_or_state == "unknown" else new.emotion_or_state,
        intention_or_plan=old.intention_or_plan if new.intention_or_plan == "unknown" else new.intention_or_plan,
        relation_cues=tuple(dict.fromkeys((*old.relation_cues, *new.relation_cues))),
        valence=max(old.valence, new.valence, key=abs),
    )


def _words(text: str) -> set[str]:
    return {word.casefold() for word in _WORD.findall(text)}
