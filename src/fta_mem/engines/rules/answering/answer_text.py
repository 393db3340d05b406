"""From ranked sentences to the words of an answer, by the kind of question."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from fta_mem.engines.rules.answering import answer_spans, yes_no
from fta_mem.engines.rules.answering import who_where as answer_names
from fta_mem.engines.rules.answering.question_kinds import Question
from fta_mem.engines.rules.answering.ranked_sentences import Candidate
from fta_mem.engines.rules.answering.when import Timed, find_date, find_length
from fta_mem.state.answering import Packet
from fta_mem.state.settings import Settings
from fta_mem.text.content_words import words_of
from fta_mem.text.grammar import parse


@dataclass(frozen=True, slots=True)
class Found:
    """An answer's words, the sentences it stands on, and whether what stands there is of the kind asked for."""

    text: str
    stands_on: tuple[Candidate, ...]
    of_kind: bool = True


SEVERAL: Final = 4
SEVERAL_NEAR: Final = 0.25
SAME_TURN_NEAR: Final = 0.5
"""How much worse the sentence beside the best one may score and still be said with it."""

REMARK: Final = 3
"""Words of a sentence below which it isn't said beside another."""


def extract(question: Question, candidates: Sequence[Candidate], packet: Packet, settings: Settings) -> Found:
    """Return the answer that the best sentences give to this kind of question."""
    timed = _timed(question, candidates, packet, settings)
    if timed is not None:
        return Found(timed.text, timed.stands_on, timed.exact)
    if question.kind == "yes_no":
        return _yes_no(question, candidates, packet)
    names = answer_names.wants_name(question)
    if question.kind == "list" and not names:
        return _several(question, candidates)
    named = answer_names.find_name(question, candidates) if names else None
    if named is not None:
        return Found(named.text, (named.candidate,))
    return Found(_told(question, candidates), (candidates[0],), not names and question.kind not in {"when", "how_long"})


def _timed(question: Question, candidates: Sequence[Candidate], packet: Packet, settings: Settings) -> Timed | None:
    if question.kind == "when":
        return find_date(question, candidates, packet, settings.date_style)
    return find_length(candidates) if question.kind == "how_long" else None


def _yes_no(question: Question, candidates: Sequence[Candidate], packet: Packet) -> Found:
    verdict = "Yes" if yes_no.judge(question.text, candidates, packet.hits) else "No"
    best = yes_no.newest(candidates)
    clause = "" if yes_no.is_guess(question.text) else _part(question, best) or _plain(best)
    return Found(yes_no.worded(verdict, clause), (best,))


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
        return Found(_told(question, candidates), (candidates[0],))
    return Found(", ".join(parts), tuple(dict.fromkeys(parts.values())))


def _told(question: Question, candidates: Sequence[Candidate]) -> str:
    """Return the part that answers, or where none stands out the best sentence and the next best of its turn."""
    best = candidates[0]
    part = _part(question, best) if question.kind != "how" else None
    if part is not None:
        return part
    beside = next((each for each in candidates[1:] if each.turn == best.turn and not _is_remark(each)), None)
    if beside is None or beside.score < best.score - SAME_TURN_NEAR:
        return _plain(best)
    return ". ".join(map(_plain, sorted((best, beside), key=lambda each: best.turn.text.find(each.text))))


def _is_remark(candidate: Candidate) -> bool:
    """Say whether a sentence is a mere "Wow, Tim!"."""
    return len(words_of(candidate.text)) < REMARK


def _part(question: Question, candidate: Candidate) -> str | None:
    """Return what stands behind the question's own verb, or behind a word of reason."""
    if question.kind == "why":
        return answer_spans.because_clause(candidate.text)
    parsed = parse(candidate.text)
    spans = (answer_spans.complement(parsed, sentence, question) for sentence in parsed.sentences)
    span = next((each for each in spans if each is not None), None)
    return answer_spans.span_text(parsed, span) if span else None


def _plain(candidate: Candidate) -> str:
    """Return a sentence without its interjections and closing marks."""
    parsed = parse(candidate.text)
    if not parsed.english or len(parsed.sentences) != 1:
        return candidate.text
    span = answer_spans.trimmed(parsed, parsed.sentences[0])
    return answer_spans.span_text(parsed, span) if span else candidate.text
