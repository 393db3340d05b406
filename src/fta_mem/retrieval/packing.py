"""Packing: which turns and units a packet shows within its token budget, and how it reads (Equation 11)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from fta_mem.state.answering import Hit, Packet, SourceTurn
from fta_mem.state.records import FTAUnit, LongitudinalLine

PRIMARY: Final = "# Units"
LINKED: Final = "# Linked units"
TURNS: Final = "# Turns"
AUXILIARY: Final = "# Known over time"
AUXILIARY_SHARE: Final = 0.05
"""Share of the budget that auxiliary lines may take."""
CLAIM_SHARE: Final = 0.25
"""Share of the budget that turns with near claims may take before the others, and without their scores' help."""
SLACK: Final = 8
"""Tokens that are left over without looking for a turn that still fits."""

Count = Callable[[str], int]


@dataclass
class Load:
    """What has been taken so far, and what it costs."""

    budget: int
    units: int
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
) -> Packet:
    """Take turns best first while they fit; each pays for its units' entries and its session's headings.

    A turn that doesn't fit is passed over, so that shorter ones behind it still get their chance. A unit belongs to the
    packet once one of its turns stands in it: no claim without its original turns. Its entry is listed before further
    turns where it says more than its turns do, else where room is left. ``sessions`` are the case's, in order; what is
    shown is chronological.
    """
    headings = sum(count(heading) for heading in (PRIMARY, LINKED, TURNS))
    load = Load(budget, max(1, budget // tokens_per_unit), used=headings)
    known = take_lines(load, lines, count)
    owners = hits_by_turn(hits)
    for turn in by_turns_of_claims(turns, int(budget * CLAIM_SHARE), count):
        take_turn(load, turn, owners.get((turn.session, turn.turn_index), []), count)
        if load.budget - load.used < SLACK:
            break
    list_rest(load, count)
    place = {session: position for position, session in enumerate(sessions)}
    held = sorted(load.hits, key=lambda hit: (place[hit.unit.evidence.session], hit.unit.evidence.turn_span))
    listed = {hit.unit.memory_id for hit in load.listed}
    turns = sorted(load.turns, key=lambda turn: (place[turn.session], turn.turn_index))
    text = render([hit for hit in held if hit.unit.memory_id in listed], turns, known)
    return Packet(text, count(text), tuple(held), tuple(turns), tuple(known))


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
    """Take turns best first into one flat list, with no units beside them ("Flat Context" of Table 8)."""
    load = Load(budget, 0)
    for turn in turns:
        take_turn(load, turn, [], count)
        if load.budget - load.used < SLACK:
            break
    place = {session: position for position, session in enumerate(sessions)}
    shown = sorted(load.turns, key=lambda turn: (place[turn.session], turn.turn_index))
    text = "\n".join(quoted_turns(shown))
    return Packet(text, count(text), (), tuple(shown), ())


def take_turn(load: Load, turn: SourceTurn, owners: Sequence[Hit], count: Count) -> None:
    """Take one turn with what it needs, or leave it."""
    held = {hit.unit.memory_id for hit in load.hits}
    fresh = [hit for hit in owners if hit.unit.memory_id not in held][: load.units - len(load.hits)]
    listed = [hit for hit in fresh if unit_notes(hit)]
    headings = {(TURNS, turn.session): count(turn_heading(turn))} | _headings(listed, count)
    if load.take(count(turn_line(turn)) + _listing(load, listed, headings, count)):
        load.turns.append(turn)
        load.hits.extend(fresh)
        load.listed.extend(listed)
        load.headed |= headings.keys()


def list_rest(load: Load, count: Count) -> None:
    """List units that say no more than their turns, while room is left."""
    for hit in load.hits:
        headings = _headings([hit], count)
        if not unit_notes(hit) and load.take(_listing(load, [hit], headings, count)):
            load.listed.append(hit)
            load.headed |= headings.keys()


def _headings(hits: Sequence[Hit], count: Count) -> dict[tuple[str, str], int]:
    return {(section_of(hit), hit.unit.evidence.session): count(unit_heading(hit.unit)) for hit in hits}


def _listing(load: Load, hits: Sequence[Hit], headings: Mapping[tuple[str, str], int], count: Count) -> int:
    entries = sum(count(unit_entry(hit)) for hit in hits)
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


def hits_by_turn(hits: Sequence[Hit]) -> dict[tuple[str, int], list[Hit]]:
    """Return for each turn, as (session, index), the hits whose evidence it is."""
    owners: dict[tuple[str, int], list[Hit]] = {}
    for hit in hits:
        for span in hit.unit.spans:
            for index in range(span.turn_span[0], span.turn_span[1] + 1):
                owners.setdefault((span.session, index), []).append(hit)
    return owners


def render(hits: Sequence[Hit], turns: Sequence[SourceTurn], lines: Sequence[LongitudinalLine]) -> str:
    """Return the packet's text: sections in a fixed order, everything in them chronological."""
    sections = {
        PRIMARY: _unit_lines(hits, PRIMARY),
        LINKED: _unit_lines(hits, LINKED),
        TURNS: quoted_turns(turns),
        AUXILIARY: [auxiliary_line(line) for line in lines],
    }
    return "\n".join(line for heading, body in sections.items() if body for line in (heading, *body))


def section_of(hit: Hit) -> str:
    """Return the heading of the section that a hit stands in."""
    return PRIMARY if hit.section == "primary" else LINKED


def unit_heading(unit: FTAUnit) -> str:
    """Return the line that opens a session's units."""
    return f"{unit.evidence.session}:"


def unit_entry(hit: Hit) -> str:
    """Return a unit in short: id, turns, and its notes."""
    begin, end = hit.unit.evidence.turn_span
    return " ".join([hit.unit.memory_id, str(begin) if begin == end else f"{begin}-{end}", *unit_notes(hit)])


def unit_notes(hit: Hit) -> list[str]:
    """Return what a unit says beside its turns: event date, feeling, a model's claim, and whether it still holds.

    The rules engine's claims are not repeated: they stand verbatim in the turns below. A model's are its own words.
    """
    unit = hit.unit
    notes = [f"on {when}" for when in [event_wording(unit)] if when]
    if unit.affect.emotion_or_state != "unknown":
        notes.append(one_line(unit.affect.emotion_or_state))
    if unit.provenance.engine not in ("", "rules"):
        notes.append(one_line(unit.fact.text))
    if hit.relation is not None:
        notes.append(f"{hit.relation} {hit.linked_from}")
    if hit.replaced_by is not None:
        notes.append(f"past, see {hit.replaced_by}")
    elif unit.status == "partial":
        notes.append("unfinished")
    return notes


def event_wording(unit: FTAUnit) -> str:
    """Return the event's day or interval where it differs from the day on which it was told."""
    time = unit.time
    if time.event_start is None or time.event_end is None:
        return ""
    if time.event_start == time.event_end:
        return "" if time.event_start == (time.dialogue_time or "")[:10] else time.event_start
    return f"{time.event_start}..{time.event_end}"


def turn_heading(turn: SourceTurn) -> str:
    """Return the line that opens a session's turns: its id and day."""
    return f"{turn.session} {(turn.dialogue_time or '')[:10]}".rstrip()


def turn_line(turn: SourceTurn) -> str:
    """Return a turn as the packet shows it: index, speaker, and its whole text, quoted as data.

    Line breaks inside a turn are indented, so that no dialogue text can pass for a heading of the packet.
    """
    return f"{turn.turn_index} {one_line(turn.speaker)}: {quoted(turn.text)}"


def auxiliary_line(line: LongitudinalLine) -> str:
    """Return a longitudinal line with what it stands on."""
    return f"{line.kind}: {one_line(line.text)} [{', '.join(line.evidence[:2])}]"


def quoted(text: str) -> str:
    """Indent a text's further lines; its words stay as they are."""
    return "\n  ".join(text.splitlines()) if "\n" in text or "\r" in text else text


def one_line(text: str) -> str:
    """Return the text on one line."""
    return " ".join(text.split())


def _unit_lines(hits: Sequence[Hit], section: str) -> list[str]:
    by_session: dict[str, list[Hit]] = {}
    for hit in hits:
        if section_of(hit) == section:
            by_session.setdefault(hit.unit.evidence.session, []).append(hit)
    return [
        f"{unit_heading(found[0].unit)} {'  '.join(unit_entry(hit) for hit in found)}" for found in by_session.values()
    ]


def quoted_turns(turns: Sequence[SourceTurn]) -> list[str]:
    """Return turns as lines, each session under its own heading."""
    lines: list[str] = []
    session = None
    for turn in turns:
        if turn.session != session:
            session = turn.session
            lines.append(turn_heading(turn))
        lines.append(turn_line(turn))
    return lines
