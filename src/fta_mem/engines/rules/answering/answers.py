"""The answerer's judgement without a language model: right or silent (Equation 12).

What a claim settles is the answer; else a sentence that may be believed, cut down; else an abstention that shows the
nearest evidence.
"""

from collections.abc import Sequence
from typing import Final

from fta_mem.engines.base import AnswerRequest
from fta_mem.engines.judge import Judge
from fta_mem.engines.rules.answering.abstention import strength
from fta_mem.engines.rules.answering.event_days import find_event_day
from fta_mem.engines.rules.answering.evidence import Evidence, cite
from fta_mem.engines.rules.answering.extracts import find_extract
from fta_mem.engines.rules.answering.inference import find_inference
from fta_mem.engines.rules.answering.occasions import find_count, find_duration, find_first, find_gap, find_time
from fta_mem.engines.rules.answering.question_kinds import Question, read_question
from fta_mem.engines.rules.answering.ranked_sentences import RankedSentence, rank_sentences
from fta_mem.engines.rules.answering.values import Value, find_value
from fta_mem.engines.rules.answering.verdicts import Verdict, find_verdict
from fta_mem.state.answering import Answer, Citation
from fta_mem.state.claims import Asked
from fta_mem.state.settings import Settings
from fta_mem.text.embedder import Embedder

ABSTENTION: Final = "Not mentioned in the conversation."
SHOWN: Final = 3
"""Turns that an abstention shows."""
SETTLED: Final = 1.0
"""The strength of what a claim settles."""


def answer(request: AnswerRequest, settings: Settings, embedder: Embedder, judge: Judge | None = None) -> Answer:
    """Answer from the packet alone, or abstain where nothing in it settles the question."""
    evidence = Evidence(request)
    question = read_question(request.question, _persons(request))
    settled = _settled(question, evidence, settings)
    if settled is not None:
        return settled
    candidates = rank_sentences(question, evidence.turns, embedder)
    if any(asked.wanted == "order" for asked in evidence.asked[:1]):
        return _abstain(candidates, evidence)  # which came first is arithmetic over days; no sentence says it by itself
    # A sentence that is near is no yes and no no: only claims, or a judge, say which.
    if question.kind != "yes_no":
        return _extracted(question, candidates, evidence, settings, embedder)
    judged = find_inference(request.question, candidates, judge) if judge is not None else None
    if judged is not None:
        return Answer(
            judged.text, False, _citations(judged.stands_on, evidence), SETTLED, judge=judge.name if judge else ""
        )
    return _abstain(candidates, evidence)


def _settled(question: Question, evidence: Evidence, settings: Settings) -> Answer | None:
    """Return what the claims settle, None where they leave the question open."""
    for asked in evidence.asked[:1]:
        if asked.wanted == "yes_no":
            verdict = find_verdict(asked, evidence)
            return _told(_worded(verdict), verdict, evidence) if verdict is not None else None
        value = _value(asked, question, evidence, settings)
        if value is not None:
            return Answer(value.text, False, cite(value.by, evidence.turns), SETTLED)
    return None


def _value(asked: Asked, question: Question, evidence: Evidence, settings: Settings) -> Value | None:
    match asked.wanted:
        case "time":
            style = settings.date_style
            return find_time(asked, evidence, style) or find_event_day(asked, evidence, style)
        case "duration":
            return find_gap(evidence.asked[1:], evidence) or find_duration(asked, evidence)
        case "count":
            return find_value(asked, evidence) or find_count(asked, evidence, settings.date_style)
        case "order":
            return find_first(asked, evidence)
        case _:
            return find_value(asked, evidence, before=question.is_before, several=question.kind == "list")


def _told(text: str, verdict: Verdict, evidence: Evidence) -> Answer:
    return Answer(text, False, cite((verdict.by,), evidence.turns), SETTLED)


def _worded(verdict: Verdict) -> str:
    """Return yes or no with the words that say so, as they were said."""
    said = verdict.by.claim.words.strip(" ,;:.!?")
    return f"{'Yes' if verdict.is_so else 'No'}: \u201c{said}\u201d" if said else "Yes" if verdict.is_so else "No"


def _extracted(
    question: Question,
    candidates: Sequence[RankedSentence],
    evidence: Evidence,
    settings: Settings,
    embedder: Embedder,
) -> Answer:
    found = find_extract(question, candidates, evidence, settings.date_style) if candidates else None
    if found is None or not found.text:
        return _abstain(candidates, evidence)
    sure = strength(question, candidates, found, embedder)
    if sure < settings.abstain_below:
        return _abstain(candidates, evidence, sure)
    return Answer(found.text, abstained=False, citations=_citations(found.stands_on, evidence), confidence=sure)


def _abstain(candidates: Sequence[RankedSentence], evidence: Evidence, sure: float = 0.0) -> Answer:
    nearest = list({candidate.turn.turn_id: candidate for candidate in reversed(candidates[: 2 * SHOWN])}.values())
    shown = _citations(nearest[::-1][:SHOWN], evidence)
    return Answer(ABSTENTION, abstained=True, confidence=sure, nearest=shown)


def _persons(request: AnswerRequest) -> tuple[str, ...]:
    """Return the people whom memory is about: the supporting agent isn't one of them."""
    agents = {turn.speaker for turn in request.packet.turns if turn.role == "assistant"}
    return tuple(name for name in request.people if name not in agents)


def _citations(stands_on: Sequence[RankedSentence], evidence: Evidence) -> tuple[Citation, ...]:
    """Cite the units that claim something in the sentences' turns, and the turns alone where none does."""
    cited: dict[str, list[str]] = {}
    for candidate in stands_on:
        owner = next((each.memory_id for each in evidence.in_turn(candidate.turn)), "")
        if candidate.turn.turn_id not in cited.setdefault(owner, []):
            cited[owner].append(candidate.turn.turn_id)
    return tuple(Citation(memory_id, tuple(turns)) for memory_id, turns in cited.items())
