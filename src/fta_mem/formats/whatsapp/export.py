"""A WhatsApp chat that was exported as text, from any phone in any language, as a case.

The file is read twice: first to see how its own lines are written (``line_heads``) and in which order their dates
stand (``date_order``), then for the messages. Whatever is not written that way is text of the message above it.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from fta_mem.formats.case_builder import ReadCase
from fta_mem.formats.chat_thread import ChatThread
from fta_mem.formats.limits import TURN_CHARS, LimitError
from fta_mem.formats.whatsapp.date_order import FIRST_YEAR, OrderEvidence
from fta_mem.formats.whatsapp.line_heads import DIRECTION, DateOrder, Head, Shape, head_of
from fta_mem.formats.whatsapp.own_words import LRM, bare, is_notice, spoken
from fta_mem.state.errors import DatasetError

SOURCE: Final = "whatsapp"
_SENDER: Final = re.compile(rf"([^:\n]{{1,120}}?)[ \u00a0\u202f]?:(?:[{DIRECTION}]*[ \u00a0\u202f]|[{DIRECTION}]*$)")
_SHAPES: Final = 200
"""Kinds of heads that are told apart; a file with more of them is no export."""
_STRAY: Final = timedelta(hours=1)
"""A pasted line with a date is told from a message that came late by standing further off than this."""
_QUOTES: Final = frozenset('"\u201c\u201d\u201e\u00ab\u00bb\u300c\u300d\u300e\u300f')
_BRACKETED: Final = re.compile(r"<[^<>\n]{3,60}>")


@dataclass(slots=True)
class _Block:
    """A head's line with those below; ``sender`` is "" where WhatsApp seems to write itself (``is_own``: surely)."""

    number: int
    written: str
    moment: str
    sender: str
    lines: list[str]
    is_own: bool = False
    size: int = 0

    @property
    def time(self) -> datetime:
        return datetime.fromisoformat(self.moment)

    def take(self, line: str, place: str) -> None:
        """Add a line that stands below."""
        self.size += len(line) + 1
        if self.size > TURN_CHARS:
            raise LimitError(f"{place}: the message has more than {TURN_CHARS:,} characters")
        self.lines.append(line)


@dataclass(slots=True)
class WhatsAppExport:
    """The file, and what its first reading found about its dates."""

    path: Path
    wanted: DateOrder | None = None
    _evidence: OrderEvidence | None = field(default=None, init=False)

    def case(self, case_id: str) -> ReadCase:
        """Return the chat; all who write are persons (role "user").

        Raises:
            DatasetError: no line is written as WhatsApp writes, or nothing decides the order of its dates.
        """
        blocks, early = self._blocks()
        blocks = _with_pasted_lines_joined(blocks)
        thread = ChatThread(case_id, SOURCE)
        if early:
            thread.leave_out("lines before the first message", early)
        names = _names({block.sender for block in blocks})
        marks = _repeated_marks(blocks)
        for block in blocks:
            _say(thread, block, names, marks, self.shape.is_bracketed)
        return thread.result()

    @property
    def shape(self) -> Shape:
        """Return how the export writes its lines."""
        return self._evidence_found().shape

    @property
    def date_order(self) -> DateOrder:
        """Return the order of its dates."""
        try:
            return self._evidence_found().decided(self.wanted)
        except DatasetError as error:
            raise DatasetError(f"{self.path}: {error}") from error

    def _evidence_found(self) -> OrderEvidence:
        if self._evidence is None:
            self._evidence = self._look_through()
        return self._evidence

    def _look_through(self) -> OrderEvidence:
        found: dict[Shape, OrderEvidence] = {}
        senders: Counter[Shape] = Counter()
        for _, line, head in self._heads():
            if head is None or (head.shape not in found and len(found) >= _SHAPES):
                continue
            found.setdefault(head.shape, OrderEvidence(head.shape)).take(head)
            senders[head.shape] += bool(_SENDER.match(line[head.rest :].lstrip()))
        if not senders:
            raise DatasetError(f"{self.path} has no line with a date, a time and a name as WhatsApp writes them")
        shape, _ = senders.most_common(1)[0]
        if shape.half == "unknown":
            mark = next(iter(sorted(found[shape].marks)))
            raise DatasetError(f"{self.path}: {mark!r} behind the times of its lines is not a mark that is known")
        return found[shape]

    def _blocks(self) -> tuple[list[_Block], int]:
        shape, order = self.shape, self.date_order
        blocks: list[_Block] = []
        early = 0
        for number, line, head in self._heads():
            moment = _moment(head, order) if head is not None and head.shape == shape else ""
            if head is not None and moment:
                blocks.append(_block(number, line, moment, head.rest))
            elif blocks:
                blocks[-1].take(line, f"{self.path}, line {number}")
            else:
                early += bool(line.strip())
        return blocks, early

    def _heads(self) -> Iterator[tuple[int, str, Head | None]]:
        with self.path.open(encoding="utf-8-sig", newline="\n") as file:
            number = 0
            while line := file.readline(TURN_CHARS + 1):
                number += 1
                if len(line) > TURN_CHARS:
                    raise LimitError(f"{self.path}, line {number} is longer than {TURN_CHARS:,} characters")
                text = line.rstrip("\r\n")
                yield number, text, head_of(text)


def looks_like_whatsapp(text: str) -> bool:
    """Say whether one of the first lines has a date, a time and a sender as WhatsApp writes them."""
    lines = [(line, head_of(line)) for line in text.split("\n")[:50]]
    return any(head is not None and _SENDER.match(line[head.rest :].lstrip()) for line, head in lines)


def _moment(head: Head, order: DateOrder) -> str:
    try:
        moment = head.moment(order)
    except DatasetError:
        return ""
    return moment if moment >= FIRST_YEAR else ""


def _block(number: int, line: str, moment: str, start: int) -> _Block:
    rest = line[start:].removeprefix(" ")
    match = _SENDER.match(rest)
    sender = _name(match[1]) if match else ""
    if match is None or not sender or sum(char in _QUOTES for char in sender) % 2:
        is_own = match is not None or rest.startswith(LRM) or is_notice(rest)
        return _Block(number, line, moment, "", [rest], is_own)  # also 'You created group "Trip: Rome"'
    return _Block(number, line, moment, sender, [rest[match.end() :]])


def _name(written: str) -> str:
    return " ".join("".join(char for char in written if char not in DIRECTION).split())


def _with_pasted_lines_joined(blocks: list[_Block]) -> list[_Block]:
    """Return the blocks without those that are a message's own text: a schedule, another chat's lines.

    Such a line has a name that speaks nowhere else, or none, and a time that doesn't fit between those of the messages
    around it; or it has no name and text below it, which WhatsApp's own lines never have.
    """
    told = Counter(block.sender for block in blocks if block.sender)
    kept: list[_Block] = []
    before: datetime | None = None
    for block, after in zip(blocks, _next_times(blocks, told), strict=True):
        is_known = told[block.sender] > 1 if block.sender else block.is_own
        if not kept or is_known or not _is_pasted(block, before, after):
            kept.append(block)
            before = block.time if block.sender else before
        else:
            for line in (block.written, *block.lines[1:]):
                kept[-1].take(line, f"line {block.number}")
    return kept


def _next_times(blocks: list[_Block], told: Counter[str]) -> list[datetime | None]:
    """Return for each block when the next one was written by somebody who writes more than once, or else by anybody."""
    times: list[datetime | None] = []
    known: datetime | None = None
    anybody: datetime | None = None
    for block in reversed(blocks):
        times.append(known or anybody)
        if told[block.sender] > 1:
            known = block.time
        elif block.sender:
            anybody = min(block.time, anybody or block.time)
    return times[::-1]


def _is_pasted(block: _Block, before: datetime | None, after: datetime | None) -> bool:
    if not block.sender and any(line.strip() for line in block.lines[1:]):
        return True
    is_early = before is not None and block.time < before - _STRAY
    is_late = after is not None and block.time > after + _STRAY
    return is_early or is_late or (after is None and _reads_like_text(block.sender))


def _reads_like_text(sender: str) -> bool:
    return sender[:1].islower() and sender.count(" ") >= 3


def _names(senders: set[str]) -> dict[str, str]:
    """Return what each sender is called: without the "~" of somebody who isn't in the phone's contacts.

    Where a contact has the same name, the two stay apart.
    """
    plain = {sender: sender.removeprefix("~").lstrip() or sender for sender in senders}
    return {sender: sender if name != sender and name in senders else name for sender, name in plain.items()}


def _repeated_marks(blocks: list[_Block]) -> frozenset[str]:
    """Return the texts in angle brackets that begin several messages alike: marks in a language that isn't known."""
    first = Counter(bare(block.lines[0]) for block in blocks if block.sender)
    return frozenset(text for text, count in first.items() if count > 1 and _BRACKETED.fullmatch(text))


def _say(thread: ChatThread, block: _Block, names: dict[str, str], marks: frozenset[str], is_bracketed: bool) -> None:
    if not block.sender:
        thread.leave_out("system lines")
        return
    if bare(block.lines[0]) in marks:
        said = spoken(["", *block.lines[1:]], is_bracketed)
        said = said._replace(left_out=("media",))
    else:
        said = spoken(block.lines, is_bracketed)
    for what in said.left_out:
        thread.leave_out(what)
    if said.text:
        thread.say(f"line {block.number}", names[block.sender], said.text, block.moment)
