"""Keys by which the fold over sessions knows what must be worked on again."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from fta_mem.state.encoding import content_hash
from fta_mem.state.records import FTAUnit
from fta_mem.state.settings import CONSTRUCTION_FIELDS, Settings


@lru_cache(maxsize=16_384)  # an ingest follows the keys of all sessions of its case, most of them once more
def fold_key(previous: str, session_hash: str, settings: Settings, engine_fingerprint: str) -> str:
    """Return the key of a session's outcome: it changes when the session, anything before it, or the way changes."""
    return content_hash(previous, session_hash, construction_fingerprint(settings), engine_fingerprint)


@lru_cache(maxsize=64)
def construction_fingerprint(settings: Settings) -> str:
    """Return the hash of the settings that shape what is stored."""
    return content_hash(*[getattr(settings, name) for name in CONSTRUCTION_FIELDS])


def content_key(unit: FTAUnit, occurrence: int = 0) -> str:
    """Return the key under which a unit keeps its ``emem_N`` for good: where it stands and what it says.

    ``occurrence`` tells apart units that say the same from the same turns.
    """
    place = unit.evidence
    return content_hash(place.session, list(place.turn_span), unit.fact.speaker, unit.fact.text, occurrence)


def own_units(units: Sequence[FTAUnit], session_id: str) -> list[FTAUnit]:
    """Return the units that began in this session (the others complete what an earlier session left)."""
    return [unit for unit in units if unit.evidence.session == session_id]


def session_keys(units: Sequence[FTAUnit]) -> list[str]:
    """Return the content keys of a session's units, telling apart those that say the same."""
    seen: Counter[str] = Counter()
    keys = []
    for unit in units:
        plain = content_key(unit)
        keys.append(content_key(unit, seen[plain]))
        seen[plain] += 1
    return keys
