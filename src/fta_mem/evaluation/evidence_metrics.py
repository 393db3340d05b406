"""Scores of what a method brings: annotated evidence turns among the rendered ones, and among its ranked units."""

import math
from collections.abc import Collection, Sequence

Span = Sequence[str]
"""The turn ids that one unit stands on."""


def evidence_recall(evidence: Collection[str], rendered: Collection[str]) -> float:
    """Return the share of the evidence turns that are rendered whole."""
    wanted = set(evidence)
    return len(wanted & set(rendered)) / len(wanted)


def evidence_precision(evidence: Collection[str], rendered: Collection[str]) -> float:
    """Return the share of the rendered turns that are evidence; 0 where nothing is rendered."""
    shown = set(rendered)
    return len(shown & set(evidence)) / len(shown) if shown else 0.0


def mean_span_length(spans: Sequence[Span]) -> float:
    """Return how many turns a rendered unit stands on, on average; 0 where there is none."""
    return sum(len(span) for span in spans) / len(spans) if spans else 0.0


def unit_recall(evidence: Collection[str], ranked: Sequence[Span], everything: Sequence[Span], count: int) -> float:
    """Return the share of the relevant units that stand among the first ``count``.

    A unit is relevant if its span holds an evidence turn. Evidence that no unit holds can't be found: the share is 0
    where it is all of it.
    """
    relevant = sum(_is_relevant(span, evidence) for span in everything)
    found = sum(_is_relevant(span, evidence) for span in ranked[:count])
    return found / relevant if relevant else 0.0


def unit_coverage(evidence: Collection[str], ranked: Sequence[Span], count: int) -> float:
    """Return the share of the evidence turns that the first ``count`` units stand on."""
    return evidence_recall(evidence, {turn for span in ranked[:count] for turn in span})


def ndcg(evidence: Collection[str], ranked: Sequence[Span], everything: Sequence[Span], count: int) -> float:
    """Return the normalised discounted cumulative gain of the first ``count`` units with relevance 0 or 1."""
    relevant = sum(_is_relevant(span, evidence) for span in everything)
    gain = sum(_discount(place) for place, span in enumerate(ranked[:count]) if _is_relevant(span, evidence))
    ideal = sum(_discount(place) for place in range(min(relevant, count)))
    return gain / ideal if ideal else 0.0


def in_rank_order(ranked: Sequence[Span], rendered: Sequence[Span]) -> list[Span]:
    """Return the rendered units as they were ranked, those that the ranking doesn't hold (neighbours) behind them."""
    place = {tuple(span): number for number, span in reversed(list(enumerate(ranked)))}
    return sorted(rendered, key=lambda span: place.get(tuple(span), len(ranked)))


def session_recall(sessions: Sequence[Span], rendered: Collection[str]) -> float:
    """Return the share of the gold sessions of which at least one turn is rendered."""
    shown = set(rendered)
    return sum(not shown.isdisjoint(turns) for turns in sessions) / len(sessions)


def comes_first(current: Collection[str], outdated: Collection[str], ranked: Sequence[Span]) -> float:
    """Say (1 or 0) whether the first unit that tells the new comes before every unit that tells the old alone."""
    for span in ranked:
        if _is_relevant(span, current):
            return 1.0
        if _is_relevant(span, outdated):
            return 0.0
    return 0.0


def is_stale(current: Collection[str], outdated: Collection[str], rendered: Collection[str]) -> float:
    """Say (1 or 0) whether what is rendered tells the old and not the new: a reader would take it for true."""
    shown = set(rendered)
    return float(not shown.isdisjoint(outdated) and shown.isdisjoint(current))


def _is_relevant(span: Span, evidence: Collection[str]) -> bool:
    return any(turn in evidence for turn in span)


def _discount(place: int) -> float:
    return 1 / math.log2(place + 2)
