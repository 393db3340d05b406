"""From a model's reply to construction judgements: item by item, checked against what was asked."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from fta_mem.engines.base import ExtractionRequest, RelationJudgement, SegmentSpan, UnitDraft
from fta_mem.engines.llm.attribution import Cited, cite, time_anchor
from fta_mem.engines.llm.failures import MalformedOutputError
from fta_mem.engines.llm.fields import clamped, integer_of, known_text, label_of, names_of, span_of, text_of
from fta_mem.engines.llm.grounding import Grounds, verdict_on
from fta_mem.engines.llm.json_parsing import Item, is_cut, lists_of, plain_key, read_items, read_object
from fta_mem.engines.llm.request_rendering import RelationRows, day_of
from fta_mem.state.encoding import content_hash
from fta_mem.state.labels import (
    BOUNDARY_TRIGGERS,
    COMPLETENESS,
    CONFIDENCES,
    CONTENT_TYPES,
    LIFECYCLE_STATUSES,
    RELATIONS,
    TIME_ORIENTATIONS,
    UNIT_STATUSES,
    ContentType,
    LineKind,
)
from fta_mem.state.records import Affect, Fact, FTAUnit, LongitudinalLine

_SPANS = ("turn_span", "evidence_turn_span", "span", "turn_range", "turns", "range", "indexes", "indices")


@dataclass(frozen=True, slots=True)
class Drafts:
    """The units that a reply gives, and how many of its units were refused or marked ungrounded."""

    kept: tuple[UnitDraft, ...]
    doubted: int = 0
    offered: int = 0


def read_segments(reply: str, low: int, high: int) -> tuple[SegmentSpan, ...]:
    """Return the segments of a reply; those that touch no turn of the window are dropped.

    Raises:
        MalformedOutputError: no segment is left.
    """
    found: list[SegmentSpan] = []
    for item in read_items(reply, "segments", "boundaries", "spans"):
        span = clamped(span_of(item, *_SPANS), low, high)
        if span is not None:
            trigger = label_of(item, BOUNDARY_TRIGGERS, "unknown", "boundary_trigger", "trigger", "label", "type")
            found.append(SegmentSpan(span[0], span[1], trigger))
    if not found:
        raise MalformedOutputError("no segment of it lies in the window")
    return tuple(found)


def read_units(reply: str, request: ExtractionRequest) -> Drafts:
    """Return the units of a reply, each checked against the turns that it cites (its grounding included).

    Raises:
        MalformedOutputError: it is cut, or holds items of which none is a unit.
    """
    if is_cut(reply):
        raise MalformedOutputError("it is cut off")
    items = read_items(reply, "memory_units", "units", "memories", "facts", "items")
    readings = [reading for item in items if (reading := _unit(item, request)) is not None]
    if items and not readings:
        raise MalformedOutputError("none of its items is a memory unit")
    kept = tuple(draft for draft, verdict in readings if verdict != "refused")
    return Drafts(kept, sum(verdict != "grounded" for _, verdict in readings), len(readings))


def _unit(item: Item, request: ExtractionRequest) -> tuple[UnitDraft, str] | None:
    text = text_of(item, "text", "fact", "content", "statement", "memory", "claim", "description")
    if not text:
        return None
    low, high = request.turns[0].index, request.turns[-1].index
    cited = cite(text, clamped(span_of(item, *_SPANS), low, high), request)
    if cited is None:
        return None
    time = time_anchor(known_text(item, "event_time", "time", "when", limit=80), text, cited, request)
    tense = label_of(item, TIME_ORIENTATIONS, time.time_orientation, "time_orientation", "orientation", "tense")
    completes = integer_of(item.get("completes"))
    completes = completes if completes is not None and 0 <= completes < len(request.carried_over) else None
    earlier = request.carried_over[completes].fact.text if completes is not None else ""
    worked_out = [day for day in (time.event_start, time.event_end, request.dialogue_time) if day]
    grounds = Grounds((*cited.texts, earlier), (*request.people, *cited.names), tuple(worked_out))
    verdict = verdict_on(text, grounds)
    draft = UnitDraft(
        fact=_fact(item, text, cited, request),
        time=replace(time, time_orientation=tense),
        affect=Affect(
            known_text(item, "emotion_or_state", "emotion", "affect", "feeling", limit=80),
            known_text(item, "intention_or_plan", "intention", "plan", limit=160),
        ),
        turn_span=cited.span,
        status=label_of(item, UNIT_STATUSES, "unknown", "status", "state"),
        completes=completes,
        grounding="ungrounded" if verdict == "ungrounded" else "grounded",
    )
    return draft, verdict


def _fact(item: Item, text: str, cited: Cited, request: ExtractionRequest) -> Fact:
    kind: ContentType = label_of(item, CONTENT_TYPES, "general_fact", "content_type", "type", "category")
    subject = cited.person(text_of(item, "subject", "about", "who", limit=80)) or cited.speaker
    if cited.by_supporter and subject != cited.speaker and kind not in _SUPPORTERS_KINDS:
        # What only the supporter said about somebody is a hypothesis at most, never that person's fact.
        kind = "belief_candidate"
    named = [cited.person(name) for name in names_of(item, "participants", "people", "persons")]
    participants = dict.fromkeys(name for name in (subject, *named) if name)
    return Fact(
        text=text,
        content_type=kind,
        participants=tuple(participants),
        summary=known_text(item, "summary", "title", limit=160).replace("unknown", ""),
        subject=subject,
        speaker=cited.speaker,
    )


_SUPPORTERS_KINDS = frozenset({"support_interaction", "homework_or_plan", "belief_candidate"})


def read_relations(reply: str, rows: RelationRows) -> tuple[RelationJudgement, ...]:
    """Return the relations of a reply, of pairs that were asked about, each pair once; "unknown" ones are left out."""
    found: dict[tuple[str, str], RelationJudgement] = {}
    for item in read_items(reply, "memory_updates", "updates", "relations", "links"):
        source = _memory_id(item, rows.new_ids, "new", "new_id", "source", "new_memory", "new_memory_id")
        target = _memory_id(item, rows.old_ids, "memory_id", "old", "old_id", "target", "candidate")
        relation = label_of(item, RELATIONS, "unknown", "relation", "label", "type")
        if source is None or target is None or (source, target) not in rows.pairs or relation == "unknown":
            continue
        judged = RelationJudgement(
            source,
            target,
            relation,
            label_of(item, CONFIDENCES, "unknown", "relation_confidence", "confidence"),
            label_of(item, COMPLETENESS, "unknown", "completeness"),
            label_of(item, LIFECYCLE_STATUSES, "unknown", "lifecycle_status", "lifecycle"),
        )
        found.setdefault((source, target), judged)
    return tuple(found.values())


def _memory_id(item: Item, ids: dict[str, str], *keys: str) -> str | None:
    said = text_of(item, *keys, limit=60)
    if not said and len(ids) == 1:
        return next(iter(ids.values()))
    return ids.get(said.lower(), said if said in ids.values() else None)


@dataclass(frozen=True, slots=True)
class Lines:
    """The longitudinal lines that a reply gives, and how many were refused."""

    kept: tuple[LongitudinalLine, ...]
    refused: int = 0


def read_lines(reply: str, standing: Sequence[LongitudinalLine], units: Sequence[FTAUnit]) -> Lines:
    """Return the lines of a reply: new ones only, each with evidence that says what it says.

    Raises:
        MalformedOutputError: it is cut, or holds neither list.
    """
    if is_cut(reply):
        raise MalformedOutputError("it is cut off")
    if not set(read_object(reply)) & {plain_key(name) for names in _NAMES_OF_KIND.values() for name in names}:
        raise MalformedOutputError("neither list of lines is in it")
    kept: dict[str, LongitudinalLine] = {}
    refused = 0
    known = {line.key for line in standing}
    for kind in _KINDS:
        for item in _of_kind(reply, kind):
            line = _line(item, kind, standing, units)
            if line is None:
                refused += 1
            elif line.key not in known:
                kept.setdefault(line.key, line)
    return Lines(tuple(kept.values()), refused)


_KINDS: tuple[LineKind, ...] = ("user", "support")
_NAMES_OF_KIND = {"user": ("user", "user_memory", "semantic"), "support": ("support", "support_memory", "experience")}


def _of_kind(reply: str, kind: LineKind) -> list[Item]:
    return lists_of(reply, *_NAMES_OF_KIND[kind])


def _line(
    item: Item, kind: LineKind, standing: Sequence[LongitudinalLine], units: Sequence[FTAUnit]
) -> LongitudinalLine | None:
    text = text_of(item, "text", "line", "statement", limit=400)
    by_label = {f"u{place}": unit for place, unit in enumerate(units)}
    by_id = {unit.memory_id: unit for unit in units}
    cited = [by_label.get(name.lower()) or by_id.get(name) for name in names_of(item, "evidence", "ids", "units")]
    evidence = [unit for unit in dict.fromkeys(cited) if unit is not None]
    said = tuple(part for unit in evidence for part in (unit.fact.text, unit.fact.subject, *unit.fact.participants))
    days = [day for unit in evidence if (day := day_of(unit)) is not None]
    if not text or not evidence or verdict_on(text, Grounds(said, (), tuple(days))) != "grounded":
        return None
    labelled = {f"l{place}": line for place, line in enumerate(standing)}
    replaced = labelled.get(text_of(item, "replaces", limit=8).lower())
    return LongitudinalLine(
        key=line_key(kind, text),
        kind=kind,
        text=text,
        evidence=tuple(unit.memory_id for unit in evidence),
        since=min(days, default=None),
        supersedes=replaced.key if replaced is not None and replaced.kind == kind else None,
    )


def line_key(kind: LineKind, text: str) -> str:
    """Return the key of a statement, the same whatever its spacing, case and full stop."""
    return content_hash(kind, " ".join(text.casefold().split()).rstrip(" ."))[:16]
