"""Read single fields of a model's item: texts bounded, labels mapped or "unknown", spans clamped."""

import math
import re
from collections.abc import Sequence
from typing import Final, TypeVar

from fta_mem.engines.llm.json_parsing import Item, plain_key

Label = TypeVar("Label", bound=str)

MAX_TEXT: Final = 600
_NOTHING: Final = frozenset({"", "unknown", "none", "null", "n/a", "na", "unspecified", "not specified", "..."})
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f\x85\u2028\u2029\ud800-\udfff]+")


def text_of(item: Item, *keys: str, limit: int = MAX_TEXT) -> str:
    """Return the first of the named texts, on one line and cut at a word; "" where there is none."""
    for key in keys:
        value = item.get(plain_key(key))
        if isinstance(value, str) and value.strip():
            return one_line(value, limit)
    return ""


def known_text(item: Item, *keys: str, limit: int = MAX_TEXT) -> str:
    """Return a text field whose absence is spelled "unknown"."""
    text = text_of(item, *keys, limit=limit)
    return "unknown" if text.strip(" .").lower() in _NOTHING else text


def one_line(text: str, limit: int) -> str:
    """Return the text on one line, cut at a word where it is longer than the limit."""
    line = " ".join(_CONTROL.sub(" ", text).split())
    if len(line) <= limit:
        return line
    cut = line[: limit - 1]
    head, space, _ = cut.rpartition(" ")
    return (head if space and len(head) > limit // 2 else cut).rstrip() + "…"


def names_of(item: Item, *keys: str, most: int = 12) -> tuple[str, ...]:
    """Return a list of short texts; one text with commas is a list too."""
    for key in keys:
        value = item.get(plain_key(key))
        parts = re.split(r"[,;|]", value) if isinstance(value, str) else value
        lines = [one_line(part, 80) for part in parts if isinstance(part, str)] if isinstance(parts, list) else []
        found = [line for line in lines if line.lower() not in _NOTHING]
        if found:
            return tuple(dict.fromkeys(found))[:most]
    return ()


def label_of(item: Item, labels: Sequence[Label], default: Label, *keys: str) -> Label:
    """Return the label that a field spells in some way, or the default."""
    known = {plain_key(label): label for label in labels}
    for key in keys:
        value = item.get(plain_key(key))
        if not isinstance(value, str):
            continue
        for part in re.split(r"[|,/;]", value[:200]):
            spelled = plain_key(part)
            if spelled in known:
                return known[spelled]
            near = [label for name, label in known.items() if name.startswith(spelled) or spelled.startswith(name)]
            if len(near) == 1 and len(spelled) >= 4:
                return near[0]
    return default


def span_of(item: Item, *keys: str) -> tuple[int, int] | None:
    """Return a span as two integers, in order, as the model gave it; None where it gave none."""
    for key in keys:
        value = item.get(plain_key(key))
        if isinstance(value, str):
            value = re.findall(r"\d{1,9}", value)
        if isinstance(value, list) and value:
            ends = [integer_of(end) for end in (value[0], value[-1])]
        else:
            ends = [integer_of(value)] * 2
        if ends[0] is not None and ends[1] is not None:
            return min(ends[0], ends[1]), max(ends[0], ends[1])
    begin, end = (next((integer_of(item[key]) for key in names if key in item), None) for names in _ENDS)
    if begin is None:
        return None
    end = begin if end is None else end
    return min(begin, end), max(begin, end)


_ENDS: Final = (("begin", "start", "first", "from", "startturn"), ("end", "stop", "last", "to", "endturn"))


def clamped(span: tuple[int, int] | None, low: int, high: int) -> tuple[int, int] | None:
    """Return the part of a span that lies in ``low..high``; None where no part does."""
    if span is None or span[1] < low or span[0] > high:
        return None
    return max(span[0], low), min(span[1], high)


def integer_of(value: object) -> int | None:
    """Return a whole number however it is written; None for anything else, wild ones included."""
    if isinstance(value, bool):
        return None
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e9:
        return int(value)
    if isinstance(value, str) and re.fullmatch(r"\s*[A-Za-z#]*\s*\d{1,9}\s*", value):
        return int(re.sub(r"\D", "", value))
    return value if isinstance(value, int) and abs(value) < 10**9 else None


def number_of(item: Item, key: str, low: float, high: float) -> float | None:
    """Return a number within bounds, however it is written; None where there is none."""
    value = item.get(plain_key(key))
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        number = float(value)
    except ValueError:
        return None
    return min(high, max(low, number)) if math.isfinite(number) else None


def true_of(item: Item, key: str, default: bool) -> bool:
    """Return a yes-or-no field."""
    value = item.get(plain_key(key))
    if isinstance(value, str):
        return {"true": True, "yes": True, "false": False, "no": False}.get(value.strip().lower(), default)
    return value if isinstance(value, bool) else default
