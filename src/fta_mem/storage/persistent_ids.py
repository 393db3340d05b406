"""Persistent ids: a unit's content key keeps its ``emem_N`` for good, and no number is used twice in a case."""

from collections.abc import Mapping
from typing import Final

from fta_mem.state.errors import StoreError
from fta_mem.storage.ledger.rows import NewOutcome

ID_PREFIX: Final = "emem_"


def memory_id(number: int) -> str:
    """Return the persistent id of a number."""
    return f"{ID_PREFIX}{number:06d}"


def number_of(name: str) -> int:
    """Return the number of a persistent id.

    Raises:
        StoreError: it is none.
    """
    digits = name.removeprefix(ID_PREFIX)
    if not (digits.isdecimal() and digits.isascii() and len(digits) <= 18) or memory_id(int(digits)) != name:
        raise StoreError(f"{name!r} is not a memory id; ask the store for one before committing")
    return int(digits)


def new_numbers(new: NewOutcome, held: Mapping[str, int]) -> dict[str, int]:
    """Return the numbers that an outcome adds to those that the case holds.

    Raises:
        StoreError: a number would be used twice, a key renumbered, or a unit has an id that nobody gave.
    """
    fresh = {key: number for key, number in new.numbers.items() if key not in held}
    after = dict(held) | fresh
    if any(held.get(key, number) != number for key, number in new.numbers.items()):
        raise StoreError("a unit of the outcome has another memory id than the one it keeps for good")
    if len(set(after.values())) < len(after):
        raise StoreError("two units of the outcome share a memory id, or use one that another unit had")
    ids = [number_of(unit.memory_id) for unit in new.outcome.units]
    if len(set(ids)) < len(ids) or not set(ids) <= set(after.values()):
        raise StoreError("the outcome holds a unit twice, or one whose memory id has no content key")
    return fresh
