"""The text of a fact: what is told, with names for pronouns, readable alone months later, bounded, nothing invented."""

import re
from collections.abc import Sequence
from typing import Final

from fta_mem.engines.rules.extraction.retelling import Told, retell, without_opening
from fta_mem.engines.rules.extraction.substance import THINGS, says_something
from fta_mem.engines.rules.extraction.tellings import Part, Telling
from fta_mem.engines.rules.extraction.utterances import Line
from fta_mem.state.claims import Claim

FACT_CHARACTERS: Final = 600
SUMMARY_WORDS: Final = 14
SUMMARY_CHARACTERS: Final = 120
_SELF_CONTAINED_WORDS: Final = 6
_CUT: Final = re.compile(r"(?<=[,;:，；、])\s*|\s+")
_QUESTION_CHARACTERS: Final = 160


def tell(telling: Telling, speakers: Sequence[str]) -> list[str]:
    """Return the unit's text, cut into pieces of at most 600 characters where it is longer."""
    sentences: list[str] = []
    told = Told()
    last_speaker = ""
    if telling.context is not None:
        sentences += _sentences(telling.context, speakers, told)
        # The sentence before comes along where a pronoun can't be resolved: a reader months later sees what "it" was.
        sentences[:1] = [_named(text, telling.context) for text in sentences[:1]]
        last_speaker = telling.teller
    for part in telling.parts:
        # A question inside a telling asks for what the next part says; it is no fact by itself.
        if part.asks and telling.kind != "question":
            continue
        said = _sentences(part, speakers, told)
        if not said:
            continue
        question = "" if telling.kind == "question" else _question_for(telling, part)
        speaker = part.utterance.speaker
        # "Two." is readable only behind its question.
        if question:
            said[0] = f"{speaker}, {question}: {said[0]}"
        elif speaker != last_speaker:
            said[0] = _opened(said[0], part, telling)
        last_speaker = speaker
        sentences += said
    return _bounded(sentences)


def summary_of(telling: Telling, text: str) -> str:
    """Return the clause that says most of the unit, whole; its text where that is short."""
    if len(text.split()) <= SUMMARY_WORDS and len(text) <= SUMMARY_CHARACTERS:
        return text
    for part in telling.told:
        for line in part.lines:
            for claim in line.claims:
                clause = _clause(part, line, claim) if _tells(claim) else ""
                if clause and len(clause) <= SUMMARY_CHARACTERS:
                    return clause
    first = re.split(r"(?<=[.!?])\s+", text)[0]
    return first if len(first) <= SUMMARY_CHARACTERS else _shortened(first)


def _tells(claim: Claim) -> bool:
    full = claim.object or claim.place or claim.obliques or claim.predicate not in ("think", "say", "know", "guess")
    return (
        not claim.implied
        and bool(claim.subject)
        and claim.question_turn is None
        and bool(full)
        and says_something(claim)
    )


def _clause(part: Part, line: Line, claim: Claim) -> str:
    """Return a claim's clause in its speaker's words, if it is the sentence's own and no other's part."""
    reading = part.utterance.reading
    main = next((clause for clause in reading.grammar.clauses if clause.main and clause.sentence == line.number), None)
    # A clause out of another's middle may be what somebody denied, wished or quoted; alone it would be a fact.
    if main is None or claim.words != reading.tree.text(*main.words):
        return ""
    last = main.content[1] if main.content is not None else main.words[1]
    begin, end = reading.tree.tokens[main.words[0]].span[0], reading.tree.tokens[max(last, main.words[1])].span[1]
    sentence = type(line.sentence)(
        reading.tree.parsed.text[begin:end], (begin, end), main.words[0], max(last, main.words[1]) + 1
    )
    return without_opening(retell(reading, sentence, Told(), to_other=part.utterance.is_supporter), (), "").strip(" ,;")


def _shortened(text: str) -> str:
    cut = text[: SUMMARY_CHARACTERS - 1]
    return f"{cut[: cut.rfind(' ')] if ' ' in cut else cut}…"


def _sentences(part: Part, speakers: Sequence[str], told: Told) -> list[str]:
    utterance = part.utterance
    said: list[str] = []
    for line in part.lines:
        text = retell(
            utterance.reading, line.sentence, told, to_other=utterance.is_supporter or line.kind == "question"
        )
        said.append(without_opening(text, speakers, utterance.speaker) if utterance.parsed.english else text)
    if utterance.turn.caption and part.shows:
        said.append(f"[photo: {utterance.turn.caption}]")
    return [text for text in said if text]


def _question_for(telling: Telling, part: Part) -> str:
    """Return the question before an answer that doesn't stand alone."""
    place = telling.parts.index(part)
    if place == 0 or not telling.parts[place - 1].asks or not part.lines:
        return ""
    if part.utterance.parsed.english and _stands_alone(part):
        return ""
    asked = telling.parts[place - 1]
    line = asked.lines[-1]
    text = retell(asked.utterance.reading, line.sentence, Told(), to_other=True)
    question = without_opening(text, (), part.utterance.speaker)[-_QUESTION_CHARACTERS:]
    return f'asked "{question}"'


def _stands_alone(part: Part) -> bool:
    """Say whether an answer tells enough without its question: a clause of its own, and no bare yes or no."""
    line = part.lines[0]
    # A bare "yes" or "no" leans on what was asked, however long the rest of the line is.
    if part.utterance.answers and line is part.utterance.lines[0]:
        return False
    own = [claim for claim in line.claims if claim.question_turn is None and not claim.implied]
    clear = [claim for claim in own if claim.subject and claim.subject.lower() not in THINGS and says_something(claim)]
    return bool(clear) and (
        len(line.text.split()) >= _SELF_CONTAINED_WORDS or clear[0].object.lower() not in ("it", "that")
    )


def _opened(text: str, part: Part, telling: Telling) -> str:
    if telling.kind == "told" and not part.utterance.is_supporter:
        return _named(text, part)
    verb = "asked" if part.asks else "said"
    return text if text.startswith(part.utterance.speaker) else f"{part.utterance.speaker} {verb}: {text}"


def _named(text: str, part: Part) -> str:
    """Put the speaker's name before a sentence that lacks it, or leaves out that it is about them."""
    speaker = part.utterance.speaker
    number = part.lines[0].number if part.lines else 0
    main = [clause for clause in part.utterance.reading.grammar.clauses if clause.sentence == number and clause.main]
    dropped = bool(main) and main[0].absent == "dropped"
    return text if speaker in text and not (dropped and not text.startswith(speaker)) else f"{speaker}: {text}"


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
        # A piece ends behind a comma or a space if there is one, so that no word is cut.
        cuts = [match.end() for match in _CUT.finditer(rest, 1, FACT_CHARACTERS)]
        cut = cuts[-1] if cuts else FACT_CHARACTERS
        pieces.append(rest[:cut].rstrip())
        rest = rest[cut:].lstrip()
    return [*pieces, rest] if rest else pieces
