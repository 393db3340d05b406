"""What belongs in one unit: a fact with what adds to it, a question and its answer, advice and its reception."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from fta_mem.engines.rules.claims.replies import is_evasive
from fta_mem.engines.rules.extraction.speech_acts import is_empathy
from fta_mem.engines.rules.extraction.substance import THINGS, Substance, says_something, substance_of
from fta_mem.engines.rules.extraction.utterances import Line, Utterance, content_lemmas
from fta_mem.engines.rules.extraction.wording_cues import is_guess
from fta_mem.text.word_lists import words

_SAYING: Final = words("say tell ask hear notice mean think wonder suspect promise see")
SPAN_TURNS: Final = 4
MOST_LINES: Final = 3
MOST_CHARACTERS: Final = 300
FOREIGN_CHARACTERS: Final = 420
_SHORT_QUESTION: Final = 4
_SHORT_WORDS: Final = 7
_RECEPTION_WORDS: Final = 25
_LEANING: Final = words(
    "it that this they them these those he she him her his their one ones so then because which who and but"
)
_SUBSTANTIAL_WORDS: Final = 6
_IN_TALK: Final = words("say tell ask hear notice mean think wonder suspect promise see")

Kind = Literal["told", "support", "question"]


@dataclass(frozen=True, slots=True)
class Part:
    """What one turn adds to a unit: sentences that are told, or a question that is told where the answer needs it.

    ``shows`` says that the turn's photo is told with this part.
    """

    utterance: Utterance
    lines: tuple[Line, ...]
    asks: bool = False
    shows: bool = False

    @property
    def characters(self) -> int:
        """Return how much there is to tell."""
        shown = len(self.utterance.turn.caption) if self.shows else 0
        return 0 if self.asks else sum(len(line.text) + 1 for line in self.lines) + shown


@dataclass
class Telling:
    """A unit in the making: grows while its fragment is read. ``context`` is the sentence that it leans on."""

    kind: Kind
    parts: list[Part]
    begin: int
    end: int
    context: Part | None = None
    lemmas: set[str] = field(default_factory=set)

    @property
    def told(self) -> list[Part]:
        """Return the parts that tell, all of them where none does."""
        return [part for part in self.parts if not part.asks] or self.parts

    @property
    def teller(self) -> str:
        """Return who tells it."""
        return self.told[0].utterance.speaker

    @property
    def lines(self) -> list[Line]:
        """Return the sentences that are told."""
        return [line for part in self.parts if not part.asks for line in part.lines]

    @property
    def characters(self) -> int:
        """Return how much there is to tell."""
        return sum(part.characters for part in self.parts)

    def add(self, part: Part) -> None:
        """Take in what a turn says, beside what it said already."""
        last = self.parts[-1]
        if last.utterance is part.utterance and not last.asks and not part.asks:
            self.parts[-1] = Part(last.utterance, (*last.lines, *part.lines), shows=last.shows or part.shows)
        else:
            self.parts.append(part)
        self.reach(part.utterance.index)
        self.lemmas |= _lemmas(part.utterance, part.lines)

    def reach(self, index: int) -> None:
        """Stretch the evidence to a turn that only comments."""
        self.begin, self.end = min(self.begin, index), max(self.end, index)


@dataclass(frozen=True, slots=True)
class _Pending:
    """A question that waits for its answer; ``linked`` says that it asks on about the current telling."""

    utterance: Utterance
    lines: tuple[Line, ...]
    since: int
    linked: bool


def group(utterances: Sequence[Utterance], before: Sequence[Utterance] = ()) -> list[Telling]:
    """Return a fragment's tellings in order; every turn that is no small talk lies in the evidence of one of them.

    What was told in the turns before may be what a sentence leans on.
    """
    builder = _Builder(before)
    for utterance in utterances:
        if not utterance.is_filler or builder.pending is not None:
            builder.read(utterance)
    pending = builder.pending
    if pending is not None and is_substantial(pending.utterance, pending.lines):
        asked = Part(pending.utterance, pending.lines, asks=True)
        builder.tellings.append(Telling("question", [asked], pending.since, pending.utterance.index))
    _cover(builder.tellings, utterances)
    return builder.tellings


class _Builder:
    """Reads utterances in order; what it holds is local to one fragment."""

    def __init__(self, before: Sequence[Utterance]) -> None:
        self.tellings: list[Telling] = []
        self.pending: _Pending | None = None
        self.previous: Utterance | None = None
        self.last: dict[str, Part] = {}
        """By speaker: the last sentence told that stands by itself."""
        for utterance in before:
            for line in utterance.lines:
                self._remember(Part(utterance, (line,)), substance_of(utterance, line))

    def _remember(self, part: Part, substance: Substance) -> None:
        if substance == "stands" and not _points_anywhere(part.utterance, part.lines[0]):
            self.last[part.utterance.speaker] = part

    @property
    def current(self) -> Telling | None:
        return self.tellings[-1] if self.tellings else None

    def read(self, utterance: Utterance) -> None:
        pending = self.pending
        answers = pending is not None and pending.utterance.speaker != utterance.speaker
        prompted = self._is_prompted(utterance)
        if utterance.is_supporter and not answers and not prompted:
            self._support(utterance)
        else:
            self._tell(utterance, pending if answers else None, prompted=prompted)
            if not utterance.is_supporter:
                self._advise(utterance)
        self.previous = utterance
        self._ask(utterance)

    def _is_prompted(self, utterance: Utterance) -> bool:
        """Say whether the turn before bids its hearer to tell something ("Please share your problem")."""
        before = self.previous
        return before is not None and before.speaker != utterance.speaker and bool(before.of("advice"))

    def _tell(self, utterance: Utterance, pending: _Pending | None, *, prompted: bool) -> None:
        lines = [line for line in utterance.lines if line.kind not in ("question", "advice")]
        if pending is None and prompted and lines and self._receives(utterance, lines):
            return
        opened = self._answering(utterance, pending, lines) if pending is not None else None
        first = next((line for line in lines if _replies(utterance, line)), None)
        for line in lines:
            self._line(utterance, line, answers=opened is not None and line is first)
        self._show(utterance)
        if opened is not None and not any(part.utterance is utterance for part in opened.parts):
            self.tellings.remove(opened) if not opened.lines else opened.parts.pop()
        elif opened is not None:
            self.pending = None

    def _answering(self, utterance: Utterance, pending: _Pending, lines: Sequence[Line]) -> Telling:
        """Let what a turn tells first answer the question: in the telling that it asks on about, or in its own."""
        asked = Part(pending.utterance, pending.lines, asks=True)
        current = self.current
        first = next((line for line in lines if substance_of(utterance, line) != "none"), None)
        adds = first is not None and substance_of(utterance, first) == "adds" or utterance.answers
        if (
            current is not None
            and current.kind == "told"
            and current.teller == utterance.speaker
            and pending.linked
            and adds
        ) and self._has_room(current, Part(utterance, (first,) if first is not None else ())):
            current.parts.append(asked)
            return current
        return self._open("told", asked, pending.since)

    def _line(self, utterance: Utterance, line: Line, *, answers: bool) -> None:
        substance = substance_of(utterance, line)
        if substance == "none" and not answers:
            return
        part = Part(utterance, (line,))
        current = self.current
        if current is not None and self._joins(current, utterance, line, leans=substance == "adds"):
            current.add(part)
        elif substance == "stands" or self._is_news(utterance, line):
            self._open("told", part, utterance.index, context=self._context(utterance, line))
        self._remember(part, substance)

    def _is_news(self, utterance: Utterance, line: Line) -> bool:
        """Say whether words without a clause may open a unit: they name or count something, and nothing else does."""
        telling = any(substance_of(utterance, other) == "stands" for other in utterance.lines)
        tokens = utterance.parsed.tokens_of(line.sentence)
        return not telling and (
            is_substantial(utterance, (line,)) or any(token.pos in ("NUM", "PROPN") for token in tokens)
        )

    def _joins(self, current: Telling, utterance: Utterance, line: Line, *, leans: bool) -> bool:
        """Say whether a sentence goes on with what the current telling tells."""
        if current.kind != "told" or utterance.index - current.end > 2:
            return False
        if current.parts[-1].asks:
            return True  # a question that waits for its answer
        if current.teller != utterance.speaker or not self._has_room(current, Part(utterance, (line,))):
            return False
        if utterance.index != current.end and self.pending is not None:
            return False
        if not utterance.parsed.english:
            return True
        return (
            leans or _leans(utterance, line) or _same_situation(current, line) or _both_short(current, utterance, line)
        )

    def _has_room(self, current: Telling, part: Part) -> bool:
        english = part.utterance.parsed.english
        most = MOST_CHARACTERS if english else FOREIGN_CHARACTERS
        count = len(current.lines) < MOST_LINES or not english
        return (
            part.utterance.index - current.begin < SPAN_TURNS and count and current.characters + part.characters <= most
        )

    def _context(self, utterance: Utterance, line: Line) -> Part | None:
        """Return the sentence before, where a sentence can't be understood without it."""
        if not _points_back(utterance, line):
            return None
        current = self.current
        if current is not None and current.lines and current.parts[-1].utterance is utterance:
            return Part(utterance, current.parts[-1].lines[-1:])
        before = self.last.get(utterance.speaker)
        near = before is not None and utterance.index - before.utterance.index <= SPAN_TURNS
        return before if near else None

    def _receives(self, utterance: Utterance, lines: Sequence[Line]) -> bool:
        """Take a short reply to advice as its reception."""
        current = self.current
        kept = tuple(line for line in lines if line.kind != "filler")
        length = sum(len(line.text.split()) for line in kept)
        if current is None or current.kind != "support" or not kept or length > _RECEPTION_WORDS:
            return False
        if current.teller == utterance.speaker or utterance.index - current.end != 1:
            return False
        current.add(Part(utterance, kept))
        self._show(utterance)
        return True

    def _show(self, utterance: Utterance) -> None:
        """Tell a turn's photo with what the turn tells."""
        if not utterance.turn.caption:
            return
        current = self.current
        if current is not None and current.parts[-1].utterance is utterance and not current.parts[-1].asks:
            current.parts[-1] = Part(utterance, current.parts[-1].lines, shows=True)
        else:
            self._open("told", Part(utterance, (), shows=True), utterance.index)

    def _support(self, utterance: Utterance) -> None:
        lines = _supporting(utterance)
        if not lines or not is_substantial(utterance, lines):
            return
        current = self.current
        part = Part(utterance, lines)
        if (
            current is not None
            and current.kind == "support"
            and current.teller == utterance.speaker
            and self._has_room(current, part)
        ):
            current.add(part)
        else:
            self._open("support", part, utterance.index)

    def _advise(self, utterance: Utterance) -> None:
        lines = utterance.of("advice")
        if lines and is_substantial(utterance, lines):
            self._open("support", Part(utterance, lines), utterance.index)

    def _ask(self, utterance: Utterance) -> None:
        questions = utterance.of("question")
        if not questions:
            return
        earlier = self.pending
        since = utterance.index
        if earlier is not None and utterance.index - earlier.since < SPAN_TURNS - 1:
            since = earlier.since
        linked = self.current is not None and _asks_on(self.current, utterance, questions)
        self.pending = _Pending(utterance, questions, since, linked)

    def _open(self, kind: Kind, part: Part, begin: int, context: Part | None = None) -> Telling:
        index = part.utterance.index
        telling = Telling(kind, [part], min(begin, index), index, context, set(_lemmas(part.utterance, part.lines)))
        self.tellings.append(telling)
        return telling


def is_substantial(utterance: Utterance, lines: Sequence[Line]) -> bool:
    """Say whether sentences carry enough to be remembered by themselves."""
    if not utterance.parsed.english:
        return sum(char.isalpha() for line in lines for char in line.text) >= _SUBSTANTIAL_WORDS
    count = sum(len(line.text.split()) for line in lines)
    return count >= _SUBSTANTIAL_WORDS and any(
        token.pos in ("NOUN", "PROPN", "VERB") and not token.is_stop
        for line in lines
        for token in utterance.parsed.tokens_of(line.sentence)
    )


def _supporting(utterance: Utterance) -> tuple[Line, ...]:
    """Return what a supporter's turn gives: advice with what explains it, a guess, something of their own life."""
    advice = utterance.of("advice")
    if advice:
        return tuple(
            line
            for line in utterance.lines
            if line.number >= advice[0].number and line.kind not in ("question", "filler") and not is_empathy(line.text)
        )
    return tuple(
        line
        for line in utterance.lines
        if line.kind in ("statement", "reaction", "comment")
        and (_supposes(utterance, line) or _tells_own(utterance, line))
    )


def _supposes(utterance: Utterance, line: Line) -> bool:
    """Say whether a supporter's sentence is a guess about the other's life rather than a courtesy."""
    if not utterance.parsed.english:
        return False
    addressee = utterance.reading.voice.addressee
    about = [
        claim for claim in line.claims if claim.subject and claim.subject != utterance.speaker and says_something(claim)
    ]
    return is_guess(line.text) and any(addressee and addressee in (claim.subject, *claim.people) for claim in about)


def _tells_own(utterance: Utterance, line: Line) -> bool:
    """Say whether a supporter tells something of their own life ("I went through a divorce, too")."""
    if not utterance.parsed.english:
        return line.kind == "statement" and len(line.text) > _SUBSTANTIAL_WORDS
    addressee = utterance.reading.voice.addressee
    return line.kind == "statement" and any(
        claim.subject == utterance.speaker
        and claim.is_so
        and (claim.past or claim.perfect)
        and claim.polarity == "asserted"
        and says_something(claim)
        and claim.predicate not in _IN_TALK
        and addressee not in claim.people
        for claim in line.claims
    )  # fmt: skip


def _leans(utterance: Utterance, line: Line) -> bool:
    """Say whether a sentence can't open a unit: its first word points back, and its subject is nobody by name."""
    first = line.text.lower().split()[:1]
    opened = first[0].strip(",.!?'’\"") if first else ""
    clear = any(claim.subject and claim.subject.lower() not in THINGS for claim in line.claims if not claim.implied)
    return opened in ("then", "because", "which", "so") or (opened in _LEANING and not clear)


def _points_back(utterance: Utterance, line: Line) -> bool:
    """Say whether a sentence has a pronoun that nobody is found for."""
    labels = utterance.reading.labels
    places = range(line.sentence.first, line.sentence.last)
    open_person = any(labels.get(place) == "" for place in places)
    thing = any(claim.subject.lower() in ("it", "this", "that") for claim in line.claims[:1])
    return (
        open_person or thing or utterance.reading.tree.lower(line.sentence.first) in ("then", "because", "so", "which")
    )


def _points_anywhere(utterance: Utterance, line: Line) -> bool:
    """Say whether any word of a sentence needs another sentence: then it explains none."""
    tokens = utterance.parsed.tokens_of(line.sentence)
    things = any(
        token.text.lower() in ("it", "this", "that") and token.dep in ("nsubj", "nsubjpass", "dobj", "pobj")
        for token in tokens
    )
    return things or _points_back(utterance, line)


def _same_situation(current: Telling, line: Line) -> bool:
    """Say whether a sentence tells of the same one on the same day with the same people or things."""
    told = [claim for item in current.lines for claim in item.claims if not claim.implied]
    said = [claim for claim in line.claims if not claim.implied]
    if not told or not said or told[0].subject != said[0].subject:
        return False
    days = {claim.start for claim in told if claim.start}, {claim.start for claim in said if claim.start}
    if days[0] and days[1] and not days[0] & days[1]:
        return False
    people = {name for claim in told for name in claim.people} & {name for claim in said for name in claim.people}
    return bool(people - {told[0].subject}) and len(current.lines) < 2


def _both_short(current: Telling, utterance: Utterance, line: Line) -> bool:
    """Say whether two short sentences of one turn tell of the same one ("I felt rubbish. I posted a card.")."""
    if len(current.lines) != 1 or current.parts[-1].utterance is not utterance:
        return False
    before = [claim.subject for claim in current.lines[0].claims if not claim.implied]
    here = [claim.subject for claim in line.claims if not claim.implied]
    short = all(len(item.text.split()) <= _SHORT_WORDS for item in (current.lines[0], line))
    dated = any(claim.start for item in (current.lines[0], line) for claim in item.claims)
    return short and not dated and bool(before) and before[:1] == here[:1]


def _replies(utterance: Utterance, line: Line) -> bool:
    """Say whether a sentence answers: yes or no, something of its own, or a name."""
    if utterance.answers and line is utterance.lines[0]:
        return True
    if is_evasive(line.text):
        return False
    return line.kind != "filler" and (bool(line.claims) or substance_of(utterance, line) != "none")


def _asks_on(current: Telling, utterance: Utterance, questions: tuple[Line, ...]) -> bool:
    said = [word.strip("?,.!'’").lower() for line in questions for word in line.text.split()]
    if utterance.index - current.end > 1:
        return False
    if len(said) <= _SHORT_QUESTION or any(word in _LEANING for word in said):
        return True
    return bool(current.lemmas & _lemmas(utterance, questions))


def _lemmas(utterance: Utterance, lines: Sequence[Line]) -> frozenset[str]:
    return frozenset().union(*(content_lemmas(utterance.parsed.tokens_of(line.sentence)) for line in lines))


def _cover(tellings: list[Telling], utterances: Sequence[Utterance]) -> None:
    """Stretch the evidence to the turns that only comment, so that no turn with content is left out."""
    for utterance in utterances:
        if utterance.is_filler or any(item.begin <= utterance.index <= item.end for item in tellings):
            continue
        nearest = min(tellings, key=lambda item: _distance(item, utterance.index), default=None)
        if nearest is not None and _distance(nearest, utterance.index)[0] <= SPAN_TURNS:
            nearest.reach(utterance.index)
        else:
            tellings.append(_alone(utterance))
    tellings.sort(key=lambda item: (item.begin, item.end))


def _distance(telling: Telling, index: int) -> tuple[int, bool]:
    return min(abs(index - telling.begin), abs(index - telling.end)), telling.begin > index


def _alone(utterance: Utterance) -> Telling:
    asks = bool(utterance.of("question")) and not utterance.of("statement", "comment", "reaction", "advice")
    kind: Kind = "question" if asks else "support" if utterance.is_supporter else "told"
    part = Part(utterance, utterance.lines, asks=asks, shows=True)
    return Telling(kind, [part], utterance.index, utterance.index)
