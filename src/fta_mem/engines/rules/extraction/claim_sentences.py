"""Which sentences of a turn are its speaker's claims, and where one turn turns to another matter."""

import re
from collections.abc import Sequence
from typing import Final

from fta_mem.engines.rules.extraction.content_types import is_guess
from fta_mem.engines.rules.extraction.dialogue_acts import Act, Utterance, is_empathy
from fta_mem.temporal.resolve import find_times
from fta_mem.text.word_lists import words

CLAIM_CHARACTERS: Final = 600
_TURN_OF_TALK: Final = re.compile(
    r"^(?:oh|by the way|btw|anyway|anyways|in other news|on another note|also|guess what|speaking of|besides|"
    r"changing the subject|"
    r"another thing|on top of that|oh yeah|and another)\b",
    re.IGNORECASE,
)
_SUBSTANTIAL_WORDS: Final = 6
_SEPARATE_WORDS: Final = 5
_IN_TALK: Final = words(
    "say tell ask hear notice mean think suspect wonder promise see know guess forget read understand"
)
_OTHERS: Final = words("you your yours u ur you're you've you'd you'll")
_SUPPOSING_WORDS: Final = 5


def claims_of(utterance: Utterance, *, answering: bool) -> tuple[tuple[Act, ...], ...]:
    """Return the turn's claims as groups of sentences, one matter and at most 600 characters each.

    What only comments on the other's talk is no claim, unless it answers a question or follows a claim of the same
    turn ("I went. It was great."). A supporter's words are claims where they answer.
    """
    if utterance.is_supporter and not answering:
        return ()
    told: list[Act] = []
    for place, act in enumerate(utterance.acts):
        confirms = answering and place == 0 and act.kind == "filler" and utterance.says_yes_or_no
        if act.kind == "statement" or confirms or ((answering or told) and _adds(act)):
            told.append(act)
    if all(act.kind == "filler" for act in told):
        told = list(utterance.of("reaction")) if answering else []
    if utterance.turn.caption and not told:
        return ((),)
    return tuple(_split(utterance, told))


def is_substantial(utterance: Utterance, acts: Sequence[Act]) -> bool:
    """Say whether sentences carry enough to be remembered by themselves."""
    if not utterance.parsed.english:
        return sum(char.isalpha() for act in acts for char in act.text) >= _SUBSTANTIAL_WORDS
    words = sum(len(act.text.split()) for act in acts)
    return words >= _SUBSTANTIAL_WORDS and any(
        token.pos in ("NOUN", "PROPN", "VERB") and not token.is_stop
        for act in acts
        for token in utterance.parsed.tokens_of(act.sentence)
    )


def _adds(act: Act) -> bool:
    """Say whether a sentence adds to a claim or an answer instead of speaking of the other."""
    said = {word.strip(".,!?'’") for word in act.text.lower().split()}
    return act.kind == "comment" or (act.kind == "reaction" and not said & _OTHERS and not is_empathy(act.text))


def support_of(utterance: Utterance) -> tuple[Act, ...]:
    """Return the sentences of a turn that support: advice of anybody; of a supporter also what they suppose or tell.

    Reflections and sympathy alone are none: they stay in the evidence of what they answer.
    """
    if not utterance.is_supporter:
        return utterance.of("advice")
    rest = utterance.of("advice", "reaction", "comment", "statement")
    if any(act.kind == "advice" for act in rest):
        return rest
    return tuple(act for act in rest if supposes(act) or _tells_own(utterance, act))


def supposes(act: Act) -> bool:
    """Say whether a supporter's sentence is a hypothesis about the other rather than a courtesy."""
    said = act.text.lower().split()
    return is_guess(act.text) and len(said) >= _SUPPOSING_WORDS and any(word.startswith("you") for word in said)


def _tells_own(utterance: Utterance, act: Act) -> bool:
    """Say whether a supporter tells something of their own life ("I went through a divorce, too")."""
    if not utterance.parsed.english:
        return act.kind == "statement" and len(act.text) > _SUPPOSING_WORDS
    tokens = utterance.parsed.tokens
    told = any(
        token.text.lower() == "i" and token.dep == "nsubj" and _is_past_deed(utterance, token.head)
        for token in utterance.parsed.tokens_of(act.sentence)
    )
    said = {token.text.lower() for token in tokens[act.sentence.first : act.sentence.last]}
    return act.kind == "statement" and told and not said & (_OTHERS | {"not", "n't"})


def _is_past_deed(utterance: Utterance, place: int) -> bool:
    verb = utterance.parsed.tokens[place]
    return verb.tag in ("VBD", "VBN") and verb.lemma.lower() not in _IN_TALK


def _split(utterance: Utterance, told: Sequence[Act]) -> list[tuple[Act, ...]]:
    claims: list[list[Act]] = []
    days: set[str] = set()
    length = 0
    for act in told:
        said = _days_in(utterance, act)
        turns = bool(claims) and (_turns_away(act) or bool(said and days and not said & days))
        if not claims or turns or length + len(act.text) > CLAIM_CHARACTERS:
            claims.append([])
            days, length = set(), 0
        claims[-1].append(act)
        days |= said
        length += len(act.text) + 1
    return [tuple(claim) for claim in claims]


def _turns_away(act: Act) -> bool:
    return len(act.text.split()) > _SEPARATE_WORDS and _TURN_OF_TALK.match(act.text) is not None


def _days_in(utterance: Utterance, act: Act) -> set[str]:
    begin, end = act.sentence.span
    mentions = find_times(utterance.parsed.text, utterance.turn.timestamp)
    return {
        mention.start.isoformat()
        for mention in mentions
        if mention.start is not None and mention.kind == "point" and begin <= mention.span[0] < end
    }
