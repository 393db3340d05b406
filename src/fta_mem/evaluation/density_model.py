"""Anchors of a turn counted by a chat model, by the paper's counting rules (its Figure 9, in our words)."""

from functools import partial
from typing import Final, cast

from fta_mem.engines.llm.call_policy import Caller
from fta_mem.engines.llm.failures import MalformedOutputError
from fta_mem.engines.llm.json_parsing import plain_key, read_object
from fta_mem.engines.llm.schemas import Shape
from fta_mem.evaluation.density import FIELDS, Density, word_count
from fta_mem.prompts.loader import load_prompt
from fta_mem.state.encoding import JSON
from fta_mem.state.records import Turn

SHAPE: Final = Shape(
    "density",
    {
        "type": "object",
        "properties": {
            **{name: {"type": "integer", "minimum": 0, "maximum": 99} for name in FIELDS[1:5]},
            "implicitness": {"type": "integer", "minimum": 1, "maximum": 3},
            "low_information": {"type": "integer", "minimum": 0, "maximum": 1},
        },
        "required": list(FIELDS[1:]),
        "additionalProperties": False,
    },
)


class ModelAnnotator:
    """A chat model that counts by the paper's rules (its Figure 9, in our words), one turn a call."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def __call__(self, turn: Turn, moment: str | None) -> Density:
        """Ask about one turn.

        Raises:
            CallFailedError: no reply that can be used.
        """
        about: dict[str, JSON] = {"time": moment, "speaker": turn.name, "role": turn.role}
        values: dict[str, JSON] = {"about": about, "turn": turn.text}
        read = partial(read_counts, words=word_count(turn.text))
        return self._caller.ask(load_prompt("annotate_density"), values, SHAPE, read).value


def read_counts(reply: str, words: int) -> Density:
    """Return the counts that a reply holds.

    Raises:
        MalformedOutputError: one is missing or out of its range.
    """
    item = read_object(reply)
    values = [_whole(item.get(plain_key(name))) for name in FIELDS[1:]]
    if None in values or values[4] not in (1, 2, 3) or values[5] not in (0, 1):
        raise MalformedOutputError("counts missing or out of range")
    return Density(words, *(float(cast(int, value)) for value in values))


def _whole(value: object) -> int | None:
    if isinstance(value, bool):
        return int(value)
    return int(value) if isinstance(value, (int, float)) and value >= 0 and int(value) == value else None
