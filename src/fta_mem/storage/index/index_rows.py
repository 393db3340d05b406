"""Rows of the vector index: a unit's retrieval text and vector, with flat metadata to filter by."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from fta_mem.state.records import FTAUnit
from fta_mem.state.retrieval_text import retrieval_text
from fta_mem.text.embedder import Matrix

Flat = dict[str, str | int | float]


@dataclass(frozen=True, slots=True)
class Stamp:
    """Whose index it is, who made its vectors, and the ledger's revision that it has reached."""

    case_key: str
    embedder: str
    dimension: int
    revision: int

    def flat(self) -> Flat:
        """Return it as Chroma keeps it."""
        return {
            "case": self.case_key,
            "embedder": _plain(self.embedder),
            "dimension": self.dimension,
            "revision": self.revision,
        }


@dataclass(frozen=True, slots=True, eq=False)
class IndexRow:
    """One unit as the index holds it; ``flat["text"]`` changes with its text and vector alone."""

    memory_id: str
    document: str
    vector: Matrix
    flat: Flat


@dataclass(frozen=True, slots=True, eq=False)
class IndexContents:
    """The units that an index was brought up to; row i of ``vectors`` is that of unit i."""

    units: Sequence[FTAUnit]
    vectors: Matrix


@dataclass(frozen=True, slots=True)
class IndexChange:
    """What makes an index hold other units without taking any text or vector out of it."""

    added: list[IndexRow]
    refiled: list[IndexRow]


def index_rows(stamp: Stamp, units: Sequence[FTAUnit], vectors: Matrix) -> list[IndexRow]:
    """Return the rows of units."""
    return [index_row(stamp, unit, vector) for unit, vector in zip(units, vectors, strict=True)]


def change_from(held: Mapping[str, Mapping[str, object]], rows: Sequence[IndexRow]) -> IndexChange | None:
    """Return what leads from the metadata that an index holds to the rows; None where something must go out of it."""
    wanted = {row.memory_id: row for row in rows}
    if any(name not in wanted or flat.get("text") != wanted[name].flat["text"] for name, flat in held.items()):
        return None
    return IndexChange(
        added=[row for row in rows if row.memory_id not in held],
        refiled=[row for row in rows if held.get(row.memory_id, row.flat) != row.flat],
    )


def change_since(known: IndexContents, stamp: Stamp, units: Sequence[FTAUnit], vectors: Matrix) -> IndexChange | None:
    """Return what leads to the units from those that the index holds, looking only at units that are others now.

    None where that can't be told: the units that it holds don't stand first, or something must go out of it.
    """
    count = len(known.units)
    if [unit.memory_id for unit in known.units] != [unit.memory_id for unit in units[:count]]:
        return None
    moved = np.any(known.vectors != vectors[:count], axis=1)
    others = [row for row in range(count) if moved[row] or known.units[row] is not units[row]]
    former = index_rows(stamp, [known.units[row] for row in others], known.vectors[others])
    latter = index_rows(stamp, [units[row] for row in others], vectors[others])
    change = change_from({row.memory_id: row.flat for row in former}, latter)
    return change and IndexChange(index_rows(stamp, units[count:], vectors[count:]), change.refiled)


def index_row(stamp: Stamp, unit: FTAUnit, vector: Matrix) -> IndexRow:
    """Return the row of a unit."""
    document = _plain(retrieval_text(unit))
    begin, end = unit.evidence.turn_span
    flat: Flat = {
        "case": stamp.case_key,
        "text": hashlib.sha256(document.encode() + vector.tobytes()).hexdigest(),
        "session": _plain(unit.evidence.session),
        "first_turn": begin,
        "last_turn": end,
        "subject": _plain(unit.fact.subject),
        "content_type": unit.fact.content_type,
        "status": unit.status,
        "completeness": unit.completeness,
        "lifecycle": unit.lifecycle.status,
        "grounding": unit.grounding,
        "first_day": _day_number(unit.time.event_start),
        "last_day": _day_number(unit.time.event_end),
        "valence": unit.affect.valence,
    }
    return IndexRow(unit.memory_id, document, vector, flat)


def _day_number(day: str | None) -> int:
    """Return a day as a number that Chroma can compare (20240304), 0 for unknown."""
    digits = (day or "")[:10].replace("-", "")
    return int(digits) if len(digits) == 8 and digits.isascii() and digits.isdecimal() else 0


def _plain(text: str) -> str:
    """Replace lone surrogates, which Chroma doesn't take."""
    return text.encode("utf-8", "replace").decode("utf-8")
