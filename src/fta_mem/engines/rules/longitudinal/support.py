"""Support experience H: what was suggested in which situation, and how it was received, a short sentence each."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from fta_mem.engines.base import LongitudinalRequest
from fta_mem.engines.rules.state.lexicon import concept_of
from fta_mem.engines.rules.suggestions import suggestion_in
from fta_mem.state.claims import Claim
from fta_mem.state.encoding import content_hash
from fta_mem.state.records import FTAUnit, LongitudinalLine
from fta_mem.text.content_words import content_stems
from fta_mem.text.word_lists import words

LINE_CHARACTERS: Final = 160
_LEAST: Final = 2
"""Words of a suggestion that say what to do; "tell me" has none."""
_NO_DEED: Final = re.compile(r"(?:one|an?|the|some\w*|this|that|it|tell|say|ask|talk)\b", re.IGNORECASE)
NEAR_TURNS: Final = 6
_SUGGESTING: Final = frozenset({"wished", "possible", "planned", "asked"})
_OUTCOMES: Final = words("help work try do use practise practice keep stop manage give")
_ASKED: Final = ', asked "'
"""A reply with its question in front reads as no situation."""
_EVERYWHERE: Final = words(
    "support user suggest someth time back think feel know want week night morn help need today tri"
)


def support_lines(request: LongitudinalRequest) -> Iterator[LongitudinalLine]:
    """Say what was suggested in this session, then what came of what was suggested in this or an earlier one."""
    known = [line for line in request.lines if line.kind == "support"]
    for place, unit in enumerate(request.units):
        made = _suggested(unit, request.units[:place], request) or _received(unit, known, request)
        if made is not None:
            known.append(made)
            yield made


def _suggested(unit: FTAUnit, earlier: Sequence[FTAUnit], request: LongitudinalRequest) -> LongitudinalLine | None:
    """Return the line of a supporter's suggestion, after the trouble that it answers."""
    if unit.fact.content_type != "support_interaction" or not unit.memory_id:
        return None
    wording = next((said for claim in unit.claims if (said := _wording(claim))), "")
    if not wording:
        return None
    trouble = next((other for other in reversed(earlier) if _is_trouble(other, unit)), None)
    evidence = (trouble.memory_id, unit.memory_id) if trouble is not None else (unit.memory_id,)
    before = f"{_short(trouble.fact.summary or trouble.fact.text, 70).rstrip('.')}. " if trouble is not None else ""
    return _line(f"{before}{unit.fact.speaker} suggested: {_short(wording, 80)}.", evidence, unit, request)


def _wording(claim: Claim) -> str:
    """Return what a claim suggests doing, without the words that make it a suggestion; "" for what suggests nothing."""
    if claim.actuality not in _SUGGESTING or not (claim.object or claim.obliques or claim.place):
        return ""
    wording = suggestion_in(claim.words)
    return "" if _NO_DEED.match(wording) or len(_stems(wording)) < _LEAST else wording


def _is_trouble(unit: FTAUnit, suggestion: FTAUnit) -> bool:
    if _ASKED in unit.fact.text:
        return False
    near = 0 <= suggestion.evidence.turn_span[0] - unit.evidence.turn_span[1] <= NEAR_TURNS
    return near and unit.affect.valence < 0 and unit.fact.speaker != suggestion.fact.speaker


def _received(
    unit: FTAUnit, known: Sequence[LongitudinalLine], request: LongitudinalRequest
) -> LongitudinalLine | None:
    """Return the line of a report on something suggested: what it names was named in the suggestion."""
    if unit.fact.content_type in ("support_interaction", "belief_candidate") or not unit.memory_id:
        return None
    telling = [claim for claim in unit.claims if claim.is_so and concept_of(claim.predicate)[0] in _OUTCOMES]
    named = {stem for claim in telling for stem in _stems(" ".join((claim.subject, claim.object, claim.words)))}
    suggested = next((line for line in reversed(known) if "suggested: " in line.text and _meets(line, named)), None)
    if suggested is None:
        return None
    wording = suggested.text.partition("suggested: ")[2].rstrip(".")
    text = f"On “{_short(wording, 60)}”: {_short(unit.fact.summary or unit.fact.text, 80)}"
    return _line(text, (*suggested.evidence, unit.memory_id), unit, request)


def _meets(line: LongitudinalLine, named: set[str]) -> bool:
    return bool(named & set(_stems(line.text.partition("suggested: ")[2])))


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem for stem in content_stems(text) if len(stem) > 3) - _EVERYWHERE


def _line(text: str, evidence: Sequence[str], unit: FTAUnit, request: LongitudinalRequest) -> LongitudinalLine:
    short = _short(text, LINE_CHARACTERS)
    since = unit.time.event_start or unit.time.dialogue_time or request.dialogue_time
    return LongitudinalLine(content_hash("support", short)[:48], "support", short, tuple(evidence), since)


def _short(text: str, limit: int) -> str:
    """Cut at a word's end; a sentence that fits stays whole."""
    return text if len(text) <= limit else f"{text[: limit - 1].rsplit(' ', 1)[0]}…"
