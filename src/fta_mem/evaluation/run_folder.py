"""The folder of a run: what was measured and how, a line a question, and the summary; a killed run goes on in it."""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from threading import Lock
from typing import Final, cast

from filelock import FileLock, Timeout

from fta_mem.evaluation.methods import Built
from fta_mem.evaluation.question_scores import Outcome
from fta_mem.evaluation.questions import Question
from fta_mem.evaluation.rows import outcome_of, row_of
from fta_mem.state.encoding import JSON, to_json
from fta_mem.state.errors import SettingsError, StoreError

Row = dict[str, JSON]

SETTINGS_FILE: Final = "run.json"
REPORT_FILE: Final = "report.json"
CASES_FILE: Final = "cases.jsonl"
MEMORY_FOLDER: Final = "memory"


class RunFolder:
    """Keeps each outcome as soon as it is there: what stands here is never asked again.

    ``settings`` tell all that figures depend on. A folder of other settings is refused: its lines would be mixed with
    lines that can't be compared with them. Methods aren't among them, so more of them can join a finished run.
    """

    def __init__(self, path: Path, settings: Mapping[str, JSON]) -> None:
        self.path = path
        self._settings = settings
        self._lock = Lock()

    @contextmanager
    def opened(self) -> Iterator["RunFolder"]:
        """Make the folder, or take up the run that stands in it, as the only one that writes there.

        Raises:
            StoreError: the folder can't be made, or another run is writing to it.
            SettingsError: it holds a run of other settings.
        """
        lock = FileLock(self.path / "run.lock", timeout=0)
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            lock.acquire()
        except Timeout as error:
            raise StoreError(f"another run is writing to {self.path}; wait for it, or take another --out") from error
        except OSError as error:
            raise StoreError(f"{self.path} can't be written: {error.strerror}") from error
        try:
            self._take_up()
            yield self
        finally:
            lock.release()

    def outcomes(self, method: str, questions: Sequence[Question]) -> dict[Question, Outcome]:
        """Return what the method did with those of the questions that it was asked already."""
        path = self._rows_of(method)
        known = {(question.case_id, question.number): question for question in questions}
        found: dict[Question, Outcome] = {}
        for row in _whole_lines(path):
            question = known.get((str(row["case"]), cast(int, row["number"])))
            if question is not None and question.text == row["question"]:
                found.setdefault(question, outcome_of(row, question))
        return found

    def keep(self, method: str, outcome: Outcome) -> None:
        """Append an outcome's line."""
        with self._lock:
            _append(self._rows_of(method), row_of(method, outcome))

    def keep_built(self, method: str, case_id: str, built: Built) -> None:
        """Append what making a case's memory cost, once a case: memory that is only opened again costs nothing."""
        with self._lock:
            if case_id not in self.built(method):
                _append(self.path / CASES_FILE, {"method": method, "case": case_id, **cast(Row, to_json(built))})

    def built(self, method: str) -> dict[str, Built]:
        """Return what making each case's memory cost the method."""
        lines = [row for row in _whole_lines(self.path / CASES_FILE) if row["method"] == method]
        return {str(row["case"]): Built(**{each.name: row[each.name] for each in fields(Built)}) for row in lines}  # type: ignore[arg-type]  # as keep_built wrote them

    def settle(self, method: str, outcomes: Sequence[Outcome]) -> None:
        """Write a finished method's lines in the questions' order, whatever order they came in."""
        lines = [_line(row_of(method, outcome)) for outcome in outcomes]
        _write_whole(self._rows_of(method), "".join(lines))

    def finish(self, report: Mapping[str, JSON]) -> None:
        """Write the summary."""
        _write_whole(self.path / REPORT_FILE, _line(report))

    def _rows_of(self, method: str) -> Path:
        return self.path / f"{method}.jsonl"

    def _take_up(self) -> None:
        path = self.path / SETTINGS_FILE
        if not path.exists():
            _write_whole(path, json.dumps(self._settings, indent=1, sort_keys=True) + "\n")
            return
        held: Row = json.loads(path.read_text(encoding="utf-8"))
        ours: Row = json.loads(json.dumps(self._settings))
        changed = sorted(name for name in held.keys() | ours if held.get(name) != ours.get(name))
        if changed:
            raise SettingsError(f"{self.path} holds a run of other {', '.join(changed)}; take another --out")


def read_rows(path: Path) -> list[Row]:
    """Return the lines of a finished file."""
    return list(_whole_lines(path))


def _whole_lines(path: Path) -> list[Row]:
    """Return a file's lines; a last one that a killed run left torn is cut off, and its question asked again."""
    if not path.exists():
        return []
    data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if len(whole) < len(data):
        with path.open("r+b") as file:
            file.truncate(len(whole))
    return [json.loads(line) for line in whole.splitlines()]


def _append(path: Path, row: Mapping[str, JSON]) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(_line(row))


def _line(row: Mapping[str, JSON]) -> str:
    return json.dumps(row, ensure_ascii=True, allow_nan=False) + "\n"


def _write_whole(path: Path, text: str) -> None:
    """Replace a file at once, so that nobody ever reads half of it."""
    beside = path.with_name(path.name + ".new")
    beside.write_text(text, encoding="utf-8")
    os.replace(beside, path)
