"""Requests as compact JSON rows: what a model needs to see, in few tokens, with short labels instead of ids."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from fta_mem.engines.base import AnswerRequest, ExtractionRequest, LongitudinalRequest, RelationRequest
from fta_mem.engines.llm.fields import one_line
from fta_mem.state.answering import Hit
from fta_mem.state.encoding import JSON
from fta_mem.state.records import FTAUnit, LongitudinalLine, Turn, is_source_role

CLAIM: Final = 300
MAX_LINES: Final = 60
DATED_KINDS: Final = frozenset({"when", "how_long"})
MAX_DATED: Final = 5


def source_turns(turns: Sequence[Turn]) -> tuple[Turn, ...]:
    """Return the turns that may be a source of memory: what people and the supporting agent said."""
    return tuple(turn for turn in turns if is_source_role(turn.role))


def turn_rows(turns: Sequence[Turn], longest: int | None = None) -> list[JSON]:
    """Return rows [turn_index, speaker, text]; texts over ``longest`` characters lose their middle."""
    return [[turn.index, turn.name, _without_middle(turn.content, longest)] for turn in turns]


def about_dialogue(request: ExtractionRequest) -> dict[str, JSON]:
    """Return when a dialogue took place, who speaks, and who of them is the supporting agent."""
    supporters = dict.fromkeys(turn.name for turn in request.turns if turn.role == "assistant")
    about: dict[str, JSON] = {"time": request.dialogue_time, "people": list(request.people)}
    return about | ({"supporter": list(supporters)} if supporters else {})


def day_of(unit: FTAUnit) -> str | None:
    """Return the day of a unit: when it happened, or else when it was said."""
    said = unit.time.dialogue_time or unit.evidence.dialogue_time
    return unit.time.event_start or (said[:10] if said else None)


@dataclass(frozen=True, slots=True)
class RelationRows:
    """A relation request under short labels, with the way back from labels to memory ids."""

    old: list[JSON]
    new: list[JSON]
    new_ids: dict[str, str]
    old_ids: dict[str, str]
    pairs: frozenset[tuple[str, str]]


def relation_rows(request: RelationRequest, most_pairs: int) -> RelationRows:
    """Return the rows of a relation request; only the ``most_pairs`` nearest pairs are asked about."""
    near = [
        (similarity, index, unit)
        for index, candidates in enumerate(request.candidates)
        for unit, similarity in candidates
    ]
    kept = sorted(near, key=lambda pair: -pair[0])[:most_pairs]
    olds = {unit.memory_id: unit for _, _, unit in sorted(kept, key=lambda pair: pair[2].memory_id)}
    label = {memory_id: f"o{place}" for place, memory_id in enumerate(olds)}
    news = {f"n{index}": unit for index, unit in enumerate(request.new_units)}
    asked = {name: [label[unit.memory_id] for _, index, unit in kept if f"n{index}" == name] for name in news}
    return RelationRows(
        old=[[label[memory_id], day_of(unit), one_line(unit.fact.text, CLAIM)] for memory_id, unit in olds.items()],
        new=[
            [name, day_of(unit), one_line(unit.fact.text, CLAIM), list(asked[name])]
            for name, unit in news.items()
            if asked[name]
        ],
        new_ids={name: unit.memory_id for name, unit in news.items()},
        old_ids={name: memory_id for memory_id, name in label.items()},
        pairs=frozenset((request.new_units[index].memory_id, unit.memory_id) for _, index, unit in kept),
    )


def standing_lines(request: LongitudinalRequest) -> tuple[LongitudinalLine, ...]:
    """Return the newest lines that still stand, in their order."""
    return tuple(line for line in request.lines if not line.superseded)[-MAX_LINES:]


def line_rows(lines: Sequence[LongitudinalLine]) -> list[JSON]:
    """Return rows [id, kind, text]."""
    return [[f"l{place}", line.kind, one_line(line.text, CLAIM)] for place, line in enumerate(lines)]


def unit_rows(units: Sequence[FTAUnit]) -> list[JSON]:
    """Return rows [id, day, type, subject, text]."""
    return [
        [f"u{place}", day_of(unit), unit.fact.content_type, unit.fact.subject, one_line(unit.fact.text, CLAIM)]
        for place, unit in enumerate(units)
    ]


def dated_claims(request: AnswerRequest) -> str:
    """Return the nearest claims with their resolved days where the question turns on time, and what no longer holds."""
    asks_time = request.query.kind in DATED_KINDS
    hits = sorted(request.packet.hits, key=lambda hit: -hit.score)
    wanted = [hit for hit in hits if (asks_time and hit.unit.time.event_start) or not hit.is_current]
    by_id = {hit.unit.memory_id: hit for hit in hits}
    return "\n".join(_dated(hit, by_id) for hit in wanted[:MAX_DATED]) or "-"


def _dated(hit: Hit, by_id: dict[str, Hit]) -> str:
    time = hit.unit.time
    days = " to ".join(dict.fromkeys(day for day in (time.event_start, time.event_end) if day)) or "no date"
    newer = by_id.get(hit.replaced_by or "")
    since = f" since {day_of(newer.unit)}" if newer is not None and day_of(newer.unit) else ""
    state = "" if hit.is_current else f"; no longer holds{since}"
    return f"- {one_line(hit.unit.fact.text, 160)} ({days}{state})"


def _without_middle(text: str, longest: int | None) -> str:
    if longest is None or len(text) <= longest:
        return text
    half = max(1, (longest - 3) // 2)
    return f"{text[:half]} … {text[-half:]}"
