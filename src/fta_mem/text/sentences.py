"""Sentence bounds and the guess whether a text is English, both by plain rules that chat writing can't break."""

import re
import unicodedata
from typing import Final

from fta_mem.text.word_lists import words

Span = tuple[int, int]

_EMOTICON = r"(?:[:;=8][-'^]?[)(DPpOo/\\|*3]+|<3+|xD|XD|\^_?\^|[\u2600-\u27bf\U0001f000-\U0001faff]\ufe0f?)"
_END = re.compile(
    r"(?:(?:[.!?…]+[\"'”’)\]]*(?=\s|$|[\u2600-\u27bf\U0001f000-\U0001faff])|[。！？｡؟।]+[”’」』）\"]*)"
    rf"(?:[^\S\n]*{_EMOTICON}(?![\w(]))*)"
    r"|[!?]+(?=[A-Z])|(?<=[a-z]{2})\.(?=[A-Z][a-z])|\n\s*"
    rf"|(?<=\s){_EMOTICON}(?:[^\S\n]*{_EMOTICON})*(?=\s)"
)
_ABBREVIATED = re.compile(
    r"(?:\b(?:mr|mrs|ms|dr|prof|st|jr|sr|vs|etc|e\.g|i\.e|approx|dept|mt|rev|capt|sgt)"
    r"|(?:^|[\s.(])[A-Z])\.$",
    re.IGNORECASE,
)
_CLOCK = re.compile(r"\b[ap]\.m\.$", re.IGNORECASE)
_LONG_RUN = re.compile(r"\S{1000,}")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_PROBE = 1_500

_ENGLISH: Final = words(
    "i i'm i've i'd i'll im ive you you're your my me we our us they them their he she it it's its his her him the a "
    "an and but or so of in on at to for from with about as by is are was were be been am do did does don't didn't "
    "dont have has had can can't could would will won't should not no yes that that's this these those there what "
    "when where who why how if because just like really very too much more some any all out up go going went get got "
    "know think feel want need good well thanks thank hey hi hello oh yeah ok okay"
)
_GERMANIC: Final = words(
    "ich du er sie wir ihr und oder aber nicht ist bin bist sind das der die den dem ein eine einen mit auf für von "
    "zu auch noch schon mein meine mich mir dich dir heute gestern habe hat ik je het een van niet maar met voor mijn "
    "jag det och inte är på som jeg ikke og"
)
_ROMANCE: Final = words(
    "je tu il elle nous vous les des une est suis dans pas que qui avec pour sur mon ma mes très mais et ce cette "
    "j'ai c'est el la los las un una y es en con por para mi mis muy pero como estoy está yo lo se su del al o os um "
    "uma não eu você meu minha com mas mais foi che di non sono gli per ho hai anche questo și nu sunt cu"
)
_OTHERS: Final = words(
    "nie się jest na w z że jestem mam ale jsem není ben bir ve çok bu değil için minä olen ja ei nem egy és vagyok "
    "saya aku kamu yang dan tidak ini itu"
)
_FOREIGN: Final = (_GERMANIC | _ROMANCE | _OTHERS) - _ENGLISH


def is_english(text: str) -> bool:
    """Guess whether a text is English, from its script and its small words; in doubt it is."""
    sample = text[:_PROBE]
    letters = [char for char in sample if char.isalpha()]
    if not letters:
        return True
    latin = sum(char.isascii() or "LATIN" in unicodedata.name(char, "") for char in letters)
    if latin < 0.6 * len(letters):
        return False
    found = [word.lower().replace("’", "'") for word in _WORD.findall(sample)]
    english = sum(word in _ENGLISH for word in found)
    foreign = sum(word in _FOREIGN for word in found)
    if foreign > english and foreign >= 2:
        return False
    return english > 0 or len(found) < 10 or all(char.isascii() for char in letters)


def is_parseable(text: str) -> bool:
    """Say whether a tokenizer may read the text: endless unbroken runs cost it quadratic time."""
    return _LONG_RUN.search(text) is None


def split_sentences(text: str) -> tuple[Span, ...]:
    """Return the spans of a text's sentences, by marks of any script, line breaks and emoticons; blanks trimmed."""
    spans: list[Span] = []
    start = 0
    for mark in _END.finditer(text):
        if _goes_on(text, start, mark):
            continue
        _add(spans, text, start, mark.end())
        start = mark.end()
    _add(spans, text, start, len(text))
    return tuple(spans)


def _goes_on(text: str, start: int, mark: re.Match[str]) -> bool:
    head = text[max(start, mark.start() - 12) : mark.start() + 1]
    rest = text[mark.end() : mark.end() + 3].lstrip()
    if mark.group().strip() == ".":
        return _ABBREVIATED.search(head) is not None or (_CLOCK.search(head) is not None and rest[:1].islower())
    return mark.group().startswith(("...", "…")) and rest[:1].islower()


def _add(spans: list[Span], text: str, start: int, end: int) -> None:
    piece = text[start:end]
    begin = start + len(piece) - len(piece.lstrip())
    finish = start + len(piece.rstrip())
    if begin >= finish:
        return
    if spans and not any(char.isalnum() for char in text[begin:finish]):
        spans[-1] = (spans[-1][0], finish)  # a lone mark or emoticon belongs to what stands before it
        return
    spans.append((begin, finish))
