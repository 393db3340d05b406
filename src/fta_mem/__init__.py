"""Fact-Time-Affect memory for supportive agents."""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from fta_mem.assembly import open_memory
    from fta_mem.host.host_fields import HostFields
    from fta_mem.host.memory_nodes import RiskSignal
    from fta_mem.host.subgraph import memory_subgraph
    from fta_mem.memory import Memory
    from fta_mem.state.errors import FTAMemError
    from fta_mem.state.records import Case, Session, Turn
    from fta_mem.state.settings import Settings

__all__ = [
    "Case",
    "FTAMemError",
    "HostFields",
    "Memory",
    "RiskSignal",
    "Session",
    "Settings",
    "Turn",
    "memory_subgraph",
    "open_memory",
]

_HOMES: Final = {
    "Case": "state.records",
    "FTAMemError": "state.errors",
    "HostFields": "host.host_fields",
    "Memory": "memory",
    "RiskSignal": "host.memory_nodes",
    "Session": "state.records",
    "Settings": "state.settings",
    "Turn": "state.records",
    "memory_subgraph": "host.subgraph",
    "open_memory": "assembly",
}


def __getattr__(name: str) -> object:
    """Load an exported name when it is first asked for, so that importing the package costs nothing."""
    if name not in _HOMES:
        raise AttributeError(f"module 'fta_mem' has no attribute {name!r}")
    return getattr(import_module(f"fta_mem.{_HOMES[name]}"), name)
