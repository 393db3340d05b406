"""A turn as the claim rules read it: its grammar, its clauses, and whom its words mean."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from fta_mem.engines.rules.claims.clauses import Clause, read_clauses
from fta_mem.engines.rules.claims.mentions import Scene, Voice, quoted_voice, read_mentions
from fta_mem.engines.rules.claims.quotation import Quote, quotes_in
from fta_mem.engines.rules.claims.sentence_kinds import is_question
from fta_mem.state.records import Turn
from fta_mem.text.constituents import Tree
from fta_mem.text.grammar import parse
from fta_mem.text.recalled_text import without_quoted_memory


@dataclass(frozen=True, slots=True)
class Grammar:
    """What a text says whoever speaks it: read once a text."""

    tree: Tree
    quotes: tuple[Quote, ...]
    clauses: tuple[Clause, ...]
    asks: tuple[bool, ...]
    """For each sentence, whether it asks."""


@dataclass(frozen=True, slots=True)
class TurnReading:
    """A turn with its grammar, its voice and its mentions by place."""

    turn: Turn
    grammar: Grammar
    voice: Voice
    labels: dict[int, str]

    @property
    def tree(self) -> Tree:
        """Return the turn's tree."""
        return self.grammar.tree

    @property
    def supports(self) -> bool:
        """Say whether the supporting agent speaks."""
        return self.turn.role == "assistant"

    def voice_at(self, place: int) -> Voice:
        """Return who speaks a word: the turn's speaker, or whom a quote quotes."""
        quote = next((item for item in self.grammar.quotes if item.first <= place <= item.last), None)
        return self.voice if quote is None else quoted_voice(quote, self.voice, self.labels)


@lru_cache(maxsize=2_048)
def grammar_of(text: str) -> Grammar:
    """Read a text's clauses; a text in another language has none."""
    parsed = parse(text)
    tree = Tree(parsed)
    if not parsed.english:
        return Grammar(tree, (), (), tuple(False for _ in parsed.sentences))
    quotes = quotes_in(tree)
    clauses = [
        clause
        for number, sentence in enumerate(parsed.sentences)
        for clause in read_clauses(tree, number, sentence, quotes)
    ]
    asks = tuple(is_question(item.text, parsed.tokens_of(item)) for item in parsed.sentences)
    return Grammar(tree, quotes, tuple(clauses), asks)


def speaker_of(turn: Turn) -> str:
    """Return the speaker's name, or the role where the source gives no name."""
    return (turn.name or turn.role)[:80]


def addressee_of(speaker: str, speakers: Sequence[str]) -> str:
    """Return whom a speaker addresses: the only other one there is, "" among several."""
    others = [name for name in dict.fromkeys(speakers) if name and name != speaker]
    return others[0] if len(others) == 1 else ""


def read_turn(turn: Turn, speakers: Sequence[str], scene: Scene) -> TurnReading:
    """Read a turn in its scene; what it quotes from recalled memory is blanked first."""
    grammar = grammar_of(without_quoted_memory(turn.text))
    speaker = speaker_of(turn)
    voice = Voice(speaker, addressee_of(speaker, speakers))
    if not grammar.tree.parsed.english:
        return TurnReading(turn, grammar, voice, {})
    return TurnReading(turn, grammar, voice, read_mentions(grammar.tree, grammar.quotes, voice, scene, turn.index))
