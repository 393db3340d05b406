"""Rules for years and decades: "in 2019", "back in '98", "the nineties"."""

import re
from datetime import date

from fta_mem.temporal.calendar import year_of
from fta_mem.temporal.mention import Reading, Scene
from fta_mem.temporal.rules.dates import YEAR
from fta_mem.temporal.rules.rule import Rule, rule

_DECADES = {
    "twenties": 1920, "thirties": 1930, "forties": 1940, "fifties": 1950, "sixties": 1960, "seventies": 1970,
    "eighties": 1980, "nineties": 1990,
}  # fmt: skip


def _short_year(match: re.Match[str], scene: Scene) -> Reading:
    """Read "in '98": the latest such year that has begun."""
    century = scene.anchor.year // 100 * 100
    year = century + int(match["year"])
    return Reading(year_of(year if year <= scene.anchor.year else year - 100), "year", anchored=False)


def _year(match: re.Match[str], scene: Scene) -> Reading:
    return Reading(year_of(int(match["year"])), "year", anchored=False)


def _decade(match: re.Match[str], scene: Scene) -> Reading:
    word = match["decade"].lower()
    digits = re.search(r"[0-9]+", word)
    first = _DECADES.get(word, 0) if digits is None else int(digits[0])
    if first < 100:
        first += 1900 if first >= 30 else 2000
    return Reading((date(first, 1, 1), date(first + 9, 12, 31)), "decade", anchored=False)


RULES: tuple[Rule, ...] = (
    rule(
        "#",
        rf"\b(?:in|since|during|by|until|till?|from|before|after|around|early|late|mid|mid-|end\s+of|start\s+of|beginning\s+of|year)\s+"
        rf"(?P<year>{YEAR})(?!\s*(?:%|people|dollars|words|steps|calories|miles|years|days|hours|times))(?![\w/:.,-][0-9])",
        _year,
    ),
    rule("#", r"\b(?:in|since|of|during|until)\s+'(?P<year>[0-9]{2})(?![\w'])", _short_year),
    rule(
        "# twenties thirties forties fifties sixties seventies eighties nineties",
        r"\b(?:in\s+)?the\s+(?P<decade>(?:(?:19|20)[0-9]|'?[0-9])0'?s|twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties)\b",
        _decade,
    ),
)
