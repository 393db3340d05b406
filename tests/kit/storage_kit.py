"""What storage tests share: an embedder without a model, and a construction machine small enough to foresee.

Run as a program it plays another process: ``storage_kit.py HOME ACTION [N]``.
"""

import hashlib
import os
import signal
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from fta_mem.state.encoding import content_hash
from fta_mem.state.fold_keys import content_key
from fta_mem.state.records import (
    Affect,
    Evidence,
    Fact,
    Fragment,
    FTAUnit,
    Link,
    LongitudinalLine,
    Session,
    SessionOutcome,
    TimeAnchor,
    Turn,
    Usage,
)
from fta_mem.state.retrieval_text import retrieval_text
from fta_mem.storage.ports import Store
from fta_mem.storage.store import SqlStore
from fta_mem.text.embedder import Matrix


class FakeEmbedder:
    """Hashes words into a few dimensions: equal texts tie, texts that share words are near each other."""

    dimension = 16

    def __init__(self, name: str = "fake", dimension: int = 16) -> None:
        self.name = name
        self.dimension = dimension
        self.asked: list[list[str]] = []

    def embed(self, texts: Sequence[str]) -> Matrix:
        self.asked.append(list(texts))
        return np.array([self._vector(text) for text in texts], dtype=np.float32).reshape(-1, self.dimension)

    def count_tokens(self, text: str) -> int:
        return len(text.split())

    def _vector(self, text: str) -> Matrix:
        total = np.zeros(self.dimension)
        for word in text.split() or [""]:
            digest = hashlib.sha256(word.encode("utf-8", "surrogatepass")).digest()
            total += np.frombuffer(digest, dtype=np.uint8)[: self.dimension].astype(float) - 127.5
        return (total / np.linalg.norm(total)).astype(np.float32)


def session(session_id: str, texts: Sequence[str], timestamp: str | None = None, name: str = "Ana") -> Session:
    turns = [Turn(place, f"{session_id}/{place}", "user", name, text) for place, text in enumerate(texts)]
    return Session(session_id, timestamp, tuple(turns))


def unit(session_id: str, turn: int, text: str, **fields: object) -> FTAUnit:
    fields.setdefault("status", "complete")
    return FTAUnit(Fact(text), TimeAnchor(), Affect(), Evidence(session_id, (turn, turn)), **fields)


def add(
    store: Store,
    case_id: str,
    given: Session,
    *,
    units: Sequence[FTAUnit] | None = None,
    links: Callable[[list[FTAUnit]], Sequence[Link]] = lambda units: (),
    lines: Callable[[list[FTAUnit]], Sequence[LongitudinalLine]] = lambda units: (),
    fold_key: str = "key",
    usage: Usage | None = None,
) -> list[FTAUnit]:
    """Stage a session and commit an outcome with one unit a turn, or with the given units; return them with ids."""
    store.stage(case_id, given)
    if units is None:
        units = [unit(given.session_id, turn.index, turn.text) for turn in given.turns]
    fresh = [item for item in units if not item.memory_id]
    keys = [content_key(item) for item in fresh]
    names = dict(zip(keys, store.memory_ids(case_id, keys), strict=True))
    named = [item if item.memory_id else item.with_id(names[content_key(item)]) for item in units]
    fragments = (Fragment(0, len(given.turns) - 1),) if given.turns else ()
    outcome = SessionOutcome(
        case_id, given.session_id, fragments, named, links(named), lines(named), usage or Usage(calls=1)
    )
    store.commit(outcome, {name: key for key, name in names.items()}, fold_key)
    return named


def ingest(store: Store, case_id: str, sessions: Sequence[Session]) -> None:
    """Fold sessions into memory as the construction machine would, from the first that changed."""
    with store.writing(case_id):
        store.drop_staged(case_id)
        for given in sessions:
            store.stage(case_id, given)
        previous = ""
        for entry in store.fold_order(case_id):
            previous = content_hash(previous, entry.head.content_hash)
            if entry.fold_key != previous:
                fold(store, case_id, entry.head.session_id, previous)
        store.follow_index(case_id)


def fold(store: Store, case_id: str, session_id: str, fold_key: str) -> None:
    """Make one unit of each turn; "~" leaves it partial, and the next session's first unit completes what is left."""
    turns = store.turns(case_id, session_id, 0, store.session_head(case_id, session_id).turn_count - 1)
    left = [old for old in store.units_before(case_id, session_id) if old.status == "partial"]
    units = [unit(session_id, turn.index, turn.text, status=_status(turn)) for turn in turns]
    if units and left:
        units[0] = replace(left[-1], fact=Fact(f"{left[-1].fact.text} {units[0].fact.text}"), status="complete")
    given = Session(session_id, store.session_head(case_id, session_id).timestamp, turns)
    vectors = store.vectors(case_id, [retrieval_text(item) for item in units])
    near = store.near_units(case_id, session_id, vectors, 1)
    known = {line.key for line in store.lines_before(case_id, session_id)}

    def links(named: list[FTAUnit]) -> list[Link]:
        pairs = zip(named, near, strict=True)
        return [Link(new.memory_id, row[0][0].memory_id, "updates", "high", "complete") for new, row in pairs if row]

    def lines(named: list[FTAUnit]) -> list[LongitudinalLine]:
        first = [item.memory_id for item in named[:1]]
        text = f"{len(known)} before"
        return [LongitudinalLine(f"{session_id}:line", "user", text, first, supersedes=max(known, default=None))]

    add(store, case_id, given, units=units, links=links, lines=lines, fold_key=fold_key)


def told(store: Store, case_id: str) -> object:
    """Return all that a reader sees of the case, ids replaced by places: equal for equal memories."""
    view = store.view(case_id)
    place = {item.memory_id: number for number, item in enumerate(view.units)}
    units = [
        (
            replace(item, memory_id="", L_links=(), R_links=()),
            [(place[link.target], link.relation, link.confidence) for link in item.L_links],
            [place[name] for name in item.R_links],
        )
        for item in view.units
    ]
    links = [(place[link.source], place[link.target], link.relation, link.at) for link in view.links]
    lines = [(replace(line, evidence=()), [place[name] for name in line.evidence]) for line in view.lines]
    vectors = (view.unit_vectors.tobytes(), view.turn_vectors.tobytes())
    return view.people, units, view.turns, links, lines, vectors, view.last_day


def proposed(store: SqlStore, question: str, count: int) -> list[int] | None:
    """Return the rows of the view that the index proposes, None where exact search alone serves."""
    case = store._whole_case("case")
    return store._index.candidates(case, case.view(), store.embed_query(question), count)


def _status(turn: Turn) -> str:
    return "partial" if turn.text.startswith("~") else "complete"


STORY = (
    session("s1", ["I have a dog", "~ I might move", "the dog is old"], "2024-01-01T10:00:00"),
    session("s2", ["to the coast in May", "the dog is ill"], "2024-01-08T10:00:00"),
    session("s10", ["the dog is well again"], "2024-02-01T10:00:00"),
)


def _die_at(step: int) -> None:
    """Kill this process at the n-th change of a file or table, as a power switch would."""
    from fta_mem.storage.index import chroma as index
    from fta_mem.storage.ledger import changes as ledger_writing
    from fta_mem.storage.ledger.database import Ledger

    left = [step]

    def dying(function: Callable[..., object]) -> Callable[..., object]:
        def call(*arguments: object, **named: object) -> object:
            left[0] -= 1
            if left[0] == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            return function(*arguments, **named)

        return call

    for place, name in (
        (ledger_writing, "_insert"),
        (Ledger, "write"),
        (index, "_fill"),
        (index, "seal_folder"),
        (index, "remove_folder"),
    ):
        setattr(place, name, dying(getattr(place, name)))


def say(text: object) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main(home: str, action: str, step: str = "0") -> None:
    with SqlStore(Path(home), FakeEmbedder(), patience=0.05) as store:
        if action == "die":
            _die_at(int(step))
            ingest(store, "case", STORY)
            say("finished")
        elif action == "hold":  # hold the case until told to stop
            with store.writing("case"):
                say("holding")
                sys.stdin.readline()
        elif action == "read":  # keep the index open until told to stop
            say(store.nearest("case", store.embed_query("dog"), 3, "chroma").units)
            sys.stdin.readline()


if __name__ == "__main__":
    main(*sys.argv[1:])
