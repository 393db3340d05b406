"""Names under which a case's rows and files, and a text's vector, are kept."""

import hashlib


def case_key(case_id: str) -> str:
    """Return the name under which a case's rows and files stand: any id is one, look-alikes never share it."""
    return hashlib.sha256(case_id.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def text_sha(text: str) -> str:
    """Return the name of a text's vector."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def place_digest(session_id: str, turn_id: str) -> str:
    """Return by what the place of a forgotten message is known again: its thread and its id, never its words."""
    return text_sha(f"{session_id}\0{turn_id}")
