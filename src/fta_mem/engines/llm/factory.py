"""Build an LLM engine from what a user names: models, an address, and the rules engine that stands behind."""

from fta_mem.engines.base import Engine
from fta_mem.engines.llm.call_policy import Caller, Policy
from fta_mem.engines.llm.chat_models import ANSWER_TEMPERATURE, CONSTRUCTION_TEMPERATURE, open_model
from fta_mem.engines.llm.engine import LLMEngine
from fta_mem.engines.wrappers.mixed import MixedEngine
from fta_mem.state.settings import Settings


def open_llm_engine(
    model: str,
    rules: Engine,
    settings: Settings,
    *,
    answer_model: str | None = None,
    base_url: str | None = None,
) -> LLMEngine:
    """Return the engine that constructs with ``model`` at 0.7 and answers with ``answer_model`` (or the same) at 0.

    Raises:
        SettingsError: a model can't be opened (unknown provider, package or key missing).
    """
    construction = open_caller(model, base_url, settings)
    answering = open_caller(answer_model or model, base_url, settings, temperature=ANSWER_TEMPERATURE)
    return LLMEngine(construction, answering, rules, settings)


def open_mixed_engine(
    answer_model: str, rules: Engine, settings: Settings, *, base_url: str | None = None
) -> MixedEngine:
    """Return an engine whose memory is built by rules and whose answers a model words.

    Raises:
        SettingsError: the model can't be opened.
    """
    caller = open_caller(answer_model, base_url, settings, temperature=ANSWER_TEMPERATURE)
    return MixedEngine(rules, LLMEngine(caller, caller, rules, settings))


def open_caller(
    model: str, base_url: str | None, settings: Settings, *, temperature: float = CONSTRUCTION_TEMPERATURE
) -> Caller:
    """Return a model to ask: at 0.7 to construct or to talk with, at 0 to answer.

    Raises:
        SettingsError: the model can't be opened.
    """
    handle = open_model(
        model,
        temperature=temperature,
        base_url=base_url,
        context_tokens=settings.context_tokens,
        timeout=settings.call_seconds,
    )
    policy = Policy(call_seconds=settings.call_seconds, total_seconds=3 * settings.call_seconds)
    return Caller(handle, policy)
