"""The example agent put together: memory, a reply rule or a chat model, and the hook for danger."""

import logging
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from fta_mem.host.subgraph import MemorySubgraph, warn
from fta_mem.state.errors import EngineError
from fta_mem.state.records import Session

if TYPE_CHECKING:
    from fta_mem.host.companion_graph import CompanionBuilder, Replier
    from fta_mem.host.memory_nodes import RiskSignal
    from fta_mem.memory import Memory

_log = logging.getLogger(__name__)


def companion_graph(
    memory: MemorySubgraph,
    *,
    model: str | None = None,
    base_url: str | None = None,
    on_risk: "Callable[[RiskSignal], None] | None" = None,
    clock: Callable[[], datetime] | None = None,
) -> "CompanionBuilder":
    """Return the companion over a memory; without a model it reflects what it hears.

    Raises:
        SettingsError: the model can't be opened.
    """
    from fta_mem.engines.rules.extraction.wording_cues import is_risk
    from fta_mem.host.companion_graph import CompanionParts, build_companion_graph

    replier = reflecting(memory.memory)
    if model is not None:
        replier = speaking(model, base_url, memory.memory, replier)
    parts = CompanionParts(memory.nodes, replier, is_risk, on_risk or warn, clock or local_now)
    return build_companion_graph(parts)


def reflecting(memory: "Memory") -> "Replier":
    """Return a replier without a model: questions are asked of memory, all else is handed back."""
    from fta_mem.engines.rules.answering.companion_reply import reflective_reply

    def reply(case_id: str, session: Session, packet: str) -> str:
        *before, last = session.turns
        if not packet or not last.text.rstrip().endswith("?"):
            return reflective_reply(last.text)
        under_way = Session(session.session_id, session.timestamp, tuple(before))
        now = last.timestamp[:10] if last.timestamp else None
        asked = memory.ask(case_id, last.text, now=now, open_sessions=[under_way])
        return reflective_reply(last.text, asked.answer)

    return reply


def speaking(model: str, base_url: str | None, memory: "Memory", otherwise: "Replier") -> "Replier":
    """Return a replier in a model's words; when it can't be reached, the other one speaks."""
    from fta_mem.engines.llm.companion_reply import model_reply
    from fta_mem.engines.llm.factory import open_caller

    caller = open_caller(model, base_url, memory.settings)

    def reply(case_id: str, session: Session, packet: str) -> str:
        try:
            return model_reply(caller, session, packet)
        except EngineError as error:
            _log.warning("the companion reflects instead: %s", error)
            return otherwise(case_id, session, packet)

    return reply


def local_now() -> datetime:
    """Return the time of the wall clock, where this machine is."""
    return datetime.now(UTC).astimezone()
