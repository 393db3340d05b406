"""Which of a unit's claims no longer holds: what replaced the unit rarely replaced all that it tells."""

from itertools import product
from typing import Final

from fta_mem.engines.rules.state.agreement import relation_of
from fta_mem.state.claims import Claim
from fta_mem.state.records import FTAUnit

_UNDONE: Final = frozenset({"denies", "ends", "replaces", "restores", "corrects", "cancels", "postpones"})


def replaced_claim(old: FTAUnit, new: FTAUnit) -> Claim | None:
    """Return the claim of an older unit that a newer one undoes; its only claim, else None where none is sure."""
    for newer, older in product(new.claims, old.claims):
        if newer.speaker == older.speaker and relation_of(newer, older) in _UNDONE:
            return older
    return old.claims[0] if len(old.claims) == 1 else None
