"""update_longitudinal: user semantic memory U and support-experience memory H after a session (Equation 7)."""

from collections.abc import Iterator
from typing import Final

from fta_mem.engines.base import LongitudinalRequest
from fta_mem.engines.rules.longitudinal.statements import ending, statement
from fta_mem.engines.rules.longitudinal.support import support_lines
from fta_mem.engines.rules.longitudinal.traits import traits_of
from fta_mem.engines.rules.state.noun_phrases import value_stems
from fta_mem.engines.rules.state.slots import EMPTYING, FILLING, SlotUse
from fta_mem.state.encoding import content_hash
from fta_mem.state.records import FTAUnit, LongitudinalLine

_HALF: Final = 24
"""Letters of a key's halves: the first names the slot, so that a later line knows which one it replaces."""


def update_longitudinal(request: LongitudinalRequest) -> tuple[LongitudinalLine, ...]:
    """Return the lines that the session brings; a line about a slot replaces the standing line about that slot."""
    standing = {line.key: line for line in request.lines if not line.superseded}
    made: dict[str, LongitudinalLine] = {}
    for line in (*_user_lines(request, standing), *support_lines(request)):
        standing[line.key] = made[line.key] = line
    return tuple(made.values())


def _user_lines(request: LongitudinalRequest, standing: dict[str, LongitudinalLine]) -> Iterator[LongitudinalLine]:
    for unit in request.units:
        for use in traits_of(unit) if unit.memory_id else ():
            line = _line(use, unit, request, standing)
            if line is not None and line.key not in standing:
                yield line
                standing.pop(line.supersedes or "", None)
                standing[line.key] = line


def _line(
    use: SlotUse, unit: FTAUnit, request: LongitudinalRequest, standing: dict[str, LongitudinalLine]
) -> LongitudinalLine | None:
    """Return the line for a use; an end needs a line that it ends, and the same value again needs none."""
    older = next((line for line in standing.values() if line.key.startswith(slot_key(use))), None)
    if use.kind in EMPTYING:
        if older is None or (use.value and not _states(older, use)):
            return None
        text = ending(use)
    elif use.kind in FILLING:
        if older is not None and _states(older, use) and not _is_ending(older):
            return None
        text = statement(use)
    else:
        return None
    if any(line.text == text for line in standing.values()):
        return None  # one statement may fill two slots
    since = use.claim.start or unit.time.dialogue_time or request.dialogue_time
    return LongitudinalLine(
        f"{slot_key(use)}{content_hash(text)[:_HALF]}",
        "user",
        text,
        (unit.memory_id,),
        since,
        older.key if older is not None else None,
    )


def slot_key(use: SlotUse) -> str:
    """Return the first half of a line's key: the slot of its holder that the line is about."""
    return f"{content_hash('user', use.holder.casefold(), use.slot)[:_HALF]}."


def _states(line: LongitudinalLine, use: SlotUse) -> bool:
    return value_stems(use.value) <= value_stems(line.text)


def _is_ending(line: LongitudinalLine) -> bool:
    return " no longer " in line.text or " is not " in line.text
