"""The shape of each judgement's JSON, for models that can be held to a schema; every string and integer is bounded.

Small models under a grammar run wild wherever a bound is missing. OpenAI's strict mode in turn takes no string lengths
and compiles each new schema, so that it gets the same one every time.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from fta_mem.state.encoding import JSON
from fta_mem.state.labels import (
    BOUNDARY_TRIGGERS,
    COMPLETENESS,
    CONFIDENCES,
    CONTENT_TYPES,
    LIFECYCLE_STATUSES,
    TIME_ORIENTATIONS,
    UNIT_STATUSES,
)

Schema = dict[str, JSON]
RELATION_WORDS: Final = (
    "same_episode_as",
    "adds",
    "replaces",
    "corrects",
    "conflicts",
    "followup_of",
    "supports",
    "unknown",
)
"""The paper's relations, with "updates" and "contradicts" in the words that tell what becomes of the older unit."""
_UNSTRICT: Final = frozenset({"maxLength", "minLength", "maxItems", "minItems", "minimum", "maximum"})


@dataclass(frozen=True, slots=True)
class Shape:
    """A named JSON schema with all its bounds."""

    name: str
    schema: Schema

    def for_model(self, strict: bool) -> Schema:
        """Return the schema under its name as title; without bounds where the provider is strict about keywords."""
        body = _unbounded(self.schema) if strict else self.schema
        assert isinstance(body, dict)
        return {"title": self.name, **body}


def segments_shape(low: int, high: int) -> Shape:
    """Return the shape of a segmentation of turns ``low..high``."""
    segment = _object(turn_span=_span(low, high), boundary_trigger=_one_of(BOUNDARY_TRIGGERS))
    return Shape("segments", _object(segments=_list(segment, high - low + 1)))


def reply_shape() -> Shape:
    """Return the shape of the example agent's next message."""
    return Shape("reply", _object(reply=_text(600)))


def units_shape(low: int, high: int, unfinished: int) -> Shape:
    """Return the shape of the units of a fragment with ``unfinished`` things before it."""
    content = _object(
        text=_text(400),
        subject=_text(60),
        participants=_list(_text(60), 6),
        emotion_or_state=_text(60),
        intention_or_plan=_text(120),
        valence={"type": "number", "minimum": -1, "maximum": 1},
    )
    unit = _object(
        content=content,
        summary=_text(120),
        content_type=_one_of(CONTENT_TYPES),
        time_orientation=_one_of(TIME_ORIENTATIONS),
        event_time=_text(60),
        evidence_turn_span=_span(low, high),
        status=_one_of(UNIT_STATUSES),
        completes=_or_null(_whole(0, max(0, unfinished - 1))),
    )
    return Shape("memory_units", _object(memory_units=_list(unit, high - low + 4)))


def relations_shape(new: Sequence[str], old: Sequence[str], pairs: int) -> Shape:
    """Return the shape of the relations between labelled new and old units."""
    update = _object(
        new=_one_of(new),
        memory_id=_one_of(old),
        relation=_one_of(RELATION_WORDS),
        relation_confidence=_one_of(CONFIDENCES),
        completeness=_one_of(COMPLETENESS),
        lifecycle_status=_one_of(LIFECYCLE_STATUSES),
    )
    return Shape("memory_updates", _object(memory_updates=_list(update, pairs)))


def lines_shape() -> Shape:
    """Return the shape of the new longitudinal lines."""
    line = _object(text=_text(240), evidence=_list(_text(8), 8), replaces=_or_null(_text(8)))
    return Shape("longitudinal_lines", _object(user=_list(line, 12), support=_list(line, 8)))


def query_shape() -> Shape:
    """Return the shape of a rewritten query."""
    return Shape(
        "query",
        _object(
            query=_text(300),
            participants=_list(_text(60), 6),
            content_types=_list(_one_of(CONTENT_TYPES), 4),
            affect=_list(_text(30), 4),
        ),
    )


def answer_shape() -> Shape:
    """Return the shape of an answer."""
    return Shape("answer", _object(found={"type": "boolean"}, answer=_text(240)))


def cited_answer_shape() -> Shape:
    """Return the shape of an answer with the labels of what it stands on."""
    return Shape("cited_answer", _object(found={"type": "boolean"}, answer=_text(240), cites=_list(_text(12), 6)))


def _object(**properties: Schema) -> Schema:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def _list(item: Schema, most: int) -> Schema:
    return {"type": "array", "items": item, "maxItems": max(1, most)}


def _text(longest: int) -> Schema:
    return {"type": "string", "maxLength": longest}


def _whole(low: int, high: int) -> Schema:
    return {"type": "integer", "minimum": low, "maximum": high}


def _span(low: int, high: int) -> Schema:
    return {"type": "array", "items": _whole(low, high), "minItems": 2, "maxItems": 2}


def _one_of(labels: Sequence[str]) -> Schema:
    return {"type": "string", "enum": list(dict.fromkeys(labels))}


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def _unbounded(value: JSON) -> JSON:
    if isinstance(value, Mapping):
        return {key: _unbounded(item) for key, item in value.items() if key not in _UNSTRICT}
    return [_unbounded(item) for item in value] if isinstance(value, list) else value
