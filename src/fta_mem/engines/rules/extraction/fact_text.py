"""The text of a fact: the situation's sentences with names for pronouns, readable alone, bounded, nothing invented."""

import re
from collections.abc import Sequence
from typing import Final

from fta_mem.engines.rules.extraction.participants import Cast
from fta_mem.engines.rules.extraction.situations import Part, Situation
from fta_mem.engines.rules.extraction.third_person import Voice, retell, without_opening

FACT_CHARACTERS: Final = 600
HEADLINE_WORDS: Final = 12
_SELF_CONTAINED_WORDS: Final = 8
_OWN_CLAUSE_WORDS: Final = 5
_SUBJECTS: Final = ("nsubj", "nsubjpass")
_VAGUE: Final = frozenset({"it", "that", "they", "this"})
_CUT: Final = re.compile(r"(?<=[,;:，；、])\s*|\s+")
_QUESTION_CHARACTERS: Final = 160


def tell(situation: Situation, cast: Cast, people: Sequence[str]) -> list[str]:
    """Return the situation's text, cut into pieces of at most 600 characters where it is longer."""
    sentences: list[str] = []
    last_speaker = ""
    for part in situation.parts:
        if part.asks and situation.kind != "question":
            continue
        told = _sentences(part, cast, people)
        if not told:
            continue
        question = "" if situation.kind == "question" else _question_for(situation, part, cast)
        speaker = part.utterance.speaker
        if question:
            told[0] = f"{speaker}, {question}: {told[0]}"
        elif speaker != last_speaker:
            told[0] = _opened(told[0], part, situation)
        last_speaker = speaker
        sentences += told
    return _bounded(sentences)


def headline(text: str) -> str:
    """Return a compact headline of at most twelve words; text without blanks is cut by length."""
    words = text.split()
    if len(words) <= HEADLINE_WORDS:
        return text if len(text) <= 120 else f"{text[:119]}…"
    return f"{' '.join(words[:HEADLINE_WORDS])[:119].rstrip(',;:')}…"


def _sentences(part: Part, cast: Cast, people: Sequence[str]) -> list[str]:
    utterance = part.utterance
    other = cast.addressee if utterance.speaker == cast.speaker else cast.speaker
    told: list[str] = []
    for act in part.acts:
        speaks_to_other = utterance.is_supporter or act.kind == "question"
        voice = Voice(utterance.speaker, other if speaks_to_other else "")
        third = cast.third if not told and utterance.speaker == cast.speaker else ""
        text = retell(utterance.parsed, act.sentence, voice, third)
        told.append(without_opening(text, people, utterance.speaker) if utterance.parsed.english else text)
    if utterance.turn.caption and part.shows:
        told.append(f"[photo: {utterance.turn.caption}]")
    return [text for text in told if text]


def _question_for(situation: Situation, part: Part, cast: Cast) -> str:
    """Return the question before an answer that doesn't stand alone."""
    place = situation.parts.index(part)
    if place == 0 or not situation.parts[place - 1].asks:
        return ""
    if part.utterance.parsed.english and _stands_alone(part):
        return ""
    asked = situation.parts[place - 1]
    last = asked.acts[-1]
    voice = Voice(asked.utterance.speaker, part.utterance.speaker)
    question = without_opening(retell(asked.utterance.parsed, last.sentence, voice), (), part.utterance.speaker)[
        -_QUESTION_CHARACTERS:
    ]
    return f'asked "{question}"'


def _stands_alone(part: Part) -> bool:
    """Say whether an answer tells enough without its question: a clause of its own, and no bare yes or no."""
    if part.utterance.says_yes_or_no and part.acts == part.utterance.acts[: len(part.acts)]:
        return False
    parsed = part.utterance.parsed
    tokens = [token for act in part.acts for token in parsed.tokens_of(act.sentence)]
    main = {
        token.text.lower() for token in tokens if parsed.tokens[token.head].dep == "ROOT" and token.dep in _SUBJECTS
    }
    subjects = main - _VAGUE
    words = sum(len(act.text.split()) for act in part.acts)
    return bool(subjects) and words > (_OWN_CLAUSE_WORDS if "i" in subjects else _SELF_CONTAINED_WORDS)


def _opened(text: str, part: Part, situation: Situation) -> str:
    if situation.kind == "claim" and not part.utterance.is_supporter:
        return _named(text, part.utterance.speaker)
    verb = "asked" if part.asks else "said"
    return text if text.startswith(part.utterance.speaker) else f"{part.utterance.speaker} {verb}: {text}"


def _named(text: str, speaker: str) -> str:
    """Put the speaker's name before a sentence that lacks it, so that it reads alone."""
    if speaker in text:
        return text
    return f"{speaker}: {text}"


def _bounded(sentences: Sequence[str]) -> list[str]:
    texts: list[str] = []
    for sentence in sentences:
        for piece in _pieces(sentence):
            if texts and len(texts[-1]) + 2 + len(piece) <= FACT_CHARACTERS:
                texts[-1] = _joined(texts[-1], piece)
            else:
                texts.append(piece)
    return texts


def _joined(text: str, piece: str) -> str:
    """Put a sentence after another, with the stop that chat leaves out."""
    return f"{text}{'.' if text[-1:].isalnum() and text[-1:].isascii() else ''} {piece}"


def _pieces(sentence: str) -> list[str]:
    pieces: list[str] = []
    rest = sentence
    while len(rest) > FACT_CHARACTERS:
        cuts = [match.end() for match in _CUT.finditer(rest, 1, FACT_CHARACTERS)]
        cut = cuts[-1] if cuts else FACT_CHARACTERS
        pieces.append(rest[:cut].rstrip())
        rest = rest[cut:].lstrip()
    return [*pieces, rest] if rest else pieces
