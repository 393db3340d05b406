"""How an answer model reads a packet: its four sections, and beside the words for a time the day that they mean.

The same turns, units and lines as the packet's own text, under labels short enough to be cited. A model never computes
a day that code has resolved; what it makes of it is its own affair.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from types import MappingProxyType
from typing import Final

from fta_mem.engines.date_wording import word_day, word_time
from fta_mem.retrieval.open_turns import OPEN
from fta_mem.retrieval.packet_text import quoted_turns, render, unit_notes
from fta_mem.state.answering import Citation, Hit, Packet, SourceTurn
from fta_mem.state.encoding import JSON
from fta_mem.state.settings import DateStyle
from fta_mem.temporal.mention import TimeMention
from fta_mem.temporal.resolve import find_times
from fta_mem.text.content_words import is_content, stem, words_of

LONGEST_READ: Final = 4000
"""Characters of a turn that are looked through for times."""
MOST_UNSAID: Final = 6

_OUR_MARK: Final = re.compile(
    r"[(\uff08\ufe59\u207d](?=[\s\u200b-\u200f\u2060\ufeff]*(?:[=\uff1d]|no\s+longer\s+so))", re.IGNORECASE
)
"""A bracket in somebody's words that begins like a mark of ours, behind which a resolved day or an end would stand."""

_WEEKDAYS: Final = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MEMORY_ID: Final = re.compile(r"\bemem_0*(\d+)\b")
_TURN_LABEL: Final = re.compile(r"\W*(s\d+)\s*[:. ]\s*(\d+)(?:\s*[-–]\s*(\d+))?\W*")
_UNIT_LABEL: Final = re.compile(r"\W*m(\d+)\W*")


def packet_reading(packet: Packet, style: DateStyle, *, dated: bool = True) -> str:
    """Return the packet's content for a model; a flat one, and another method's, is read as it is.

    Without ``dated`` ("w/o time" of Figure 3) no time is resolved for it.
    """
    if packet.is_flat or not packet.turns:
        return packet.text
    labels = dict(packet.labels)
    past = past_words(packet.hits)
    turns = [
        replace(turn, text=annotated(turn, style if dated else None, past.get((turn.session, turn.turn_index), {})))
        for turn in packet.turns
    ]
    telling = [hit for hit in packet.hits if unit_notes(hit)]
    text = render(telling, [turn for turn in turns if not turn.is_open], packet.auxiliary, labels, _day_text)
    open_turns = [turn for turn in turns if turn.is_open]
    under_way = [OPEN, *quoted_turns(open_turns, labels, _day_text)] if open_turns else []
    return _MEMORY_ID.sub(r"m\1", "\n".join([piece for piece in (text, *under_way) if piece]))


def about_question(question: str, packet: Packet, now: str | None, people: Sequence[str]) -> dict[str, JSON]:
    """Return today's day, the people, and which of the question's words nothing in the packet says.

    That is how weak the evidence is, as a fact to be weighed: similarity tells an answer from its lack no better than
    chance does (docs/experiments.md).
    """
    said = [*(turn.text for turn in packet.turns), *(turn.speaker for turn in packet.turns)]
    said += [hit.unit.fact.text for hit in packet.hits]
    known = {each for text in (*said, *people) for each in map(stem, words_of(text))}
    words = [word for word in words_of(question) if is_content(word) and stem(word) not in known]
    about: dict[str, JSON] = {"today": now, "people": list(people)}
    if words:
        about["unsaid"] = list[JSON](dict.fromkeys(words))[:MOST_UNSAID]
    return about


def cited_in(labels: Sequence[str], packet: Packet) -> tuple[Citation, ...]:
    """Return what labels of a reading ("s3:12", "m9") name in the packet; those that name nothing there are dropped."""
    units = {name: hit.unit.memory_id for hit in packet.hits if (name := _MEMORY_ID.sub(r"\1", hit.unit.memory_id))}
    sessions = {label: session for session, label in packet.labels}
    cited: dict[str, dict[str, None]] = {}
    for label in labels:
        unit, place = _UNIT_LABEL.fullmatch(label), _TURN_LABEL.fullmatch(label)
        if unit is not None and unit[1] in units:
            cited.setdefault(units[unit[1]], {})
        elif place is not None:
            span = int(place[2]), int(place[3] or place[2])
            for turn in _said_at(sessions.get(place[1], ""), span, packet):
                cited.setdefault(_owner(turn, packet), {})[turn.turn_id] = None
    return tuple(Citation(unit, tuple(turns) or _turns_of(unit, packet)) for unit, turns in cited.items())


def resolved_days(packet: Packet) -> frozenset[date]:
    """Return the single days that the packet tells: of its units' events, and of the times that its turns mention."""
    events = [(hit.unit.time.event_start, hit.unit.time.event_end) for hit in packet.hits]
    found = {date.fromisoformat(start) for start, end in events if start is not None and start == end}
    for turn in packet.turns:
        mentions = find_times(turn.text[:LONGEST_READ], _moment(turn.dialogue_time))
        found |= {each.start for each in mentions if each.start is not None and each.start == each.end}
    return frozenset(found)


def annotated(turn: SourceTurn, style: DateStyle | None, past: Mapping[str, str] = MappingProxyType({})) -> str:
    """Return a turn's text with marks behind its words: the day that a time means, and that a claim no longer holds.

    Without a ``style`` no time is resolved. ``past`` has a mark by the words it belongs to.
    """
    text = unmarked(" ".join(turn.text.split()))
    marks = [] if style is None else _day_marks(text, turn, style)
    for words, mark in past.items():
        start = text.find(unmarked(" ".join(words.split())))
        marks += [(start + len(" ".join(words.split())), mark)] if start >= 0 else []
    pieces: list[str] = []
    done = 0
    for place, mark in sorted(marks, key=lambda each: each[0]):
        pieces += [text[done:place], f" ({mark})"]
        done = place
    return "".join(pieces) + text[done:]


def _day_marks(text: str, turn: SourceTurn, style: DateStyle) -> list[tuple[int, str]]:
    marks: list[tuple[int, str]] = []
    done = 0
    for mention in find_times(text[:LONGEST_READ], _moment(turn.dialogue_time)):
        wording = _resolved(mention, style)
        if wording and mention.span[0] >= done:
            marks.append((mention.span[1], f"= {wording}"))
            done = mention.span[1]
    return marks


def unmarked(text: str) -> str:
    """Return somebody's words with square brackets where they imitate a mark of ours."""
    return _OUR_MARK.sub("[", text)


def _resolved(mention: TimeMention, style: DateStyle) -> str:
    """Return what a mention means, as an ISO day where it is one (an answer is worded later), "" where it says so."""
    if mention.start is None or mention.kind != "point":
        return ""
    wording = word_time(mention, style=style)
    if wording.lower() in mention.text.lower():
        return ""
    return mention.start.isoformat() if wording == word_day(mention.start, style) else wording


def past_words(hits: Sequence[Hit]) -> dict[tuple[str, int], dict[str, str]]:
    """Return for each turn the words in it that no longer hold, with a mark that names what took their place."""
    past: dict[tuple[str, int], dict[str, str]] = {}
    for hit in hits:
        claim = hit.past_claim
        if claim is not None and hit.replaced_by is not None and claim.words.strip():
            since = f" since {hit.until}" if hit.until else ""
            mark = f"no longer so{since}, see {hit.replaced_by}"
            past.setdefault((claim.session, claim.turn), {})[claim.words] = mark
    return past


def _said_at(session: str, span: tuple[int, int], packet: Packet) -> list[SourceTurn]:
    return [turn for turn in packet.turns if turn.session == session and span[0] <= turn.turn_index <= span[1]]


def _owner(turn: SourceTurn, packet: Packet) -> str:
    """Return the id of the first unit of the packet that stands on a turn, "" where none does."""
    owners = (
        hit.unit for hit in packet.hits for span in hit.unit.spans if _stands_on(turn, span.session, span.turn_span)
    )
    return next((unit.memory_id for unit in owners), "")


def _turns_of(memory_id: str, packet: Packet) -> tuple[str, ...]:
    spans = [span for hit in packet.hits if hit.unit.memory_id == memory_id for span in hit.unit.spans]
    return tuple(
        turn.turn_id for turn in packet.turns if any(_stands_on(turn, span.session, span.turn_span) for span in spans)
    )


def _stands_on(turn: SourceTurn, session: str, span: tuple[int, int]) -> bool:
    return turn.session == session and span[0] <= turn.turn_index <= span[1]


def _day_text(moment: str | None) -> str:
    """Return the day of a session with its weekday, which "on Friday" is read against."""
    day = _moment(moment)
    return f"{day.date().isoformat()} {_WEEKDAYS[day.weekday()]}" if day is not None else "undated"


def _moment(moment: str | None) -> datetime | None:
    try:
        return datetime.fromisoformat(moment) if moment else None
    except ValueError:
        return None
