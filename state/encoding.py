"""Records to JSON values and to hashes (back to records: ``fta_mem.decoding``)."""

import dataclasses
import hashlib
import json

JSON = dict[str, "JSON"] | list["JSON"] | str | int | float | bool | None

_names: dict[type, tuple[str, ...]] = {}


def to_json(value: object) -> JSON:
    """Return a record (or a sequence of records) as JSON values, keys in the order of its fields."""
    if value is None or isinstance(value, (str, int, float, bool)):
        return value
    if isinstance(value, (list, tuple)):
        return [to_json(item) for item in value]
    if isinstance(value, dict):
        return {str(key): to_json(item) for key, item in value.items()}
    return {name: to_json(getattr(value, name)) for name in _field_names(type(value))}


def content_hash(*values: object) -> str:
    """Return the SHA-256 (hex) of the values' canonical JSON; lone surrogates count as themselves."""
    text = json.dumps([to_json(value) for value in values], ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def _field_names(kind: type) -> tuple[str, ...]:
    if kind not in _names:
        if not dataclasses.is_dataclass(kind):
            raise TypeError(f"{kind.__name__} has no JSON form")
        _names[kind] = tuple(field.name for field in dataclasses.fields(kind))
    return _names[kind]
