"""From ranked sentences to the words of an answer, by the kind of question."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from fta_mem.engines.rules import answer_dates, answer_names, answer_spans, yes_no
from fta_mem.engines.rules.answer_evidence import Candidate
from fta_mem.engines.rules.language import parse
from fta_mem.engines.rules.question_kinds import Question
from fta_mem.state.answering import Packet
from fta_mem.state.settings import Settings


@dataclass(frozen=True, slots=True)
class Found:
    """An answer's words, the sentences it stands on, and whether what stands there is of the kind asked for."""

    text: str
    stands_on: tuple[Candidate, ...]
    of_kind: bool = True


def extract(question: Question, candidates: Sequence[Candidate], packet: Packet, settings: Settings) -> Found:
    """Return the answer that the best sentences give to this kind of question."""
    if question.kind == "when":
        timed = answer_dates.find_date(question, candidates, packet.hits, settings.date_style)
    elif question.kind == "how_long":
        timed = answer_dates.find_length(candidates)
    else:
        timed = None
    if timed is not None:
        return Found(timed.text, (timed.candidate,), timed.exact)
    if question.kind == "yes_no":
        return _yes_no(question, candidates, packet)
    names = answer_names.wants_name(question)
    if question.kind == "list" and not names:
        return _several(question, candidates)
    named = answer_names.find_name(question, candidates) if names else None
    if named is not None:
        return Found(named.text, (named.candidate,))
    best = candidates[0]
    return Found(shortened(question, best), (best,), not names and question.kind not in {"when", "how_long"})


def _yes_no(question: Question, candidates: Sequence[Candidate], packet: Packet) -> Found:
    holds = yes_no.judge(question.text, candidates, packet.hits)
    best = yes_no.newest(candidates)
    clause = shortened(question, best)
    return Found(f"{'Yes' if holds else 'No'}, {clause}" if clause else "Yes" if holds else "No", (best,))


SEVERAL: Final = 4
SEVERAL_NEAR: Final = 0.25


def _several(question: Question, candidates: Sequence[Candidate]) -> Found:
    """Join what the best sentences of several turns name."""
    floor = candidates[0].score - SEVERAL_NEAR
    parts: dict[str, Candidate] = {}
    for candidate in [each for each in candidates if each.score >= floor and not each.is_question][:SEVERAL]:
        parsed = parse(candidate.text)
        for sentence in parsed.sentences:
            for chunk in answer_spans.new_chunks(parsed, sentence, question):
                parts.setdefault(chunk.lower(), candidate)
    if not parts:
        return Found(shortened(question, candidates[0]), (candidates[0],))
    return Found(", ".join(parts), tuple(dict.fromkeys(parts.values())))


def shortened(question: Question, candidate: Candidate) -> str:
    """Return the part of a sentence that answers, the whole of it where no part stands out."""
    parsed = parse(candidate.text)
    if not parsed.english or not parsed.sentences:
        return candidate.text
    sentence = parsed.sentences[0]
    if question.kind == "why":
        reason = answer_spans.because_clause(candidate.text)
        if reason is not None:
            return reason
    span = answer_spans.complement(parsed, sentence, question) or answer_spans.trimmed(parsed, sentence)
    return answer_spans.span_text(parsed, span) if span else candidate.text
