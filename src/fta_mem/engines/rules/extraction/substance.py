"""How much a sentence tells: nothing worth keeping, something that only adds to what stands before it, or a fact."""

from typing import Final, Literal

from fta_mem.engines.rules.claims.vocabulary import INDEFINITES
from fta_mem.engines.rules.extraction.speech_acts import is_empathy
from fta_mem.engines.rules.extraction.utterances import Line, Utterance
from fta_mem.state.claims import Claim
from fta_mem.text.word_lists import words

Substance = Literal["none", "adds", "stands"]

THINGS: Final = words("it this that these those there which what things everything something anything nothing all")
_CHATTING: Final = words(
    "know think guess suppose mean say see imagine hope wish bet remember thank apologise apologize wonder tell ask "
    "hear "
    "understand forget agree admit swear promise feel look sound seem be become do go happen get try matter work"
)
_MEANINGLESS: Final = words(
    "sorry ok okay fine glad good right true sure nice funny great lovely weird silly wrong serious honest lucky fair "
    "welcome thankful afraid able ready clear possible alright different hard easy interesting strange crazy "
    "ridiculous "
    "that this it so what something anything nothing stuff things thing one way point idea yes no you me us"
)
_TIMES: Final = words("once twice daily weekly anymore longer again")
_CONTENT: Final = ("NOUN", "PROPN", "NUM", "ADJ", "VERB")


def substance_of(utterance: Utterance, line: Line) -> Substance:
    """Return how much a sentence tells; its kind is what it does, its claims are what it says."""
    if line.kind in ("filler", "question") or (line.kind == "reaction" and is_empathy(line.text)):
        return "none"
    if not utterance.parsed.english:
        return "stands"
    told = [
        claim
        for claim in line.claims
        if not claim.implied and claim.actuality != "asked" and claim.question_turn is None
    ]
    full = [claim for claim in told if says_something(claim)]
    addressee = utterance.reading.voice.addressee
    if any(_stands(claim, addressee) for claim in full) and not _drops_subject(utterance, line):
        return "stands"
    if line.kind == "reaction" and not full:
        return "none"
    return "adds" if full or _has_content(utterance, line) else "none"


def _drops_subject(utterance: Utterance, line: Line) -> bool:
    """Say whether a later sentence of a turn leaves out whom it is about: it goes on with what stands before it."""
    main = [clause for clause in utterance.reading.grammar.clauses if clause.sentence == line.number and clause.main]
    return line.number > 0 and bool(main) and all(clause.absent in ("dropped", "third") for clause in main)


def says_something(claim: Claim) -> bool:
    """Say whether a claim tells more than how somebody keeps the talk going ("I don't know", "that's fine")."""
    rest = [claim.object, claim.place, claim.amount, *(text for _, text in claim.obliques)]
    telling = [text for text in rest if text and not {*text.lower().split()} <= _MEANINGLESS]
    if telling or _TIMES & {*claim.adverbs}:
        return True
    return claim.predicate not in _CHATTING and not claim.predicate.startswith("be so")


def _stands(claim: Claim, addressee: str) -> bool:
    """Say whether a claim can be understood and kept alone: its subject is somebody, or something with a name."""
    subject = claim.subject.lower()
    if not subject:
        return False
    if subject in THINGS:
        return subject == "there" and bool(claim.object)
    return not (addressee and claim.subject == addressee) and subject not in INDEFINITES


def _has_content(utterance: Utterance, line: Line) -> bool:
    """Say whether a sentence without a clause still names something ("My partner.", "Two years ago.")."""
    tokens = utterance.parsed.tokens_of(line.sentence)
    return any(
        token.pos in _CONTENT and not token.is_stop and token.text.lower() not in _MEANINGLESS for token in tokens
    ) or any(token.pos in ("NUM", "PROPN") for token in tokens)
