"""``fta-mem ask`` and ``fta-mem recall``: one question, or a file of them with the models loaded once."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final, Literal, TypeVar

import click

from fta_mem.cli.errors import describe
from fta_mem.cli.options import Day, Invocation, common_options, day_of, engine_options, reading_options
from fta_mem.cli.output import Document, ask_document, dumps, failed_question, recall_document, turn_ids_of
from fta_mem.cli.terminal import one_line, printable
from fta_mem.state.encoding import JSON
from fta_mem.state.errors import DatasetError, QuestionError

if TYPE_CHECKING:
    from fta_mem.memory import Asked, Memory
    from fta_mem.state.answering import SourceTurn

F = TypeVar("F", bound=Callable[..., object])
Way = Literal["ask", "recall"]
SHOWN: Final = 160
"""Characters of a turn that are shown where nothing settles a question."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question about a case, and the day it is asked on."""

    case_id: str
    text: str
    now: str | None = None


def question_options(command: F) -> F:
    """Add a case and a question, or a file of questions, and how they are to be answered."""
    for decorate in (
        common_options(),
        engine_options,
        reading_options,
        click.option("--now", type=Day(), help="The day the question is asked on (default: the case's last day)."),
        click.option("--questions", type=click.Path(path_type=Path), metavar="FILE", help="JSON lines of questions."),
        click.argument("question", required=False),
        click.argument("case", required=False),
    ):
        command = decorate(command)
    return command


@click.command()
@question_options
@click.pass_context
def ask(ctx: click.Context, case: str | None, question: str | None, questions: Path | None, now: str | None) -> None:
    """Answer QUESTION from the memory of CASE, or say that it isn't there.

    --questions takes lines of {"case", "question", "now"?} and prints a document a line, in order.
    """
    _run(ctx, "ask", _single(case, question, now, questions), questions)


@click.command()
@question_options
@click.pass_context
def recall(ctx: click.Context, case: str | None, question: str | None, questions: Path | None, now: str | None) -> None:
    """Show what the memory of CASE holds for QUESTION: the packet that an answer would stand on.

    --questions takes lines of {"case", "question", "now"?} and prints a document a line, in order.
    """
    _run(ctx, "recall", _single(case, question, now, questions), questions)


def _single(case: str | None, text: str | None, now: str | None, questions: Path | None) -> Question | None:
    if questions is not None:
        if case is not None or now is not None:
            raise click.UsageError("--questions brings cases, questions and dates of its own; give it alone")
        return None
    if case is None or text is None:
        raise click.UsageError("give CASE and QUESTION, or --questions FILE")
    return _checked(Question(case, text, now))


def _checked(question: Question) -> Question:
    if not question.text.strip():
        raise QuestionError("the question is empty; ask something")
    return question


def _run(ctx: click.Context, way: Way, question: Question | None, questions: Path | None) -> None:
    invocation = ctx.ensure_object(Invocation)
    if question is not None:
        with invocation.memory() as memory:
            document, text = _respond(memory, way, question)
        click.echo(dumps(document) if invocation.as_json else text)
    elif questions is not None:
        with closing(_open(questions)) as lines, invocation.memory() as memory:
            failures = [_answer_line(invocation, memory, way, *numbered) for numbered in _numbered(lines)].count(False)
        if failures:
            click.echo(f"Error: {failures} questions failed", err=True)
            ctx.exit(1)


def _respond(memory: "Memory", way: Way, question: Question) -> tuple[Document, str]:
    """Return the response as a document and as text to read."""
    if way == "recall":
        recalled = memory.recall(question.case_id, question.text, now=question.now)
        turn_ids = turn_ids_of(_turns_known(memory, question.case_id))
        return recall_document(recalled, turn_ids), printable(recalled.packet.text)
    asked = memory.ask(question.case_id, question.text, now=question.now)
    turn_ids = turn_ids_of(_turns_known(memory, question.case_id))
    return ask_document(asked, turn_ids), printable(_answer_text(asked))


def _turns_known(memory: "Memory", case_id: str) -> "Sequence[SourceTurn]":
    """Return the turns of a case, with those that are still to become memory."""
    from fta_mem.retrieval.open_turns import view_of

    return (*memory.store.open_turns(case_id), *view_of(case_id, memory.store).turns)


def _answer_text(asked: "Asked") -> str:
    """Return the answer with what it cites, or the evidence that came nearest, in its speakers' words.

    Each on one line: a line of its own is never dialogue, so no words of it can pass for a citation.
    """
    answer = asked.answer
    if not answer.abstained:
        cited = [f"  {citation.memory_id}  {one_line(', '.join(citation.turn_ids))}" for citation in answer.citations]
        return "\n".join([one_line(answer.text), *cited])
    said = {turn.turn_id: f"{one_line(turn.speaker)}: {one_line(turn.text)[:SHOWN]}" for turn in asked.packet.turns}
    shown = [
        f"  {citation.memory_id}  {one_line(turn_id)}  {said.get(turn_id, '')}".rstrip()
        for citation in answer.nearest
        for turn_id in citation.turn_ids
    ]
    return "\n".join(["Not settled; nearest:", *shown]) if shown else "Not in memory."


def _open(path: Path) -> BinaryIO:
    try:
        return path.open("rb")
    except (OSError, ValueError) as error:
        from fta_mem.formats.reader import unreadable

        raise unreadable(path, error) from error


def _numbered(lines: BinaryIO) -> Iterator[tuple[int, bytes]]:
    return ((number, line) for number, line in enumerate(lines, start=1) if line.strip())


def _answer_line(invocation: Invocation, memory: "Memory", way: Way, number: int, line: bytes) -> bool:
    """Answer one line and print its document at once; return whether that went well."""
    given: dict[str, JSON] = {}
    try:
        given = _parse(line, number)
        question = _question(given, number)
        document, text = _respond(memory, way, question)
    except Exception as error:  # noqa: BLE001  (the border of one line: the next ones go on)
        document, text = failed_question(_text(given, "case"), _text(given, "question"), describe(error)), ""
    if invocation.as_json:
        click.echo(dumps(document))
    elif "error" in document:
        click.echo(one_line(f"Line {number}: {document['error']}"), err=True)
    else:
        click.echo(f"{one_line(question.case_id)}: {one_line(question.text)}\n{text}\n")
    sys.stdout.flush()
    return "error" not in document


def _parse(line: bytes, number: int) -> dict[str, JSON]:
    from fta_mem.formats.json_stream import parse_line

    given = parse_line(line.removeprefix(b"\xef\xbb\xbf"), f"line {number}")
    if not isinstance(given, dict):
        raise DatasetError(f"line {number} is not an object")
    return given


def _question(given: dict[str, JSON], number: int) -> Question:
    case_id, text, now = (_text(given, name) for name in ("case", "question", "now"))
    if case_id is None or text is None:
        raise DatasetError(f"line {number} needs a case and a question")
    if now is None and given.get("now") is not None:
        raise DatasetError(f"line {number}: now is not a date like 2024-03-31")
    return _checked(Question(case_id, text, None if now is None else _day(now, number)))


def _day(text: str, number: int) -> str:
    try:
        return day_of(text)
    except ValueError as error:
        raise DatasetError(f"line {number}: now is not a date like 2024-03-31") from error


def _text(given: dict[str, JSON], name: str) -> str | None:
    value = given.get(name)
    return value if isinstance(value, str) else None
