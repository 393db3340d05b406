"""Sessions shortened to a summary each, as stores of summaries keep them: by a model, or offline as an extract."""

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from fta_mem.engines.llm.call_policy import Caller
from fta_mem.engines.llm.failures import CallFailedError, MalformedOutputError
from fta_mem.engines.llm.json_parsing import read_object, without_thoughts
from fta_mem.engines.llm.schemas import Shape
from fta_mem.evaluation.answerers import NO_MODEL
from fta_mem.evaluation.dialogue_index import Dialogue, spoken
from fta_mem.prompts.loader import load_prompt
from fta_mem.state.answering import SourceTurn
from fta_mem.state.encoding import JSON
from fta_mem.text.embedder import Embedder

SHARE: Final = 5
"""An extract keeps one turn in so many of a session,"""
LEAST: Final = 2
MOST: Final = 8
LONGEST: Final = 1200
SHAPE: Final = Shape(
    "summary",
    {
        "type": "object",
        "properties": {"summary": {"type": "string", "maxLength": LONGEST}},
        "required": ["summary"],
        "additionalProperties": False,
    },
)

Summarise = Callable[[Dialogue, Embedder], Dialogue]


def extracted(dialogue: Dialogue, embedder: Embedder) -> Dialogue:
    """Return the dialogue with only those turns of each session that are nearest to its mean, in their order."""
    vectors = embedder.embed([spoken(turn) for turn in dialogue.turns])
    kept: list[list[SourceTurn]] = []
    for session in dialogue.sessions:
        own = vectors[list(session)]
        near = own @ own.mean(axis=0)
        count = min(MOST, max(LEAST, len(session) // SHARE))
        chosen = sorted(np.argsort(-near, kind="stable")[:count].tolist())
        kept.append([dialogue.turns[session[place]] for place in chosen])
    return _of(dialogue, kept)


class ModelSummaries:
    """One summary a session by a chat model; it quotes nothing, so evidence turns can't stand in it."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller
        self._known: dict[str, str] = {}

    def __call__(self, dialogue: Dialogue, embedder: Embedder) -> Dialogue:
        """Return the dialogue with one turn a session, its summary; a session that gets none is left out.

        Raises:
            CallFailedError: there is no such model, or it doesn't answer.
        """
        kept = [self._summary([dialogue.turns[index] for index in session]) for session in dialogue.sessions]
        return _of(dialogue, [turns for turns in kept if turns])

    def _summary(self, turns: Sequence[SourceTurn]) -> list[SourceTurn]:
        first = turns[0]
        said = "\n".join(spoken(turn) for turn in turns)
        if said not in self._known:
            self._known[said] = self._asked(said, first.dialogue_time)
        name = f"{first.session}#summary"
        text = self._known[said]
        return [SourceTurn(first.session, 0, name, "summary", text, first.dialogue_time)] if text else []

    def _asked(self, said: str, moment: str | None) -> str:
        values: dict[str, JSON] = {"about": {"time": moment}, "turns": said}
        try:
            return self._caller.ask(load_prompt("summarise_session"), values, SHAPE, read_summary).value
        except CallFailedError as failure:
            if failure.kind in NO_MODEL:
                raise
            return ""


def read_summary(reply: str) -> str:
    """Return the summary that a reply holds, in JSON or as plain text.

    Raises:
        MalformedOutputError: it holds none.
    """
    plain = without_thoughts(reply).strip()
    text = plain if plain and not plain.startswith(("{", "[", "```")) else read_object(reply).get("summary")
    if not isinstance(text, str) or not text.strip():
        raise MalformedOutputError("no summary in it")
    return " ".join(text.split())[:LONGEST]


def _of(dialogue: Dialogue, kept: Sequence[Sequence[SourceTurn]]) -> Dialogue:
    """Return the dialogue with these turns alone, a list a session."""
    sessions: list[tuple[int, ...]] = []
    turns: list[SourceTurn] = []
    for session in kept:
        sessions.append(tuple(range(len(turns), len(turns) + len(session))))
        turns.extend(session)
    return Dialogue(tuple(turns), tuple(sessions), dialogue.session_ids, dialogue.people, dialogue.last_day)
