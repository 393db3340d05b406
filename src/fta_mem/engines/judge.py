"""The port to an optional judge of what grammar can't settle: does what was said entail a statement, or deny it?"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Entailment:
    """How likely a premise entails a hypothesis, and how likely it contradicts it; 0 to 1, the rest is neither."""

    entails: float
    contradicts: float


class Judge(Protocol):
    """Who judges natural-language inference: premise and hypothesis in, probabilities out. Deterministic."""

    @property
    def name(self) -> str:
        """Return the model's name, which the answers that it settled carry."""

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Entailment]:
        """Return one judgement for each (premise, hypothesis)."""
