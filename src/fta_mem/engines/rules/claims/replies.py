"""Short replies: "Nope." takes its clause from the question before it, "My sister." fills what that left open."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Literal

from fta_mem.engines.rules.claims.turn_reading import TurnReading
from fta_mem.engines.rules.claims.wording import named, phrase
from fta_mem.state.claims import Asked, Claim
from fta_mem.temporal.resolve import dated_by, find_times
from fta_mem.text.content_words import words_of
from fta_mem.text.grammar import Sentence
from fta_mem.text.word_lists import words

Verdict = Literal["yes", "no", "maybe", "often", "ended"]
_EVASIVE: Final = re.compile(
    r"^\W*(?:no idea|(?:i )?(?:really )?(?:don(?:'|’)?t|dont|do not) (?:know|remember|recall|want "
    r"to|wanna)|dunno|idk|can(?:'|’)?t (?:say|remember)|cant "
    r"(?:say|remember)|who knows|hard to say|no (?:problem|worries|need|thanks|thank|way "
    r"to|comment|rush|doubt)|(?:i(?:'|’)?d )?rather not|not "
    r"(?:today|now|here|sure (?:i|if|how|what|that))|i(?:'|’)?m not sure (?:i|if|how|what|that)|why|pass|it "
    r"depends|depends|whatever|yes please|no comment|"
    r"ask me)\b",
    re.IGNORECASE,
)
_MAYBE: Final = re.compile(
    r"^\W*(?:h+m+\W*|well\W*|um+\W*|er+\W*)*(?:maybe|perhaps|possibly|probably|not sure|i(?:'|’)?m not sure|i "
    r"(?:guess|suppose|think)(?: so)?|kind of|kinda|sort "
    r"of|sorta|a (?:bit|little)|in a way|might be|could be|more or less)\b",
    re.IGNORECASE,
)
_NOT_LIKELY: Final = re.compile(
    r"^\W*(?:i (?:don(?:'|’)?t|dont) think so|probably not|maybe not|doubt it|i doubt it|not really)\b", re.IGNORECASE
)
_ENDED: Final = re.compile(r"^\W*(?:no\W+)?(?:not (?:any ?more|any longer)|no longer)\b", re.IGNORECASE)
_NO: Final = re.compile(
    r"^\W*(?:h+m+\W*|um+\W*|well\W*|oh\W*|er+\W*|god\W*)*(?:no+|nope|nah|never|not (?:yet|at all|once|ever)|no "
    r"way|negative|of course not|certainly not|definitely "
    r"not|absolutely not|i(?:'|’)?m not|im not|i am not|(?:i|he|she|they|we|it) "
    r"(?:did|do|does|have|has|was|were|can|could|will|is|are|would|had)(?: not|n(?:'|’)?t))(?![\w'’])",
    re.IGNORECASE,
)
_YES: Final = re.compile(
    r"^\W*(?:h+m+\W*|um+\W*|well\W*|oh\W*|er+\W*|god\W*)*(?:yes+|yeah+|yep|yup|yea|ya|aye|sure|of "
    r"course|absolutely|definitely|exactly|correct|right|true|indeed|"
    r"totally|certainly|mhm|uh-huh|i am|(?:i|he|she|they|we|it) "
    r"(?:did|do|does|have|has|was|were|is|are|had))(?![\w'’])",
    re.IGNORECASE,
)
_OFTEN: Final = re.compile(
    r"^\W*(?:sometimes|often|always|usually|occasionally|every (?:day|night|week|morning)|all the time|most "
    r"(?:days|nights))\b",
    re.IGNORECASE,
)
_BARE_WORDS: Final = 9
_TIME_WORDS: Final = 4
_TIMELY: Final = words("time duration")
_HELD: Final = words("actual habitual planned wished")


def verdict_of(text: str) -> Verdict | Literal["denied maybe"] | None:
    """Return what the opening of a reply says to a yes-or-no question; None where it says nothing certain."""
    if _EVASIVE.match(text):
        return None
    if _NOT_LIKELY.match(text):
        return "denied maybe"
    if _ENDED.match(text):
        return "ended"
    # "I'm not sure" begins as a no does, so doubt is looked for first.
    for pattern, verdict in ((_MAYBE, "maybe"), (_OFTEN, "often"), (_NO, "no"), (_YES, "yes")):
        if pattern.match(text):
            return verdict  # type: ignore[return-value]  # each of the four is a Verdict
    return None


def is_evasive(text: str) -> bool:
    """Say whether a reply answers nothing ("No idea.", "I'd rather not say")."""
    return _EVASIVE.match(text) is not None


def claims_of_reply(reading: TurnReading, asked: Sequence[Asked], session: str) -> list[Claim]:
    """Return the claims that a turn makes by answering, in words too few to say them, what was just asked."""
    sentences = reading.tree.parsed.sentences
    if not asked or not sentences:
        return []
    main = asked[0]
    if main.wanted == "yes_no":
        return [] if main.options else _confirmed(reading, asked, sentences[0], session)
    filled = _filled(reading, main, sentences[0])
    return [] if filled is None else [_placed(reading, filled, sentences[0], session, main)]


def _confirmed(reading: TurnReading, asked: Sequence[Asked], sentence: Sentence, session: str) -> list[Claim]:
    verdict = verdict_of(sentence.text)
    main = asked[0]
    if verdict is None:
        dated = _dated(reading, main, sentence)
        return [] if dated is None else [_placed(reading, dated, sentence, session, main)]
    if main.claim.polarity == "denied" and verdict not in ("no", "ended"):
        return []  # "You don't smoke?" "Yes." may mean either
    claim = main.claim
    if verdict in ("no", "ended"):
        claim = replace(claim, polarity="denied", phase="end" if verdict == "ended" else claim.phase)
        claim = replace(claim, adverbs=tuple(each for each in claim.adverbs if each not in ("still", "ever", "really")))
        # Whoever asks "still?" takes it that it was so; a no then ends it rather than denies that it ever was.
        if "still" in main.claim.adverbs:
            claim = replace(claim, phase="end")
    elif verdict in ("maybe", "denied maybe"):
        polarity = "denied" if verdict == "denied maybe" else claim.polarity
        claim = replace(claim, actuality="possible", polarity=polarity)
    elif verdict == "often":
        claim = replace(claim, actuality="habitual")
    return [_placed(reading, claim, sentence, session, main)]


def _dated(reading: TurnReading, asked: Asked, sentence: Sentence) -> Claim | None:
    """Take a bare time that is over as a yes to whether it happened: "Did you see her?" "Last Tuesday."."""
    claim = asked.claim
    if not (claim.past or claim.perfect) or claim.polarity == "denied":
        return None
    if len(words_of(sentence.text)) > _TIME_WORDS or any(clause.sentence == 0 for clause in reading.grammar.clauses):
        return None
    timed = _timed(reading, asked, sentence)
    over = timed is not None and timed.end is not None and timed.end <= (reading.turn.timestamp or "")[:10]
    return timed if over else None


def _placed(reading: TurnReading, claim: Claim, sentence: Sentence, session: str, asked: Asked) -> Claim:
    """Return a claim of the question as the replying turn's own."""
    return replace(
        claim, speaker=reading.voice.speaker, session=session, turn=reading.turn.index, words=sentence.text,
        span=sentence.span, question_turn=asked.claim.turn, reported_by="",
    )  # fmt: skip


def _filled(reading: TurnReading, asked: Asked, sentence: Sentence) -> Claim | None:
    """Fill the open part of a question with a reply that is no clause of its own."""
    tree = reading.tree
    if any(clause.sentence == 0 for clause in reading.grammar.clauses) or sentence.last - sentence.first > _BARE_WORDS:
        return None
    if verdict_of(sentence.text) is not None or _EVASIVE.match(sentence.text) or asked.claim.actuality not in _HELD:
        return None
    claim = asked.claim
    if asked.wanted in _TIMELY:
        return _timed(reading, asked, sentence)
    root = next((place for place in range(sentence.first, sentence.last) if tree.tokens[place].dep == "ROOT"), None)
    if root is None:
        return None
    if asked.wanted in ("amount", "count"):
        number = any(tree.tokens[place].pos == "NUM" for place in range(sentence.first, sentence.last))
        return replace(claim, amount=sentence.text.strip(" .!?")) if number else None
    if asked.wanted not in ("subject", "object", "place"):
        return None
    if tree.tokens[root].pos == "ADP":
        root = tree.first(root, "pobj") if tree.first(root, "pobj") is not None else root
    if root is None or tree.tokens[root].pos not in ("NOUN", "PROPN", "PRON", "NUM"):
        return None
    text = phrase(tree, root, reading.labels)
    if not text or tree.lower(root) in ("nobody", "nothing", "none"):
        return None
    return _with(claim, asked, text, reading.labels.get(root, ""))


def _with(claim: Claim, asked: Asked, text: str, person: str) -> Claim | None:
    people = tuple(dict.fromkeys((*claim.people, person))) if person else claim.people
    if asked.wanted == "place":
        return replace(claim, place=text)
    if asked.preposition:
        return replace(claim, obliques=(*claim.obliques, (asked.preposition, text)), people=people)
    if asked.wanted == "subject":
        return replace(claim, subject=text)
    return replace(claim, object=text, people=people) if claim.subject else None


def _timed(reading: TurnReading, asked: Asked, sentence: Sentence) -> Claim | None:
    tree = reading.tree
    begin, end = sentence.span
    mentions = [item for item in find_times(tree.parsed.text, reading.turn.timestamp) if begin <= item.span[0] < end]
    if not mentions:
        return None
    best = dated_by(mentions)
    said = named(tree, sentence.first, sentence.last - 1, reading.labels).strip(" .!?")
    if asked.wanted == "duration":
        return replace(asked.claim, amount=said, time=said)
    dated = best is not None and best.kind == "point" and best.start is not None and best.end is not None
    if not dated or best is None or best.start is None or best.end is None:
        return replace(asked.claim, time=said)
    return replace(asked.claim, time=said, start=best.start.isoformat(), end=best.end.isoformat())
