"""What a user would pick instead: nothing, the history's end, turns, windows, sessions or summaries of them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from fta_mem.evaluation.answerers import Answerer
from fta_mem.evaluation.dialogue_index import Dialogue, read_dialogue, spoken
from fta_mem.evaluation.evidence_metrics import Span
from fta_mem.evaluation.methods import Answered, Brought, Built, Rendered
from fta_mem.evaluation.session_summaries import Summarise, extracted
from fta_mem.retrieval.bm25 import Lexicon
from fta_mem.retrieval.packing import pack_flat
from fta_mem.retrieval.ranking import TURN_WEIGHT, without_names
from fta_mem.state.answering import Packet, SourceTurn
from fta_mem.state.records import Case
from fta_mem.text.embedder import Embedder, Matrix

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


def nothing(dialogue: Dialogue) -> Spans:
    """Return no span: the question alone."""
    return ()


def whole_sessions(dialogue: Dialogue) -> Spans:
    """Return each session as one span."""
    return dialogue.sessions


@dataclass(frozen=True, slots=True)
class Recipe:
    """A baseline: how it cuts, and the weight of BM25 against cosine similarity (0 and 1 leave one out).

    A span is scored by the best of its ``probes``, pieces that it holds, where these are given: a whole session is
    longer than the embedder reads. ``tuned`` borrows two findings of FTA-Mem's own retriever, to tell what they bring
    without its units: the speakers' names stay out of the question's vector, and turns are ranked one by one.
    ``newest_first`` takes spans from the end, whatever is asked; ``summarised`` shortens each session beforehand.
    """

    cut: Callable[[Dialogue], Spans]
    lexical_weight: float
    probes: Callable[[Dialogue], Spans] | None = None
    tuned: bool = False
    newest_first: bool = False
    summarised: bool = False


BASELINES: Final[Mapping[str, Recipe]] = {
    "question_only": Recipe(nothing, 0.0),
    "whole_history": Recipe(turns_alone, 0.0, newest_first=True),
    "turn_embedding": Recipe(turns_alone, 0.0),
    "turn_bm25": Recipe(turns_alone, 1.0),
    "turn_mixed": Recipe(turns_alone, 0.5),
    "window4_mixed": Recipe(windows, 0.5),
    "session": Recipe(whole_sessions, 0.0, probes=windows),
    "session_summary": Recipe(whole_sessions, 0.5, summarised=True),
    "window4_mixed_tuned": Recipe(windows, 0.5, tuned=True),
}


class Baseline:
    """A flat store of spans; the turns of the best ones fill the budget in rank order."""

    def __init__(
        self,
        name: str,
        embedder: Embedder,
        answerer: Answerer | None,
        budget: int,
        summarise: Summarise = extracted,
    ) -> None:
        self.name = name
        self._summarise = summarise
        self._recipe = BASELINES[name]
        self._embedder = embedder
        self._answerer = answerer
        self._budget = budget

    def prepare(self, case: Case, asked: Sequence[str]) -> "BaselineCase":
        """Cut the case into spans, embed them and index their words; the questions are embedded in one batch."""
        dialogue = read_dialogue(case)
        if self._recipe.summarised:
            dialogue = self._summarise(dialogue, self._embedder)
        self._embedder.embed([_asked(question, dialogue, self._recipe) for question in asked])
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
        self.budget = budget
        self._recipe = recipe
        self._weight = recipe.lexical_weight
        self._spans = recipe.cut(dialogue)
        probes = recipe.probes(dialogue) if recipe.probes is not None else self._spans
        owner = {index: place for place, span in enumerate(self._spans) for index in span}
        self._owners = [owner[probe[0]] for probe in probes] if recipe.probes is not None else None
        texts = ["\n".join(spoken(dialogue.turns[index]) for index in probe) for probe in probes]
        self._probes = len(texts)
        self._vectors: Matrix = embedder.embed(texts if self._weight < 1.0 else [])
        self._lexicon = Lexicon(texts if self._weight > 0.0 else [])
        self.units = tuple(self._turn_ids(span) for span in self._spans)
        self.built = Built(len(self.units))

    def recall(self, question: str, now: str | None, budgets: Sequence[int]) -> Brought:
        """Return the best spans' turns for each budget."""
        scores = self._scores(question)
        order = self._order(scores)
        turns = self._turns(order, scores, question)
        return Brought(
            {budget: self._rendered(order, self._packet(turns, budget)) for budget in budgets},
            tuple(self.units[place] for place in order),
        )

    def answer(self, question: str, now: str | None) -> Answered | None:
        """Return the engine's answer from the turns of the default budget, None without an engine."""
        if self._answerer is None:
            return None
        scores = self._scores(question)
        turns = self._turns(self._order(scores), scores, question)
        packet = self._packet(turns, self.budget)
        return self._answerer(question, packet, now or self._dialogue.last_day, self._dialogue.people)

    def _order(self, scores: Row) -> list[int]:
        if self._recipe.newest_first:
            return list(range(len(self._spans)))[::-1]
        best_first: list[int] = np.argsort(-scores, kind="stable").tolist()
        return best_first

    def _scores(self, question: str) -> Row:
        score = np.zeros(self._probes, dtype=np.float32)
        if self._weight < 1.0:
            score += (1 - self._weight) * _relative(self._vectors @ self._vector_of(question))
        if self._weight > 0.0:
            score += self._weight * _relative(self._lexicon.scores(question))
        if self._owners is None:
            return score
        best = np.full(len(self._spans), -np.inf, dtype=np.float32)
        np.maximum.at(best, self._owners, score)
        return best

    def _vector_of(self, question: str) -> Row:
        vector: Row = self._embedder.embed([_asked(question, self._dialogue, self._recipe)])[0]
        return vector

    def _turns(self, order: Iterable[int], scores: Row, question: str) -> list[SourceTurn]:
        """Return all turns in the order of their best span, each with that span's score (and its own similarity)."""
        best: dict[int, float] = {}
        for place in order:
            for index in self._spans[place]:
                best.setdefault(index, float(scores[place]))
        turns = [self._dialogue.turns[index] for index in best]
        if not self._recipe.tuned:
            return [replace(turn, score=score) for turn, score in zip(turns, best.values(), strict=True)]
        near = self._embedder.embed([spoken(turn) for turn in turns]) @ self._vector_of(question)
        return [
            replace(turn, score=score + TURN_WEIGHT * float(own))
            for turn, score, own in zip(turns, best.values(), near, strict=True)
        ]

    def _packet(self, turns: Sequence[SourceTurn], budget: int) -> Packet:
        count = self._embedder.count_tokens
        return pack_flat(turns, sessions=self._dialogue.session_ids, budget=budget, count=count)

    def _rendered(self, order: Iterable[int], packet: Packet) -> Rendered:
        shown = tuple(turn.turn_id for turn in packet.turns)
        waiting = set(shown)
        spans: list[Span] = []
        for place in order:
            if not waiting:
                break
            if waiting.intersection(self.units[place]):
                spans.append(self.units[place])
                waiting.difference_update(self.units[place])
        return Rendered(packet.text, packet.tokens, shown, tuple(spans))

    def _turn_ids(self, span: Iterable[int]) -> tuple[str, ...]:
        return tuple(self._dialogue.turns[index].turn_id for index in span)


def _asked(question: str, dialogue: Dialogue, recipe: Recipe) -> str:
    return without_names(question, dialogue.people) if recipe.tuned else question


def _relative(scores: Row) -> Row:
    """Return the scores divided by the best one's, so that the two kinds weigh alike."""
    best = float(scores.max(initial=0.0))
    return scores / np.float32(best) if best > 0 else scores
