"""Writes chats as WhatsApp exports them: how each phone, language and region puts date, time and 12-hour marks."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

ARABIC = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")
BENGALI = str.maketrans("0123456789", "০১২৩৪৫৬৭৮৯")


@dataclass(frozen=True)
class Phone:
    """How one phone writes the head of a line; ``halves`` are its marks for the two halves of the day."""

    name: str
    head: str
    halves: tuple[str, str] = ("AM", "PM")
    digits: dict[int, int] | None = None
    needs_order: bool = False

    @property
    def has_seconds(self) -> bool:
        return "{ss}" in self.head

    def line(self, when: datetime, name: str, text: str) -> str:
        return f"{self.written(when)}{name}: {text}"

    def written(self, when: datetime) -> str:
        head = self.head.format(
            d=when.day,
            dd=f"{when.day:02}",
            M=when.month,
            MM=f"{when.month:02}",
            y=when.year,
            yy=f"{when.year % 100:02}",
            BE=when.year + 543,
            H=when.hour,
            HH=f"{when.hour:02}",
            h=when.hour % 12 or 12,
            hh=f"{when.hour % 12 or 12:02}",
            mm=f"{when.minute:02}",
            ss=f"{when.second:02}",
            a=self.halves[when.hour >= 12],
            zh=chinese_period(when.hour),
        )
        return head.translate(self.digits) if self.digits else head


def chinese_period(hour: int) -> str:
    """Return the word that stands before the hour in Taiwan."""
    for until, word in ((5, "凌晨"), (8, "早上"), (12, "上午"), (13, "中午"), (19, "下午")):
        if hour < until:
            return word
    return "晚上"


def export(phone: Phone, messages: Iterable[tuple[datetime, str, str]]) -> str:
    return "".join(phone.line(*message) + "\n" for message in messages)


ES = ("a.\u00a0m.", "p.\u00a0m.")
PHONES = [
    Phone("US, Android", "{M}/{d}/{yy}, {h}:{mm}\u202f{a} - ", needs_order=True),
    Phone("US, older Android", "{M}/{d}/{yy}, {h}:{mm} {a} - ", needs_order=True),
    Phone("US, iPhone", "[{M}/{d}/{yy}, {h}:{mm}:{ss}\u202f{a}] ", needs_order=True),
    Phone("US, underscore", "{M}/{d}/{yy}, {h}:{mm}_{a} - ", needs_order=True),
    Phone("US, no space", "{M}/{d}/{yy}, {h}:{mm}{a} - ", needs_order=True),
    Phone("Britain", "{dd}/{MM}/{y}, {HH}:{mm} - ", needs_order=True),
    Phone("Britain, iPhone", "[{dd}/{MM}/{y}, {HH}:{mm}:{ss}] ", needs_order=True),
    Phone("Australia", "{d}/{M}/{y}, {h}:{mm}\u202f{a} - ", ("am", "pm"), needs_order=True),
    Phone("Canada", "{y}-{MM}-{dd}, {h}:{mm}\u202f{a} - ", ("a.m.", "p.m.")),
    Phone("South Africa", "{y}/{MM}/{dd}, {h}:{mm} {a} - ", ("am", "pm")),
    Phone("India", "{dd}/{MM}/{yy}, {h}:{mm} {a} - ", ("am", "pm"), needs_order=True),
    Phone("Germany", "{dd}.{MM}.{yy}, {HH}:{mm} - "),
    Phone("Germany, um", "{dd}.{MM}.{yy} um {HH}:{mm} - "),
    Phone("Germany, Uhr", "{dd}.{MM}.{yy}, {HH}:{mm} Uhr - "),
    Phone("Germany, iPhone", "[{dd}.{MM}.{yy}, {HH}:{mm}:{ss}] "),
    Phone("Germany, iPhone, 12 hours", "\u200e[{dd}.{MM}.{yy}, {h}:{mm}:{ss} {a}] "),
    Phone("France", "{dd}/{MM}/{y} à {HH}:{mm} - "),
    Phone("France, iPhone", "[{dd}/{MM}/{y} à {HH}:{mm}:{ss}] "),
    Phone("Quebec", "{y}-{MM}-{dd} {HH} h {mm} - "),
    Phone("Quebec, iPhone", "[{y}-{MM}-{dd} {HH} h {mm} min {ss} s] "),
    Phone("Spain", "{d}/{M}/{yy}, {H}:{mm} - ", needs_order=True),
    Phone("Spain, 12 hours", "{d}/{M}/{y} {h}:{mm} {a} - ", ES, needs_order=True),
    Phone("Mexico, iPhone", "[{d}/{M}/{yy}, {h}:{mm}:{ss}\u202f{a}] ", ("a. m.", "p. m."), needs_order=True),
    Phone("Brazil", "{dd}/{MM}/{y} {HH}:{mm} - ", needs_order=True),
    Phone("Portugal, às", "{dd}/{MM}/{y} às {HH}:{mm} - "),
    Phone("Italy", "{dd}/{MM}/{yy}, {HH}:{mm} - ", needs_order=True),
    Phone("Netherlands", "{dd}-{MM}-{y} {HH}:{mm} - "),
    Phone("Denmark", "{dd}.{MM}.{y} {HH}.{mm} - "),
    Phone("Norway", "{dd}.{MM}.{y}, {HH}:{mm} - "),
    Phone("Norway, kl.", "{dd}.{MM}.{y} kl. {HH}:{mm} - "),
    Phone("Sweden", "{y}-{MM}-{dd} {HH}:{mm} - "),
    Phone("Sweden, kl.", "{y}-{MM}-{dd} kl. {HH}:{mm} - "),
    Phone("Sweden, 12 hours", "{y}-{MM}-{dd} {h}:{mm} {a} - ", ("fm", "em")),
    Phone("Finland", "{d}.{M}.{y} klo {H}.{mm} - "),
    Phone("Finland, iPhone", "[{d}.{M}.{y} klo {H}.{mm}.{ss}] "),
    Phone("Finland, 12 hours", "{d}.{M}.{y} klo {h}.{mm} {a} - ", ("ap.", "ip.")),
    Phone("Poland", "{d}.{MM}.{y}, {HH}:{mm} - "),
    Phone("Czechia", "{dd}.{MM}.{y} {H}:{mm} - "),
    Phone("Czechia, 12 hours", "{dd}.{MM}.{y} {h}:{mm} {a} - ", ("dop.", "odp.")),
    Phone("Slovakia", "{d}. {M}. {y} {H}:{mm} - "),
    Phone("Slovenia", "{d}. {MM}. {yy}, {HH}:{mm} - "),
    Phone("Hungary", "{y}. {MM}. {dd}. {H}:{mm} - "),
    Phone("Hungary, 12 hours", "{y}. {MM}. {dd}. {h}:{mm} {a} - ", ("de.", "du.")),
    Phone("Croatia", "{dd}. {MM}. {y}. {HH}:{mm} - "),
    Phone("Serbia", "{d}.{M}.{y}. {HH}:{mm} - "),
    Phone("Romania", "{dd}.{MM}.{y}, {HH}:{mm} - "),
    Phone("Bulgaria", "{d}.{MM}.{yy} г., {H}:{mm} ч. - "),
    Phone("Russia", "{dd}.{MM}.{y}, {HH}:{mm} - "),
    Phone("Ukraine, 12 hours", "{dd}.{MM}.{yy}, {h}:{mm} {a} - ", ("дп", "пп")),
    Phone("Lithuania", "{y}-{MM}-{dd}, {HH}:{mm} - "),
    Phone("Latvia, 12 hours", "{dd}.{MM}.{yy}, {h}:{mm} {a} - ", ("priekšp.", "pēcp.")),
    Phone("Albania", "{d}.{M}.{yy}, {h}:{mm} {a} - ", ("p.d.", "m.d.")),
    Phone("Greece", "{d}/{M}/{yy}, {h}:{mm} {a} - ", ("π.μ.", "μ.μ.")),
    Phone("Turkey", "{d}.{MM}.{y} {HH}:{mm} - "),
    Phone("Turkey, 12 hours", "{d}.{MM}.{y} {h}:{mm} {a} - ", ("ÖÖ", "ÖS")),
    Phone("Egypt", "{d}\u200f/{M}\u200f/{y}، {h}:{mm} {a} - ", ("ص", "م"), ARABIC),
    Phone("Egypt, iPhone", "\u200f[{d}\u200f/{M}\u200f/{y}، {h}:{mm}:{ss} {a}] ", ("ص", "م"), ARABIC),
    Phone("Israel", "{d}.{M}.{y}, {H}:{mm} - "),
    Phone("Israel, iPhone", "\u200f[{d}.{M}.{y}, {H}:{mm}:{ss}] "),
    Phone("Iran, Gregorian", "{y}/{M}/{d}،\u200f {H}:{mm} - "),
    Phone("Bangladesh", "{d}/{M}/{yy}, {h}:{mm} {a} - ", digits=BENGALI, needs_order=True),
    Phone("Thailand", "{d}/{M}/{BE} {HH}:{mm} น. - ", needs_order=True),
    Phone("Vietnam", "{HH}:{mm}, {dd}/{MM}/{y} - ", needs_order=True),
    Phone("Vietnam, iPhone", "[{HH}:{mm}:{ss}, {d}/{M}/{y}] ", needs_order=True),
    Phone("Vietnam, 12 hours", "{h}:{mm} {a}, {dd}/{MM}/{y} - ", ("SA", "CH")),
    Phone("Indonesia", "{dd}/{MM}/{yy} {HH}.{mm} - "),
    Phone("Malaysia", "{d}/{MM}/{yy}, {h}:{mm} {a} - ", ("PG", "PTG")),
    Phone("Korea", "{y}. {M}. {d}. {a} {h}:{mm} - ", ("오전", "오후")),
    Phone("Korea, two digits", "{yy}. {M}. {d}. {a} {h}:{mm} - ", ("오전", "오후")),
    Phone("Korea, iPhone", "[{y}. {M}. {d}. {a} {h}:{mm}:{ss}] ", ("오전", "오후")),
    Phone("Japan", "{y}/{MM}/{dd} {H}:{mm} - "),
    Phone("Japan, iPhone", "[{y}/{MM}/{dd} {H}:{mm}:{ss}] "),
    Phone("Japan, 12 hours", "{y}/{MM}/{dd} {a}{h}:{mm} - ", ("午前", "午後")),
    Phone("China", "{y}/{M}/{d} {HH}:{mm} - "),
    Phone("China, 12 hours", "{y}/{M}/{d} {a}{h}:{mm} - ", ("上午", "下午")),
    Phone("China, in words", "{y}年{M}月{d}日 {a}{h}:{mm} - ", ("上午", "下午")),
    Phone("Hong Kong", "{d}/{M}/{y} {a}{h}:{mm} - ", ("上午", "下午")),
    Phone("Taiwan", "{y}/{M}/{d} {zh}{h}:{mm} - "),
    Phone("Taiwan, iPhone", "[{y}/{M}/{d} {zh}{h}:{mm}:{ss}] "),
    Phone("old iPhone", "{dd}/{MM}/{yy} {HH}:{mm}:{ss}: ", needs_order=True),
]
"""The order of day and month follows from how they write, but for those that need evidence (``needs_order``)."""
