"""Packing: which turns and units a packet shows within its token budget (Equation 11)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from fta_mem.retrieval.packet_text import (
    AUXILIARY,
    LINKED,
    PRIMARY,
    TURNS,
    Labels,
    auxiliary_line,
    flat_lines,
    render,
    section_of,
    session_labels,
    turn_heading,
    turn_line,
    unit_entry,
    unit_heading,
    unit_notes,
)
from fta_mem.state.answering import Hit, Packet, SourceTurn
from fta_mem.state.records import LongitudinalLine

AUXILIARY_SHARE: Final = 0.05
"""Share of the budget that auxiliary lines may take."""
CLAIM_SHARE: Final = 0.25
"""Share of the budget that turns with near claims may take before the others, and without their scores' help."""
SLACK: Final = 8
"""Tokens that are left over without looking for a turn that still fits."""

Count = Callable[[str], int]
Place = tuple[str, int]
"""Where a turn stands: its session and its index there."""


@dataclass
class Load:
    """What has been taken so far, and what it costs."""

    budget: int
    units: int
    labels: Labels
    used: int = 0
    turns: list[SourceTurn] = field(default_factory=list)
    hits: list[Hit] = field(default_factory=list)
    listed: list[Hit] = field(default_factory=list)
    headed: set[tuple[str, str]] = field(default_factory=set)

    def take(self, cost: int) -> bool:
        """Spend ``cost`` tokens if the budget has them."""
        if self.used + cost > self.budget:
            return False
        self.used += cost
        return True


def pack(
    hits: Sequence[Hit],
    turns: Sequence[SourceTurn],
    lines: Sequence[LongitudinalLine],
    *,
    sessions: Sequence[str],
    budget: int,
    tokens_per_unit: int,
    count: Count,
    proofs: Mapping[str, SourceTurn] | None = None,
    flat: bool = False,
) -> Packet:
    """Take turns best first while they fit; each pays for its units' entries and its session's headings.

    A turn that doesn't fit is passed over, so that shorter ones behind it still get their chance. A unit belongs to the
    packet once one of its turns stands in it: no claim without its original turns. Its entry is listed before further
    turns where it says more than its turns do, else where room is left. What no longer holds brings in what took its
    place, by the turn that ``proofs`` has for that unit. ``sessions`` are the case's, in order; what is shown is
    chronological. A ``flat`` packet holds the same and shows it as one list.
    """
    headings = sum(count(heading) for heading in (PRIMARY, LINKED, TURNS))
    load = Load(budget, max(1, budget // tokens_per_unit), session_labels(sessions), used=headings)
    known = take_lines(load, lines, count)
    owners = hits_by_turn(hits)
    by_id = {hit.unit.memory_id: hit for hit in hits}
    near = {(turn.session, turn.turn_index): turn for turn in turns}
    for turn in by_turns_of_claims(turns, int(budget * CLAIM_SHARE), count):
        fresh = take_exchange(load, turn, near, owners, count)
        take_successors(load, fresh, by_id, proofs or {}, count)
        if load.budget - load.used < SLACK:
            break
    list_rest(load, count)
    return _packet(load, known, sessions, count, flat)


def by_turns_of_claims(turns: Sequence[SourceTurn], room: int, count: Count) -> list[SourceTurn]:
    """Return the turns in the order in which they are taken: those with near claims while they fit, then by score."""
    first: list[SourceTurn] = []
    for turn in turns:
        cost = count(turn_line(turn)) if turn.has_claim else room + 1
        if cost <= room:
            room -= cost
            first.append(turn)
    taken = {(turn.session, turn.turn_index) for turn in first}
    rest = [turn for turn in turns if (turn.session, turn.turn_index) not in taken]
    return [*first, *sorted(rest, key=lambda turn: -turn.score)]


def pack_flat(turns: Sequence[SourceTurn], *, sessions: Sequence[str], budget: int, count: Count) -> Packet:
    """Take turns best first into one flat list, with no units beside them: how a store without units packs."""
    load = Load(budget, 0, session_labels(sessions))
    for turn in turns:
        take_turns(load, [turn], {}, count)
        if load.budget - load.used < SLACK:
            break
    return _packet(load, [], sessions, count, flat=True)


def _packet(load: Load, known: Sequence[LongitudinalLine], sessions: Sequence[str], count: Count, flat: bool) -> Packet:
    """Put what was taken into order and words."""
    place = {session: position for position, session in enumerate(sessions)}
    held = sorted(load.hits, key=lambda hit: (place[hit.unit.evidence.session], hit.unit.evidence.turn_span))
    names = {hit.unit.memory_id for hit in load.listed}
    listed = [hit for hit in held if hit.unit.memory_id in names]
    turns = sorted(load.turns, key=lambda turn: (place[turn.session], turn.turn_index))
    shown = dict.fromkeys([*(hit.unit.evidence.session for hit in held), *(turn.session for turn in turns)])
    labels = tuple((session, load.labels[session]) for session in sorted(shown, key=place.__getitem__))
    if flat:
        text = "\n".join(flat_lines(listed, turns, known, load.labels))
        return Packet(text, count(text), (), tuple(turns), (), labels, is_flat=True)
    text = render(listed, turns, known, load.labels)
    return Packet(text, count(text), tuple(held), tuple(turns), tuple(known), labels)


def take_exchange(
    load: Load, turn: SourceTurn, near: Mapping[Place, SourceTurn], owners: Mapping[Place, Sequence[Hit]], count: Count
) -> list[Hit]:
    """Take a turn with the other half of its exchange, or leave it; return the units that came in.

    A question whose exchange doesn't fit gives way to its answer, where that is understood by itself.
    """
    other = near.get((turn.session, turn.needs)) if turn.needs is not None else None
    if turn in load.turns:
        return []
    if other is None or other in load.turns:
        return take_turns(load, [turn], owners, count)
    fresh = take_turns(load, [turn, other], owners, count)
    if turn not in load.turns and other.needs is None:
        fresh = take_turns(load, [other], owners, count)
    return fresh


def take_turns(
    load: Load,
    turns: Sequence[SourceTurn],
    owners: Mapping[Place, Sequence[Hit]],
    count: Count,
    *,
    more: int = 0,
) -> list[Hit]:
    """Take turns of one session, all or none, with what they need; return the units that they brought in.

    ``more`` is how many units they may bring in beyond what the budget allows otherwise.
    """
    held = {hit.unit.memory_id for hit in load.hits}
    room = max(0, load.units + more - len(load.hits))
    theirs = {hit.unit.memory_id: hit for turn in turns for hit in owners.get((turn.session, turn.turn_index), ())}
    fresh = [hit for name, hit in theirs.items() if name not in held][:room]
    listed = [hit for hit in fresh if unit_notes(hit)]
    headings = {(TURNS, turn.session): count(turn_heading(turn, load.labels)) for turn in turns}
    headings |= _headings(load, listed, count)
    if not load.take(sum(count(turn_line(turn)) for turn in turns) + _listing(load, listed, headings, count)):
        return []
    load.turns.extend(turns)
    load.hits.extend(fresh)
    load.listed.extend(listed)
    load.headed |= headings.keys()
    return fresh


def take_successors(
    load: Load, fresh: Sequence[Hit], by_id: Mapping[str, Hit], proofs: Mapping[str, SourceTurn], count: Count
) -> None:
    """Take, for each unit that no longer holds, the unit that took its place with a turn that proves it."""
    held = {hit.unit.memory_id for hit in load.hits}
    for hit in fresh:
        newer, turn = by_id.get(hit.replaced_by or ""), proofs.get(hit.replaced_by or "")
        if newer is not None and turn is not None and newer.unit.memory_id not in held and turn not in load.turns:
            take_turns(load, [turn], {(turn.session, turn.turn_index): [newer]}, count, more=1)


def list_rest(load: Load, count: Count) -> None:
    """List units that say no more than their turns, while room is left."""
    for hit in load.hits:
        headings = _headings(load, [hit], count)
        if not unit_notes(hit) and load.take(_listing(load, [hit], headings, count)):
            load.listed.append(hit)
            load.headed |= headings.keys()


def _headings(load: Load, hits: Sequence[Hit], count: Count) -> dict[tuple[str, str], int]:
    return {(section_of(hit), hit.unit.evidence.session): count(unit_heading(hit.unit, load.labels)) for hit in hits}


def _listing(load: Load, hits: Sequence[Hit], headings: Mapping[tuple[str, str], int], count: Count) -> int:
    entries = sum(count(unit_entry(hit, load.labels)) for hit in hits)
    return entries + sum(price for heading, price in headings.items() if heading not in load.headed)


def take_lines(load: Load, lines: Sequence[LongitudinalLine], count: Count) -> list[LongitudinalLine]:
    """Take auxiliary lines up to their share of the budget."""
    room = int(load.budget * AUXILIARY_SHARE) - count(AUXILIARY)
    known: list[LongitudinalLine] = []
    for line in lines:
        cost = count(auxiliary_line(line))
        if cost <= room and load.take(cost + (0 if known else count(AUXILIARY))):
            room -= cost
            known.append(line)
    return known


def hits_by_turn(hits: Sequence[Hit]) -> dict[Place, list[Hit]]:
    """Return for each turn, as (session, index), the hits whose evidence it is."""
    owners: dict[Place, list[Hit]] = {}
    for hit in hits:
        for span in hit.unit.spans:
            for index in range(span.turn_span[0], span.turn_span[1] + 1):
                owners.setdefault((span.session, index), []).append(hit)
    return owners
