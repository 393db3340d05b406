"""The one place that builds real objects: settings, embedder, store and engine become a Memory."""

import os
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fta_mem.memory import Memory
from fta_mem.state.errors import SettingsError
from fta_mem.state.settings import Settings, parse_settings

if TYPE_CHECKING:
    from fta_mem.engines.base import Engine
    from fta_mem.engines.judge import Judge
    from fta_mem.text.embedder import Embedder

ENGINES: Final = ("rules", "llm")
DEFAULT_HOME: Final = "~/.fta-mem"
ENVIRONMENT_PREFIX: Final = "FTA_MEM_"


def open_memory(
    home: Path,
    *,
    engine: str = "rules",
    model: str | None = None,
    answer_model: str | None = None,
    base_url: str | None = None,
    settings: Settings | None = None,
    create: bool = True,
    embedder: "Embedder | None" = None,
) -> Memory:
    """Open the memory at ``home``; with ``create=False`` a home that doesn't exist is an error.

    Several memories can share one ``embedder``, by default MiniLM from FTA_MEM_EMBEDDER or the installed weights.

    Raises:
        SettingsError: an unknown engine, or a model without the engine that uses it.
        StoreError: the home can't be read or written.
    """
    from fta_mem.storage.store import SqlStore

    settings = settings or settings_from_environment(os.environ)
    embedder = embedder or _embedder()
    store = SqlStore(home, embedder, _now, create=create)
    judge = open_engine(embedder, settings, engine=engine, model=model, answer_model=answer_model, base_url=base_url)
    return Memory(store, judge, settings)


def home_folder() -> Path:
    """Return where memory lives: ``FTA_MEM_HOME``, else ``.fta-mem`` in the user's home folder."""
    return Path(os.environ.get("FTA_MEM_HOME") or DEFAULT_HOME).expanduser()


def settings_from_environment(environment: Mapping[str, str], base: Settings | None = None) -> Settings:
    """Return the defaults with ``FTA_MEM_<SETTING>`` variables applied, each cast to its field's type."""
    from dataclasses import fields

    named = {field.name: environment.get(f"{ENVIRONMENT_PREFIX}{field.name.upper()}") for field in fields(Settings)}
    return parse_settings({name: text for name, text in named.items() if text is not None}, base)


def open_engine(
    embedder: "Embedder",
    settings: Settings,
    *,
    engine: str = "rules",
    model: str | None = None,
    answer_model: str | None = None,
    base_url: str | None = None,
) -> "Engine":
    """Build the engine that a user named; the rules engine stands behind every model.

    Raises:
        SettingsError: an unknown engine, or a model where none is used, or none where one is needed.
    """
    from fta_mem.engines.rules.engine import RulesEngine

    if engine not in ENGINES:
        raise SettingsError(f"unknown engine {engine!r}; choose one of {', '.join(ENGINES)}")
    rules = RulesEngine(embedder, settings, _judge(settings))
    if engine == "rules" and model is not None:
        raise SettingsError(f"the rules engine uses no model; add --engine llm to build memory with {model!r}")
    if engine == "rules" and answer_model is None:
        return rules
    from fta_mem.engines.llm.factory import open_llm_engine, open_mixed_engine

    if engine == "rules" and answer_model is not None:
        return open_mixed_engine(answer_model, rules, settings, base_url=base_url)
    if model is None:
        raise SettingsError("engine 'llm' needs a model, such as --model openai:gpt-4o-mini")
    return open_llm_engine(model, rules, settings, answer_model=answer_model, base_url=base_url)


def _judge(settings: Settings) -> "Judge | None":
    from fta_mem.engines.nli import CrossEncoderJudge

    return CrossEncoderJudge(settings.judge_model) if settings.judge_model else None


def _embedder() -> "Embedder":
    from fta_mem.text.minilm import MiniLM

    return MiniLM(os.environ.get("FTA_MEM_EMBEDDER"))


def _now() -> datetime:
    return datetime.now(UTC)
