"""Telegram's JSON export: one chat, or a whole account with a case a chat.

Who writes is told by ``from_id``, never by the name that is shown; what is forwarded is told in its author's name.
"""

import difflib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from fta_mem.formats.case_builder import ReadCase, id_of, list_of, object_of, text_of
from fta_mem.formats.chat_thread import ChatThread
from fta_mem.formats.json_stream import JSONStream, first_byte, opened
from fta_mem.formats.timestamps import iso_timestamp
from fta_mem.state.encoding import JSON
from fta_mem.state.errors import DatasetError

_LISTS: Final = ("chats", "left_chats")
_HEAD: Final = ("name", "type", "id")
_MEDIA: Final = ("media_type", "photo", "file", "sticker_emoji", "contact_information", "location_information")
DELETED: Final = "Deleted Account"


@dataclass(slots=True)
class _Chat:
    """A chat's own fields as far as they have been read."""

    fields: dict[str, JSON] = field(default_factory=dict)

    @property
    def key(self) -> str:
        return id_of(self.fields, "id")

    @property
    def title(self) -> str:
        named = text_of(self.fields, "name", "")
        return named or (
            "Saved Messages" if self.fields.get("type") == "saved_messages" else f"chat {self.key}".strip()
        )


@dataclass(slots=True)
class TelegramExport:
    """The file; ``wanted`` is the name or the number of the one chat that is asked for."""

    path: Path
    wanted: str | None = None
    _told: Counter[str] | None = field(default=None, init=False)

    def cases(self) -> Iterator[ReadCase]:
        """Yield each chat as a case, called by its name (with its number where two have one name).

        Raises:
            DatasetError: it is no Telegram export, or holds no chat of the name that is wanted.
        """
        if first_byte(self.path) == b"<":
            raise DatasetError(
                f"{self.path} is Telegram's HTML export, which can't tell people of one name apart; "
                "export it as machine-readable JSON"
            )
        told = self._count_titles()
        with opened(self.path) as stream:
            for chat in _chats(stream):
                name = f"{chat.title} ({chat.key})" if told[chat.title] > 1 else chat.title
                if self.wanted is None or self.wanted in {name, chat.title, chat.key}:
                    yield _read_messages(stream, chat, name)

    def _count_titles(self) -> Counter[str]:
        """Return how often each chat's name is there; messages are passed over."""
        if self._told is None:
            with opened(self.path) as stream:
                chats = list(_chats(stream))
                stream.end()
            if not chats:
                raise DatasetError(f"{self.path} is no Telegram export: it has neither messages nor chats")
            self._told = Counter(chat.title for chat in chats)
            self._check_wanted(chats)
        return self._told

    def _check_wanted(self, chats: list[_Chat]) -> None:
        names = [name for chat in chats for name in (chat.title, chat.key, f"{chat.title} ({chat.key})")]
        if self.wanted is not None and self.wanted not in names:
            near = difflib.get_close_matches(self.wanted, names, 1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise DatasetError(f"{self.path} has no chat {self.wanted!r} among its {len(chats)}{hint}")


def _chats(stream: JSONStream) -> Iterator[_Chat]:
    """Yield each chat when its messages are ahead; its other fields stand before them, as Telegram writes them."""
    if stream.kind() != "{":
        raise DatasetError(f"{stream.place} is no Telegram export")
    whole = _Chat()
    for key in stream.members():
        if key in _LISTS and stream.kind() == "{":
            yield from _listed_chats(stream)
        else:
            yield from _field(stream, whole, key)


def _listed_chats(stream: JSONStream) -> Iterator[_Chat]:
    for key in stream.members():
        if key == "list" and stream.kind() == "[":
            for _ in stream.items():
                yield from _one_chat(stream)


def _one_chat(stream: JSONStream) -> Iterator[_Chat]:
    chat = _Chat()
    for key in stream.members():
        yield from _field(stream, chat, key)


def _field(stream: JSONStream, chat: _Chat, key: str) -> Iterator[_Chat]:
    if key == "messages":
        yield chat
    elif key in _HEAD:
        chat.fields[key] = stream.value()


def _read_messages(stream: JSONStream, chat: _Chat, title: str) -> ReadCase:
    thread = ChatThread(title, f"telegram-{chat.key}" if chat.key else "telegram")
    people = _People()
    if stream.kind() != "[":
        raise DatasetError(f"{stream.place}: the messages of {title!r} are no list")
    for number in stream.items():
        place = f"message {number}"
        message = stream.value()
        with thread.builder.guarding(thread.session_id, place):
            _read_message(thread, people, object_of(message, "it"), place)
    return thread.result(people.names())


def _read_message(thread: ChatThread, people: "_People", message: dict[str, JSON], place: str) -> None:
    if message.get("type") != "message":
        thread.leave_out("service messages")
        return
    text = _text(message)
    if not text:
        is_media = any(message.get(key) for key in _MEDIA)
        thread.leave_out("media without words" if is_media else "empty messages")
        return
    written = message.get("date") or message.get("date_unixtime")
    is_number = isinstance(written, str) and written.isdecimal()
    when = iso_timestamp(int(str(written)) if is_number else written)
    thread.say(place, people.author(message), text, when, id_of(message, "id"))


def _text(message: dict[str, JSON]) -> str:
    """Return what is written, entities and all; of a poll its question and the answers to choose from."""
    written = _joined(message.get("text")) or _joined(message.get("text_entities"))
    poll = message.get("poll")
    if isinstance(poll, dict):
        answers = [
            object_of(answer, "an answer of its poll") for answer in list_of(poll.get("answers") or [], "its poll")
        ]
        lines = [_joined(poll.get("question")), *(f"- {_joined(answer.get('text'))}" for answer in answers)]
        written = "\n".join(line for line in [written, *lines] if line.strip("- "))
    return written.strip()


def _joined(text: JSON) -> str:
    if isinstance(text, list):
        return "".join(_joined(part) for part in text)
    if isinstance(text, dict):
        return _joined(text.get("text"))
    if text is None or isinstance(text, str):
        return text or ""
    raise DatasetError("its text is not a text")


class _People:
    """Who is who in one chat: keys for people, and what they are called once all have been seen."""

    def __init__(self) -> None:
        self._shown: dict[str, str] = {}
        self._quoted: dict[str, tuple[str, str]] = {}

    def author(self, message: dict[str, JSON]) -> str:
        """Return the key of whoever wrote the message: of what is forwarded its author, not the one who sent it on."""
        sender = self._person(message, "from", "from_id")
        if "forwarded_from" not in message and "forwarded_from_id" not in message:
            return sender
        if id_of(message, "forwarded_from_id"):
            return self._person(message, "forwarded_from", "forwarded_from_id")
        shown = text_of(message, "forwarded_from", "")
        key = f"{sender} forwarded {shown}"
        self._quoted[key] = (shown, sender)
        return key

    def names(self) -> dict[str, str]:
        """Return what each key is called; several people of one name are told apart by their ids."""
        called = {key: shown or DELETED for key, shown in self._shown.items()}
        told = Counter(called.values())
        names = {
            key: name if told[name] == 1 and self._shown[key] else f"{name} ({key})" for key, name in called.items()
        }
        return names | {key: self._quoted_name(shown, sender) for key, (shown, sender) in self._quoted.items()}

    def _person(self, message: dict[str, JSON], name_key: str, id_key: str) -> str:
        shown = text_of(message, name_key, "")
        key = id_of(message, id_key) or shown
        self._shown[key] = shown or self._shown.get(key, "")
        return key

    def _quoted_name(self, shown: str, sender: str) -> str:
        """Return what an author is called of whom only a name is told: the sender's own words, or a stranger's."""
        of_that_name = [key for key, name in self._shown.items() if name == shown]
        if of_that_name == [sender]:
            return shown
        return f"{shown or 'unknown author'} (forwarded)" if of_that_name or not shown else shown
