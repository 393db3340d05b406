"""An answer cut from the sentence that answers, where no claim fills in what is asked for.

Right or silent here means: the sentence is about the person asked about, says that it is so (asserted, and it happened
or holds), and nothing later takes it back.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from fta_mem.engines.rules.answering import answer_spans
from fta_mem.engines.rules.answering.evidence import Evidence, Statement
from fta_mem.engines.rules.answering.matching import means_same
from fta_mem.engines.rules.answering.question_kinds import Question
from fta_mem.engines.rules.answering.ranked_sentences import RankedSentence
from fta_mem.engines.rules.answering.sentence_names import find_name, wants_name
from fta_mem.engines.rules.answering.sentence_times import find_date, find_length
from fta_mem.engines.rules.answering.verdicts import UNSAID
from fta_mem.engines.rules.state.agreement import parts_agree, settles
from fta_mem.state.answering import SourceTurn
from fta_mem.state.claims import Actuality, Asked, Claim
from fta_mem.state.settings import DateStyle
from fta_mem.text.content_words import words_of
from fta_mem.text.grammar import parse


@dataclass(frozen=True, slots=True)
class Found:
    """An answer's words, the sentences it stands on, and whether what stands there is of the kind asked for."""

    text: str
    stands_on: tuple[RankedSentence, ...]
    of_kind: bool = True


SEVERAL: Final = 4
SEVERAL_NEAR: Final = 0.25
SAME_TURN_NEAR: Final = 0.5
"""How much worse the sentence beside the best one may score and still be said with it."""
REMARK: Final = 3
"""Words of a sentence below which it isn't said beside another."""
HOLDS: Final = 0.45
"""Share of the question's rare words that a turn must hold where one word answers (who, where, when)."""
TOUCHES: Final = 0.25
"""The same where a sentence answers: of those that share less, hardly one does (docs/experiments.md)."""


def find_extract(
    question: Question, candidates: Sequence[RankedSentence], evidence: Evidence, style: DateStyle
) -> Found | None:
    """Return what the best sentences that may be believed say to this kind of question, None where none may."""
    precise = question.kind in ("when", "how_long") or wants_name(question)
    floor = HOLDS if precise else TOUCHES
    near = (each for each in candidates if max(each.overlap, each.turn_overlap) >= floor)
    usable = [each for each in near if may_stand(each, question, evidence)]
    if not usable:
        return None
    if precise:
        told = [piece for each in usable for piece in believed_parts(each, question, evidence)]
        return _precise(question, told, evidence.turns, style)
    if question.kind == "list":
        return _several(question, usable, evidence)
    return Found(_told(question, usable, evidence), (usable[0],))


def may_stand(candidate: RankedSentence, question: Question, evidence: Evidence) -> bool:
    """Say whether a sentence may be an answer: of the right person, said to be so, and not taken back later."""
    if candidate.is_question:
        return False
    said = claims_in(candidate, evidence)
    if not said:
        return question.asked is None or candidate.about_asked
    return any(_may_count(each, question, evidence) for each in said)


def believed_parts(candidate: RankedSentence, question: Question, evidence: Evidence) -> list[RankedSentence]:
    """Return a sentence's clauses that say that something is so; the sentence where it has no clauses."""
    said = claims_in(candidate, evidence)
    return [
        replace(candidate, text=each.claim.words)
        for each in said
        if each.claim.polarity == "asserted" and _may_count(each, question, evidence)
    ] or ([] if said else [candidate])


def _may_count(statement: Statement, question: Question, evidence: Evidence) -> bool:
    if not _is_believed(statement, question) or not _is_of(statement, question, evidence):
        return False
    if any(_is_another(statement.claim, asked) for asked in evidence.asked[:1]):
        return False
    return not evidence.is_taken_back(statement, UNSAID)


def _is_another(claim: Claim, asked: Asked) -> bool:
    """Say whether a claim denies what is asked, or tells the same deed of something else.

    That he moved out is no answer to when he moved in, nor that she saw the doctor's dog to when she saw the doctor.
    """
    if settles(claim, asked.claim) is False:
        return True
    if asked.wanted in ("object", "amount", "count"):
        return False  # "I keep nine of them" names the hens by what it counts
    return means_same(claim.predicate, asked.claim.predicate) and parts_agree(claim, asked.claim) is False


def claims_in(candidate: RankedSentence, evidence: Evidence) -> list[Statement]:
    """Return the statements whose words stand in a sentence."""
    begin = candidate.turn.text.find(candidate.text)
    end = begin + len(candidate.text)
    return [
        each
        for each in evidence.in_turn(candidate.turn)
        if begin < each.claim.span[1] and each.claim.span[0] < end and not each.claim.implied
    ]


def _is_believed(statement: Statement, question: Question) -> bool:
    claim = statement.claim
    meant: tuple[Actuality, ...] = ("planned",) if question.is_ahead else ()
    return claim.is_so or claim.actuality in meant


def _is_of(statement: Statement, question: Question, evidence: Evidence) -> bool:
    """Say whether a statement is about the person asked about, or about a thing and in that person's own words."""
    asked = question.asked
    if asked is None:
        return True
    claim = statement.claim
    own = evidence.people.same(claim.speaker, asked)
    mine = not claim.subject or not evidence.people.resolve(claim.subject)
    names = (claim.subject, *claim.people)
    return any(name and evidence.people.same(name, asked) for name in names) or (
        own and (mine or not claim.reported_by)
    )


def _precise(
    question: Question, candidates: Sequence[RankedSentence], turns: Sequence[SourceTurn], style: DateStyle
) -> Found | None:
    """Return a day, a length, a name, a place or a number, as a sentence gives it."""
    if not candidates:
        return None
    if question.kind in ("when", "how_long"):
        when = question.kind == "when"
        timed = find_date(question, candidates, turns, style) if when else find_length(candidates)
        return Found(timed.text, timed.stands_on) if timed is not None else None
    named = find_name(question, candidates)
    return Found(named.text, (named.candidate,)) if named is not None else None


def _several(question: Question, candidates: Sequence[RankedSentence], evidence: Evidence) -> Found:
    """Join what the best sentences of several turns name."""
    floor = candidates[0].score - SEVERAL_NEAR
    parts: dict[str, RankedSentence] = {}
    near = [each for each in candidates if each.score >= floor][:SEVERAL]
    for candidate in [piece for each in near for piece in believed_parts(each, question, evidence)]:
        parsed = parse(candidate.text)
        for sentence in parsed.sentences:
            for chunk in answer_spans.new_chunks(parsed, sentence, question):
                parts.setdefault(chunk.lower(), candidate)
    if not parts:
        return Found(_told(question, candidates, evidence), (candidates[0],))
    return Found(", ".join(parts), tuple(dict.fromkeys(parts.values())))


def _told(question: Question, candidates: Sequence[RankedSentence], evidence: Evidence) -> str:
    """Return the part that answers, or where none stands out the best sentence and the next best of its turn.

    A sentence that denies something is told whole.
    """
    best = candidates[0]
    denies = any(each.claim.polarity == "denied" for each in claims_in(best, evidence))
    part = _part(question, best) if question.kind != "how" and not denies else None
    if part is not None:
        return part
    beside = next((each for each in candidates[1:] if each.turn == best.turn and not _is_remark(each)), None)
    if beside is None or beside.score < best.score - SAME_TURN_NEAR:
        return _plain(best)
    return ". ".join(map(_plain, sorted((best, beside), key=lambda each: best.turn.text.find(each.text))))


def _is_remark(candidate: RankedSentence) -> bool:
    """Say whether a sentence is a mere "Wow, Tim!"."""
    return len(words_of(candidate.text)) < REMARK


def _part(question: Question, candidate: RankedSentence) -> str | None:
    """Return what stands behind the question's own verb, or behind a word of reason."""
    if question.kind == "why":
        return answer_spans.because_clause(candidate.text)
    parsed = parse(candidate.text)
    spans = (answer_spans.complement(parsed, sentence, question) for sentence in parsed.sentences)
    span = next((each for each in spans if each is not None), None)
    return answer_spans.span_text(parsed, span) if span else None


def _plain(candidate: RankedSentence) -> str:
    """Return a sentence without its interjections and closing marks."""
    parsed = parse(candidate.text)
    if not parsed.english or len(parsed.sentences) != 1:
        return candidate.text
    span = answer_spans.trimmed(parsed, parsed.sentences[0])
    return answer_spans.span_text(parsed, span) if span else candidate.text
