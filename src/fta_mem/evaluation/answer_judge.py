"""A chat model that says how right an answer is: 2 right, 1 in part, 0 wrong (paper, Table 2)."""

import re
from typing import Final

from fta_mem.engines.llm.call_policy import Caller
from fta_mem.engines.llm.failures import CallFailedError, MalformedOutputError
from fta_mem.engines.llm.json_parsing import read_object, without_thoughts
from fta_mem.engines.llm.schemas import Shape
from fta_mem.evaluation.answerers import NO_MODEL
from fta_mem.evaluation.questions import Question
from fta_mem.prompts.loader import load_prompt

SHAPE: Final = Shape(
    "judgement",
    {
        "type": "object",
        "properties": {"score": {"type": "integer", "minimum": 0, "maximum": 2}},
        "required": ["score"],
        "additionalProperties": False,
    },
)
_BARE: Final = re.compile(r"\W*(?:score\W*)?([012])\W*", re.IGNORECASE)


class AnswerJudge:
    """Judges one answer a call, at temperature 0; a reply that can't be read leaves the answer without a score."""

    name = "judge"
    best = 2.0

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def score(self, question: Question, said: str) -> float | None:
        """Return 0, 1 or 2.

        Raises:
            CallFailedError: there is no such model, or it doesn't answer.
        """
        asked = {"question": question.text, "gold": question.gold, "answer": said}
        try:
            return self._caller.ask(load_prompt("judge_answer"), {**asked}, SHAPE, read_score).value
        except CallFailedError as failure:
            if failure.kind in NO_MODEL:
                raise
            return None


def read_score(reply: str) -> float:
    """Return the score that a reply holds, in JSON or as a bare number.

    Raises:
        MalformedOutputError: it holds none from 0 to 2.
    """
    bare = _BARE.fullmatch(without_thoughts(reply))
    score: object = int(bare[1]) if bare else read_object(reply).get("score")
    if isinstance(score, str) and score.strip() in ("0", "1", "2"):
        score = int(score)
    if isinstance(score, bool) or not isinstance(score, (int, float)) or score not in (0, 1, 2):
        raise MalformedOutputError("no score from 0 to 2 in it")
    return float(score)
