"""Group a fragment's turns into situations: a question, its answer and the follow-ups are one (paper, Figure 7)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from fta_mem.engines.rules.extraction.claim_sentences import claims_of, is_substantial, support_of
from fta_mem.engines.rules.extraction.dialogue_acts import Act, Utterance, content_lemmas
from fta_mem.text.word_lists import words

SPAN_TURNS: Final = 4
SITUATION_CHARACTERS: Final = 420
_SHORT_QUESTION: Final = 4
_SHORT_CLAIM: Final = 6
_LOOSE_CLAIM: Final = 5
_REPLY_WORDS: Final = 25
_ANAPHORS: Final = words("it that this they them those these he she him her his their there one ones so")

Kind = Literal["claim", "support", "question"]


@dataclass(frozen=True, slots=True)
class Part:
    """What one turn adds to a situation: sentences that are told, or a question that is told if the answer needs it.

    ``shows`` says that the turn's photo is told with this part.
    """

    utterance: Utterance
    acts: tuple[Act, ...]
    asks: bool = False
    shows: bool = False

    @property
    def characters(self) -> int:
        """Return how much there is to tell."""
        shown = len(self.utterance.turn.caption) if self.shows else 0
        return 0 if self.asks else sum(len(act.text) + 1 for act in self.acts) + shown


@dataclass
class Situation:
    """Turns that tell one event, state, plan or piece of support; grows while its fragment is read."""

    kind: Kind
    parts: list[Part]
    begin: int
    end: int
    lemmas: set[str] = field(default_factory=set)

    @property
    def teller(self) -> str:
        """Return who tells it."""
        return next((part.utterance.speaker for part in self.parts if not part.asks), self.parts[-1].utterance.speaker)

    def has_room(self, index: int, characters: int) -> bool:
        """Say whether a turn still fits without making the situation unhandy."""
        told = sum(part.characters for part in self.parts)
        return index - self.begin < SPAN_TURNS and told + characters <= SITUATION_CHARACTERS

    def add(self, part: Part) -> None:
        """Take in what a turn says."""
        self.parts.append(part)
        self.reach(part.utterance.index)
        self.lemmas |= _lemmas(part.utterance, part.acts)

    def reach(self, index: int) -> None:
        """Stretch the evidence to a turn that only comments."""
        self.begin, self.end = min(self.begin, index), max(self.end, index)


@dataclass(frozen=True, slots=True)
class _Pending:
    """A question that waits for its answer; ``linked`` says that it asks on about the current situation."""

    utterance: Utterance
    acts: tuple[Act, ...]
    since: int
    linked: bool


class _Builder:
    """Reads utterances in order; what it holds is local to one fragment."""

    def __init__(self) -> None:
        self.situations: list[Situation] = []
        self.pending: _Pending | None = None
        self.previous: Utterance | None = None

    @property
    def current(self) -> Situation | None:
        return self.situations[-1] if self.situations else None

    def read(self, utterance: Utterance) -> None:
        pending = self.pending
        answers = pending is not None and pending.utterance.speaker != utterance.speaker
        claims = claims_of(utterance, answering=answers or self._prompts(utterance))
        self.previous = utterance
        if pending is not None and answers and (claims or utterance.says_yes_or_no):
            self._answer(pending, utterance, claims)
        else:
            for claim in claims:
                self._claim(utterance, claim, shows=claim is claims[-1])
        if not (answers and utterance.is_supporter):
            self._advise(utterance)
        self._ask(utterance)

    def _prompts(self, utterance: Utterance) -> bool:
        """Say whether the turn before bids its hearer to tell something ("Please share your problem")."""
        before = self.previous
        return before is not None and before.speaker != utterance.speaker and bool(before.of("advice"))

    def _answer(self, pending: _Pending, utterance: Utterance, claims: tuple[tuple[Act, ...], ...]) -> None:
        first = claims[0] if claims else utterance.acts
        question = Part(pending.utterance, pending.acts, asks=True)
        told = Part(utterance, first, shows=len(claims) < 2)
        current = self.current
        tells_on = current is not None and current.kind == "claim" and current.teller == utterance.speaker
        if current is not None and tells_on and pending.linked and current.has_room(utterance.index, told.characters):
            current.add(question)
            current.add(told)
        else:
            self._open("claim", question, pending.since).add(told)
        self.pending = None
        for claim in claims[1:]:
            self._claim(utterance, claim, shows=claim is claims[-1])

    def _claim(self, utterance: Utterance, claim: tuple[Act, ...], *, shows: bool) -> None:
        part = Part(utterance, claim, shows=shows)
        current = self.current
        if (
            current is not None
            and _goes_on(current, utterance, claim)
            and current.has_room(utterance.index, part.characters)
        ):
            current.add(part)
        else:
            self._open("claim", part, utterance.index)

    def _advise(self, utterance: Utterance) -> None:
        advice = support_of(utterance)
        if not advice or not is_substantial(utterance, advice):
            return
        current = self.current
        part = Part(utterance, advice)
        follows = current is not None and current.kind == "support" and current.teller == utterance.speaker
        if current is not None and follows and current.has_room(utterance.index, part.characters):
            current.add(part)
        else:
            self._open("support", part, utterance.index)

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

    def _open(self, kind: Kind, part: Part, begin: int) -> Situation:
        index = part.utterance.index
        situation = Situation(kind, [part], min(begin, index), index, set(_lemmas(part.utterance, part.acts)))
        self.situations.append(situation)
        return situation


def group(utterances: Sequence[Utterance]) -> list[Situation]:
    """Return a fragment's situations in order; every turn that is no filler lies in at least one of them."""
    builder = _Builder()
    for utterance in utterances:
        if not utterance.is_filler or builder.pending is not None:
            builder.read(utterance)
    pending = builder.pending
    if pending is not None and is_substantial(pending.utterance, pending.acts):
        builder.situations.append(
            Situation(
                "question", [Part(pending.utterance, pending.acts, asks=True)], pending.since, pending.utterance.index
            )
        )
    _cover(builder.situations, utterances)
    return builder.situations


def _cover(situations: list[Situation], utterances: Sequence[Utterance]) -> None:
    """Stretch situations to the turns that only comment, so that no turn with content is left out."""
    for utterance in utterances:
        if utterance.is_filler or any(item.begin <= utterance.index <= item.end for item in situations):
            continue
        if not situations:
            situations.append(_alone(utterance))
            continue
        distance = {
            place: min(abs(utterance.index - item.begin), abs(utterance.index - item.end))
            for place, item in enumerate(situations)
        }
        nearest = situations[
            min(distance, key=lambda place: (distance[place], situations[place].begin > utterance.index))
        ]
        if distance[situations.index(nearest)] <= SPAN_TURNS:
            nearest.reach(utterance.index)
        else:
            situations.append(_alone(utterance))
    situations.sort(key=lambda item: (item.begin, item.end))


def _alone(utterance: Utterance) -> Situation:
    asks = bool(utterance.of("question")) and not utterance.of("statement", "comment", "reaction", "advice")
    kind: Kind = "question" if asks else "support" if utterance.is_supporter else "claim"
    return Situation(kind, [Part(utterance, utterance.acts, shows=True)], utterance.index, utterance.index)


def _goes_on(current: Situation, utterance: Utterance, claim: tuple[Act, ...]) -> bool:
    """Say whether a claim carries on what the current situation tells, rather than opening another."""
    same = current.teller == utterance.speaker
    length = sum(len(act.text.split()) for act in claim)
    if current.kind == "support":
        return not same and utterance.index - current.end == 1 and length <= _REPLY_WORDS
    if current.kind != "claim" or utterance.index - current.end > 2 or current.end == utterance.index:
        return False
    first = claim[0].text.lower().split() if claim else []
    refers = bool(first) and first[0].strip(",.!'’s") in _ANAPHORS
    shared = len(current.lemmas & _lemmas(utterance, claim))
    if same and utterance.index - current.end == 1:
        return length <= _SHORT_CLAIM or shared >= 1 or refers
    if same:
        return refers or shared >= 2 or length <= _LOOSE_CLAIM
    return length <= _LOOSE_CLAIM


def _asks_on(current: Situation, utterance: Utterance, questions: tuple[Act, ...]) -> bool:
    said = [word.strip("?,.!'’").lower() for act in questions for word in act.text.split()]
    if utterance.index - current.end > 1:
        return False
    if len(said) <= _SHORT_QUESTION or any(word in _ANAPHORS for word in said):
        return True
    return bool(current.lemmas & _lemmas(utterance, questions))


def _lemmas(utterance: Utterance, acts: Sequence[Act]) -> frozenset[str]:
    return frozenset().union(*(content_lemmas(utterance.parsed.tokens_of(act.sentence)) for act in acts))
