"""Records to JSON values and back, by their annotations; used by the ledger, the command line and Studio edits."""

import dataclasses
import hashlib
import json
import types
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

T = TypeVar("T")
JSON = dict[str, "JSON"] | list["JSON"] | str | int | float | bool | None

_hints: dict[type, dict[str, object]] = {}


def to_json(value: object) -> JSON:
    """Return a record (or a sequence of records) as JSON values, keys in the order of its fields."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {name: to_json(getattr(value, name)) for name in _fields_of(type(value))}
    if isinstance(value, dict):
        return {str(key): to_json(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [to_json(item) for item in value]
    if value is None or isinstance(value, (str, int, float, bool)):
        return value
    raise TypeError(f"{type(value).__name__} has no JSON form")


def from_json(kind: type[T], value: object) -> T:
    """Return the record of type ``kind`` that ``value`` describes; unknown keys are dropped, missing ones default.

    A value that is such a record already is returned as it is, so that state edited in Studio (plain objects) and
    state of a running graph (records) are read alike.

    Raises:
        ValueError: a field is missing or has the wrong type.
    """
    if isinstance(value, kind):
        return value
    if not isinstance(value, dict):
        raise ValueError(f"expected an object with the fields of {kind.__name__}, got {type(value).__name__}")
    hints = _fields_of(kind)
    known = {name: _decode(hints[name], item, name) for name, item in value.items() if name in hints}
    try:
        return kind(**known)
    except TypeError as error:
        raise ValueError(f"{kind.__name__}: {error}") from error


def content_hash(*values: object) -> str:
    """Return the SHA-256 (hex) of the values' canonical JSON; lone surrogates count as themselves."""
    text = json.dumps([to_json(value) for value in values], ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def _fields_of(kind: type) -> dict[str, object]:
    if kind not in _hints:
        hints = get_type_hints(kind)
        _hints[kind] = {item.name: hints[item.name] for item in dataclasses.fields(cast(Any, kind))}
    return _hints[kind]


def _decode(hint: object, value: object, name: str) -> object:
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        return _decode_union(get_args(hint), value, name)
    if origin is Literal:
        if value not in get_args(hint):
            raise ValueError(f"{name} must be one of {', '.join(map(str, get_args(hint)))}, not {value!r}")
        return value
    if origin is tuple:
        return _decode_tuple(get_args(hint), value, name)
    if dataclasses.is_dataclass(hint):
        return from_json(cast(type, hint), value)
    return _decode_plain(hint, value, name)


def _decode_union(options: tuple[object, ...], value: object, name: str) -> object:
    if value is None and type(None) in options:
        return None
    (only,) = [option for option in options if option is not type(None)]
    return _decode(only, value, name)


def _decode_tuple(items: tuple[object, ...], value: object, name: str) -> tuple[object, ...]:
    if not isinstance(value, (list, tuple)):
        raise ValueError(f"{name} must be a list, not {type(value).__name__}")
    if len(items) == 2 and items[1] is Ellipsis:
        return tuple(_decode(items[0], item, name) for item in value)
    if len(items) != len(value):
        raise ValueError(f"{name} must have {len(items)} entries")
    return tuple(_decode(kind, item, name) for kind, item in zip(items, value, strict=True))


def _decode_plain(hint: object, value: object, name: str) -> object:
    if hint is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if not isinstance(hint, type) or not isinstance(value, hint) or (hint is int and isinstance(value, bool)):
        raise ValueError(f"{name} must be {getattr(hint, '__name__', hint)}, not {type(value).__name__}")
    return value
