"""What the harness asks of a way to remember: index a case, then bring turns for a question within a budget."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from fta_mem.evaluation.evidence_metrics import Span
from fta_mem.state.answering import Answer
from fta_mem.state.records import Case, Usage


@dataclass(frozen=True, slots=True)
class Rendered:
    """What an answer model would read: its text, its length, the turns whole in it, and the units they come from."""

    text: str
    tokens: int
    turn_ids: tuple[str, ...]
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Brought:
    """What a method brings for a question: a rendering for each budget, and its units in rank order."""

    by_budget: Mapping[int, Rendered]
    ranked: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer, and what a model's part in it cost."""

    answer: Answer
    usage: Usage = field(default_factory=Usage)


@dataclass(frozen=True, slots=True)
class Built:
    """What making a case's memory took (paper, Tables 5 and 6): units, and the model's part in making them."""

    units: int
    calls: int = 0
    tokens: int = 0
    seconds: float = 0.0


class Indexed(Protocol):
    """A case as a method keeps it."""

    @property
    def built(self) -> Built:
        """Return what making it took."""

    @property
    def budget(self) -> int:
        """Return the tokens that a packet may have which is answered from."""

    @property
    def units(self) -> Sequence[Span]:
        """Return the turns that each of the case's units stands on."""

    def recall(self, question: str, now: str | None, budgets: Sequence[int]) -> Brought:
        """Return what the method brings, once for each budget (tokens)."""

    def answer(self, question: str, now: str | None) -> Answered | None:
        """Return an answer from what is brought at the default budget, None if the method gives none."""


class Method(Protocol):
    """A way to remember; ``name`` is its key in the report."""

    name: str

    def prepare(self, case: Case, asked: Sequence[str]) -> Indexed:
        """Make memory of a case; ``asked`` are the questions to come, for batching alone."""

    def close(self) -> None:
        """Give back what the method holds open."""
