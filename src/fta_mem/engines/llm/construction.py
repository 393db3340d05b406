"""From a model's reply to construction judgements: item by item, checked against what was asked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from fta_mem.engines.base import ExtractionRequest, RelationJudgement, SegmentSpan, UnitDraft
from fta_mem.engines.llm.attribution import Cited, cite, known_names, time_anchor
from fta_mem.engines.llm.failures import MalformedOutputError
from fta_mem.engines.llm.fields import (
    clamped,
    integer_of,
    known_text,
    label_of,
    names_of,
    number_of,
    span_of,
    text_of,
)
from fta_mem.engines.llm.grounding import Grounds, verdict_on
from fta_mem.engines.llm.intention import intention_in
from fta_mem.engines.llm.json_parsing import Item, is_cut, lists_of, plain_key, read_items, read_object
from fta_mem.engines.llm.request_rendering import RelationRows, day_of
from fta_mem.engines.rules.extraction.affect import valence_of
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
    LifecycleStatus,
    LineKind,
    Relation,
)
from fta_mem.state.records import Affect, Fact, FTAUnit, LongitudinalLine, Turn

_SPANS = ("turn_span", "evidence_turn_span", "span", "turn_range", "turns", "range", "indexes", "indices")


@dataclass(frozen=True, slots=True)
class Drafts:
    """The units that a reply gives, and how many of its units were refused or marked ungrounded."""

    kept: tuple[UnitDraft, ...]
    doubted: int = 0
    offered: int = 0


def read_segments(reply: str, turns: Sequence[Turn]) -> tuple[SegmentSpan, ...]:
    """Return the segments of a reply; those that touch no turn of the window are dropped.

    A question at a segment's end goes with its answer: "unknown" would be remembered where the next turn tells it.

    Raises:
        MalformedOutputError: no segment is left.
    """
    low, high = turns[0].index, turns[-1].index
    found: list[SegmentSpan] = []
    for item in read_items(reply, "segments", "boundaries", "spans"):
        span = clamped(span_of(item, *_SPANS), low, high)
        if span is not None:
            trigger = label_of(item, BOUNDARY_TRIGGERS, "unknown", "boundary_trigger", "trigger", "label", "type")
            found.append(SegmentSpan(span[0], span[1], trigger))
    if not found:
        raise MalformedOutputError("no segment of it lies in the window")
    return _with_answers(found, {turn.index: turn for turn in turns})


def _with_answers(segments: Sequence[SegmentSpan], turns: Mapping[int, Turn]) -> tuple[SegmentSpan, ...]:
    """Move a question that ends a segment to the segment that begins with the answer.

    A question that is itself an answer ("An orange. Weird, right?") stays with what it answers.
    """
    kept: list[SegmentSpan] = []
    for segment in segments:
        before = kept[-1] if kept else None
        if before is not None and before.end + 1 == segment.begin and _asks_first(turns, before):
            if before.end > before.begin:
                kept[-1] = replace(before, end=before.end - 1)
                segment = replace(segment, begin=before.end)
            else:
                kept.pop()
                segment = replace(segment, begin=before.begin, trigger=before.trigger)
        kept.append(segment)
    return tuple(kept)


def _asks_first(turns: Mapping[int, Turn], segment: SegmentSpan) -> bool:
    answers = segment.end > segment.begin and _asks(turns, segment.end - 1)
    return _asks(turns, segment.end) and not answers


def _asks(turns: Mapping[int, Turn], index: int) -> bool:
    """Say whether a turn ends with a question that the next one, of somebody else, may answer."""
    asking, next_one = turns.get(index), turns.get(index + 1)
    if asking is None or next_one is None or asking.name == next_one.name:
        return False
    return asking.content.rstrip(" )\"'*”’").endswith(("?", "？", "؟"))


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
    phrase = known_text(item, *_TIMES, limit=80) if text_of(item, *_TIMES) else None
    time = time_anchor(phrase, text, cited, request)
    tense = label_of(item, TIME_ORIENTATIONS, time.time_orientation, "time_orientation", "orientation", "tense")
    completes = integer_of(item.get("completes"))
    completes = completes if completes is not None and 0 <= completes < len(request.carried_over) else None
    earlier = request.carried_over[completes].fact.text if completes is not None else ""
    worked_out = [day for day in (time.event_start, time.event_end, request.dialogue_time) if day]
    grounds = Grounds((*cited.texts, earlier), (*known_names(request), *cited.names), tuple(worked_out))
    verdict = verdict_on(text, grounds)
    draft = UnitDraft(
        fact=_fact(item, text, cited, request),
        time=replace(time, time_orientation=tense),
        affect=_affect(item, text),
        turn_span=cited.span,
        status=label_of(item, UNIT_STATUSES, "unknown", "status", "state"),
        completes=completes,
        grounding="ungrounded" if verdict == "ungrounded" else "grounded",
    )
    return draft, verdict


_TIMES = ("event_time", "time", "when")


def _affect(item: Item, text: str) -> Affect:
    """Return the affect anchor; what the model leaves out is read from the words: valence, and what is intended."""
    emotion = known_text(item, "emotion_or_state", "emotion", "affect", "feeling", limit=80)
    plan = known_text(item, "intention_or_plan", "intention", "plan", limit=160)
    valence = number_of(item, "valence", -1.0, 1.0)
    if valence is None:
        valence = valence_of(text if emotion == "unknown" else f"{text} {emotion}")
    return Affect(emotion, plan if plan != "unknown" else intention_in(text) or "unknown", valence=valence)


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


_WORDS: Final[Mapping[str, tuple[Relation, LifecycleStatus]]] = {
    "adds": ("updates", "unknown"),
    "replaces": ("updates", "archived"),
    "corrects": ("contradicts", "contradicted"),
    "conflicts": ("contradicts", "unknown"),
}
"""What the prompt's words for a change mean in the paper's labels, and what becomes of the older unit."""
_ENDED: Final = ("archived", "contradicted")


def read_relations(reply: str, rows: RelationRows) -> tuple[RelationJudgement, ...]:
    """Return the relations of a reply, of pairs that were asked about, each pair once; "unknown" ones are left out.

    Only a state that is replaced or corrected is over. Something that happened stays true: it can be corrected, never
    replaced.
    """
    found: dict[tuple[str, str], RelationJudgement] = {}
    for item in read_items(reply, "memory_updates", "updates", "relations", "links"):
        source = _memory_id(item, rows.new_ids, "new", "new_id", "source", "new_memory", "new_memory_id")
        target = _memory_id(item, rows.old_ids, "memory_id", "old", "old_id", "target", "candidate")
        relation, lifecycle = _change(item)
        if source is None or target is None or (source, target) not in rows.pairs or relation == "unknown":
            continue
        if lifecycle == "archived" and target in rows.happened:
            lifecycle = "unknown"
        judged = RelationJudgement(
            source,
            target,
            relation,
            label_of(item, CONFIDENCES, "unknown", "relation_confidence", "confidence"),
            label_of(item, COMPLETENESS, "unknown", "completeness"),
            lifecycle,
        )
        found.setdefault((source, target), judged)
    return tuple(found.values())


def _change(item: Item) -> tuple[Relation, LifecycleStatus]:
    """Return the relation and what becomes of the older unit, made to agree: only what is changed can be over."""
    word = label_of(item, (*_WORDS, *RELATIONS), "unknown", "relation", "label", "type")
    stage = label_of(item, LIFECYCLE_STATUSES, "unknown", "lifecycle_status", "lifecycle")
    if word in _WORDS:
        relation, ended = _WORDS[word]
        return relation, ended if ended != "unknown" or stage in _ENDED else stage
    relation = label_of(item, RELATIONS, "unknown", "relation", "label", "type")
    is_change = relation in ("updates", "contradicts")
    return relation, stage if is_change or stage not in _ENDED else "unknown"


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
    """Return a line that stands on units of the session; one that replaces another inherits its evidence."""
    text = text_of(item, "text", "line", "statement", limit=400)
    by_label = {f"u{place}": unit for place, unit in enumerate(units)}
    by_id = {unit.memory_id: unit for unit in units}
    cited = [by_label.get(name.lower()) or by_id.get(name) for name in names_of(item, "evidence", "ids", "units")]
    evidence = [unit for unit in dict.fromkeys(cited) if unit is not None]
    replaced = _replaced(item, kind, standing)
    if not text or not evidence or not _is_grounded(text, evidence, replaced):
        return None
    inherited = replaced.evidence if replaced is not None else ()
    return LongitudinalLine(
        key=line_key(kind, text),
        kind=kind,
        text=text,
        evidence=tuple(dict.fromkeys((*(unit.memory_id for unit in evidence), *inherited))),
        since=min((day for unit in evidence if (day := day_of(unit)) is not None), default=None),
        supersedes=replaced.key if replaced is not None else None,
    )


def _replaced(item: Item, kind: LineKind, standing: Sequence[LongitudinalLine]) -> LongitudinalLine | None:
    labelled = {f"l{place}": line for place, line in enumerate(standing)}
    line = labelled.get(text_of(item, "replaces", limit=8).lower())
    return line if line is not None and line.kind == kind else None


def _is_grounded(text: str, evidence: Sequence[FTAUnit], replaced: LongitudinalLine | None) -> bool:
    """Say whether a line says what its units say; a change may be put as a denial that no unit words as one."""
    said = [part for unit in evidence for part in (unit.fact.text, unit.fact.subject, *unit.fact.participants)]
    days = tuple(day for unit in evidence if (day := day_of(unit)) is not None)
    if replaced is None:
        return verdict_on(text, Grounds(tuple(said), (), days)) == "grounded"
    return verdict_on(text, Grounds((*said, replaced.text), (), days)) != "refused"


def line_key(kind: LineKind, text: str) -> str:
    """Return the key of a statement, the same whatever its spacing, case and full stop."""
    return content_hash(kind, " ".join(text.casefold().split()).rstrip(" ."))[:16]
