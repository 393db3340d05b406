"""Help for models of 3B and less (``Settings.guided``): code decides what they decide badly, and trims what they say.

Off by default. Such a model says yes to whatever was once true, works out wrong days, and makes something up where
nothing is told; a stronger one answers better without this (docs/evaluation.md says how both are measured).
"""

import re
from collections.abc import Sequence
from typing import Final

from fta_mem.engines.base import AnswerRequest
from fta_mem.engines.date_wording import word_iso_days
from fta_mem.engines.llm.answering import said_in
from fta_mem.engines.llm.fields import one_line
from fta_mem.engines.llm.grounding import content_stems
from fta_mem.engines.llm.verdict_wording import asks_opinion, worded
from fta_mem.engines.rules.answering.repeated_question import telling, without_echo
from fta_mem.state.answering import Answer, Citation, Hit
from fta_mem.state.settings import DateStyle

HOPELESS: Final = 0.9
"""Share of the abstention threshold below which the model isn't asked at all."""
DATED_KINDS: Final = frozenset({"when", "how_long"})
MAX_DATED: Final = 5

_FURTHER: Final = {"": "", "Yes": " Yes. What shows it?", "No": " No. What is or was so instead?"}
"""What such a model is asked behind a question whose yes or no is judged already: else it says that word alone."""
_VERDICT: Final = re.compile(r"^(?:(?:yes|no)\b[\s,.:;-]*)?(?:(?:no )?longer so\b\W*)?", re.IGNORECASE)
"""A judged word, and the mark that a packet sets behind what is past, at an answer's beginning."""
_DAY_WORDS: Final = re.compile(
    r"\d|\b(?:january|february|march|april|may|june|july|august|september|october|november|december"
    r"|spring|summer|autumn|winter)\b",
    re.IGNORECASE,
)


def is_decided(request: AnswerRequest, by_rules: Answer, abstain_below: float) -> bool:
    """Say whether code answers in the model's place: hopeless evidence, or a resolved day that was asked for."""
    if by_rules.abstained:
        return by_rules.confidence < HOPELESS * abstain_below
    return request.query.kind == "when" and _DAY_WORDS.search(by_rules.text) is not None


def judged_word(request: AnswerRequest, by_rules: Answer) -> str:
    """Return "Yes" or "No" where the rules engine judged a question of fact by its evidence, "" elsewhere."""
    if request.query.kind != "yes_no" or by_rules.abstained or asks_opinion(request.question):
        return ""
    found = re.match(r"(Yes|No)\b", by_rules.text)
    return found[1] if found else ""


def with_verdict(question: str, request: AnswerRequest, by_rules: Answer) -> str:
    """Return the question with what code has judged of it."""
    return f"{question}{_FURTHER[judged_word(request, by_rules)]}"


def dated_claims(request: AnswerRequest) -> str:
    """Return the nearest claims with their resolved days where the question turns on time, and what no longer holds."""
    asks_time = request.query.kind in DATED_KINDS
    hits = sorted(request.packet.hits, key=lambda hit: -hit.score)
    wanted = [hit for hit in hits if (asks_time and hit.unit.time.event_start) or not hit.is_current]
    return "\n".join(map(_dated, wanted[:MAX_DATED])) or "-"


def read_guided_answer(reply: str, request: AnswerRequest, by_rules: Answer, style: DateStyle) -> Answer:
    """Return the model's answer behind the word that code judged, without what only repeats the question.

    Raises:
        MalformedOutputError: the reply holds no answer.
    """
    text, _ = said_in(reply)
    if not text:
        return Answer("", abstained=True, confidence=by_rules.confidence)
    word = judged_word(request, by_rules)
    if word:
        asked = with_verdict(request.question, request, by_rules)
        rest = telling(_VERDICT.sub("", text), asked, judged=True)
        text = worded(word, rest) if rest else by_rules.text
    elif request.query.kind != "when":
        text = without_echo(telling(text, request.question) or text, request.question)
    text = word_iso_days(text, style)
    return Answer(text, abstained=False, citations=likely_citations(text, request), confidence=by_rules.confidence)


def likely_citations(text: str, request: AnswerRequest) -> tuple[Citation, ...]:
    """Return the units that say most of an answer's words, or else the nearest one: such a model cites at random."""
    wanted = content_stems(text)
    hits = request.packet.hits
    scored = [(len(wanted & content_stems(f"{hit.unit.fact.text} {hit.unit.time.event_time}")), hit) for hit in hits]
    best = max((count for count, _ in scored), default=0)
    chosen = [hit for count, hit in scored if count == best][:3] if best else _nearest(hits)
    return tuple(_citation(hit, request) for hit in chosen)


def _nearest(hits: Sequence[Hit]) -> list[Hit]:
    return sorted(hits, key=lambda hit: -hit.score)[:1]


def _citation(hit: Hit, request: AnswerRequest) -> Citation:
    inside = [
        turn.turn_id
        for turn in request.packet.turns
        for span in hit.unit.spans
        if turn.session == span.session and span.turn_span[0] <= turn.turn_index <= span.turn_span[1]
    ]
    return Citation(hit.unit.memory_id, tuple(dict.fromkeys(inside)))


def _dated(hit: Hit) -> str:
    time = hit.unit.time
    days = " to ".join(dict.fromkeys(day for day in (time.event_start, time.event_end) if day)) or "no date"
    since = f" since {hit.until}" if hit.until else ""
    state = "" if hit.is_current else f"; no longer holds{since}"
    return f"- {one_line(hit.unit.fact.text, 160)} ({days}{state})"
