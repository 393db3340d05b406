"""How strong the evidence is, 0 to 1: abstention is a decision of its own, never a side effect of retrieval."""

from collections.abc import Sequence

from fta_mem.engines.rules.answer_evidence import Candidate
from fta_mem.engines.rules.answer_text import Found
from fta_mem.engines.rules.question_kinds import Question


def strength(question: Question, candidates: Sequence[Candidate], found: Found) -> float:
    return 1.0
