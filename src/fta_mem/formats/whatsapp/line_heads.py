"""What stands before the sender in a WhatsApp line: a date and a time, as each phone, system and language writes them.

WhatsApp follows the phone's region, and the file doesn't name it. The grammar here is that of Unicode's locale data
(CLDR): orders, separators, words between date and time, marks of the 12-hour clock, digits of any script. Which of
several readings holds is decided for the whole file in ``date_order``.
"""

import re
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from fta_mem.formats.timestamps import real_time
from fta_mem.state.errors import DatasetError

DateOrder = Literal["dmy", "mdy", "ymd"]

DIRECTION: Final = "\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"
"""Marks of direction, which exports strew over dates, names and WhatsApp's own words."""
INVISIBLE: Final = DIRECTION + "\u200b\u200c\u200d"
"""With those that join or part letters: part of what somebody wrote, but nothing to compare by."""
HEAD_CHARS: Final = 80
_LATIN_HALF: Final = frozenset({"am", "pm"})


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_MORNING: Final = _words(
    "am ap damanhã de dop dopoldne eparadites fm manhã paradite pd pg priekšp priekšpusdiena priekšpusdienā priešpiet "
    "prijepodne prepodne rn sa vorm vm to öö πμ дп прпл пробд проб претпл прије преподне таңкы тң үө ص صباحا صباحًا قظ "
    "قبلازظهر पूर्वाह्न पू मपू පෙව ก่อนเที่ยง ກ່ອນທ່ຽງ ព្រឹក နံနက် ጥዋት ਪੂਦੁ ಪೂರ್ವಾಹ್ನ முற்பகல் পূর্বাহ্ণ לפנהצ კა կա "
    "上午 凌晨 清晨 早上 午前 오전 새벽 아침"
)
_AFTERNOON: Final = _words(
    "pm ch datarde du eh em epasdites gd in ip md nachm nm odp pasdite pop popiet popodne popoldne ptg pēcp pēcpusd "
    "pēcpusdiena pēcpusdienā tarde tk ös μμ попл пп поподне послеподне слоб слобд түштөнкийинки үх بظ بعدازظهر م مساء "
    "مساءً अपराह्न मउ පව หลังเที่ยง ຫຼັງທ່ຽງ ល្ងាច ညနေ ከሰዓት ਬਾਦੁ ಅಪರಾಹ್ನ பிற்பகல் অপরাহ্ণ אחהצ შე շե "
    "下午 傍晚 午後 오후 저녁 밤"
)
_BY_THE_HOUR: Final = {"中午": 11, "晚上": 12, "半夜": 6, "午夜": 6, "深夜": 6}
"""Day periods on both sides of noon or midnight, and the hour from which they are in the later half of a day."""
_EAST_ASIAN: Final = _words(
    "上午 凌晨 清晨 早上 午前 오전 새벽 아침 下午 傍晚 午後 오후 저녁 밤 中午 晚上 半夜 午夜 深夜"
)
_CLOCK_WORDS: Final = frozenset({"", "uhr", "h", "ч", "น", "hodź", "klo", "kl"})

_DATE: Final = r"(\d{1,4}) ?([./\-‐–年년]) ?(\d{1,2}) ?([./\-‐–月월]) ?(\d{1,4})(?: ?[.日일])?"
_TIME: Final = r"(\d{1,2}) ?([:.hH時时点點시]) ?(\d{2})(?: ?(?:[:.分분]|min) ?(\d{2}))?(?: ?[s秒초分분])?"
_END: Final = r"(\]|(?: [-–—])(?= |$)|:(?= ))"
_DATE_FIRST: Final = re.compile(rf"(\[?) ?{_DATE}([^\d\[\]:]{{1,24}}?){_TIME}([^\d\[\]:]{{0,16}}?) ?{_END}")
_TIME_FIRST: Final = re.compile(rf"(\[?) ?{_TIME}([^\d\[\]:]{{0,16}}?),? {_DATE}(),? ?{_END}")


class Shape(NamedTuple):
    """How a head is written, numbers aside; all of an export's own lines share one shape.

    ``year`` says where the year is seen to stand ("first", "last", or "?" where it has two digits), ``joint`` is what
    stands between date and time, ``half`` where a 12-hour mark stands ("", "before", "after", "unknown").
    """

    opening: str
    separators: str
    year: str
    joint: str
    clock: str
    has_seconds: bool
    half: str
    ending: str
    is_time_first: bool

    @property
    def is_bracketed(self) -> bool:
        """Say whether an iPhone wrote it."""
        return self.opening == "["


@dataclass(frozen=True, slots=True)
class Head:
    """A line's date and time as numbers; ``rest`` is where sender and text begin. ``half`` is "am", "pm" or ""."""

    date: tuple[int, int, int]
    hour: int
    minute: int
    second: int
    half: str
    mark: str
    shape: Shape
    rest: int

    def moment(self, order: DateOrder) -> str:
        """Return the naive ISO timestamp.

        Raises:
            DatasetError: read in that order it is no moment that exists.
        """
        first, middle, last = self.date
        day, month, year = {"dmy": self.date, "mdy": (middle, first, last), "ymd": (last, middle, first)}[order]
        return real_time(_full_year(year), month, day, self._hour24(), self.minute, self.second)

    def _hour24(self) -> int:
        if not self.half:
            return self.hour
        if self.hour > 12:  # a 24-hour clock with a mark beside it: only the afternoon can be meant
            return self.hour if self.half == "pm" else 24
        return self.hour % 12 + (12 if self.half == "pm" else 0)


def head_of(line: str) -> Head | None:
    """Return the head that the line begins with, if it looks like one of WhatsApp's."""
    kept = [(place, char) for place, char in enumerate(line[:HEAD_CHARS]) if char not in INVISIBLE]
    if not kept or not (kept[0][1] == "[" or kept[0][1].isdigit()):
        return None
    plain = "".join(" " if char.isspace() or char == "_" else char for _, char in kept)
    for pattern in (_DATE_FIRST, _TIME_FIRST):
        match = pattern.match(plain)
        if match is not None:
            return _head(match, kept[match.end() - 1][0] + 1, pattern is _TIME_FIRST)
    return None


def is_east_asian(mark: str) -> bool:
    """Say whether a 12-hour mark is one of those languages that write the year first."""
    return mark in _EAST_ASIAN


def _head(match: "re.Match[str]", rest: int, is_time_first: bool) -> Head | None:
    groups = list(match.groups())
    if is_time_first:
        opening, time, after, date, joint, ending = groups[0], groups[1:5], groups[5], groups[6:11], "", groups[12]
    else:
        opening, date, joint, time, after, ending = (
            groups[0],
            groups[1:6],
            groups[6],
            groups[7:11],
            groups[11],
            groups[12],
        )
    year = _place_of_year(date[0], date[4])
    if year is None or (opening == "[") != (ending == "]"):
        return None
    before, after = _key(joint), _key(after)
    mark, half_place = _mark(before, after)
    if ending == ":" and half_place == "unknown":
        return None
    hour, minute, second = int(time[0]), int(time[2]), int(time[3] or 0)
    shape = Shape(
        opening=opening,
        separators=date[1] + date[3],
        year=year,
        joint="" if half_place == "before" else " ".join(joint.casefold().split()),
        clock=time[1],
        has_seconds=time[3] is not None,
        half=half_place,
        ending=ending.strip(),
        is_time_first=is_time_first,
    )
    numbers = (int(date[0]), int(date[2]), int(date[4]))
    return Head(numbers, hour, minute, second, _half(mark, hour), mark, shape, rest)


def _place_of_year(first: str, last: str) -> str | None:
    lengths = (len(first), len(last))
    if max(lengths) <= 2:
        return "?"
    return {(4, 1): "first", (4, 2): "first", (1, 4): "last", (2, 4): "last"}.get(lengths)


def _mark(before: str, after: str) -> tuple[str, str]:
    """Return the 12-hour mark and where it stands."""
    if _is_mark(after):
        return after, "after"
    if before in _EAST_ASIAN or before in _LATIN_HALF:
        return before, "before"
    return ("", "") if after in _CLOCK_WORDS else (after, "unknown")


def _is_mark(word: str) -> bool:
    return word in _MORNING or word in _AFTERNOON or word in _BY_THE_HOUR


def _half(mark: str, hour: int) -> str:
    turn = _BY_THE_HOUR.get(mark)
    if turn is not None:
        is_late = {"中午": hour < turn or hour == 12, "晚上": hour != turn}.get(mark, turn <= hour < 12)
        return "pm" if is_late else "am"
    return "am" if mark in _MORNING else "pm" if mark in _AFTERNOON else ""


def _key(words: str) -> str:
    """Return a mark or a word as it is looked up: "P. M." is "pm"."""
    return "".join(char for char in words.casefold() if char.isalpha() or not (char.isspace() or char in ".,،'’׳״\"()"))


def _full_year(year: int) -> int:
    """Return the year in full: two digits are this century's, or the Buddhist calendar's, as four can be."""
    if year < 100:
        year += 2500 if year > 51 else 2000
    if 2552 <= year <= 2699:
        return year - 543
    if 1300 < year < 1500:
        raise DatasetError(f"the year {year} is of no calendar that is read here; export with the Gregorian one")
    return year
