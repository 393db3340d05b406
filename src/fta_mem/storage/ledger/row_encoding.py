"""Bodies of rows: records as JSON text and back, vectors as bytes and back."""

import json
from collections.abc import Sequence
from typing import Final, TypeVar

import numpy as np

from fta_mem.decoding import decoded
from fta_mem.state.encoding import to_json
from fta_mem.state.errors import StoreError
from fta_mem.state.records import FTAUnit, LongitudinalLine, Session, Turn, Usage
from fta_mem.text.embedder import Matrix

VECTOR_TYPE: Final = np.dtype("<f4")
T = TypeVar("T")


def body_of(record: object) -> str:
    """Return a record's JSON, characters as they are."""
    return json.dumps(to_json(record), ensure_ascii=False, separators=(",", ":"))


def unit_from(body: str) -> FTAUnit:
    """Return the unit of a body; it is bare (``storage.view.projection`` derives links, lifecycle, completeness)."""
    return record_from(body, FTAUnit)


def turn_from(body: str) -> Turn:
    """Return the turn of a body."""
    return record_from(body, Turn)


def session_from(body: str) -> Session:
    """Return the session of a body."""
    return record_from(body, Session)


def line_from(body: str) -> LongitudinalLine:
    """Return the longitudinal line of a body."""
    return record_from(body, LongitudinalLine)


def usage_from(body: str) -> Usage:
    """Return the usage of a body."""
    return record_from(body, Usage)


def people_from(body: str) -> tuple[str, ...]:
    """Return the names of a body."""
    return record_from(body, tuple[str, ...])


def record_from(body: str, kind: type[T]) -> T:
    """Return the record of a body.

    Raises:
        StoreError: it is not the JSON of such a record.
    """
    try:
        return decoded(kind, json.loads(body))
    except (TypeError, ValueError) as error:
        raise StoreError(
            "the ledger holds a record that can't be read; its file is damaged or from elsewhere"
        ) from error


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
