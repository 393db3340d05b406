"""Turns as the extraction and segmentation rules see them: sentences with what each does, and what it claims."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from fta_mem.engines.rules.claims.extract import ClaimReader
from fta_mem.engines.rules.claims.mentions import Scene
from fta_mem.engines.rules.claims.people import People
from fta_mem.engines.rules.claims.replies import verdict_of
from fta_mem.engines.rules.claims.turn_reading import TurnReading, read_turn, speaker_of
from fta_mem.engines.rules.extraction.speech_acts import ActKind, act_of
from fta_mem.state.claims import Claim
from fta_mem.state.records import Turn
from fta_mem.text.grammar import Parsed, Sentence, Token
from fta_mem.text.recalled_text import without_quoted_memory
from fta_mem.text.word_lists import words

_READ_BEFORE: Final = 2
"""Turns before a fragment whose claims are read: a question there may be answered in it."""
_LIGHT: Final = words(
    "thing time lot way day get go make do know think want love like good great nice feel say see come take look "
    "really "
    "much be have let try need kind bit people something anything everything someone new big little happy keep find "
    "give tell amazing awesome cool"
)


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence of a turn, what it does, and the claims that it makes."""

    kind: ActKind
    sentence: Sentence
    number: int
    claims: tuple[Claim, ...] = ()

    @property
    def text(self) -> str:
        """Return the sentence as said."""
        return self.sentence.text


@dataclass(frozen=True)
class Utterance:
    """A source turn as read, sentence by sentence."""

    reading: TurnReading
    lines: tuple[Line, ...]
    answers: bool = False
    """Its first words take their clause from a question before it."""

    @property
    def turn(self) -> Turn:
        """Return the turn itself."""
        return self.reading.turn

    @property
    def index(self) -> int:
        """Return the turn's index within its session."""
        return self.turn.index

    @property
    def parsed(self) -> Parsed:
        """Return the turn's grammar."""
        return self.reading.tree.parsed

    @property
    def speaker(self) -> str:
        """Return the speaker's name, or the role where the source gives no name."""
        return self.reading.voice.speaker

    @property
    def is_supporter(self) -> bool:
        """Say whether the supporting agent speaks."""
        return self.reading.supports

    def of(self, *kinds: ActKind) -> tuple[Line, ...]:
        """Return the sentences of the given kinds."""
        return tuple(line for line in self.lines if line.kind in kinds)

    @cached_property
    def is_filler(self) -> bool:
        """Say whether nothing but small talk stands in the turn."""
        return not self.turn.caption and all(line.kind == "filler" for line in self.lines)

    @cached_property
    def says_yes_or_no(self) -> bool:
        """Say whether the turn opens with a plain yes, no or the like."""
        return verdict_of(self.turn.text) is not None

    @cached_property
    def lemmas(self) -> frozenset[str]:
        """Return the content words of the turn, as lemmas."""
        return content_lemmas(self.parsed.tokens)


def content_lemmas(tokens: Sequence[Token]) -> frozenset[str]:
    """Return the lemmas that say what a text is about."""
    return frozenset(
        token.lemma.lower()
        for token in tokens
        if token.pos in ("NOUN", "PROPN", "VERB", "ADJ", "NUM")
        and not token.is_stop
        and token.lemma.lower() not in _LIGHT
    )


def texts_of(turns: Sequence[Turn]) -> list[str]:
    """Return the texts that are parsed for turns which may be a source of memory."""
    return [without_quoted_memory(turn.text) for turn in turns if turn.is_source]


def read_turns(turns: Sequence[Turn], speakers: Sequence[str] = ()) -> tuple[Utterance, ...]:
    """Read turns without their claims: enough to tell where one situation ends."""
    sources = [turn for turn in turns if turn.is_source]
    everybody = tuple(dict.fromkeys((*speakers, *(speaker_of(turn) for turn in sources))))
    scene = Scene(People.of(speakers))
    return tuple(_utterance(read_turn(turn, everybody, scene), everybody, ()) for turn in sources)


def read_claims(
    turns: Sequence[Turn], speakers: Sequence[str], *, session: str, before: Sequence[Turn] = ()
) -> tuple[tuple[Utterance, ...], tuple[Utterance, ...]]:
    """Read turns with their claims, and the turns before them, which only say what later ones refer to."""
    sources = [turn for turn in (*before, *turns) if turn.is_source]
    everybody = tuple(dict.fromkeys((*speakers, *(speaker_of(turn) for turn in sources))))
    reader = ClaimReader(People.of(speakers), everybody, session)
    first = min((turn.index for turn in turns), default=0)
    near = first - _READ_BEFORE
    read = [(turn, reader.read(turn) if turn.index >= near else reader.glance(turn)) for turn in sources]
    found = [(turn, _utterance(item.reading, everybody, item.claims, answers=item.answers)) for turn, item in read]
    inside = tuple(item for turn, item in found if turn.index >= first)
    return inside, tuple(item for turn, item in found if turn.index < first)


def _utterance(
    reading: TurnReading, speakers: Sequence[str], claims: Sequence[Claim], *, answers: bool = False
) -> Utterance:
    names = frozenset(part.lower() for name in speakers for part in name.split())
    parsed = reading.tree.parsed
    lines = tuple(
        Line(
            act_of(parsed, sentence, names, supports=reading.supports),
            sentence,
            number,
            tuple(claim for claim in claims if sentence.span[0] <= claim.span[0] < sentence.span[1]),
        )
        for number, sentence in enumerate(parsed.sentences)
    )
    return Utterance(reading, lines, answers)
