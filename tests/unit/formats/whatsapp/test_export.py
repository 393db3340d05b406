"""What of an export is speech, whose it is, and what is left out."""

from pathlib import Path

import pytest

from fta_mem.formats.case_builder import ReadCase
from fta_mem.formats.limits import TURN_CHARS
from fta_mem.formats.whatsapp.export import WhatsAppExport
from fta_mem.state.errors import DatasetError

LRM = "\u200e"


def read(folder: Path, *lines: str, name: str = "chat.txt") -> ReadCase:
    path = folder / name
    path.write_bytes("\n".join(lines).encode())
    return WhatsAppExport(path).case("chat")


def said(case: ReadCase) -> list[tuple[str, str]]:
    assert case.problems == ()
    return [(turn.name, turn.text) for session in case.case.sessions for turn in session.turns]


def test_a_pause_ends_the_session_and_names_it(tmp_path: Path) -> None:
    case = read(
        tmp_path,
        "[13/03/24, 21:15:02] Ana: hello",
        "and a second line",
        "[13/03/24, 23:50:00] Ben Ode: hi: there",
        f"{LRM}[14/03/24, 00:11:00] Ana: {LRM}image omitted",
        "[14/03/24, 12:00:00] Ana: morning",
    )
    sessions = case.case.sessions
    assert [(s.session_id, s.timestamp) for s in sessions] == [
        ("whatsapp/2024-03-13T2115", "2024-03-13T21:15:02"),
        ("whatsapp/2024-03-14T1200", "2024-03-14T12:00:00"),
    ]
    assert [(t.role, t.name, t.text) for t in sessions[0].turns] == [
        ("user", "Ana", "hello\nand a second line"),
        ("user", "Ben Ode", "hi: there"),
    ]
    assert (case.case.source, case.left_out) == ("whatsapp", {"media": 1})


def test_a_caption_stays_when_its_picture_goes(tmp_path: Path) -> None:
    android = read(
        tmp_path,
        "14.08.24, 21:11 - Ines: <Medien ausgeschlossen>",
        "Das ist mein Balkon.",
        "",
        "Schön, oder?",
        f"14.08.24, 21:12 - Ines: {LRM}IMG-20240814-WA0003.jpg (Datei angehängt)",
        "Und das mein Bad.",
        "14.08.24, 21:13 - Ines: Mietvertrag.pdf (Datei angehängt)",
        "14.08.24, 21:14 - Ines: Ort: https://maps.google.com/?q=41.1,-8.6",
    )
    assert said(android) == [
        ("Ines", "Das ist mein Balkon.\n\nSchön, oder?"),
        ("Ines", "Und das mein Bad."),
    ]
    assert android.left_out == {"media": 3, "locations": 1}
    iphone = read(
        tmp_path,
        f"{LRM}[14.08.24, 21:11:00] Ines: Das ist mein Balkon. {LRM}Bild weggelassen",
        f"{LRM}[14.08.24, 21:12:00] Ines: Und das mein Bad. {LRM}<Anhang: 00000012-PHOTO-2024-08-14-21-12-00.jpg>",
        f"{LRM}[14.08.24, 21:13:00] Ines: Mietvertrag.pdf • {LRM}3 Seiten {LRM}Dokument weggelassen",
        f"{LRM}[14.08.24, 21:14:00] Ines: {LRM}தெரியாத சொற்கள்",
    )
    assert said(iphone) == [("Ines", "Das ist mein Balkon."), ("Ines", "Und das mein Bad.")]
    assert iphone.left_out == {"media": 3, "system lines": 1}


@pytest.mark.parametrize(
    "text",
    [
        "This message was deleted? What did you write?",
        "This message was deleted\nWhy?",
        "image omitted from the leaflet, they say",
        "null and void",
        "<3",
        "<Media omitted> is what it said",
        "You deleted this message, didn't you",
        "Messages and calls? End-to-end encrypted or not?",
        "report.pdf (page 3)",
        "missed call",
    ],
)
def test_a_sentence_that_begins_like_a_mark_is_a_sentence(text: str, tmp_path: Path) -> None:
    case = read(tmp_path, "14/08/2024, 21:00 - Ines: Hi", f"15/08/2024, 21:17 - Omar: {text}")
    assert said(case)[1:] == [("Omar", text)]


@pytest.mark.parametrize(
    "mark",
    [
        "This message was deleted",
        "Du hast diese Nachricht gelöscht.",
        "Eliminaste este mensaje",
        "このメッセージは削除されました。",
        "null",
        "",
        "<Archivo omitido>",
        "<Mídia oculta>",
        "<Médias omis>",
        "<Без медиафайлов>",
        "<미디어 파일을 생략한 대화내용>",
        "Waiting for this message. This may take a while.",
        "STK-20240814-WA0001.webp (archivo adjunto)",
    ],
)
def test_a_mark_is_no_speech_in_any_language(mark: str, tmp_path: Path) -> None:
    case = read(tmp_path, "14/08/2024, 21:00 - Ines: Hi", f"15/08/2024, 21:17 - Omar: {mark}")
    assert said(case) == [("Ines", "Hi")]
    assert sum(case.left_out.values()) == 1


def test_a_mark_in_a_language_that_is_not_known_is_seen_by_its_returning(tmp_path: Path) -> None:
    case = read(
        tmp_path,
        "14.08.24, 21:00 - Ines: <bez foto un video>",
        "14.08.24, 21:01 - Ines: <kaut kas>",
        "14.08.24, 21:02 - Omar: <bez foto un video>",
        "Tas ir mans suns.",
    )
    assert said(case) == [("Ines", "<kaut kas>"), ("Omar", "Tas ir mans suns.")]


def test_the_note_of_an_edit_goes_and_the_words_stay(tmp_path: Path) -> None:
    case = read(
        tmp_path,
        f"14.08.24, 21:00 - Ines: See you at six. {LRM}<This message was edited>",
        "14.08.24, 21:01 - Ines: Bis um sieben.",
        "Oder acht <Diese Nachricht wurde bearbeitet>",
    )
    assert said(case) == [("Ines", "See you at six."), ("Ines", "Bis um sieben.\nOder acht")]


def test_a_poll_is_what_somebody_asks(tmp_path: Path) -> None:
    case = read(
        tmp_path,
        f"{LRM}[14.08.24, 21:00:00] Ines: {LRM}UMFRAGE:",
        "Wo treffen wir uns?",
        f"{LRM}OPTION: Café ({LRM}2 Stimmen)",
    )
    assert said(case) == [("Ines", "Wo treffen wir uns?\nOPTION: Café (2 Stimmen)")]


def test_system_lines_make_no_speech_and_no_persons(tmp_path: Path) -> None:
    case = read(
        tmp_path,
        "14.08.24, 20:00 - Nachrichten und Anrufe sind Ende-zu-Ende-verschlüsselt. Niemand außerhalb kann sie lesen.",
        '14.08.24, 20:01 - Ines hat die Gruppe "Rom: wer kommt?" erstellt',
        "14.08.24, 20:02 - Ines: Hallo",
        "14.08.24, 20:03 - Ines hat den Betreff von „Rom: wer?“ zu „Rom: alle“ geändert",
        "14.08.24, 20:04 - Omar hat die Gruppe verlassen.",
        "14.08.24, 20:05 - Ines: Schade",
    )
    assert said(case) == [("Ines", "Hallo"), ("Ines", "Schade")]
    assert case.left_out == {"system lines": 4}
    iphone = read(
        tmp_path,
        "[14.08.24, 20:00:00] Rom 2024: Nachrichten und Anrufe sind Ende-zu-Ende-verschlüsselt. Niemand kann sie lesen.",
        f"[14.08.24, 20:01:00] Rom 2024: {LRM}Ines hat diese Gruppe erstellt",
        "[14.08.24, 20:02:00] Ines: Hallo",
        f"{LRM}[14.08.24, 20:03:00] Omar: {LRM}Verpasster Sprachanruf, {LRM}Zum Zurückrufen tippen",
    )
    assert said(iphone) == [("Ines", "Hallo")]


def test_pasted_lines_belong_to_the_message_above(tmp_path: Path) -> None:
    schedule = [
        "My week looks like this",
        "15/08/2024, 09:00 dentist",
        "15/08/2024, 12:00 - lunch with Mia: the blue café",
        "16/08/2024, 11:00 - pick up Lena from the airport: terminal 2",
        "17/08/2024, 08:00 - swimming",
        "and that's all",
    ]
    case = read(
        tmp_path,
        "14/08/2024, 21:03 - Ines: Good evening!",
        "14/08/2024, 21:17 - Omar: And you?",
        "14/08/2024, 21:18 - Ines: " + schedule[0],
        *schedule[1:],
        "14/08/2024, 21:25 - Omar: Busy!",
        "14/08/2024, 22:25 - Zoe: I read along",
    )
    assert said(case) == [
        ("Ines", "Good evening!"),
        ("Omar", "And you?"),
        ("Ines", "\n".join(schedule)),
        ("Omar", "Busy!"),
        ("Zoe", "I read along"),
    ]


def test_a_pasted_schedule_at_the_end_makes_no_person(tmp_path: Path) -> None:
    case = read(
        tmp_path,
        "14/08/2024, 21:17 - Omar: And you?",
        "14/08/2024, 21:18 - Ines: My plan:",
        "16/08/2024, 11:00 - pick up Lena from the airport: terminal 2",
        "17/08/2024, 11:00 - swimming",
        "and that's all",
    )
    assert [name for name, _ in said(case)] == ["Omar", "Ines"]
    assert said(case)[1][1].endswith("terminal 2\n17/08/2024, 11:00 - swimming\nand that's all")


def test_a_message_that_came_late_stays_its_author_s(tmp_path: Path) -> None:
    case = read(
        tmp_path,
        "14/08/2024, 21:00 - Ines: One",
        "14/08/2024, 21:30 - Omar: Two",
        "14/08/2024, 21:10 - Zoe: I was in a tunnel",
        "14/08/2024, 20:59 - Ines: Three",
    )
    assert [name for name, _ in said(case)] == ["Ines", "Omar", "Zoe", "Ines"]


def test_lines_of_another_phone_are_quoted_text(tmp_path: Path) -> None:
    case = read(
        tmp_path,
        "14/08/2024, 21:00 - Ines: Look what he wrote:",
        "[21:03, 13/08/2024] Omar: I never said that",
        "8/13/24, 9:04 PM - Omar: never",
        "14/08/2024, 21:30 - Omar: Well",
    )
    assert [name for name, _ in said(case)] == ["Ines", "Omar"]


def test_names_lose_marks_and_strangers_their_wave(tmp_path: Path) -> None:
    case = read(
        tmp_path,
        "[14.08.24, 20:00:00] \u202a+49 170 1234567\u202c: one",
        "[14.08.24, 20:01:00] ~\u202fNia: two",
        "[14.08.24, 20:02:00] ~\u202fAna: three",
        "[14.08.24, 20:03:00] Ana: four",
        "[14.08.24, 20:04:00] Ben\u00a0Ode\u00a0: five",
    )
    assert [name for name, _ in said(case)] == ["+49 170 1234567", "Nia", "~ Ana", "Ana", "Ben Ode"]


@pytest.mark.parametrize(
    ("dates", "expected"),
    [
        (("05.03.24", "06.03.24"), "2024-03-05"),  # nobody writes the month first between dots
        (("11/30/23", "12/01/23"), "2023-11-30"),  # a date only with the month first
        (("01/12/23", "02/10/23"), "2023-01-12"),  # in order only with the month first
        (("03/04/23", "02/05/23"), "2023-04-03"),  # in order only with the day first
        (("05/05/24", "06/06/24"), "2024-05-05"),  # the same either way
        (("24/01/15", "24/02/01"), "2024-01-15"),  # two digits of the year first, as the later dates show
        (("04-13-2024", "04-14-2024"), "2024-04-13"),  # against what is usual, but nothing else is a date
    ],
)
def test_the_order_of_day_and_month_is_told_from_the_whole_file(
    tmp_path: Path, dates: tuple[str, ...], expected: str
) -> None:
    case = read(tmp_path, *(f"{date}, 10:00 - Ana: x" for date in dates))
    assert case.case.sessions[0].timestamp == f"{expected}T10:00:00"


def test_an_order_that_nothing_decides_is_asked_for_and_taken(tmp_path: Path) -> None:
    path = tmp_path / "chat.txt"
    path.write_text("03/04/24, 10:00 - Ana: x\n04/05/24, 10:00 - Ana: y\n", encoding="utf-8")
    with pytest.raises(DatasetError, match="nothing in the file decides; say --date-order dmy or --date-order mdy$"):
        WhatsAppExport(path).case("chat")
    for order, expected in (("dmy", "2024-04-03T10:00:00"), ("mdy", "2024-03-04T10:00:00")):
        assert WhatsAppExport(path, order).case("chat").case.sessions[0].timestamp == expected  # type: ignore[arg-type]
    with pytest.raises(DatasetError, match="can't be read as ymd: WhatsApp did not exist yet"):
        WhatsAppExport(path, "ymd").case("chat")
    path.write_text("13/04/24, 10:00 - Ana: x\n", encoding="utf-8")
    with pytest.raises(DatasetError, match="can't be read as mdy: its date is not a real one"):
        WhatsAppExport(path, "mdy").case("chat")


def test_one_pasted_date_does_not_turn_the_file(tmp_path: Path) -> None:
    lines = [f"{day:02}/03/24, 10:00 - Ana: message {day}" for day in range(1, 32)]
    lines[20:20] = ["08/15/24, 10:00 - Ben: the date of the form"]
    case = read(tmp_path, *lines)
    assert len(said(case)) == 31
    assert said(case)[19] == ("Ana", "message 20\n08/15/24, 10:00 - Ben: the date of the form")


def test_calendars_that_are_not_read_are_named(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="the year 1402 is of no calendar that is read here"):
        read(tmp_path, "۱۴۰۲/۱۰/۱۴، ۲۲:۰۴ - Ana: x")


def test_a_mark_behind_the_time_that_is_not_known_is_named(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="'xq' behind the times of its lines is not a mark that is known"):
        read(tmp_path, "14.08.24, 8:03 xq - Ines: x", "14.08.24, 9:03 xq - Ines: y")


def test_bounds_are_refused_with_their_line(tmp_path: Path) -> None:
    head = "14.08.24, 21:00 - Ines: "
    with pytest.raises(DatasetError, match="line 2 is longer than"):
        read(tmp_path, head + "x", "y" * (TURN_CHARS + 5))
    with pytest.raises(DatasetError, match="line 4: the message has more than"):
        read(tmp_path, head + "x", "y" * 90_000, "y" * 90_000, "y" * 90_000)


def test_byte_order_mark_and_windows_line_ends(tmp_path: Path) -> None:
    case = read(tmp_path, "\ufeff14.08.24, 21:00 - Ines: a\r", "b\r", "14.08.24, 21:01 - Omar: c\u2028d\r")
    assert said(case) == [("Ines", "a\nb"), ("Omar", "c\u2028d")]


def test_lines_before_the_first_message_are_counted(tmp_path: Path) -> None:
    case = read(tmp_path, "Our summer", "", "14.08.24, 21:00 - Ines: a")
    assert case.left_out == {"lines before the first message": 1}


def test_an_order_that_the_year_speaks_against_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "chat.txt"
    path.write_text("03/04/2024, 10:00 - Ana: x\n", encoding="utf-8")
    with pytest.raises(DatasetError, match="can't be read as ymd: their year stands last"):
        WhatsAppExport(path, "ymd").case("chat")
