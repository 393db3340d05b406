"""The only home of chat models: where their strings, addresses, temperatures and keys become an object to ask.

Keys come from the environment alone (each provider's own variable) and are neither stored nor logged. Retrying is
ours (``calls.py``), so the clients are told not to.
"""

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from fta_mem.state.errors import SettingsError

if TYPE_CHECKING:
    from langchain_core.language_models.chat_models import BaseChatModel

CONSTRUCTION_TEMPERATURE: Final = 0.7
ANSWER_TEMPERATURE: Final = 0.0
MAX_OUTPUT_TOKENS: Final = 3000
TIMEOUT_SECONDS: Final = 120.0
CONTEXT_TOKENS: Final = 16_000
PROVIDERS: Final = frozenset({"openai", "ollama", "anthropic", "azure_openai", "google_genai", "mistralai", "groq"})
FIXED_TEMPERATURE: Final = ("gpt-5", "o1", "o3", "o4")
WITHOUT_SCHEMA: Final = frozenset({"huggingface", "bedrock", "deepseek"})
_NO_KEY: Final = "none-needed"


@dataclass(frozen=True, slots=True)
class ModelHandle:
    """A chat model with what the calls need to know about it.

    ``structured`` says that it can be held to a JSON schema, ``strict`` that its provider restricts what a schema may
    say, ``context_tokens`` how much it can read and write at once.
    """

    name: str
    chat: "BaseChatModel"
    structured: bool = True
    strict: bool = False
    context_tokens: int = CONTEXT_TOKENS


def open_model(
    name: str,
    *,
    temperature: float,
    base_url: str | None = None,
    context_tokens: int = CONTEXT_TOKENS,
    timeout: float = TIMEOUT_SECONDS,
) -> ModelHandle:
    """Return the model of an ``init_chat_model`` string; without a provider in it, "openai" is meant.

    Raises:
        SettingsError: the provider is unknown or not installed, or its key is missing in the environment.
    """
    from langchain.chat_models import init_chat_model

    provider, bare = _split(name, base_url)
    options = _options(provider, bare, temperature, timeout, context_tokens)
    if base_url:
        options["base_url"] = base_url
    if provider == "openai" and base_url and not os.environ.get("OPENAI_API_KEY"):
        options["api_key"] = _NO_KEY
    try:
        chat = init_chat_model(bare, model_provider=provider, **options)  # type: ignore[call-overload]
    except ImportError as error:
        raise SettingsError(f"model {name!r} needs a package that is not installed: {_first_line(error)}") from error
    except (ValueError, TypeError, RuntimeError, _client_error()) as error:
        raise SettingsError(f"model {name!r} can't be opened: {_first_line(error)}") from error
    return ModelHandle(
        name=name,
        chat=chat,
        structured=provider not in WITHOUT_SCHEMA,
        strict=provider == "openai" and not base_url and not os.environ.get("OPENAI_BASE_URL"),
        context_tokens=context_tokens,
    )


def _split(name: str, base_url: str | None) -> tuple[str, str]:
    """Return provider and model; a server of one's own may have colons in its models' names ("qwen2.5:7b")."""
    provider, colon, bare = name.strip().partition(":")
    if not colon or (base_url and provider not in PROVIDERS):
        provider, bare = "openai", name.strip()
    if not bare:
        raise SettingsError(f"model {name!r} names no model; write for example openai:gpt-4o-mini")
    return provider, bare


def _options(provider: str, bare: str, temperature: float, timeout: float, context_tokens: int) -> dict[str, object]:
    longest = output_tokens(context_tokens)
    options: dict[str, object] = {} if bare.startswith(FIXED_TEMPERATURE) else {"temperature": temperature}
    if provider == "ollama":
        return options | {"client_kwargs": {"timeout": timeout}, "num_predict": longest, "num_ctx": context_tokens}
    return options | {"max_retries": 0, "timeout": timeout, "max_tokens": longest}


def output_tokens(context_tokens: int) -> int:
    """Return how much of a context is kept for what the model writes."""
    return min(MAX_OUTPUT_TOKENS, max(256, context_tokens // 3))


def _client_error() -> type[Exception]:
    """Return the base error of OpenAI's client, which it also raises for a missing key."""
    from openai import OpenAIError

    return OpenAIError


def _first_line(error: BaseException) -> str:
    return str(error).strip().partition("\n")[0]
