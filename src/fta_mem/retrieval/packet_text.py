"""How a packet reads: the paper's four sections, short names for sessions, dialogue quoted as data (Equation 11)."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from fta_mem.state.answering import Hit, SourceTurn
from fta_mem.state.labels import Relation
from fta_mem.state.records import Evidence, FTAUnit, LongitudinalLine

PRIMARY: Final = "# Units"
LINKED: Final = "# Linked units"
TURNS: Final = "# Turns"
AUXILIARY: Final = "# Known over time"

_PLAIN_NAME: Final = re.compile(r"\w[^\s#]*")
"""A session's id that can stand for itself: no mark before it, nothing that could be a second word."""

Labels = Mapping[str, str]
"""A session's short name in a packet by its id."""
Day = Callable[[str | None], str]
"""Words the day of a moment."""

_FROM_THE_OLDER: Final[Mapping[Relation, str]] = {
    "updates": "updated by",
    "contradicts": "contradicted by",
    "followup_of": "followed up by",
    "supports": "supported by",
}
"""A relation as seen from the older unit, which it points to."""


def session_labels(sessions: Iterable[str]) -> dict[str, str]:
    """Return short names of a case's sessions, by their place in it: a host's own ids may be long."""
    return {session: f"s{place}" for place, session in enumerate(dict.fromkeys(sessions), start=1)}


def iso_day(moment: str | None) -> str:
    """Return the day of a moment, "" where it is unknown."""
    return (moment or "")[:10]


def render(
    hits: Sequence[Hit],
    turns: Sequence[SourceTurn],
    lines: Sequence[LongitudinalLine],
    labels: Labels,
    day: Day = iso_day,
) -> str:
    """Return the packet's text: sections in a fixed order, everything in them chronological."""
    sections = {
        PRIMARY: _unit_lines(hits, PRIMARY, labels),
        LINKED: _unit_lines(hits, LINKED, labels),
        TURNS: quoted_turns(turns, labels, day),
        AUXILIARY: [auxiliary_line(line) for line in lines],
    }
    return "\n".join(line for heading, body in sections.items() if body for line in (heading, *body))


def flat_lines(
    hits: Sequence[Hit], turns: Sequence[SourceTurn], lines: Sequence[LongitudinalLine], labels: Labels
) -> list[str]:
    """Return the same content as one list of passages: no sections, ids, relations or marks.

    The statements of units stand behind their session's turns, as far as they are not the turns' own words.
    """
    passages: list[str] = []
    for session in dict.fromkeys(turn.session for turn in turns):
        passages += quoted_turns([turn for turn in turns if turn.session == session], labels)
        told = [hit.unit for hit in hits if hit.unit.evidence.session == session and not hit.unit.quotes]
        passages += [one_line(unit.fact.text) for unit in told]
    return [*passages, *(one_line(line.text) for line in lines)]


def section_of(hit: Hit) -> str:
    """Return the heading of the section that a hit stands in."""
    return PRIMARY if hit.section == "primary" else LINKED


def unit_heading(unit: FTAUnit, labels: Labels) -> str:
    """Return the line that opens a session's units."""
    return f"{_session_name(unit.evidence.session, labels)}:"


def unit_entry(hit: Hit, labels: Labels) -> str:
    """Return a unit in short: id, all its turns (those of other sessions under their names), and its notes."""
    home = hit.unit.evidence.session
    places = [
        _span(span, "" if span.session == home else _session_name(span.session, labels)) for span in hit.unit.spans
    ]
    return " ".join([hit.unit.memory_id, ",".join(dict.fromkeys(places)), *unit_notes(hit)])


def _span(span: Evidence, session: str) -> str:
    begin, end = span.turn_span
    turns = str(begin) if begin == end else f"{begin}-{end}"
    return f"{session}:{turns}" if session else turns


def unit_notes(hit: Hit) -> list[str]:
    """Return what a unit says beside its turns: a model's claim, event date, feeling, relation, whether it still holds.

    The rules engine's claims are not repeated: they stand verbatim in the turns below. A model's are its own words.
    """
    unit = hit.unit
    notes = [] if unit.quotes else [one_line(unit.fact.text)]
    notes += [f"on {when}" for when in [event_wording(unit)] if when]
    if unit.affect.emotion_or_state != "unknown":
        notes.append(one_line(unit.affect.emotion_or_state))
    if hit.relation is not None:
        notes.append(f"{_relation(hit)} {hit.linked_from}")
    return [*notes, *_standing(hit)]


def _relation(hit: Hit) -> str:
    name = str(hit.relation)
    return name if hit.is_source or hit.relation is None else _FROM_THE_OLDER.get(hit.relation, name)


def _standing(hit: Hit) -> list[str]:
    """Return whether what a unit says still holds, as far as anything is known of it."""
    unit = hit.unit
    if hit.replaced_by is not None:
        is_taken_back = unit.lifecycle.status == "contradicted"
        over = "taken back" if is_taken_back else f"until {hit.until}" if hit.until else "no longer so"
        return [f"{_past_words(hit)}{over}, see {hit.replaced_by}"]
    if hit.disputed_by is not None:
        return [f"disputed by {hit.disputed_by}"]
    if unit.lifecycle.status == "completed":
        return [f"done {iso_day(unit.lifecycle.updated_at)}".rstrip()]
    if hit.is_successor:
        return ["current"]
    if unit.status == "partial":
        return ["unfinished"]
    return ["still open"] if unit.status == "pending" and not unit.quotes else []


def _past_words(hit: Hit) -> str:
    """Return the words that no longer hold where the unit tells more than them."""
    if hit.past_claim is None or len(hit.unit.claims) <= 1:
        return ""
    return f'"{one_line(hit.past_claim.words)}" '


def event_wording(unit: FTAUnit) -> str:
    """Return the event's day or interval where it differs from the day on which it was told."""
    time = unit.time
    if time.event_start is None or time.event_end is None:
        return ""
    if time.event_start == time.event_end:
        return "" if time.event_start == (time.dialogue_time or "")[:10] else time.event_start
    return f"{time.event_start}..{time.event_end}"


def turn_heading(turn: SourceTurn, labels: Labels, day: Day = iso_day) -> str:
    """Return the line that opens a session's turns: its short name and day."""
    return f"{_session_name(turn.session, labels)} {day(turn.dialogue_time)}".rstrip()


def turn_line(turn: SourceTurn) -> str:
    """Return a turn as the packet shows it: index, speaker, and its whole text, quoted as data.

    Whatever breaks a line inside a turn is an indented line break, so that no dialogue text can pass for a heading of
    the packet.
    """
    return f"{turn.turn_index} {one_line(turn.speaker)}: {quoted(turn.text)}"


def auxiliary_line(line: LongitudinalLine) -> str:
    """Return a longitudinal line with what it stands on."""
    return f"{line.kind}: {one_line(line.text)} [{', '.join(line.evidence[:2])}]"


def quoted(text: str) -> str:
    """Indent a text's further lines, whichever character breaks them; its visible words stay as they are."""
    return "\n  ".join(text.splitlines())


def one_line(text: str) -> str:
    """Return the text on one line."""
    return " ".join(text.split())


def _session_name(session: str, labels: Labels) -> str:
    """Return a session's short name; a host's or a file's own id is quoted where it could pass for a heading."""
    if session in labels:
        return labels[session]
    name = one_line(session)
    return name if _PLAIN_NAME.fullmatch(name) else f'"{name}"'


def _unit_lines(hits: Sequence[Hit], section: str, labels: Labels) -> list[str]:
    by_session: dict[str, list[Hit]] = {}
    for hit in hits:
        if section_of(hit) == section:
            by_session.setdefault(hit.unit.evidence.session, []).append(hit)
    return [
        f"{unit_heading(found[0].unit, labels)} {'  '.join(unit_entry(hit, labels) for hit in found)}"
        for found in by_session.values()
    ]


def quoted_turns(turns: Sequence[SourceTurn], labels: Labels | None = None, day: Day = iso_day) -> list[str]:
    """Return turns as lines, each session under its own heading."""
    lines: list[str] = []
    session = None
    for turn in turns:
        if turn.session != session:
            session = turn.session
            lines.append(turn_heading(turn, labels or {}, day))
        lines.append(turn_line(turn))
    return lines
