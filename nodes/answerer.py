"""answerer: the answer a* from the packet alone, or an explicit abstention (paper, Equation 12)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from langgraph.runtime import Runtime

from fta_mem.engines.base import AnswerRequest, Engine
from fta_mem.retrieval.open_turns import view_of
from fta_mem.retrieval.ranking_features import CaseFeatures, features_of
from fta_mem.state.answering import Answer, AnsweringState, AnsweringUpdate, Citation, Packet
from fta_mem.state.settings import Settings
from fta_mem.storage.ports import NodeStore

NEAREST: Final = 3
"""Turns that an abstention shows where the engine names none."""


def answerer(state: AnsweringState, runtime: Runtime[Settings], *, engine: Engine, store: NodeStore) -> AnsweringUpdate:
    """Ask the engine; what it may use is the packet and nothing else."""
    view = view_of(state.case_id, store, state.revision)
    features = features_of(view)
    stated = features.claims.stated_in(state.packet.turns)
    request = AnswerRequest(state.question, state.query, state.packet, state.now, view.people, stated, features.naming)
    judged = engine.answer(request)
    answer = with_units(judged.value, features, state.packet)
    return AnsweringUpdate(answer=answer, usage=state.usage + judged.usage)


def with_units(answer: Answer, features: CaseFeatures, packet: Packet) -> Answer:
    """Name for each turn shown the unit that holds it, where the packet had no room to list that unit.

    An abstention that brought no evidence of its own shows the packet's best turns: nobody is left with a bare "no".
    """
    place = {turn.turn_id: (turn.session, turn.turn_index) for turn in packet.turns}
    nearest = (answer.nearest or nearest_in(packet)) if answer.abstained else ()
    return replace(
        answer,
        citations=_owned(answer.citations, place, features),
        nearest=_owned(nearest, place, features),
    )


def nearest_in(packet: Packet) -> tuple[Citation, ...]:
    """Return the packet's best turns, best first."""
    best = sorted(packet.turns, key=lambda turn: -turn.score)[:NEAREST]
    return tuple(Citation("", (turn.turn_id,)) for turn in best)


def _owned(
    shown: Sequence[Citation], place: Mapping[str, tuple[str, int]], features: CaseFeatures
) -> tuple[Citation, ...]:
    owned: dict[str, list[str]] = {}
    for citation in shown:
        for turn_id in citation.turn_ids:
            owned.setdefault(citation.memory_id or features.unit_at(place.get(turn_id)), []).append(turn_id)
    return tuple(Citation(unit, tuple(turns)) for unit, turns in owned.items())
