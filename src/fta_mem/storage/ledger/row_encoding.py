"""Bodies of rows: records as JSON text, and back by hand-written readers where thousands are read at once.

``from_json`` checks every field and costs 120 µs a unit; the ledger reads back only what it wrote, so these readers
name the fields and leave checking to the records themselves.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

import numpy as np

from fta_mem.state.claims import Claim
from fta_mem.state.encoding import to_json
from fta_mem.state.errors import StoreError
from fta_mem.state.records import (
    Affect,
    Evidence,
    Fact,
    FTAUnit,
    Lifecycle,
    LongitudinalLine,
    Provenance,
    TimeAnchor,
    Turn,
    Usage,
)
from fta_mem.text.embedder import Matrix

VECTOR_TYPE: Final = np.dtype("<f4")
T = TypeVar("T")
Body = dict[str, Any]
"""A JSON object that the ledger wrote; the records refuse what is not theirs."""


def body_of(record: object) -> str:
    """Return a record's JSON, characters as they are."""
    return json.dumps(to_json(record), ensure_ascii=False, separators=(",", ":"))


def unit_from(body: str) -> FTAUnit:
    """Return the unit of a body; it is bare (``storage.projection`` derives links, lifecycle and completeness)."""
    return _read(body, _unit)


def turn_from(body: str) -> Turn:
    """Return the turn of a body."""
    return _read(body, lambda value: Turn(**value))


def line_from(body: str) -> LongitudinalLine:
    """Return the longitudinal line of a body."""
    return _read(body, lambda value: LongitudinalLine(**value))


def usage_from(body: str) -> Usage:
    """Return the usage of a body."""
    return _read(body, lambda value: Usage(**value))


def people_from(body: str) -> tuple[str, ...]:
    """Return the names of a body."""
    return tuple(json.loads(body))


def vector_bytes(vector: Matrix) -> bytes:
    """Return a vector as little-endian float32 bytes."""
    return np.ascontiguousarray(vector, dtype=VECTOR_TYPE).tobytes()


def matrix_from(blobs: Sequence[bytes | None], dimension: int) -> Matrix:
    """Return the vectors as rows of a C-contiguous float32 matrix.

    Raises:
        StoreError: one of them is missing or has another dimension.
    """
    whole = [blob for blob in blobs if blob is not None and len(blob) == dimension * VECTOR_TYPE.itemsize]
    if len(whole) < len(blobs):
        raise StoreError(f"the ledger lacks a vector, or one has not {dimension} dimensions; its file is damaged")
    return np.frombuffer(b"".join(whole), dtype=VECTOR_TYPE).astype(np.float32).reshape(len(whole), dimension)


def _read(body: str, reader: Callable[[Body], T]) -> T:
    try:
        return reader(json.loads(body))
    except (TypeError, ValueError, KeyError, AttributeError) as error:
        raise StoreError(
            "the ledger holds a record that can't be read; its file is damaged or from elsewhere"
        ) from error


def _unit(value: Body) -> FTAUnit:
    return FTAUnit(
        fact=Fact(**value["fact"]),
        time=TimeAnchor(**value["time"]),
        affect=Affect(**value["affect"]),
        evidence=Evidence(**value["evidence"]),
        status=value["status"],
        memory_id=value["memory_id"],
        more_evidence=tuple(Evidence(**item) for item in value["more_evidence"]),
        claims=tuple(Claim(**item) for item in value.get("claims", ())),
        completeness=value["completeness"],
        lifecycle=Lifecycle(**value["lifecycle"]),
        grounding=value["grounding"],
        provenance=Provenance(**value["provenance"]),
    )
