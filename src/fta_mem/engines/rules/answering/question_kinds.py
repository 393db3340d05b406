"""What a question asks for: its kind by the wh-word and the head noun, whom it is about, and from when it asks."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from fta_mem.state.answering import QuestionKind
from fta_mem.text.content_words import content_stems, stem, word_set, words_of
from fta_mem.text.grammar import Parsed, Token, parse

_LEAD = re.compile(
    r"^\s*(?:as of|by|in|on|at|during|since|after|before|when|while|according to|based on|considering|given|from)\b"
    r"[^?]*?,\s*(?=(?:(?:in|on|at|for|by|with|to|from|of|about|after|before)\s+)?"
    r"(?:wh\w+|how|do|does|did|is|are|was|were|has|have|had|can|could|will|would|should)\b)",
    re.IGNORECASE,
)
_YES_NO = re.compile(
    r"^(?:do|does|did|is|are|was|were|has|have|had|can|could|will|would|should|am)(?:n['’]t)?\b", re.IGNORECASE
)
_WH = re.compile(r"\b(when|where|who|whom|whose|why|how|what|which)\b", re.IGNORECASE)
_AS_OF = re.compile(
    r"^\s*(?:as of|by)\b|\bas of\b|\b(?:currently|nowadays|at present|these days|right now)\b", re.IGNORECASE
)
_AHEAD = re.compile(r"\b(?:will|going to|plan\w*|is|are|am|next|upcoming|intend\w*|scheduled)\b", re.IGNORECASE)
_BACK = re.compile(r"\b(?:did|was|were|had|has|have)\b", re.IGNORECASE)
_BEFORE = re.compile(
    r"\b(?:before|until|till|used to|originally|previously|formerly|at first|first (?:think|put|want))\b", re.IGNORECASE
)
_TIME_NOUNS: Final = word_set("date day month year time week weekend season weekday evening morning hour")
_PLACE_NOUNS: Final = word_set(
    "city country place state town village hospital church restaurant cafe bar park shop store school "
    "university venue street area region location room building"
)
_PERSON_NOUNS: Final = word_set(
    "person friend relative neighbour neighbor colleague teacher doctor singer author artist player"
)
_EMPTY_NOUNS: Final = word_set("kind type sort name one")
_LENGTHS = r"(?:days?|weeks?|months?|years?|hours?|minutes?|seconds?|nights?|decades?)"
_FIRST: Final[tuple[tuple[re.Pattern[str], QuestionKind], ...]] = (
    (re.compile(rf"\bhow (?:long|much (?:time|later|earlier|longer)|many {_LENGTHS})\b", re.IGNORECASE), "how_long"),
    (re.compile(r"\bhow (?:many|much|often|old|far|tall|big|frequently)\b", re.IGNORECASE), "how_many"),
    (re.compile(r"\b(?:what|which) (?:age|percentage|number|score|amount|price|size)\b", re.IGNORECASE), "how_many"),
    (re.compile(r"\bin what ways?\b", re.IGNORECASE), "list"),
    (
        re.compile(
            r"\b(?:what|which) (?:is |was |are |were )?(?:the )?(?:main |real )?"
            r"(?:reasons?|motivat\w+|inspir\w+|prompted|made|caused?)\b",
            re.IGNORECASE,
        ),
        "why",
    ),
)
_PLAIN: Final[dict[str, QuestionKind]] = {
    "when": "when", "where": "where", "who": "who", "whom": "who", "whose": "who", "why": "why", "how": "how",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Question:
    """A question as the rules read it.

    ``focus`` is the noun asked for ("car" of "what kind of car"), ``asked`` the one person of the case whom it is
    about, ``terms`` its content stems without people's names, ``words`` the stems of all its words. ``is_ahead`` says
    that it asks for what is to come, ``is_before`` for what held earlier.
    """

    text: str
    kind: QuestionKind
    focus: str
    people: tuple[str, ...]
    asked: str | None
    terms: tuple[str, ...]
    words: frozenset[str]
    as_of: bool
    is_ahead: bool = False
    is_before: bool = False


def read_question(text: str, people: Sequence[str] = ()) -> Question:
    """Read a question; never fails, whatever the text is."""
    core = without_lead(text)
    focus = _focus_token(parse(core))
    named = people_named(text, people)
    names = frozenset(stem(word) for name in people for word in words_of(name))
    return Question(
        text=text,
        kind=_kind(core, focus),
        focus=focus.lemma.lower() if focus else "",
        people=named,
        asked=_whom(text, named),
        terms=content_stems(text, without=names),
        words=frozenset(stem(word) for word in words_of(text)),
        as_of=_AS_OF.search(text) is not None,
        is_ahead=_AHEAD.search(core) is not None and _BACK.search(core) is None,
        is_before=_BEFORE.search(text) is not None,
    )


def without_lead(text: str) -> str:
    """Return a question without the time or ground that stands before it ("As of May 3, …")."""
    return _LEAD.sub("", text).strip()


def people_named(text: str, people: Sequence[str]) -> tuple[str, ...]:
    """Return the people whose first or last name stands in the text, in the order of the text."""
    words = words_of(text)
    places = {name: min((words.index(part) for part in words_of(name) if part in words), default=-1) for name in people}
    return tuple(sorted((name for name in people if places[name] >= 0), key=lambda name: places[name]))


def _kind(core: str, focus: Token | None) -> QuestionKind:
    if _YES_NO.match(core) and " or " not in core:
        return "yes_no"
    found = _WH.search(core)
    for pattern, kind in _FIRST:
        match = pattern.search(core)
        if found is not None and match is not None and match.start() <= found.start():
            return kind
    if found is None:
        return "yes_no" if _YES_NO.match(core) else "what"
    word = found[1].lower()
    return _PLAIN.get(word) or _what(focus)


def _what(focus: Token | None) -> QuestionKind:
    noun = focus.lemma.lower() if focus else ""
    if noun in _TIME_NOUNS:
        return "when"
    if noun in _PLACE_NOUNS:
        return "where"
    if noun in _PERSON_NOUNS:
        return "who"
    return "list" if focus is not None and focus.tag in {"NNS", "NNPS"} else "what"


def _focus_token(parsed: Parsed) -> Token | None:
    """Return the noun that "which church", "what kind of car" or "what is the name of the aunt" asks for."""
    place = next((at for at, token in enumerate(parsed.tokens) if token.lemma in {"what", "which", "whose"}), None)
    if place is None:
        return None
    head = _noun_of(parsed, place)
    while head is not None and parsed.tokens[head].lemma in _EMPTY_NOUNS:
        inner = _after_of(parsed, head)
        if inner is None:
            break
        head = inner
    return parsed.tokens[head] if head is not None else None


def _noun_of(parsed: Parsed, wh: int) -> int | None:
    token = parsed.tokens[wh]
    governor = parsed.tokens[token.head]
    if governor.pos in {"NOUN", "PROPN"} and token.head > wh:
        return token.head
    if governor.lemma != "be":
        return None
    return next(
        (at for at, each in enumerate(parsed.tokens) if each.head == token.head and each.dep == "nsubj" and at > wh),
        None,
    )


def _after_of(parsed: Parsed, noun: int) -> int | None:
    tokens = parsed.tokens
    for at, token in enumerate(tokens):
        if token.dep == "pobj" and tokens[token.head].lemma == "of" and tokens[token.head].head == noun:
            return at
    return None


def _whom(text: str, named: Sequence[str]) -> str | None:
    """Return the person that the sentence is about: its subject where several are named, else the first."""
    if len(named) <= 1:
        return named[0] if named else None
    return next((name for name in named if _is_subject(parse(text), name)), named[0])


def _is_subject(parsed: Parsed, name: str) -> bool:
    parts = set(words_of(name))
    return any(token.dep in {"nsubj", "nsubjpass"} and token.text.lower() in parts for token in parsed.tokens)
