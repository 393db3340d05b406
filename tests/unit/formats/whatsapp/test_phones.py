"""Whatever phone wrote the export, reading gives back what was said: all of it, by whom, and when."""

import tempfile
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from whatsapp_kit import PHONES, Phone, export

from fta_mem.formats.case_builder import ReadCase
from fta_mem.formats.detect import detect_format
from fta_mem.formats.whatsapp.export import WhatsAppExport
from fta_mem.formats.whatsapp.line_heads import DIRECTION
from fta_mem.state.errors import DatasetError

Message = tuple[datetime, str, str]


def at(day: int, hour: int, minute: int = 0, second: int = 0) -> datetime:
    return datetime(2024, 1, day, hour, minute, second)  # noqa: DTZ001  (as a phone writes it)


CHAT: list[Message] = [
    (at(4, 22, 4, 10), "Ada Moss", "I moved to Perth yesterday."),
    (at(4, 22, 5, 1), "+61 400 000 000", "Really? Tell me: why"),
    (at(5, 0, 3), "Ada Moss", "Because of the sea\nand the light.\n\n15/01/2024, 09:00 dentist\n2024-01-16 10:00 bring: cake"),
    (at(15, 12, 0), "Jörg (Arbeit)", "Mittag!"),
    (at(15, 12, 30), "Ada Moss", "😀"),
    (at(28, 9, 59), "Ada Moss", "<Media omitted> is what it said"),
]  # fmt: skip


def read(phone: Phone, messages: list[Message], folder: Path) -> ReadCase:
    path = folder / "chat.txt"
    path.write_bytes(export(phone, messages).encode())
    return WhatsAppExport(path).case("chat")


def said(case: ReadCase) -> list[tuple[str, str, str]]:
    return [(str(t.timestamp), t.name, t.text) for session in case.case.sessions for t in session.turns]


def expected(phone: Phone, messages: list[Message]) -> list[tuple[str, str, str]]:
    seconds = {} if phone.has_seconds else {"second": 0}
    return [(when.replace(**seconds).isoformat(), name, text) for when, name, text in messages]


@pytest.mark.parametrize("phone", PHONES, ids=lambda phone: phone.name)
def test_a_chat_comes_back_as_it_was_written(phone: Phone, tmp_path: Path) -> None:
    case = read(phone, CHAT, tmp_path)
    assert said(case) == expected(phone, CHAT)
    assert (case.problems, case.left_out) == ((), {})
    assert detect_format(tmp_path / "chat.txt") == "whatsapp"


@pytest.mark.parametrize("phone", PHONES, ids=lambda phone: phone.name)
def test_one_line_alone_is_read_or_its_order_is_asked_for(phone: Phone, tmp_path: Path) -> None:
    if phone.needs_order:
        with pytest.raises(DatasetError, match="--date-order dmy or --date-order mdy"):
            read(phone, CHAT[:1], tmp_path)
        month, day = phone.head.find("{M"), phone.head.find("{d")
        path = tmp_path / "chat.txt"
        case = WhatsAppExport(path, "mdy" if month < day else "dmy").case("chat")
    else:
        case = read(phone, CHAT[:1], tmp_path)
    assert said(case) == expected(phone, CHAT[:1])


words = st.text(st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp"), exclude_characters=DIRECTION), min_size=1)
lines = words.map(str.strip).filter(lambda line: line not in {"", "null"})
texts = st.lists(lines, min_size=1, max_size=4).map("\n".join)
names = st.text(st.characters(categories=("L", "Nd", "So")), min_size=1, max_size=20)
steps = st.lists(st.tuples(st.integers(0, 3 * 86_400), names, texts), min_size=1, max_size=12)


@settings(deadline=None, max_examples=150)
@given(st.sampled_from(PHONES), steps)
def test_nothing_is_lost_or_changed(phone: Phone, said_so_far: list[tuple[int, str, str]]) -> None:
    now, messages = at(4, 22, 4, 10), []
    for step, name, text in said_so_far:
        now += timedelta(seconds=step)
        messages.append((now, name, text))
    messages.append((now.replace(day=28) + timedelta(days=62), "Ada", "bye for now, then"))
    with tempfile.TemporaryDirectory() as folder:
        assert said(read(phone, messages, Path(folder))) == expected(phone, messages)
