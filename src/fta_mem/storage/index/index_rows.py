"""Rows of the vector index: a unit's retrieval text and vector, with flat metadata to filter by."""

import hashlib
from dataclasses import dataclass

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
