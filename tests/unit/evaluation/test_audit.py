"""An audit: what is drawn, a sheet that two people mark, and the table that comes of it."""

import csv
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from fta_mem.cli.program import run
from fta_mem.evaluation.audit import AuditItem, as_csv, audit_items
from fta_mem.evaluation.audit_marks import Criterion, agreement, audit_table, read_marks
from fta_mem.evaluation.audit_page import as_page
from fta_mem.state.answering import SourceTurn
from fta_mem.state.errors import DatasetError
from fta_mem.state.records import Affect, Evidence, Fact, FTAUnit, Link, TimeAnchor
from fta_mem.storage.ports import CaseView

NOTHING = np.zeros((0, 1), dtype=np.float32)
SAID = ("I quit the choir.", "=SUM(A1) & <b>so on</b>", "I sing again.", "Good.")


def unit(number: int, first: int, last: int) -> FTAUnit:
    return FTAUnit(
        Fact(SAID[first], subject="Ada", speaker="Ada"),
        TimeAnchor("2024-03-04T18:00:00", "yesterday", "2024-03-03", "2024-03-03", "day", "past"),
        Affect("sad"),
        Evidence("s1", (first, last)),
        memory_id=f"emem_{number:06}",
    )


@pytest.fixture
def view() -> CaseView:
    turns = tuple(SourceTurn("s1", place, f"s1:{place}", "Ada", text) for place, text in enumerate(SAID))
    units = (unit(1, 0, 1), unit(2, 2, 2), unit(3, 3, 3))
    links = (Link("emem_000002", "emem_000001", "updates"),)
    return CaseView("ada", 1, ("Ada",), units, NOTHING, turns, NOTHING, links, (), None)


def test_units_and_pairs_are_drawn_by_the_seed_with_their_turns(view: CaseView) -> None:
    items = audit_items([view], 2, 9, 5)
    assert items == audit_items([view], 2, 9, 5)
    assert {tuple(item.name for item in audit_items([view], 1, 0, seed)) for seed in range(20)} == {
        (f"ada emem_00000{number}",) for number in (1, 2, 3)
    }
    everything = audit_items([view], 9, 9, 0)
    assert [item.name for item in everything[2:]] == ["ada emem_000003", "ada emem_000002 updates emem_000001"]
    first, pair = everything[0], everything[3]
    assert first.criteria == ("fact", "time", "affect")
    assert first.turns == f"[s1:0, no date] Ada: {SAID[0]}\n[s1:1, no date] Ada: {SAID[1]}"
    assert first.claimed == f"{SAID[0]} [about Ada, said by Ada]"
    assert first.when == "2024-03-03; as said: yesterday; past"
    assert (pair.related, pair.turns, pair.older_turns) == ("updates", f"[s1:2, no date] Ada: {SAID[2]}", first.turns)


def test_the_csv_sheet_asks_what_applies_and_holds_no_formula(view: CaseView) -> None:
    items = [*audit_items([view], 9, 9, 0), AuditItem("@x", ("fact",), "=1+1", "")]
    rows = list(csv.DictReader(as_csv(items).splitlines(keepends=True)))
    assert [(row["fact"], row["relation"]) for row in rows] == [("", "-")] * 3 + [("-", "")] + [("", "-")]
    assert (rows[-1]["item"], rows[-1]["claimed"]) == ("'@x", "'=1+1")


class Page(HTMLParser):
    """Collects what stands on the page, and all that it would load."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def test_the_page_stands_alone_and_quotes_what_was_said(view: CaseView) -> None:
    text = as_page(audit_items([view], 9, 9, 0))
    page = Page(text)
    assert not [held for _, held in page.tags if held.keys() & {"src", "href"}]
    assert "<b>so on" not in text and "&lt;b&gt;so on&lt;/b&gt;" in text
    radios = [held for tag, held in page.tags if tag == "input" and held.get("type") == "radio"]
    assert len(radios) == 3 * (3 * 3 + 1)
    assert len({held["name"] for held in radios}) == 10
    assert text.count("default-src 'none'") == 1


def saved(path: Path, marks: dict[str, int], rater: str = "R. O'Neil") -> Path:
    """Write what the page saves, for one criterion."""
    lines = [f'"{item}","{rater}","fact","{mark}","a ""note"""' for item, mark in marks.items()]
    path.write_text("\n".join(["item,rater,criterion,mark,note", *lines, ""]), encoding="utf-8")
    return path


def test_kappa_is_the_one_counted_by_hand(tmp_path: Path) -> None:
    one = saved(tmp_path / "a.csv", {"1": 2, "2": 2, "3": 1, "4": 0, "5": 2, "only one": 0})
    other = saved(tmp_path / "b.csv", {"1": 2, "2": 1, "3": 1, "4": 0, "5": 2})
    (found,) = agreement([read_marks(one), read_marks(other)])
    # Alike 4 of 5; by chance 3/5 * 2/5 (twos) + 1/5 * 2/5 (ones) + 1/5 * 1/5 (noughts) = 9/25; (20 - 9) / (25 - 9).
    assert found.kappa == pytest.approx(11 / 16)
    assert (found.marks, found.both, found.same) == (11, 5, 0.8)
    assert found.mean == pytest.approx(13 / 11)


def test_where_kappa_says_nothing_there_is_none(tmp_path: Path) -> None:
    one = read_marks(saved(tmp_path / "a.csv", {"1": 2, "2": 2}))
    assert agreement([one, one]) == [Criterion("fact", 4, 2.0, 2, 1.0, None)]
    assert agreement([one]) == [Criterion("fact", 2, 2.0, 0, None, None)]
    with pytest.raises(DatasetError, match="no marked item in common"):
        agreement([one, read_marks(saved(tmp_path / "b.csv", {"9": 2}))])


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_a_sheet_filled_in_a_spreadsheet_is_read(view: CaseView, tmp_path: Path, delimiter: str) -> None:
    rows = list(csv.DictReader(as_csv(audit_items([view], 9, 9, 0)).splitlines(keepends=True)))
    rows[0] |= {"fact": "2", "time": " 1 ", "affect": ""}
    rows[3] |= {"relation": "0"}
    path = tmp_path / "filled.csv"
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        sheet = csv.DictWriter(file, list(rows[0]), delimiter=delimiter)
        sheet.writeheader()
        sheet.writerows(rows)
    assert read_marks(path) == {
        ("ada emem_000001", "fact"): 2,
        ("ada emem_000001", "time"): 1,
        ("ada emem_000002 updates emem_000001", "relation"): 0,
    }


@pytest.mark.parametrize(
    "text",
    ["", "item,fact\n", "item,fact\na,3\n", "item,fact\na,2\na,2\n", "item,fact\n,2\n", "item,criterion,mark\na,x,2\n"],
)
def test_what_holds_no_sound_marks_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "wrong.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DatasetError):
        read_marks(path)


def test_the_papers_marks_stand_beneath(tmp_path: Path) -> None:
    headings, rows = audit_table(agreement([read_marks(saved(tmp_path / "a.csv", {"1": 2, "2": 1}))]))
    assert headings[1:] == ["fact", "time", "affect", "relation"]
    assert rows[0] == ["mean mark (0-2)", "1.50", "-", "-", "-"]
    assert rows[4] == ["paper: FTA-Mem (Qwen3-8B, es-memeval)", "2.00", "2.00", "1.48", "1.36"]


def test_marked_sheets_by_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = saved(tmp_path / "a.csv", {"1": 2, "2": 0})
    assert run(["audit", "--marked", str(one), "--marked", str(one)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[4].split() == ["Cohen's", "kappa", "1.00", "-", "-", "-"]
    for wrong in ([], ["ada"], ["ada", "--marked", str(one)], ["--marked", str(one)] * 3, ["--marked", "nowhere.csv"]):
        assert run(["audit", *wrong]) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1
