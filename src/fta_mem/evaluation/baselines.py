"""What a user would pick instead: turns, windows or whole sessions, by embedding, by BM25, or both mixed."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from fta_mem.engines.base import Embedder, Matrix
from fta_mem.evaluation.answerers import Answerer
from fta_mem.evaluation.dialogue_index import Dialogue, read_dialogue, spoken
from fta_mem.evaluation.methods import Brought, Rendered
from fta_mem.state.answering import Answer, Packet
from fta_mem.state.records import Case
from fta_mem.storage.lexical import Lexicon

WINDOW: Final = 4
STEP: Final = 2

Spans = tuple[tuple[int, ...], ...]
"""Index spans of turns, each one unit of a baseline."""

Row = npt.NDArray[np.float32]


def turns_alone(dialogue: Dialogue) -> Spans:
    """Return each turn by itself."""
    return tuple((index,) for index in range(len(dialogue.turns)))


def windows(dialogue: Dialogue) -> Spans:
    """Return windows of four turns that overlap by two and never leave their session."""
    return tuple(
        session[start : start + WINDOW]
        for session in dialogue.sessions
        for start in range(0, max(1, len(session) - WINDOW + STEP), STEP)
    )


def whole_sessions(dialogue: Dialogue) -> Spans:
    """Return each session as one span."""
    return dialogue.sessions


@dataclass(frozen=True, slots=True)
class Recipe:
    """A baseline: how it cuts, and the weight of BM25 against cosine similarity (0 and 1 leave one out)."""

    cut: Callable[[Dialogue], Spans]
    lexical_weight: float


BASELINES: Final[Mapping[str, Recipe]] = {
    "turn_embedding": Recipe(turns_alone, 0.0),
    "turn_bm25": Recipe(turns_alone, 1.0),
    "turn_mixed": Recipe(turns_alone, 0.5),
    "window4_mixed": Recipe(windows, 0.5),
    "session": Recipe(whole_sessions, 0.0),
}


class Baseline:
    """A flat store of spans; the turns of the best ones fill the budget in rank order."""

    def __init__(self, name: str, embedder: Embedder, answerer: Answerer | None, budget: int) -> None:
        self.name = name
        self._recipe = BASELINES[name]
        self._embedder = embedder
        self._answerer = answerer
        self._budget = budget

    def prepare(self, case: Case) -> "BaselineCase":
        """Cut the case into spans, embed them and index their words."""
        dialogue = read_dialogue(case, self._embedder)
        return BaselineCase(dialogue, self._recipe, self._embedder, self._answerer, self._budget)

    def close(self) -> None:
        """Do nothing: vectors are shared by all baselines of a run."""


class BaselineCase:
    """A case cut into spans and indexed."""

    def __init__(
        self, dialogue: Dialogue, recipe: Recipe, embedder: Embedder, answerer: Answerer | None, budget: int
    ) -> None:
        self._dialogue = dialogue
        self._embedder = embedder
        self._answerer = answerer
        self._budget = budget
        self._weight = recipe.lexical_weight
        self._spans = recipe.cut(dialogue)
        texts = ["\n".join(spoken(dialogue.turns[index]) for index in span) for span in self._spans]
        self._vectors: Matrix = embedder.embed(texts if self._weight < 1.0 else [])
        self._lexicon = Lexicon(texts if self._weight > 0.0 else [])
        self.units = tuple(self._turn_ids(span) for span in self._spans)

    def recall(self, question: str, now: str | None, budgets: Sequence[int]) -> Brought:
        """Return the best spans' turns for each budget."""
        order = np.argsort(-self._scores(question), kind="stable").tolist()
        return Brought(
            {budget: self._rendered(order, budget) for budget in budgets},
            tuple(self.units[place] for place in order),
        )

    def answer(self, question: str, now: str | None) -> Answer | None:
        """Return the engine's answer from the turns of the default budget, None without an engine."""
        if self._answerer is None:
            return None
        order = np.argsort(-self._scores(question), kind="stable").tolist()
        nearness = self._embedder.embed([question])[0]
        packet = self._packet(order, nearness)
        return self._answerer(question, packet, now or self._dialogue.last_day, self._dialogue.people)

    def _scores(self, question: str) -> Row:
        score = np.zeros(len(self._spans), dtype=np.float32)
        if self._weight < 1.0:
            score += (1 - self._weight) * (self._vectors @ self._embedder.embed([question])[0])
        if self._weight > 0.0:
            words = self._lexicon.scores(question)
            score += self._weight * words / max(float(words.max(initial=0.0)), 1e-9)
        return score

    def _rendered(self, order: Iterable[int], budget: int) -> Rendered:
        chosen, spans = self._filled(order, budget)
        lines = [self._dialogue.lines[index] for index in chosen]
        return Rendered(
            text="\n".join(lines),
            tokens=sum(self._dialogue.tokens[index] for index in chosen),
            turn_ids=self._turn_ids(chosen),
            spans=tuple(self.units[place] for place in spans),
        )

    def _filled(self, order: Iterable[int], budget: int) -> tuple[list[int], list[int]]:
        """Return the turns that fit, in rank order, and the spans that brought one; a turn too long is passed over."""
        chosen: dict[int, None] = {}
        spans: list[int] = []
        left = budget
        for place in order:
            fresh = [index for index in self._spans[place] if index not in chosen]
            for index in fresh:
                if self._dialogue.tokens[index] <= left:
                    chosen[index] = None
                    left -= self._dialogue.tokens[index]
            if any(index in chosen for index in fresh):
                spans.append(place)
        return list(chosen), spans

    def _packet(self, order: Iterable[int], query: Row) -> Packet:
        chosen, _ = self._filled(order, self._budget)
        turns = [self._dialogue.turns[index] for index in chosen]
        nearness = self._embedder.embed([spoken(turn) for turn in turns]) @ query
        scored = [replace(turn, score=float(near)) for turn, near in zip(turns, nearness, strict=True)]
        text = "\n".join(self._dialogue.lines[index] for index in chosen)
        return Packet(text, sum(self._dialogue.tokens[index] for index in chosen), turns=tuple(scored))

    def _turn_ids(self, span: Iterable[int]) -> tuple[str, ...]:
        return tuple(self._dialogue.turns[index].turn_id for index in span)
