import io
import sys

import pytest

from fta_mem.cli.terminal import make_streams_safe, one_line, print_table, printable


def test_control_characters_surrogates_and_direction_marks_are_replaced() -> None:
    assert printable("a\x1b[2Jb\x00c\ud800d\u202ee\x9bf") == "a\ufffd[2Jb\ufffdc\ufffdd\ufffde\ufffdf"
    assert printable("\u200f\u05e9\u05dc\u05d5\u05dd\u200e!") == "\u05e9\u05dc\u05d5\u05dd!"
    assert printable("a\u2028b\u2029c") == "a\ufffdb\ufffdc"
    assert printable("two\nlines\tand 小棠 😀") == "two\nlines\tand 小棠 😀"


def test_one_line_is_one_line() -> None:
    assert one_line(" a\r\n\tb\u2028c\x85d ") == "a b c d"


def test_streams_take_any_character(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
    make_streams_safe()
    sys.stdout.write("小棠 \ud800")
    sys.stdout.flush()
    assert raw.getvalue().decode("utf-8") == "小棠 ?"


def test_a_table_elsewhere_than_on_a_terminal_has_a_line_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(("id", "text"), [("a", "x" * 500), ("long id", "[bold]two\nlines[/bold]")])
    assert capsys.readouterr().out.splitlines() == [
        "id       text",
        "a        " + "x" * 500,
        "long id  [bold]two lines[/bold]",
    ]


def test_a_table_on_a_terminal_is_fitted_to_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    print_table(("id", "text"), [("a", "[bold]" + "word " * 20)])
    printed = capsys.readouterr().out
    assert "[bold]" in printed
    assert printed.count("word") == 20
    assert printed.count("\n") > 3
