"""Check what a model writes against the turns it cites: names, numbers and negations must stand there.

A claim with a name or a number that nobody said is invented and refused. Where the check can't be sure (a capital at
the start of a sentence, a negation more or less) the claim is kept but marked ungrounded. Case and inflection don't
count, digits equal number words, and what the code resolved itself (a day) may be written out.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from fta_mem.temporal.numbers import NUMBERS, ORDINALS

Verdict = Literal["grounded", "ungrounded", "refused"]

_WORD: Final = re.compile(r"[^\W\d_]+(?:['’\-][^\W\d_]+)*")
_NUMBER: Final = re.compile(r"\d+(?:[.,:]\d+)*")
_SENTENCE_START: Final = re.compile(r"(?:^|[.!?;:\n\"“(]\s*)$")
_CLAUSE_END: Final = re.compile(
    r"[.!?,;。！？，；\n]|\b(?:but|and|because|although|aber|und|pero|mais|ma)\b", re.IGNORECASE
)
_NEGATION: Final = re.compile(
    r"\b(?:not|no|never|none|nobody|nothing|nowhere|neither|nor|without|cannot|hardly"
    r"|[a-z]+n['’]t|dont|didnt|doesnt|wont|cant|isnt|wasnt"
    r"|nicht|kein\w*|nie|niemals|nichts|niemand|ohne|pas|jamais|rien|sans"
    r"|nunca|nada|nadie|sin|jamás|ninguno|ninguna|non|mai|niente|senza"
    r"|não|nem|sem|niet|geen|nooit|zonder|не|нет|никогда|без)\b|[不没沒無无未]|ない|なかった|ません|않|없|못",
    re.IGNORECASE,
)
_SIGN: Final = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]"
)
_MANGLED: Final = 0.35


def _words(*lines: str) -> frozenset[str]:
    return frozenset(word for line in lines for word in line.split())


_FREE: Final = _words(
    "i i'm i've i'll i'd user seeker supporter assistant counsellor counselor therapist speaker client agent unknown",
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august",
    "september october november december mr mrs ms dr ok tv mom mum dad mother father sister brother",
)
_OPENERS: Final = _words(
    "a after all also although an and another any as at because before being both but by can currently despite",
    "during each either even every feeling for from going had has have having he her his how if in instead is it",
    "its just last later like many maybe more most my new next now of on once one only or other our over people",
    "perhaps planning recently she since so some still that the their then there these they things this those",
    "though through to today together tomorrow trying two under until was we were what when where whether which",
    "while who why will wants with would yes yesterday yet you your feels plans likes thinks says said asked told",
    "hopes",
)
_FEW: Final = {"once": 1, "twice": 2, "dozen": 12, "zero": 0, "single": 1, "both": 2}
_MANY: Final = {"hundred": 100, "thousand": 1000, "million": 1_000_000, "dozen": 12}
_LOOSE: Final = frozenset({"1", "one", "first"})


@dataclass(frozen=True, slots=True)
class Grounds:
    """What a claim may draw on: the cited texts, names that are known anyway, and numbers that the code worked out."""

    texts: tuple[str, ...]
    names: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()


def verdict_on(claim: str, grounds: Grounds) -> Verdict:
    """Say whether a claim stands in its grounds, is invented, or is doubtful."""
    if not claim.strip() or not any(text.strip() for text in grounds.texts):
        return "refused"
    said = " ".join(grounds.texts)
    if _is_translated(claim, said) or foreign_numbers(claim, said, grounds.numbers):
        return "refused"
    inner, opening = foreign_names(claim, said, grounds.names)
    if inner:
        return "refused"
    doubtful = opening or _is_reworded(claim, said) or _turns_it_round(claim, grounds.texts)
    return "ungrounded" if doubtful else "grounded"


def foreign_names(claim: str, said: str, known: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return capitalised words that nobody said: within sentences, and at their start, where one can't be sure."""
    stems = _stems(said) | {stem for name in known for stem in _stems(name)}
    inner: list[str] = []
    opening: list[str] = []
    for found in _WORD.finditer(claim):
        word = found.group()
        if not word[0].isupper() or _is_said(word, stems) or word.lower() in _FREE:
            continue
        if not _SENTENCE_START.search(claim[: found.start()]):
            inner.append(word)
        elif word.lower() not in _OPENERS and not word.lower().endswith(("ed", "ing")):
            opening.append(word)
    return inner, opening


def foreign_numbers(claim: str, said: str, worked_out: Iterable[str] = ()) -> list[str]:
    """Return numbers of the claim that neither the texts nor the code's own dates hold, digits and words alike."""
    known = _numbers(said) | {number for text in worked_out for number in _numbers(text)}
    return sorted(number for number in _numbers(claim) - known if number not in _LOOSE)


def content_stems(text: str) -> frozenset[str]:
    """Return what a claim and a turn are compared by: stems of longer words, single signs of unspaced scripts."""
    return frozenset(stem for stem in _stems(text) if len(stem) > 3 and not _SIGN.search(stem)) | _signs(text)


def _signs(text: str) -> frozenset[str]:
    return frozenset(_SIGN.findall(text))


def _numbers(text: str) -> set[str]:
    folded = _folded(text)
    found = {_plain_number(match) for match in _NUMBER.findall(folded)}
    for match in _NUMBER.findall(folded):
        found |= {_plain_number(part) for part in re.split(r"[.,:]", match)}
    words = re.findall(r"[a-z]+(?:-[a-z]+)?", folded)
    pairs = [f"{first}-{second}" for first, second in zip(words, words[1:], strict=False)]
    for word in words + pairs:
        value = NUMBERS.get(word, ORDINALS.get(word, _FEW.get(word, _MANY.get(word))))
        if value is not None:
            found.add(str(value))
    return found | _whole_numbers(pairs)


def _whole_numbers(pairs: Sequence[str]) -> set[str]:
    """Read "two hundred", "three thousand"."""
    split = [pair.split("-", 1) for pair in pairs]
    return {str(NUMBERS[first] * _MANY[second]) for first, second in split if first in NUMBERS and second in _MANY}


def _plain_number(digits: str) -> str:
    plain = re.sub(r",(?=\d{3}\b)", "", digits)
    return plain.lstrip("0") or "0"


def _is_said(word: str, stems: set[str]) -> bool:
    parts = [_stem(part) for part in re.split(r"['’\-]", word) if len(part) > 1 or not part.isascii()]
    return _stem(word) in stems or (bool(parts) and all(part in stems for part in parts))


def _stems(text: str) -> set[str]:
    stems: set[str] = set()
    for word in _WORD.findall(text):
        stems.add(_stem(word))
        stems |= {_stem(part) for part in re.split(r"['’\-]", word) if part}
    return stems


@lru_cache(maxsize=20_000)
def _stem(word: str) -> str:
    """Return a word without case, accents and the commonest endings, which may differ between claim and turn."""
    plain = re.sub(r"['’]s?$", "", _folded(word))
    for ending in ("ing", "ed", "es", "s"):
        if plain.endswith(ending) and len(plain) - len(ending) >= 3:
            return plain[: -len(ending)].removesuffix("e")
    return plain.removesuffix("e") if len(plain) > 3 else plain


@lru_cache(maxsize=20_000)
def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _turns_it_round(claim: str, texts: Sequence[str]) -> bool:
    """Say whether the claim denies what no cited turn denies, or mostly affirms what is only denied there."""
    if _NEGATION.search(claim):
        return not any(_NEGATION.search(text) for text in texts)
    clauses = [clause for text in texts for clause in _CLAUSE_END.split(text)]
    denied = {stem for clause in clauses if _NEGATION.search(clause) for stem in content_stems(clause)}
    affirmed = {stem for clause in clauses if not _NEGATION.search(clause) for stem in content_stems(clause)}
    plain = " ".join(word for word in claim.split() if not word[0].isupper())
    stated = content_stems(plain) & (denied | affirmed)
    return 2 * len(stated - affirmed) >= len(stated) > 0


def _is_reworded(claim: str, said: str) -> bool:
    """Say whether too many signs of an unspaced script are not the turns' own (names can't be told apart there)."""
    signs = _signs(claim)
    return len(signs - _signs(said)) > _MANGLED * len(signs)


def _is_translated(claim: str, said: str) -> bool:
    """Say whether the claim is written in another script than the turns that it cites."""
    ours, theirs = _latin_share(claim), _latin_share(said)
    return ours is not None and theirs is not None and abs(ours - theirs) > 0.7


def _latin_share(text: str) -> float | None:
    letters = [sign for sign in text[:4000] if sign.isalpha()]
    if len(letters) < 2:
        return None
    return sum(_is_latin(sign) for sign in letters) / len(letters)


@lru_cache(maxsize=5_000)
def _is_latin(sign: str) -> bool:
    return "LATIN" in unicodedata.name(sign, "")
