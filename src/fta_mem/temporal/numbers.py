"""Counts as people say them: "3", "twenty-one", "a couple of", "two or three", "one and a half"."""

import re
from dataclasses import dataclass

_SMALL = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = (
    "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
)  # fmt: skip
_ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth",
)  # fmt: skip

NUMBERS: dict[str, int] = {word: value for value, word in enumerate(_SMALL, 1)}
NUMBERS |= {word: 10 * value for value, word in enumerate(_TENS, 2)}
NUMBERS |= {f"{tens}-{one}": 10 * t + o for t, tens in enumerate(_TENS, 2) for o, one in enumerate(_SMALL[:9], 1)}
ORDINALS: dict[str, int] = {word: value for value, word in enumerate(_ORDINALS, 1)}
ORDINALS |= {"twentieth": 20, "thirtieth": 30, "thirty-first": 31}
ORDINALS |= {f"twenty-{word}": 20 + value for value, word in enumerate(_ORDINALS[:9], 1)}

# What a vague word is taken to span; a couple is loosely two, never exactly.
_VAGUE = {"couple": (2.0, 3.0), "few": (2.0, 5.0), "several": (3.0, 8.0), "some": (2.0, 8.0)}

NUMBER = (
    r"(?:[0-9]{1,4}(?:\.[0-9]{1,2})?|(?:" + "|".join(_TENS) + r")(?:[\s-](?:" + "|".join(_SMALL[:9]) + r"))?|"
    r"(?:" + "|".join(sorted(_SMALL, key=len, reverse=True)) + r"))"
)
ORDINAL = "(?:" + "|".join(re.sub("-", r"[\\s-]", word) for word in sorted(ORDINALS, key=len, reverse=True)) + ")"
# A day of the month as a count: "the four of June".
CARDINAL_DAY = (
    "(?:"
    + "|".join(re.sub("-", r"[\\s-]", word) for word in sorted(NUMBERS, key=len, reverse=True) if NUMBERS[word] <= 31)
    + ")"
)
COUNT = (
    rf"(?:{NUMBER}(?:\s*(?:-|\bto\b|\bor\b)\s*{NUMBER})?(?:\s+and\s+a\s+half)?|half\s+an?|"
    r"(?:a\s+)?(?:good\s+)?(?:couple(?:\s+of)?|few|several)|some|an?)"
)


@dataclass(frozen=True, slots=True)
class Count:
    """Hold the range a count may mean and, for vague ones, the word that was used."""

    low: float
    high: float
    vague: str | None = None


def parse_number(word: str) -> float | None:
    """Return the value of one written number, None when it is not one."""
    key = re.sub(r"\s+", "-", word.strip().lower())
    if key in NUMBERS:
        return float(NUMBERS[key])
    return float(key) if re.fullmatch(r"[0-9]+(?:\.[0-9]+)?", key) else None


def parse_ordinal(word: str) -> int | None:
    """Return the value of "3rd", "third" or "twenty-first", None when it is not an ordinal or a number."""
    key = re.sub(r"\s+", "-", word.strip().lower())
    if key in ORDINALS:
        return ORDINALS[key]
    digits = re.fullmatch(r"([0-9]{1,2})(?:st|nd|rd|th)?", key)
    return int(digits[1]) if digits else None


def parse_count(words: str) -> Count:
    """Turn a match of COUNT into a range."""
    said = words.strip().lower()
    for vague, (low, high) in _VAGUE.items():
        if re.search(rf"\b{vague}\b", said):
            return Count(low, high, vague)
    half = 0.5 if re.search(r"\bhalf$", said) else 0.0
    numbers = [value for found in re.findall(NUMBER, said) if (value := parse_number(found)) is not None]
    if numbers:
        return Count(min(numbers) + half, max(numbers) + half)
    return Count(0.5, 0.5) if said.startswith("half") else Count(1.0, 1.0)


def spell(number: int) -> str:
    """Write a count in words up to ninety-nine, in digits beyond."""
    for word, value in NUMBERS.items():
        if value == number:
            return word
    return str(number)
