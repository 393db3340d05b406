"""An auth handler for the LangGraph server: each person reaches their own cases, threads, runs and store items.

Name it in ``langgraph.json``: ``"auth": {"path": "fta_mem.server.auth:auth", "disable_studio_auth": true}``. People and
the hashes of their tokens stand in the JSON file that ``FTA_MEM_TOKENS`` names:
``{"ana": "<sha256 of her token, hex>"}``. A host with a login of its own writes its own ``authenticate``; the graphs
only look at the identity that it returns.
"""

import hashlib
import hmac
import json
import os
from functools import lru_cache
from pathlib import Path
from typing import Final

from langgraph_sdk import Auth

from fta_mem.state.errors import SettingsError

OWNER: Final = "owner"
SYSTEM: Final = ("read", "search")
"""What everybody may do with assistants: they are the server's graphs with their settings, nobody's memory."""

auth: Final = Auth()


@auth.authenticate
async def authenticate(authorization: str | None) -> str:
    """Return the identity that a bearer token stands for."""
    scheme, _, token = (authorization or "").partition(" ")
    identity = identity_of(token.strip()) if scheme.lower() == "bearer" else None
    if identity is None:
        raise Auth.exceptions.HTTPException(status_code=401, detail="a valid bearer token is needed")
    return identity


@auth.on
async def refuse(ctx: Auth.types.AuthContext, value: object) -> bool:
    """Refuse whatever no rule below allows."""
    return False


@auth.on.threads
async def own_threads(ctx: Auth.types.AuthContext, value: dict[str, object]) -> dict[str, str]:
    """Mark what a person makes as theirs, and show them nothing else; runs belong to their threads."""
    return _marked(ctx, value)


@auth.on.assistants
async def shared_assistants(ctx: Auth.types.AuthContext, value: dict[str, object]) -> bool | dict[str, str]:
    """Let everybody see assistants, and change only their own."""
    return True if ctx.action in SYSTEM else _marked(ctx, value)


@auth.on.crons
async def own_crons(ctx: Auth.types.AuthContext, value: dict[str, object]) -> dict[str, str]:
    """Keep timed runs to who made them."""
    return _marked(ctx, value)


@auth.on.store
async def own_items(ctx: Auth.types.AuthContext, value: dict[str, object]) -> bool:
    """Allow the namespaces that begin with the person's identity."""
    namespace = value.get("namespace")
    return isinstance(namespace, (list, tuple)) and len(namespace) > 0 and namespace[0] == ctx.user.identity


def identity_of(token: str) -> str | None:
    """Return whose token it is, None for nobody's."""
    given = hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
    matches = [identity for identity, held in _people().items() if hmac.compare_digest(held.lower(), given)]
    return matches[0] if token and matches else None


def read_people(path: Path) -> dict[str, str]:
    """Return identities with the hashes of their tokens.

    Raises:
        SettingsError: the file is missing or isn't a JSON object of texts.
    """
    try:
        people = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SettingsError(f"FTA_MEM_TOKENS names {path}, which can't be read as JSON") from error
    if not isinstance(people, dict) or not all(isinstance(digest, str) for digest in people.values()):
        raise SettingsError(f"{path} must be an object of identities with the sha256 of their tokens")
    return people


@lru_cache(maxsize=1)
def _people() -> dict[str, str]:
    named = os.environ.get("FTA_MEM_TOKENS")
    if not named:
        raise SettingsError("FTA_MEM_TOKENS must name the file of people and their tokens' hashes")
    return read_people(Path(named))


def _marked(ctx: Auth.types.AuthContext, value: dict[str, object]) -> dict[str, str]:
    mine = {OWNER: ctx.user.identity}
    metadata = value.setdefault("metadata", {})
    if isinstance(metadata, dict):
        metadata.update(mine)
    return mine
