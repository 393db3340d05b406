import subprocess
import sys
from pathlib import Path

import pytest

from fta_mem.cli.options import DEFAULT_HOME, Invocation
from fta_mem.cli.program import COMMANDS, run
from fta_mem.state.settings import Settings

HEAVY = "torch spacy chromadb langgraph sqlalchemy sentence_transformers langchain_core langchain_community numpy rich"


def refuse_to_open(home: Path, **rest: object) -> None:
    raise AssertionError(f"memory at {home} was opened with {rest}")


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_needs_nothing_heavy(command: str) -> None:
    code = (
        "import sys; from fta_mem.cli.program import run;"
        f"code = run({[*command.split(), '--help']!r});"
        f"loaded = [name for name in {HEAVY.split()!r} if name in sys.modules];"
        "sys.exit(f'loaded {loaded}' if loaded else code)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Usage: fta-mem")


@pytest.mark.parametrize(
    "arguments",
    [
        "",
        "nonsense",
        "ingest",
        "ingest missing.json",
        "ingest . --format csv",
        "ingest . --case=",
        "ask",
        "ask case",
        "ask case question --now someday",
        "ask case question --set top_k",
        "ask case question --questions file",
        "recall --questions missing.jsonl",
        "units",
        "show case",
        "forget case",
        "forget case --all --unit x",
        "cases --nonsense",
    ],
)
def test_wrong_usage_is_one_line_and_code_2(arguments: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    invocation = Invocation(home=tmp_path, opener=refuse_to_open)  # type: ignore[arg-type]  # it never returns
    assert run(arguments.split(), invocation) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("Error: ")
    assert printed.err.count("\n") == 1


@pytest.mark.parametrize("question", ["", "  ", "\n\t"])
def test_an_empty_question_is_wrong_usage(question: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    invocation = Invocation(home=tmp_path, opener=refuse_to_open)  # type: ignore[arg-type]  # it never returns
    assert run(["ask", "c", question], invocation) == 2
    assert capsys.readouterr().err == "Error: the question is empty; ask something\n"


@pytest.mark.parametrize("before", [True, False])
def test_home_and_json_may_stand_on_either_side_of_the_command(
    before: bool, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FTA_MEM_HOME", str(tmp_path / "elsewhere"))
    options = ["--home", str(tmp_path / "none"), "--json"]
    invocation = Invocation()
    assert run([*options, "cases"] if before else ["cases", *options], invocation) == 0
    assert capsys.readouterr().out == '{"cases": []}\n'
    assert invocation.folder == tmp_path / "none"
    assert not (tmp_path / "none").exists()


def test_home_comes_from_the_environment_else_the_user_s_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FTA_MEM_HOME", str(tmp_path / "there"))
    invocation = Invocation()
    run(["cases"], invocation)
    assert invocation.folder == tmp_path / "there"
    assert Invocation().folder == DEFAULT_HOME.expanduser()
    assert capsys.readouterr().err == ""


def test_reading_a_home_that_does_not_exist_makes_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--home", str(tmp_path / "none"), "units", "c"]) == 2
    assert capsys.readouterr().err.startswith("Error: there is no memory at ")
    assert list(tmp_path.iterdir()) == []


def test_settings_come_from_options_then_environment_then_defaults(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    seen: list[Settings] = []

    def opener(home: Path, *, settings: Settings, **rest: object) -> None:
        seen.append(settings)
        raise KeyboardInterrupt

    monkeypatch.setenv("FTA_MEM_BUDGET", "700")
    monkeypatch.setenv("FTA_MEM_TOP_K", "3")
    options = ["--set", "top-k=4", "--set", "rewrite=off", "--set", "threshold=0.2", "--top-k", "5"]
    invocation = Invocation(home=tmp_path, opener=opener)  # type: ignore[arg-type]  # it never returns
    assert run(["ask", "c", "q?", *options], invocation) == 1
    (settings,) = seen
    assert (settings.budget, settings.top_k, settings.rewrite, settings.threshold) == (700, 5, False, 0.2)


@pytest.mark.parametrize("option", ["top_k=0", "nonsense=1", "rewrite=maybe", "budget=many"])
def test_wrong_settings_are_wrong_usage(option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    invocation = Invocation(home=tmp_path, opener=refuse_to_open)  # type: ignore[arg-type]  # it never returns
    assert run(["ask", "c", "q?", "--set", option], invocation) == 2
    assert "setting" in capsys.readouterr().err


def opener_that_fails(error: BaseException) -> Invocation:
    def opener(home: Path, **rest: object) -> None:
        raise error

    return Invocation(home=Path(), opener=opener)  # type: ignore[arg-type]  # it never returns


def test_an_interruption_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cases"], opener_that_fails(KeyboardInterrupt())) == 1
    assert capsys.readouterr().err.strip() == "Error: interrupted"


def test_a_foreign_error_is_one_line_without_what_may_be_dialogue(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    error = RuntimeError("database is full\n[parameters: my secret]")
    assert run(["cases"], opener_that_fails(error)) == 1
    assert capsys.readouterr().err == "Error: RuntimeError: database is full\n"
    monkeypatch.setenv("FTA_MEM_DEBUG", "1")
    assert run(["cases"], opener_that_fails(error)) == 1
    assert "Traceback" in capsys.readouterr().err


def test_a_reader_that_has_gone_is_no_error() -> None:
    command = f"{sys.executable} -m fta_mem --help | true; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout.strip() in {"0", "1"}
