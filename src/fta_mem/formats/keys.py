"""Keys of JSON turns as people write them: another word for the same thing is taken, a slip of the pen is refused.

Nothing is dropped in silence: a key that means nothing here is reported, and one that nearly is a known key stops the
file, with the nearest right one.
"""

import difflib
import re
from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from fta_mem.state.encoding import JSON
from fta_mem.state.errors import DatasetError

Spellings = Mapping[str, tuple[str, ...]]
"""Our own key, and the words that mean the same there (compared without case, "_" and "-")."""

TURN: Final[Spellings] = {
    "session": (
        "session_id",
        "conversation",
        "conversation_id",
        "thread",
        "thread_id",
        "chat_id",
        "dialogue_id",
        "dialog_id",
    ),
    "timestamp": ("created_at", "created", "date", "datetime", "date_time", "time", "sent_at", "create_time", "ts"),
    "role": ("sender_role", "author_role", "speaker_role"),
    "name": (
        "speaker",
        "author",
        "sender",
        "from",
        "user",
        "username",
        "user_name",
        "speaker_name",
        "author_name",
        "sender_name",
    ),
    "content": ("text", "message", "utterance", "body", "value", "msg"),
    "caption": ("image_caption", "photo_caption", "blip_caption", "alt"),
    "id": ("turn_id", "message_id", "msg_id", "uuid", "dia_id", "utterance_id"),
    "tool_calls": (),
    "function_call": (),
    "refusal": (),
}
CONVERSATION: Final[Spellings] = {
    "messages": ("turns", "dialogue", "dialog", "conversations", "utterances"),
    "session": (*TURN["session"], "id", "uuid"),
    "timestamp": TURN["timestamp"],
}
_NEAR: Final = 0.75
_CLOCK: Final = re.compile(r"\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?")
_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}")


class Fields(NamedTuple):
    """An object under our own keys; ``unread`` are its keys that mean nothing here."""

    given: dict[str, JSON]
    unread: tuple[str, ...]


def fields_of(entry: dict[str, JSON], spellings: Spellings) -> Fields:
    """Return the object under our own keys.

    Raises:
        DatasetError: two of its keys give the same thing differently, or one nearly is a known key.
    """
    known = _known(spellings is CONVERSATION)
    given: dict[str, JSON] = {}
    written: dict[str, str] = {}
    unread = []
    for word, value in entry.items():
        key = known.get(word) or known.get(_plain(word))
        if key is None:
            unread.append(word)
        elif value is not None and value != "":
            given[key] = _one(given.get(key), value, written.get(key, ""), word, key)
            written[key] = word
        else:
            given.setdefault(key, value)
    _refuse_slips(unread, given, known)
    return Fields(given, tuple(unread))


def has_known_key(words: list[str]) -> bool:
    """Say whether some of an object's keys are those of a turn or a conversation, or nearly so."""
    known = _known(False) | _known(True)
    return any(_plain(word) in known or difflib.get_close_matches(_plain(word), known, 1, _NEAR) for word in words)


@cache
def _known(of_conversation: bool) -> dict[str, str]:
    """Return every spelling with our own key."""
    spellings = CONVERSATION if of_conversation else TURN
    return {form: key for key, words in spellings.items() for word in (key, *words) for form in (word, _plain(word))}


def _one(held: JSON, value: JSON, held_as: str, word: str, key: str) -> JSON:
    """Return the one value of a key that is given under two words; a day and a time of day make one."""
    if held is None or held == "" or held == value:
        return value
    if key == "timestamp" and isinstance(held, str) and isinstance(value, str):
        day, clock = (held, value) if _DAY.fullmatch(held) else (value, held)
        if _DAY.fullmatch(day) and _CLOCK.fullmatch(clock):
            return f"{day}T{clock.zfill(5) if len(clock) < 5 else clock}"
    raise DatasetError(f"its {held_as!r} and its {word!r} both give its {key}, and differ")


def _refuse_slips(unread: list[str], given: Mapping[str, JSON], known: Mapping[str, str]) -> None:
    """Refuse a key that nearly is one of ours, where ours isn't there: it would be missed in silence."""
    for word in unread:
        for near in difflib.get_close_matches(_plain(word), known, 3, _NEAR):
            if given.get(known[near]) in (None, ""):
                raise DatasetError(f"its key {word!r} is not known; did you mean {near!r}?")


def _plain(word: str) -> str:
    return re.sub(r"[\W_]+", "", word.casefold())
