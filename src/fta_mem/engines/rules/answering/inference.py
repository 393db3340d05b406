"""What grammar can't settle, put to a judge of natural-language inference: premises are sentences, nothing else."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from fta_mem.engines.judge import Judge
from fta_mem.engines.rules.answering.question_kinds import without_lead
from fta_mem.engines.rules.answering.ranked_sentences import RankedSentence
from fta_mem.text.constituents import subtree
from fta_mem.text.grammar import Parsed, parse

SURE: Final = 0.9
"""How likely a judgement must be to count."""
PREMISES: Final = 8
_SUBJECTS: Final = frozenset({"nsubj", "nsubjpass", "expl"})


@dataclass(frozen=True, slots=True)
class Inference:
    """Yes or no by a judge, with the sentence that it follows from."""

    text: str
    stands_on: tuple[RankedSentence, ...]


def find_inference(question: str, candidates: Sequence[RankedSentence], judge: Judge) -> Inference | None:
    """Return what the newest sentence that the judge is sure of entails or contradicts."""
    hypothesis = statement_of(question)
    told = [each for each in candidates[:PREMISES] if not each.is_question]
    if hypothesis is None or not told:
        return None
    judged = judge.judge([(f"{each.turn.speaker}: {each.text}", hypothesis) for each in told])
    sure = [
        (each, verdict)
        for each, verdict in zip(told, judged, strict=True)
        if max(verdict.entails, verdict.contradicts) >= SURE
    ]
    if not sure:
        return None
    best, verdict = max(sure, key=lambda item: (item[0].turn.dialogue_time or "", item[0].place))
    return Inference("Yes" if verdict.entails > verdict.contradicts else "No", (best,))


def statement_of(question: str) -> str | None:
    """Return a yes/no question as a statement ("Does she row?": "she does row"), None where it can't be turned."""
    parsed = parse(without_lead(question).strip(" ?"))
    subject = _subject(parsed)
    if subject is None or not parsed.tokens or parsed.tokens[0].pos not in {"AUX", "VERB"}:
        return None
    inside = subtree(parsed, subject)
    if inside[0] != 1:
        return None
    last = parsed.tokens[inside[-1]].span[1]
    head = parsed.tokens[0]
    return f"{parsed.text[head.span[1] : last].strip()} {head.text.lower()}{parsed.text[last:]}."


def _subject(parsed: Parsed) -> int | None:
    return next((place for place, token in enumerate(parsed.tokens) if token.dep in _SUBJECTS), None)
