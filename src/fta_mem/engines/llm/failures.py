"""What can go wrong with a call, as types; providers' own exceptions are told apart by status and class name.

No provider's package is imported for it: which ones are installed is the user's choice.
"""

from collections.abc import Mapping
from typing import Final, Literal

from fta_mem.state.errors import EngineError
from fta_mem.state.records import Usage

FailureKind = Literal[
    "transient", "timeout", "malformed", "cut", "refusal", "too_long", "no_schema", "unusable", "rejected"
]

_TRANSIENT_STATUS: Final = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529})
_UNUSABLE_STATUS: Final = frozenset({401, 403, 404})
"""The key isn't accepted, or the model isn't there: no request will fare better."""
_CONNECTION: Final = ("Connect", "Network", "Protocol", "Transport")
_TOO_LONG: Final = (
    "context length",
    "context_length",
    "context size",
    "context window",
    "too many tokens",
    "prompt is too long",
)
_NO_SCHEMA: Final = ("response_format", "json_schema", "structured output", "output_config", "tool_choice", "grammar")
_BLOCKED: Final = (
    "content_filter",
    "content filter",
    "content management policy",
    "responsibleai",
    "safety",
    "moderation",
)


class CallFailedError(EngineError):
    """A model gave no judgement; ``kind`` says why, ``usage`` what the attempts cost. Holds no dialogue text."""

    def __init__(
        self, kind: FailureKind, reason: str, usage: Usage | None = None, retry_after: float | None = None
    ) -> None:
        super().__init__(f"the model gave no usable reply: {reason}")
        self.kind: FailureKind = kind
        self.reason = reason
        self.usage = usage or Usage()
        self.retry_after = retry_after


class MalformedOutputError(CallFailedError):
    """The model replied, but not with what was asked for."""

    def __init__(self, reason: str) -> None:
        super().__init__("malformed", reason)


def failure_from(error: BaseException) -> CallFailedError:
    """Return the typed failure for whatever a model's client raised.

    Only the class and the status go into the reason: a provider's message may quote the dialogue.
    """
    if isinstance(error, CallFailedError):
        return error
    status = _status(error)
    reason = type(error).__name__ + (f" (HTTP {status})" if status else "")
    return CallFailedError(_kind(error, status), reason, retry_after=_retry_after(error))


def _kind(error: BaseException, status: int | None) -> FailureKind:
    names = [kind.__name__ for kind in type(error).__mro__]
    text = str(error).lower()
    if any("ContentFilter" in name or "Refusal" in name for name in names) or (
        status in {400, 403, 422, 451} and any(word in text for word in _BLOCKED)
    ):
        return "refusal"
    if any("LengthFinishReason" in name for name in names):
        return "cut"
    if any("ContextOverflow" in name for name in names) or (
        status in {400, 413, 422, 500} and any(word in text for word in _TOO_LONG)
    ):
        return "too_long"
    return _kind_by_status(error, status, names, text)


def _kind_by_status(error: BaseException, status: int | None, names: list[str], text: str) -> FailureKind:
    if status in _TRANSIENT_STATUS:
        return "rejected" if "insufficient_quota" in text else "transient"
    if status in {400, 404, 422, 501} and any(word in text for word in _NO_SCHEMA):
        return "no_schema"
    if status is not None:
        return "unusable" if status in _UNUSABLE_STATUS else "rejected"
    if isinstance(error, NotImplementedError):
        return "no_schema"
    if isinstance(error, TimeoutError) or any("Timeout" in name for name in names):
        return "timeout"
    if isinstance(error, OSError) or any(word in name for name in names for word in _CONNECTION):
        return "transient"
    # A client that stumbles over a reply (null choices, missing keys) has met a malformed one.
    return "malformed" if isinstance(error, (ValueError, TypeError, LookupError)) else "rejected"


def _status(error: BaseException) -> int | None:
    for holder in (error, getattr(error, "response", None)):
        status = getattr(holder, "status_code", None)
        if isinstance(status, int) and not isinstance(status, bool):
            return status
    return None


def _retry_after(error: BaseException) -> float | None:
    headers = getattr(getattr(error, "response", None), "headers", None)
    value = headers.get("retry-after") if isinstance(headers, Mapping) else None
    try:
        return max(0.0, float(value)) if value is not None else None
    except (TypeError, ValueError):
        return None
