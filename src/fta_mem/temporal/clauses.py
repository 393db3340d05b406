"""Which of a turn's times dates a clause: its own, or one that stands in front of it and governs it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from fta_mem.state.labels import Granularity, TimeOrientation
from fta_mem.state.records import TimeAnchor
from fta_mem.temporal.mention import Tense, TimeKind, TimeMention
from fta_mem.temporal.tense import sentence_around, tense_inside
from fta_mem.text.content_words import content_stems
from fta_mem.text.sentences import split_sentences

_SAID = 3
_BARE = 2
_KIND_ORDER: tuple[TimeKind, ...] = ("point", "duration", "since", "until")
_FINENESS: dict[Granularity, int] = {
    "day": 0, "weekend": 0, "week": 1, "month": 1, "season": 2, "year": 2, "hour": 3, "decade": 3, "unknown": 4,
}  # fmt: skip
_MIN_SHARED = 2
_JOINT = re.compile(
    r"[,;:]|\s-\s|\b(?:and|but|so|then|because|while|although|though|who|which|when|before|after)\b", re.IGNORECASE
)
# What may stand before a time that opens its sentence.
_OPENING = re.compile(r"\W*(?:(?:and|but|so|well|oh|then|also|anyway|yeah|yes|no|on|in|at|just)\b\W*)*", re.IGNORECASE)
_SUBORDINATOR = r"(?:because|that|if|which|who|whom|when|since|although|though|while|until|where|why|how|what|whether)"
_SUBORDINATE = re.compile(rf"\W*{_SUBORDINATOR}\b", re.IGNORECASE)
_SUBORDINATE_LEFT = re.compile(rf"\b{_SUBORDINATOR}\W*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ClauseTime:
    """The times that belong to a clause, and the one of them that dates it (None: nothing does)."""

    mentions: tuple[TimeMention, ...] = ()
    main: TimeMention | None = None
    phrase: str = ""
    """The words that were asked about, where a phrase was."""

    @property
    def words(self) -> str:
        """Return the words that date the clause as said, else whatever it says about time, "" for nothing."""
        if self.main is not None:
            return max(self.main.text, self.phrase, key=len)
        if self.phrase:
            return self.phrase
        return "; ".join(dict.fromkeys(mention.text for mention in self.mentions[:_SAID]))

    @property
    def start(self) -> str | None:
        """Return the first day as an ISO string."""
        return self.main.start.isoformat() if self.main is not None and self.main.start is not None else None

    @property
    def end(self) -> str | None:
        """Return the last day as an ISO string."""
        return self.main.end.isoformat() if self.main is not None and self.main.end is not None else None

    def anchor(self, dialogue_time: str | None, tenses: frozenset[TimeOrientation] = frozenset()) -> TimeAnchor:
        """Return the unit's time anchor; ``tenses`` are those of its verbs, for its orientation."""
        return TimeAnchor(
            dialogue_time,
            self.words or "unknown",
            self.start,
            self.end,
            self.main.granularity if self.main is not None else "unknown",
            _orientation(self.main, tenses),
        )


def dated_by(mentions: Sequence[TimeMention]) -> TimeMention | None:
    """Return the mention that dates a statement: a dated point before a stretch, the finer, the first said."""
    denied = {(each.start, each.end) for each in mentions if each.denied}
    dated = [
        each
        for each in mentions
        if each.start is not None and each.kind in _KIND_ORDER and (each.start, each.end) not in denied
    ]
    return min(
        dated, key=lambda each: (_KIND_ORDER.index(each.kind), _FINENESS[each.granularity], each.span), default=None
    )


def governing(text: str, found: Sequence[TimeMention], clause: tuple[int, int]) -> tuple[TimeMention, ...]:
    """Return the time outside a clause that still dates it.

    It opens the sentence of a coordinated clause ("Last week was awful: I lost my job"), or stands alone behind the
    clause ("He's moved out. Saturday."), and the clause's own tense doesn't contradict it.
    """
    clause = clause[0], max(clause[0], len(text[: clause[1]].rstrip(" .!?;\n")))
    sentence = sentence_around(text, *clause)
    tense = tense_inside(text, clause)
    near = _fronted(text, found, clause, sentence[0]) or _alone_behind(text, found, sentence[1])
    return tuple(each for each in near if _agrees(each, tense))


def _fronted(text: str, found: Sequence[TimeMention], clause: tuple[int, int], low: int) -> tuple[TimeMention, ...]:
    before = [each for each in found if low <= each.span[0] < clause[0]]
    if not before or not _OPENING.fullmatch(text, low, before[0].span[0]):
        return ()
    subordinate = _SUBORDINATE_LEFT.search(text, low, clause[0]) or _SUBORDINATE.match(text, *clause)
    return () if subordinate else (before[0],)


def _alone_behind(text: str, found: Sequence[TimeMention], place: int) -> tuple[TimeMention, ...]:
    """Return the time that all of the next sentence is."""
    begin = len(text) - len(text[place:].lstrip(" .!?;\n"))
    low, high = sentence_around(text, begin, begin)
    behind = [each for each in found if low <= each.span[0] < high and each.kind == "point"]
    if len(behind) != 1:
        return ()
    rest = text[low : behind[0].span[0]] + text[behind[0].span[1] : high]
    return tuple(behind) if len(rest.split()) <= _BARE else ()


def _agrees(mention: TimeMention, tense: Tense | None) -> bool:
    """Say whether a clause of a tense can be at a time: "I'm fine" isn't last Friday, "I fainted" isn't tomorrow."""
    if tense is None or mention.orientation in ("present", "unknown"):
        return True
    return (tense == "past") == (mention.orientation == "past")


def place_of(phrase: str, text: str) -> tuple[int, int] | None:
    """Return where a text says a phrase, whatever its case and its blanks."""
    words = phrase.split()
    pattern = r"\s+".join(map(re.escape, words))
    found = re.search(rf"(?<!\w){pattern}(?!\w)", text, re.IGNORECASE) if words else None
    return found.span() if found is not None else None


def said_part(statement: str, text: str) -> tuple[int, int] | None:
    """Return the clause of a text that shares most content words with a statement, None where none shares enough.

    Of its best sentence the clause, where one clause of it shares more than the others; else all of that sentence.
    """
    wanted = frozenset(content_stems(statement))
    sentences = [(_shared(wanted, text, span), -span[0], span) for span in split_sentences(text)]
    best = max(sentences, default=None)
    if best is None or best[0] < _MIN_SHARED:
        return None
    clauses = [(_shared(wanted, text, span), span) for span in clause_spans(text, best[2])]
    most = max(count for count, _ in clauses)
    nearest = [span for count, span in clauses if count == most]
    return nearest[0] if len(nearest) == 1 else best[2]


def clause_spans(text: str, sentence: tuple[int, int]) -> list[tuple[int, int]]:
    """Cut a sentence where a comma or a conjunction may begin another clause."""
    cuts = [mark.start() for mark in _JOINT.finditer(text, *sentence)]
    ends = [*cuts, sentence[1]]
    return [(begin, end) for begin, end in zip([sentence[0], *cuts], ends, strict=True) if begin < end]


def _shared(wanted: frozenset[str], text: str, span: tuple[int, int]) -> int:
    return len(wanted & set(content_stems(text[span[0] : span[1]])))


def _orientation(main: TimeMention | None, tenses: frozenset[TimeOrientation]) -> TimeOrientation:
    shown = set(tenses)
    if main is not None and main.orientation != "unknown":
        if main.kind == "point":
            shown.discard("present")
        shown.add(main.orientation)
    if len(shown) == 1:
        return shown.pop()
    if shown == {"past", "present"} or shown == {"present", "future"}:
        return "past" if "past" in shown else "future"
    return "mixed" if shown else "unknown"
