"""Requests as compact JSON rows: what a model needs to see, in few tokens, with short labels instead of ids."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from fta_mem.engines.base import ExtractionRequest, LongitudinalRequest, RelationRequest
from fta_mem.engines.llm.fields import one_line
from fta_mem.state.encoding import JSON
from fta_mem.state.records import FTAUnit, LongitudinalLine, Turn, is_source_role
from fta_mem.text.content_words import content_stems

CLAIM: Final = 300
LINES_SHOWN: Final = 40
"""Standing lines that are shown for one session; the others stand as they are."""
_MINUTE: Final = len("2024-05-07T19:00")

SHORT: Final = 3
"""Turns up to which a fragment can hardly be understood by itself."""
CONTEXT: Final = (4, 2)
"""Turns that a model is shown before a short fragment, and before a longer one."""


def source_turns(turns: Sequence[Turn]) -> tuple[Turn, ...]:
    """Return the turns that may be a source of memory: what people and the supporting agent said."""
    return tuple(turn for turn in turns if is_source_role(turn.role))


def near_context(request: ExtractionRequest) -> tuple[Turn, ...]:
    """Return the turns before a fragment that a model is shown: more of them before a short one, which tells less."""
    return source_turns(request.context)[-CONTEXT[len(request.turns) > SHORT] :]


def turn_rows(turns: Sequence[Turn], longest: int | None = None, since: str | None = None) -> list[JSON]:
    """Return rows [turn_index, speaker, text], and the time where it is another than in the row before.

    The supporting agent is marked as such; ``since`` is the time that the request tells already. Texts over ``longest``
    characters lose their middle.
    """
    rows: list[JSON] = []
    told = (since or "")[:_MINUTE]
    for turn in turns:
        moment = (turn.timestamp or told)[:_MINUTE]
        changed = [] if moment == told else [moment]
        rows.append([turn.index, speaker(turn), _without_middle(turn.content, longest), *changed])
        told = moment
    return rows


def speaker(turn: Turn) -> str:
    """Return who speaks, with the role of whoever isn't the person whose memory it is."""
    return turn.name if turn.role in ("user", turn.name) else f"{turn.name} ({turn.role})"


def about_dialogue(request: ExtractionRequest) -> dict[str, JSON]:
    """Return when a dialogue took place and who speaks."""
    return {"time": request.dialogue_time, "people": list(request.people)}


def unfinished_rows(units: Sequence[FTAUnit]) -> list[JSON]:
    """Return carried-over partial units whole: what, about whom, when, how it felt, and which turns say it."""
    return [
        _known(
            n=place,
            text=one_line(unit.fact.text, CLAIM),
            subject=unit.fact.subject,
            event_time=unit.time.event_time,
            day=_event_days(unit),
            emotion_or_state=unit.affect.emotion_or_state,
            intention_or_plan=unit.affect.intention_or_plan,
            turns=[list(span.turn_span) for span in unit.spans],
        )
        for place, unit in enumerate(units)
    ]


def day_of(unit: FTAUnit) -> str | None:
    """Return the day of a unit: when it happened, or else when it was said."""
    return unit.time.event_start or said_on(unit)


def said_on(unit: FTAUnit) -> str | None:
    """Return the day on which a unit was said."""
    said = unit.time.dialogue_time or unit.evidence.dialogue_time
    return said[:10] if said else None


@dataclass(frozen=True, slots=True)
class RelationRows:
    """A relation request under short labels, with the way back from labels to memory ids.

    ``happened`` are the old units that tell of something that happened, which stays true whatever comes after.
    """

    old: list[JSON]
    new: list[JSON]
    new_ids: dict[str, str]
    old_ids: dict[str, str]
    pairs: frozenset[tuple[str, str]]
    happened: frozenset[str]


def relation_parts(request: RelationRequest, most_pairs: int) -> list[RelationRequest]:
    """Return a request in parts of at most so many pairs, each unit with its candidates; none where nothing is near."""
    parts: list[list[tuple[FTAUnit, tuple[tuple[FTAUnit, float], ...]]]] = []
    held = most_pairs
    for unit, candidates in zip(request.new_units, request.candidates, strict=True):
        if not candidates:
            continue
        if held + len(candidates) > most_pairs:
            parts.append([])
            held = 0
        parts[-1].append((unit, candidates[:most_pairs]))
        held += len(candidates)
    return [RelationRequest(tuple(unit for unit, _ in part), tuple(row for _, row in part)) for part in parts]


def relation_rows(request: RelationRequest) -> RelationRows:
    """Return the rows of a relation request, each old unit once."""
    olds = {unit.memory_id: unit for candidates in request.candidates for unit, _ in candidates}
    label = {memory_id: f"o{place}" for place, memory_id in enumerate(sorted(olds))}
    news = {f"n{index}": unit for index, unit in enumerate(request.new_units)}
    asked = {
        name: [label[unit.memory_id] for unit, _ in candidates]
        for name, candidates in zip(news, request.candidates, strict=True)
    }
    return RelationRows(
        old=[_row(label[memory_id], olds[memory_id]) for memory_id in sorted(olds)],
        new=[[*_row(name, unit), list(asked[name])] for name, unit in news.items()],
        new_ids={name: unit.memory_id for name, unit in news.items()},
        old_ids={name: memory_id for memory_id, name in label.items()},
        pairs=frozenset(
            (unit.memory_id, old.memory_id)
            for unit, candidates in zip(request.new_units, request.candidates, strict=True)
            for old, _ in candidates
        ),
        happened=frozenset(memory_id for memory_id, unit in olds.items() if has_happened(unit)),
    )


def has_happened(unit: FTAUnit) -> bool:
    """Say whether a unit tells of an event that took place."""
    return unit.fact.content_type in ("event", "relationship_event") and unit.time.time_orientation == "past"


def lines_that_matter(request: LongitudinalRequest) -> tuple[LongitudinalLine, ...]:
    """Return, in their order, the standing lines that the session may touch: those that share its rarest words.

    The rest isn't shown and stands. All are shown where they are few.
    """
    standing = [line for line in request.lines if not line.superseded]
    if len(standing) <= LINES_SHOWN:
        return tuple(standing)
    stems = [frozenset(content_stems(line.text)) for line in standing]
    counts = Counter(stem for each in stems for stem in each)
    told = {stem for unit in request.units for stem in content_stems(f"{unit.fact.subject} {unit.fact.text}")}
    weights = [sum(math.log(1 + len(standing) / counts[stem]) for stem in each & told) for each in stems]
    best = sorted(range(len(standing)), key=lambda place: (-weights[place], -place))[:LINES_SHOWN]
    return tuple(standing[place] for place in sorted(best))


def line_rows(lines: Sequence[LongitudinalLine]) -> list[JSON]:
    """Return rows [id, kind, text]."""
    return [[f"l{place}", line.kind, one_line(line.text, CLAIM)] for place, line in enumerate(lines)]


def unit_rows(units: Sequence[FTAUnit]) -> list[JSON]:
    """Return rows [id, day, type, subject, text]."""
    return [
        [f"u{place}", day_of(unit), unit.fact.content_type, unit.fact.subject, one_line(unit.fact.text, CLAIM)]
        for place, unit in enumerate(units)
    ]


def _row(label: str, unit: FTAUnit) -> list[JSON]:
    """Return [id, day said, when it happens, type, status, subject, text]."""
    when = _event_days(unit) or unit.time.event_time
    return [
        label,
        said_on(unit),
        when,
        unit.fact.content_type,
        _status(unit),
        unit.fact.subject,
        one_line(unit.fact.text, CLAIM),
    ]


def _status(unit: FTAUnit) -> str:
    stage = unit.lifecycle
    if stage.status == "unknown":
        return unit.status
    return f"{stage.status} {stage.updated_at[:10]}" if stage.updated_at else stage.status


def _event_days(unit: FTAUnit) -> str:
    return "..".join(dict.fromkeys(day for day in (unit.time.event_start, unit.time.event_end) if day))


def _known(**fields: JSON) -> dict[str, JSON]:
    """Return the fields that say something."""
    return {name: value for name, value in fields.items() if value not in ("", "unknown", None)}


def _without_middle(text: str, longest: int | None) -> str:
    if longest is None or len(text) <= longest:
        return text
    half = max(1, (longest - 3) // 2)
    return f"{text[:half]} … {text[-half:]}"
