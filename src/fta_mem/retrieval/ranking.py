"""Ranking: R(q', m) over units (Equation 8), and how near single turns are, which decides what a packet shows."""

import re
from datetime import date
from typing import Final

import numpy as np

from fta_mem.retrieval.ranking_features import NO_DAY, CaseFeatures, Indexes, Scores
from fta_mem.state.answering import Cues, RewrittenQuery
from fta_mem.state.settings import Settings
from fta_mem.text.embedder import Matrix

TURN_WEIGHT: Final = 0.8
"""Weight of a turn's own similarity beside the score of the unit that it is evidence of."""
SPEAKER_WEIGHT: Final = 0.2
"""What a turn gains when the question names one speaker and the turn is theirs."""
SESSION_WEIGHT: Final = 0.15
"""What a turn gains when the question's wording stands elsewhere in its session."""
ASKING_WEIGHT: Final = 0.1
"""What a turn loses that only asks."""
TELLING: Final = 0.5
"""Share of the units that must be without somebody for their name to be a cue."""
NO_TURNS: Final[Indexes] = np.zeros(0, dtype=np.int64)
TIME_REACH: Final = 14.0
"""Days over which the time cue falls off outside the interval asked about."""


def unit_scores(features: CaseFeatures, query: RewrittenQuery, similarity: Scores, settings: Settings) -> Scores:
    """Return R(q', m) of each unit: embedding similarity mixed with the mean of the cues that the query carries."""
    cues = [] if settings.plain_embedding else cue_scores(features, query, settings)
    if not cues:
        return similarity
    # The mean, not the sum, of the cues: a question with many must not lean less on its wording.
    weight = np.float32(settings.embedding_weight)
    return weight * similarity + (1 - weight) * np.mean(cues, axis=0, dtype=np.float32)


def cue_scores(features: CaseFeatures, query: RewrittenQuery, settings: Settings) -> list[Scores]:
    """Return one array over the units for each cue that the query really carries (c(q', m) is their mean)."""
    cues = query.cues
    found: list[Scores] = []
    if settings.lexical:
        found.append(relative(features.unit_words.scores(query.text)))
    if cues.time is not None and settings.use_time:
        found.append(time_cue(features, cues))
    if cues.participants and settings.use_participants:
        found.extend(participants_cue(features, cues.participants))
    if cues.content_types:
        found.append(_any(features, features.units_by_type, cues.content_types))
    if cues.affect and settings.use_affect:
        found.append(_any(features, features.units_by_feeling, cues.affect))
    return found


def time_cue(features: CaseFeatures, cues: Cues) -> Scores:
    """Return 1 for units whose days meet the interval asked about, less the further away; 0 where unknown.

    "As of" asks what held at a moment: then the day on which a unit was said counts, up to that moment.
    """
    if cues.time is None:
        return np.zeros(len(features.view.units), dtype=np.float32)
    begin, end = (date.fromisoformat(day).toordinal() for day in cues.time)
    first, last = (features.dialogue_days, features.dialogue_days) if cues.as_of else features.event_days
    gap = np.maximum(np.maximum(begin - last, first - end), 0)
    near = np.exp(-gap / TIME_REACH)
    return np.where(first == NO_DAY, 0.0, near).astype(np.float32)


def participants_cue(features: CaseFeatures, names: tuple[str, ...]) -> list[Scores]:
    """Return the share of the named people who are in each unit, rarer people weighing more.

    Somebody who is in nearly every unit tells nothing; with nobody rarer named, the query carries no such cue.
    """
    count = len(features.view.units)
    scores, total = np.zeros(count, dtype=np.float32), 0.0
    for name in names:
        places = features.units_by_person.get(name.casefold(), NO_TURNS)
        weight = 1 - len(places) / max(count, 1)
        if len(places) and weight >= TELLING:
            scores[places] += np.float32(weight)
            total += weight
    return [scores / np.float32(total)] if total else []


def turn_scores(
    features: CaseFeatures, query: RewrittenQuery, units: Scores, vector: Matrix, settings: Settings
) -> Scores:
    """Return how near each turn is: its best unit's R, its own similarity, its speaker, its session's wording."""
    view = features.view
    scores = inherited(features, units) + np.float32(TURN_WEIGHT) * (view.turn_vectors @ vector)
    scores -= np.float32(ASKING_WEIGHT) * features.asks
    if settings.plain_embedding:
        return scores
    if settings.use_participants:
        scores[asked_speaker(features, query)] += np.float32(SPEAKER_WEIGHT)
    if settings.lexical:
        sessions = relative(features.session_words.scores(query.text))
        scores += np.float32(SESSION_WEIGHT) * sessions[features.session_of_turn]
    return scores


def inherited(features: CaseFeatures, units: Scores) -> Scores:
    """Return for each turn the best score of the units that it is evidence of; the median where there is none."""
    # A turn that no unit stands on is neither lost nor preferred.
    floor = float(np.median(units)) if len(units) else 0.0
    best = np.full(len(features.view.turns), -np.inf, dtype=np.float32)
    turns, owners = features.containment
    np.maximum.at(best, turns, units[owners])
    return np.where(np.isinf(best), np.float32(floor), best)


def asked_speaker(features: CaseFeatures, query: RewrittenQuery) -> Indexes:
    """Return the turns of the one speaker whom the question names; with none named, of the person supported."""
    named = [name for name in features.turns_by_speaker if _is_named(name, query.cues.participants)]
    if len(named) == 1:
        return features.turns_by_speaker[named[0]]
    # Two who are named cancel each other out; where nobody is, users ask about themselves.
    return NO_TURNS if named else features.supported_turns


def relative(scores: Scores) -> Scores:
    """Return the scores divided by the best one's, all 0 where nothing matched."""
    best = float(scores.max(initial=0.0))
    return scores / np.float32(best) if best > 0 else scores


def without_names(text: str, names: tuple[str, ...]) -> str:
    """Drop the speakers' names: in a sentence vector they drown what is asked, and the speaker cue carries them."""
    words = sorted({part for name in names for part in (name, name.split(" ")[0]) if part}, key=len, reverse=True)
    if not words:
        return text
    pattern = rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?:['\u2019]s)?(?!\w)"
    return " ".join(re.sub(pattern, " ", text, flags=re.IGNORECASE).split()) or text


def _is_named(speaker: str, names: tuple[str, ...]) -> bool:
    return any(name.casefold() in (speaker, speaker.split(" ")[0]) for name in names)


def _share(features: CaseFeatures, places: dict[str, Indexes], keys: tuple[str, ...]) -> Scores:
    """Return for each unit the share of the keys that it carries."""
    scores = np.zeros(len(features.view.units), dtype=np.float32)
    for key in keys:
        scores[places.get(key.casefold(), NO_TURNS)] += np.float32(1 / len(keys))
    return scores


def _any(features: CaseFeatures, places: dict[str, Indexes], keys: tuple[str, ...]) -> Scores:
    """Return 1 for each unit that carries one of the keys."""
    return np.ceil(_share(features, places, keys))
