"""The example agent's next message in a model's words."""

from typing import Final

from fta_mem.engines.llm.call_policy import Caller
from fta_mem.engines.llm.failures import MalformedOutputError
from fta_mem.engines.llm.json_parsing import read_object
from fta_mem.engines.llm.schemas import reply_shape
from fta_mem.prompts.loader import load_prompt
from fta_mem.state.encoding import JSON
from fta_mem.state.records import Session

TURNS_READ: Final = 20
"""Turns of the conversation that the model reads; what came before is in the packet if it matters."""


def model_reply(caller: Caller, session: Session, packet: str) -> str:
    """Return what a model says next.

    Raises:
        EngineError: the model gave no usable reply.
    """
    turns: list[JSON] = [[turn.name, turn.content] for turn in session.turns[-TURNS_READ:]]
    values: dict[str, JSON] = {"packet": packet, "turns": turns}
    return caller.ask(load_prompt("reply"), values, reply_shape(), _read).value


def _read(text: str) -> str:
    said = read_object(text).get("reply")
    if not isinstance(said, str) or not said.strip():
        raise MalformedOutputError("no reply in it")
    return said.strip()
