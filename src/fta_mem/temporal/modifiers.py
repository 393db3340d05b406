"""Words to the left of a time expression that change what it means: "early June", "since May", "the week before …"."""

import re
from dataclasses import replace

from fta_mem.state.labels import Granularity
from fta_mem.temporal.calendar import part_of, shift_days
from fta_mem.temporal.contrast import is_negated
from fta_mem.temporal.mention import Candidate, Reading, Scene, Span
from fta_mem.temporal.rules.events import lead_before, read_lead
from fta_mem.temporal.tense import BACK, sentence_around

_EXTEND_REACH = 40
_PART = re.compile(
    r"\b(?:(?:(?:the|at|in|by|towards?|around|from)\s+)*(?P<part>(?:very\s+|tail\s+)?(?:early(?:\s+in)?|mid(?:dle\s+of|way\s+through)?|late(?:\s+in)?|later\s+in|"
    r"beginning\s+of|start\s+of|end\s+of|first\s+half\s+of|second\s+half\s+of))(?:\s+the)?[\s-]+)$",
    re.IGNORECASE,
)
_BOUND = re.compile(r"\b(?P<word>(?:ever\s+)?since|until|till?|before|after|by)\s+(?:the\s+)?$", re.IGNORECASE)
# Prepositions that belong to the time, by what follows; "know about Christmas" and "good at this" do not.
_PLACES: dict[Granularity, str] = {
    "day": "on", "weekend": "on|at|over|during", "week": "in|during|over", 
    "month": f"in|during|over|around|{BACK}\\s+in",
    "season": f"in|during|over|{BACK}\\s+in", "year": f"in|during|around|{BACK}\\s+in",
    "decade": f"in|during|{BACK}\\s+in",
}  # fmt: skip
_PLACED = {
    granularity: re.compile(rf"\b(?P<word>{words})\s+(?:the\s+)?$", re.IGNORECASE)
    for granularity, words in _PLACES.items()
}
_FEAST_PLACED = re.compile(r"\b(?P<word>at|over|around|during|on)\s+(?=$)", re.IGNORECASE)
_NEVER_PLACED = re.compile(r"(?:today|tonight|yesterday|tomorrow|this|last|next|earlier|later)\b", re.IGNORECASE)
_FEAST = re.compile(r"(?:christmas|xmas|easter|thanksgiving|new\s+year|hall?ow)", re.IGNORECASE)
_OWN_PREPOSITION = re.compile(r"(?P<word>since|until|till?|before|after)\s", re.IGNORECASE)
# "It's ten days until Christmas" counts down to the day itself.
_COUNTDOWN = re.compile(r"\b(?:minutes|hours|days|sleeps|weeks|months|week|month|countdown|long)\s+$", re.IGNORECASE)
_OWN_PART = re.compile(r"(?:in\s+|since\s+|until\s+|by\s+)?(?P<part>early|mid|late)\b", re.IGNORECASE)
_DIVISIBLE = ("week", "month", "season", "year", "decade")


def widen(scene: Scene, found: Candidate) -> Candidate:
    """Take in the words to the left that change the meaning: "early …", "since …", "the week before …"."""
    start, end, reading = found
    if reading.kind != "point":
        return found
    lead = lead_before(scene.text, start)
    if lead is not None and reading.span is not None:
        return lead.start(), end, _tied(lead, reading)
    start, reading = _with_part(scene.text, start, end, reading)
    return _with_preposition(scene, start, end, reading)


def _tied(lead: re.Match[str], reading: Reading) -> Reading:
    if reading.span is None:
        return reading
    try:
        return replace(read_lead(lead, reading.span), anchored=reading.anchored)
    except (OverflowError, ValueError):
        return Reading(None, "unknown")


def _with_part(text: str, start: int, end: int, reading: Reading) -> tuple[int, Reading]:
    left = _PART.search(text, max(0, start - _EXTEND_REACH), start)
    own = _OWN_PART.match(text, start, end) if left is None else None
    found = left or own
    if found is None or reading.span is None or reading.granularity not in _DIVISIBLE:
        return start, reading
    word = re.sub(r"\s+", " ", found["part"].lower())
    which = 0 if re.search(r"early|beginning|start|first", word) else 1 if word.startswith("mid") else 2
    tight = re.search(r"\b(?:beginning|start|end)\b", word) is not None
    name = ("beginning of", "", "end of")[which] if tight else ("early", "mid", "late")[which]
    narrowed = replace(reading, span=part_of(reading.span, which, tight=tight), relation=name)
    return (left.start() if left else start), narrowed


def _with_preposition(scene: Scene, start: int, end: int, reading: Reading) -> Candidate:
    low = max(0, start - _EXTEND_REACH)
    left, own = _BOUND.search(scene.text, low, start), _OWN_PREPOSITION.match(scene.text, start, end)
    if (
        left is not None
        and left["word"][-4:].lower() in ("ntil", "till")
        and _COUNTDOWN.search(scene.text, low, left.start())
    ):
        return start, end, reading
    if own is not None:
        return start, end, _bounded(scene, own["word"].lower(), reading, (start, end))
    if left is None and _FEAST.match(scene.text, start):
        left = _FEAST_PLACED.search(scene.text, low, start)
    elif left is None and reading.granularity in _PLACED and not _NEVER_PLACED.match(scene.text, start):
        left = _PLACED[reading.granularity].search(scene.text, low, start)
    if left is None:
        return start, end, reading
    word = left["word"].lower().split()[-1]
    return left.start(), end, _bounded(scene, word, reading, (left.start(), end))


def _bounded(scene: Scene, word: str, reading: Reading, at: tuple[int, int]) -> Reading:
    """Turn the span of "since …", "until …", "before …" into the stretch that they bound, as far as it is known."""
    if word in ("before", "after"):
        return _beside(scene, word, reading)
    if word not in ("since", "until", "till", "til"):
        return reading
    if reading.span is None or not scene.dated:
        return replace(reading, kind="since" if word == "since" else "until")
    if word == "since":
        return replace(reading, kind="since", span=(reading.span[0], max(reading.span[1], scene.anchor)))
    return _until(scene, reading, reading.span, at)


def _beside(scene: Scene, word: str, reading: Reading) -> Reading:
    """Read "before Christmas" as from now to its eve, "after Easter" as from it to now; other sides are open."""
    if reading.span is None:
        return reading
    first, last = reading.span
    span: Span | None = None
    if word == "before" and scene.dated and first > scene.anchor:
        span = scene.anchor, shift_days(first, -1)
    elif word == "after" and scene.dated and last < scene.anchor:
        span = shift_days(last, 1), scene.anchor
    relation = f"{word} {first if word == 'before' else last}"
    return replace(reading, span=span, granularity="unknown", relation=relation)


def _until(scene: Scene, reading: Reading, bound: Span, at: tuple[int, int]) -> Reading:
    """Read "until March" as from now on; "not until March" and "put off until March" name the day itself."""
    tense = scene.tense_at(*at)
    if tense == "arranged" or is_negated(scene.text, sentence_around(scene.text, *at), at[0]):
        return reading
    if tense == "past" or bound[1] < scene.anchor:
        return replace(reading, kind="until")
    return replace(reading, kind="until", span=(min(scene.anchor, bound[0]), bound[1]))
