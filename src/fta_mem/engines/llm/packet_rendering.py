"""How an answer model reads a packet: what was said in order, each time resolved beside its words, what is past marked.

The same turns, claims and lines as the packet's own text, without its ids: a small model spends its attention on what
was said, and never computes a day.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from fta_mem.engines.llm.fields import one_line
from fta_mem.engines.llm.request_rendering import day_of
from fta_mem.state.answering import Hit, Packet, SourceTurn
from fta_mem.state.settings import DateStyle

LONGEST_READ: Final = 4000
"""Characters of a turn that are looked through for times."""


def packet_reading(packet: Packet, style: DateStyle) -> str:
    """Return the packet's content for a model; a packet without turns (another method's) is read as it is."""
    if not packet.turns or not packet.hits:
        return packet.text
    lines: list[str] = []
    session = None
    past = _past_turns(packet.hits)
    for turn in packet.turns:
        if turn.session != session:
            session = turn.session
            lines.append(f"[{_day_text(turn.dialogue_time, style)}]")
        mark = past.get((turn.session, turn.turn_index), "")
        lines.append(f"{one_line(turn.speaker, 60)}: {with_days(turn, style)}{mark}")
    claims = [_claim(hit, style) for hit in packet.hits if hit.unit.provenance.engine not in ("", "rules")]
    known = [f"- {one_line(line.text, 300)}" for line in packet.auxiliary]
    return "\n".join([*lines, *_section("[remembered]", claims), *_section("[known over time]", known)])


def with_days(turn: SourceTurn, style: DateStyle) -> str:
    """Return a turn's text with the resolved day behind each time that it mentions in words."""
    from fta_mem.engines.date_wording import word_time
    from fta_mem.temporal.resolve import find_times

    text = " ".join(turn.text.split())
    pieces: list[str] = []
    done = 0
    for mention in find_times(text[:LONGEST_READ], _moment(turn.dialogue_time)):
        wording = word_time(mention, style=style) if mention.start is not None and mention.kind == "point" else ""
        if wording and wording.lower() not in mention.text.lower() and mention.span[0] >= done:
            pieces += [text[done : mention.span[1]], f" (= {wording})"]
            done = mention.span[1]
    return "".join(pieces) + text[done:]


def _past_turns(hits: Sequence[Hit]) -> dict[tuple[str, int], str]:
    """Return a mark for each turn that carries nothing but claims which no longer hold."""
    by_id = {hit.unit.memory_id: hit for hit in hits}
    current = {place for hit in hits if hit.is_current for place in _places(hit)}
    past: dict[tuple[str, int], str] = {}
    for hit in hits:
        newer = by_id.get(hit.replaced_by or "")
        since = day_of(newer.unit) if newer is not None else None
        for place in () if hit.is_current else _places(hit):
            if place not in current:
                past[place] = f" (no longer so since {since})" if since else " (no longer so)"
    return past


def _places(hit: Hit) -> list[tuple[str, int]]:
    return [
        (span.session, index) for span in hit.unit.spans for index in range(span.turn_span[0], span.turn_span[1] + 1)
    ]


def _claim(hit: Hit, style: DateStyle) -> str:
    days = _day_text(hit.unit.time.event_start, style) if hit.unit.time.event_start else ""
    state = "" if hit.is_current else "no longer so"
    notes = ", ".join(part for part in (days, state) if part)
    return f"- {one_line(hit.unit.fact.text, 300)}" + (f" ({notes})" if notes else "")


def _section(heading: str, lines: list[str]) -> list[str]:
    return [heading, *lines] if lines else []


def _day_text(moment: str | None, style: DateStyle) -> str:
    from fta_mem.engines.date_wording import word_day

    day = _moment(moment)
    return word_day(day.date(), style) if day is not None else "undated"


def _moment(moment: str | None) -> datetime | None:
    try:
        return datetime.fromisoformat(moment) if moment else None
    except ValueError:
        return None
