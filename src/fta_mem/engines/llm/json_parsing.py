"""Read JSON out of whatever a model says: thoughts, fences, prose, cut ends, single quotes, echoed schemas, other keys.

Everything here is total: any string gives a result or a MalformedOutputError, nothing else.
"""

import ast
import json
import re
from collections.abc import Iterator, Mapping
from typing import Final

from fta_mem.engines.llm.failures import MalformedOutputError

Item = Mapping[str, object]

MAX_REPLY: Final = 200_000
MAX_STARTS: Final = 400
_THOUGHT: Final = re.compile(r"<(think|thinking|reasoning)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_FENCE: Final = re.compile(r"```[A-Za-z0-9_-]*[ \t]*\n?(.*?)(?:```|\Z)", re.DOTALL)
_SCHEMA_KEYS: Final = frozenset({"$defs", "$schema", "definitions", "properties", "additionalproperties"})
_NOT_READ: Final = (ValueError, SyntaxError, RecursionError, MemoryError, TypeError)


def read_items(reply: str, *keys: str) -> list[Item]:
    """Return the objects of the list that stands under one of ``keys``, read item by item.

    A bare list, a bare single object and a list under another name are taken as well. An empty list is an answer; a
    list whose entries are no objects, an echoed schema, and no JSON at all are not.

    Raises:
        MalformedOutputError: nothing of the kind can be found.
    """
    if without_thoughts(reply) == "[]":
        return []
    values = list(_values(reply))
    for value in values:
        found = _list_in(value, keys)
        if found is not None:
            items = [_plain_keys(item) for item in found if isinstance(item, dict) and not _is_schema(item)]
            if items or not found:
                return items
    loose = [_plain_keys(value) for value in values if isinstance(value, dict) and value and not _is_schema(value)]
    if loose:
        return loose
    raise MalformedOutputError("no list of objects in it" if reply.strip() else "it is empty")


def read_object(reply: str) -> Item:
    """Return the first object that is no schema, its keys plain.

    Raises:
        MalformedOutputError: there is none.
    """
    for value in _values(reply):
        for candidate in value if isinstance(value, list) else [value]:
            if isinstance(candidate, dict) and candidate and not _is_schema(candidate):
                return _plain_keys(candidate)
    raise MalformedOutputError("no object in it" if reply.strip() else "it is empty")


def without_thoughts(reply: str) -> str:
    """Return the reply without the thinking that some models write before it."""
    text = _THOUGHT.sub("", reply[:MAX_REPLY])
    return text.rpartition("</think>")[2].strip()


def is_cut(reply: str) -> bool:
    """Say whether the reply's JSON ends before it is closed."""
    text = without_thoughts(reply)
    start = re.search(r"[{\[]", text)
    depth, quoted, escaped = 0, False, False
    for sign in text[start.start() :] if start else "":
        if escaped or (quoted and sign == "\\"):
            escaped = not escaped
        elif sign == '"':
            quoted = not quoted
        elif not quoted and sign in "{[":
            depth += 1
        elif not quoted and sign in "}]":
            depth -= 1
            if depth == 0:
                return False
    return depth > 0


def plain_key(key: object) -> str:
    """Return a key as models' spellings of it meet: "turnSpan", "turn-span" and "Turn Span" are turnspan."""
    return re.sub(r"[^a-z0-9$]", "", str(key).lower())


def _values(reply: str) -> Iterator[object]:
    """Yield JSON values found in the reply, whole ones before pieces."""
    text = without_thoughts(reply)
    whole = [*(body.strip() for body in _FENCE.findall(text)), text]
    for candidate in whole:
        value = _decode(candidate)
        if isinstance(value, (dict, list)):
            yield value
    for candidate in whole:
        yield from _pieces(candidate)


def _pieces(text: str) -> Iterator[object]:
    """Yield the outermost JSON values that stand complete somewhere in a text that is not JSON as a whole."""
    decoder = json.JSONDecoder()
    position, starts = 0, 0
    while starts < MAX_STARTS:
        found = re.compile(r"[{\[]").search(text, position)
        if found is None:
            return
        starts += 1
        try:
            value, position = decoder.raw_decode(text, found.start())
        except (ValueError, RecursionError):
            position = found.start() + 1
        else:
            yield value


def _decode(text: str) -> object:
    """Return the value of a text that is JSON, or Python's spelling of it with single quotes; None if neither."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass_on = text[text.find("{") : text.rfind("}") + 1] if "{" in text else text
    try:
        return json.loads(re.sub(r",\s*([}\]])", r"\1", pass_on))
    except (ValueError, RecursionError):
        pythonic = re.sub(r"(?<=[:\[,\s])(null|true|false)\b", lambda word: _PYTHON[word.group()], pass_on)
    try:
        return ast.literal_eval(pythonic.strip()) if len(pythonic) <= MAX_REPLY // 4 else None
    except _NOT_READ:
        return None


_PYTHON: Final = {"null": "None", "true": "True", "false": "False"}


def _list_in(value: object, keys: tuple[str, ...]) -> list[object] | None:
    if isinstance(value, list):
        return value if any(isinstance(item, dict) for item in value) else None
    if not isinstance(value, dict) or _is_schema(value):
        return None
    wanted = {plain_key(key) for key in keys}
    lists = {plain_key(key): item for key, item in value.items() if isinstance(item, list)}
    for name, item in lists.items():
        if name in wanted:
            return item
    holders = [item for item in lists.values() if any(isinstance(entry, dict) for entry in item)]
    return holders[0] if len(holders) == 1 else None


def _is_schema(value: Mapping[object, object]) -> bool:
    return bool(_SCHEMA_KEYS & {str(key).lower() for key in value})


def _plain_keys(item: Mapping[object, object]) -> Item:
    """Return the item under plain keys; an inner object's keys are laid beside them, the outer ones first."""
    flat: dict[str, object] = {plain_key(key): value for key, value in item.items()}
    for value in list(flat.values()):
        if isinstance(value, dict):
            for key, inner in value.items():
                flat.setdefault(plain_key(key), inner)
    return flat


def lists_of(reply: str, *keys: str) -> list[Item]:
    """Return the objects of one list of a reply that holds several; empty where the list is missing or empty.

    Raises:
        MalformedOutputError: the reply holds no object at all.
    """
    wanted = {plain_key(key) for key in keys}
    for name, value in read_object(reply).items():
        if name in wanted and isinstance(value, list):
            return [_plain_keys(item) for item in value if isinstance(item, dict)]
    return []
