import json
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from fta_mem.formats.chat_exports import read_telegram, read_whatsapp
from fta_mem.state.errors import DatasetError
from fta_mem.state.records import Session


def whatsapp(folder: Path, *lines: str) -> tuple[Session, ...]:
    path = folder / "chat.txt"
    path.write_text("\n".join(lines), encoding="utf-8")
    read = read_whatsapp(path, "chat")
    assert read.problems == ()
    return read.case.sessions


def test_bracketed_lines_and_a_pause_that_ends_the_session(tmp_path: Path) -> None:
    sessions = whatsapp(
        tmp_path,
        "[13/03/24, 21:15:02] Ana: hello",
        "and a second line",
        "[13/03/24, 23:50:00] Ben Ode: hi: there",
        "[14/03/24, 00:10:00] Ana: still up",
        "\u200e[14/03/24, 00:11:00] Ana: \u200eimage omitted",
        "[14/03/24, 12:00:00] Ana: morning",
    )
    assert [(s.session_id, s.timestamp) for s in sessions] == [
        ("2024-03-13T2115", "2024-03-13T21:15:02"),
        ("2024-03-14T1200", "2024-03-14T12:00:00"),
    ]
    assert [(t.role, t.name, t.text) for t in sessions[0].turns] == [
        ("user", "Ana", "hello and a second line"),
        ("user", "Ben Ode", "hi: there"),
        ("user", "Ana", "still up"),
    ]


def test_dashed_lines_with_am_pm_and_month_first(tmp_path: Path) -> None:
    sessions = whatsapp(
        tmp_path,
        "3/9/24, 9:15\u202fPM - Messages and calls are end-to-end encrypted.",
        "3/9/24, 9:15\u202fPM - Ana: hello",
        "3/9/24, 9:16\u202fPM - Ben joined",
        "3/28/24, 12:05\u202fAM - Ben: later",
    )
    assert [s.timestamp for s in sessions] == ["2024-03-09T21:15:00", "2024-03-28T00:05:00"]
    assert [t.text for s in sessions for t in s.turns] == ["hello", "later"]


@pytest.mark.parametrize(
    ("dates", "expected"),
    [
        (("05.03.24", "06.03.24"), "2024-03-05"),  # both readings are dates in order: day first
        (("11/30/23", "12/01/23"), "2023-11-30"),  # the first is a date only with the month first
        (("01/12/23", "02/10/23"), "2023-01-12"),  # only with the month first are they in order
    ],
)
def test_order_of_day_and_month_is_told_from_the_whole_file(
    tmp_path: Path, dates: tuple[str, ...], expected: str
) -> None:
    sessions = whatsapp(tmp_path, *(f"{date}, 10:00 - Ana: x" for date in dates))
    assert sessions[0].timestamp == f"{expected}T10:00:00"


def telegram(folder: Path, document: object) -> Path:
    path = folder / "result.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def test_telegram_messages_with_entities_and_service_lines(tmp_path: Path) -> None:
    messages = [
        {"id": 1, "type": "service", "date": "2024-03-04T18:00:00", "actor": "Ana", "text": ""},
        {"id": 2, "type": "message", "date": "2024-03-04T18:30:00", "from": "Ana", "text": "小棠"},
        {
            "id": 3,
            "type": "message",
            "date": "2024-03-04T18:31:00",
            "from": None,
            "text": ["see ", {"type": "link", "text": "x.org"}],
        },
    ]
    read = read_telegram(telegram(tmp_path, {"name": "Ana", "messages": messages}), "chat")
    (session,) = read.case.sessions
    assert (session.session_id, session.timestamp) == ("2024-03-04T1830", "2024-03-04T18:30:00")
    assert [(t.name, t.text) for t in session.turns] == [("Ana", "小棠"), ("Deleted Account", "see x.org")]


@pytest.mark.parametrize("text", ['{"messages": [{"text"', "[1]", '{"messages": [1]}'])
def test_a_broken_telegram_export_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "result.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DatasetError):
        read_telegram(path, "chat")


def test_the_loaders_sunset_warning_stays_inside(tmp_path: Path) -> None:
    path = tmp_path / "chat.txt"
    path.write_text("13/03/24, 21:15 - Ana: hello", encoding="utf-8")
    imports = "from pathlib import Path; from fta_mem.formats.chat_exports import read_whatsapp"
    code = f"{imports}; read_whatsapp(Path({str(path)!r}), 'c')"
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert read_whatsapp(path, "c").case.sessions
