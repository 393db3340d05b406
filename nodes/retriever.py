"""retriever: the primary evidence M_sub by R(q', m), and the turns near the question (paper, Equations 8 and 9)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from langgraph.runtime import Runtime

from fta_mem.retrieval.open_turns import nearest_first, view_with_open_turns
from fta_mem.retrieval.ranking import turn_scores, unit_scores, without_names
from fta_mem.retrieval.ranking_features import CaseFeatures, Scores, features_of
from fta_mem.state.answering import AnsweringState, AnsweringUpdate, Hit, SourceTurn
from fta_mem.state.settings import SearchWay, Settings, settings_of
from fta_mem.storage.ports import NodeStore
from fta_mem.text.embedder import Matrix

TURNS_CONSIDERED: Final = 150
"""Turns handed on to packing, best first."""
UNITS_CONSIDERED: Final = 250
"""Units that the index is asked for: more than K ever is, and as many as the turns handed on may stand in."""


def retriever(state: AnsweringState, runtime: Runtime[Settings], *, store: NodeStore) -> AnsweringUpdate:
    """Rank units by Equation 8 and turns by their units, wording and speaker; keep the best of both.

    Open turns, which no unit stands on yet, are ranked by themselves.
    """
    settings = settings_of(runtime.context)
    view, said = view_with_open_turns(state, store)
    found = AnsweringUpdate(revision=view.revision, searched=None, hits=[], turns=[], open_turns=[], open_sessions=[])
    if settings.question_only:
        return found
    query = replace(state.query, text=without_names(state.query.text, view.people))
    vector = store.embed_query(query.text)
    found["open_turns"] = nearest_first(said, store.open_vectors([turn.text for turn in said]), vector)
    if not view.units:
        return found
    features = features_of(view)
    similarity, found["searched"] = unit_similarity(store, features, vector, settings)
    units = unit_scores(features, query, similarity, settings)
    turns = turn_scores(features, query, units, vector, settings)
    turns[features.foreign] = -np.inf
    ranked = np.argsort(-turns, kind="stable")[:TURNS_CONSIDERED]
    best = [int(place) for place in ranked if np.isfinite(turns[place])]
    claimed = features.claims.turns_near(state.query, features.names) if settings.claims else []
    places = primary_places(features, units, best, settings)
    found["hits"] = [Hit(view.units[place], float(units[place]), float(similarity[place])) for place in places]
    if settings.turns_of_units:
        turns = turns_of_units(features, turns, places)
    found["turns"] = near_turns(features, turns, best, claimed)
    return found


def unit_similarity(
    store: NodeStore, features: CaseFeatures, vector: Matrix, settings: Settings
) -> tuple[Scores, SearchWay]:
    """Return s_emb of every unit, and how it was found; of units that the index finds far, no more than of the near."""
    if settings.search == "exact":
        return np.asarray(features.view.unit_vectors @ vector, dtype=np.float32), "exact"
    found = store.nearest(features.view.case_id, vector, UNITS_CONSIDERED, "chroma")
    lowest = min((score for _, score in found.units), default=0.0)
    similarity = np.full(len(features.view.units), lowest, dtype=np.float32)
    for memory_id, score in found.units:
        if memory_id in features.place:
            similarity[features.place[memory_id]] = score
    return similarity, found.way


def primary_places(features: CaseFeatures, units: Scores, best_turns: Sequence[int], settings: Settings) -> list[int]:
    """Return positions of the primary units: the K best at or above tau, then places kept for what only turns find.

    Cues weigh 1 - lambda at most, so a unit that only its wording or its day finds would fall below tau.
    """
    ranked = np.argsort(-units, kind="stable")[: settings.top_k]
    chosen = [int(place) for place in ranked if units[place] >= settings.threshold]
    kept = 0
    for turn in best_turns:
        owners = features.units_of_turn.get(turn, [])
        if kept >= settings.kept_places or any(owner in chosen for owner in owners):
            continue
        if owners:
            chosen.append(max(owners, key=lambda owner: float(units[owner])))
            kept += 1
    return chosen


def turns_of_units(features: CaseFeatures, scores: Scores, places: Sequence[int]) -> Scores:
    """Return the scores with every turn ruled out that no primary unit stands on, as in the paper's packet."""
    only = np.full_like(scores, -np.inf)
    for place in places:
        for span in features.view.units[place].spans:
            own = list(features.turns_of(span))
            only[own] = scores[own]
    return only


def near_turns(
    features: CaseFeatures, scores: Scores, best: Sequence[int], claimed: Sequence[int] = ()
) -> list[SourceTurn]:
    """Return the turns whose claims are near the question, then the best of the others, with their scores.

    Behind them stand the other halves of the exchanges that they are halves of.
    """
    first = [place for place in claimed if np.isfinite(scores[place])]
    rest = [place for place in best if place not in first and np.isfinite(scores[place])]
    near = {*first, *rest}
    others = [features.halves[place] for place in (*first, *rest) if place in features.halves]
    beside = [place for place in dict.fromkeys(others) if place not in near and np.isfinite(scores[place])]
    return [
        _source_turn(features, place, float(scores[place]), is_first)
        for is_first, places in ((True, first), (False, [*rest, *beside]))
        for place in places
    ]


def _source_turn(features: CaseFeatures, place: int, score: float, has_claim: bool) -> SourceTurn:
    other = features.halves.get(place)
    needs = features.view.turns[other].turn_index if other is not None else None
    return replace(features.view.turns[place], score=score, has_claim=has_claim, needs=needs)
