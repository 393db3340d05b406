"""Whose case a run may touch: on a server with authentication, that of who is logged in; otherwise any."""

from typing import Final

from langgraph.runtime import Runtime, get_runtime

from fta_mem.state.errors import ForeignCaseError, SettingsError

SEPARATOR: Final = "/"
"""A person may have several cases: their identity itself, and whatever begins with it and this sign."""


def logged_in() -> str:
    """Return the identity of who runs the current run, "" where nobody logs in, and outside of a run.

    Raises:
        SettingsError: the identity holds the sign that sets a person's cases apart.
    """
    try:
        runtime: Runtime[None] | None = get_runtime()
    except RuntimeError:  # called outside of any run
        runtime = None
    server = runtime.server_info if runtime is not None else None
    identity = str(server.user.identity) if server and server.user else ""
    if SEPARATOR in identity:
        raise SettingsError(f"an identity can't hold {SEPARATOR!r}; let the auth handler give another one")
    return identity


def check_own(case_id: str) -> None:
    """Let a run pass that touches its own person's case.

    Raises:
        ForeignCaseError: the case belongs to somebody else.
        RuntimeError: no run is under way, so that nobody can be told to be who they are.
    """
    get_runtime()
    identity = logged_in()
    if identity and not is_own(case_id, identity):
        raise ForeignCaseError("this case belongs to somebody else; leave case_id out, or give your own")


def is_own(case_id: str, identity: str) -> bool:
    """Say whether a case belongs to an identity; "u1-old" and "U1" are not "u1"'s."""
    return case_id == identity or case_id.startswith(f"{identity}{SEPARATOR}")


def own_case(given: str | None) -> str:
    """Return the case that a run is about: the one given, else that of who is logged in.

    Raises:
        ForeignCaseError: the case belongs to somebody else.
        SettingsError: none is given and nobody is logged in.
    """
    case_id = given or logged_in()
    if not case_id:
        raise SettingsError("no case_id: say whose memory is meant")
    check_own(case_id)
    return case_id
