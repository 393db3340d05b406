"""A large case without any real dialogue: seeded sentences of common words, one unit a turn."""

import hashlib
import random
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final

import numpy as np

from fta_mem.state.fold_keys import session_keys
from fta_mem.state.records import (
    Affect,
    Evidence,
    Fact,
    Fragment,
    FTAUnit,
    Session,
    SessionOutcome,
    TimeAnchor,
    Turn,
)
from fta_mem.storage.ports import Store
from fta_mem.text.embedder import Embedder, Matrix

TURNS: Final = 100
"""Turns, and units, in a session."""
FIRST_DAY: Final = date(2020, 1, 1)
_PEOPLE: Final = ("Ana", "Mara", "Paul", "Ines", "Tom", "Ruth", "Nora", "Luis")
_DEEDS: Final = ("visited", "called", "missed", "helped", "met", "painted", "sold", "found", "repaired", "planned")
_THINGS: Final = ("garden", "boat", "library", "brother", "letter", "kitchen", "train", "choir", "bicycle", "violin")
_PLACES: Final = ("Lisbon", "Leeds", "Oslo", "the harbour", "the clinic", "the school", "the lake", "the office")


class HashedVectors:
    """Vectors by hash under the real embedder's name, so that a large case is stored without embedding it."""

    def __init__(self, embedder: Embedder) -> None:
        self.name = embedder.name
        self.dimension = embedder.dimension
        self.count_tokens = embedder.count_tokens

    def embed(self, texts: Sequence[str]) -> Matrix:
        """Return one random but repeatable unit-length row a text."""
        rows = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            seed = int.from_bytes(hashlib.sha256(text.encode("utf-8", "replace")).digest()[:8], "big")
            row[:] = np.random.default_rng(seed).standard_normal(self.dimension)
            row /= np.linalg.norm(row)
        return rows


def store_units(store: Store, case_id: str, count: int) -> None:
    """Write ``count`` units into a case, a hundred a session, and bring the index up to them."""
    draw = random.Random(0)
    for number in range(-(-count // TURNS)):
        session = _session(number, draw)
        store.stage(case_id, session)
        store.commit(*_outcome(store, case_id, session))
    store.follow_index(case_id)


def synthetic_questions(count: int) -> list[str]:
    """Return distinct questions about such a case."""
    draw = random.Random(1)
    asked: dict[str, None] = {}
    while len(asked) < count:
        who, deed, thing = draw.choice(_PEOPLE), draw.choice(_DEEDS), draw.choice(_THINGS)
        asked[f"When did {who} say that the {thing} was {deed} in {draw.choice(_PLACES)}?"] = None
    return list(asked)


def _session(number: int, draw: random.Random) -> Session:
    day = (FIRST_DAY + timedelta(days=number)).isoformat()
    turns = tuple(
        Turn(index, f"s{number}:{index}", "user", "Ana", _sentence(draw, f"{number}-{index}")) for index in range(TURNS)
    )
    return Session(f"s{number}", f"{day}T18:00:00", turns)


def _sentence(draw: random.Random, mark: str) -> str:
    who, deed, thing = draw.choice(_PEOPLE), draw.choice(_DEEDS), draw.choice(_THINGS)
    return f"{who} {deed} the {thing} in {draw.choice(_PLACES)} with {draw.choice(_PEOPLE)}, note {mark}."


def _outcome(store: Store, case_id: str, session: Session) -> tuple[SessionOutcome, dict[str, str], str]:
    drafts = [_unit(session, turn) for turn in session.turns]
    keys = session_keys(drafts)
    ids = store.memory_ids(case_id, keys)
    units = tuple(unit.with_id(memory_id) for unit, memory_id in zip(drafts, ids, strict=True))
    fragments = (Fragment(0, len(session.turns) - 1),)
    outcome = SessionOutcome(case_id, session.session_id, fragments, units, (), ())
    return outcome, dict(zip(ids, keys, strict=True)), session.session_id


def _unit(session: Session, turn: Turn) -> FTAUnit:
    day = (session.timestamp or "")[:10]
    return FTAUnit(
        fact=Fact(turn.text, "event", ("Ana",), subject="Ana", speaker="Ana"),
        time=TimeAnchor(session.timestamp, day, day, day, "day", "past"),
        affect=Affect(),
        evidence=Evidence(session.session_id, (turn.index, turn.index), session.timestamp),
        status="complete",
    )
