"""WhatsApp's own words in a chat, which nobody said: marks for media, deleted messages, calls and notices.

Two signs need no language: a text that an iPhone begins with U+200E, and a file's name in a fixed form. The rest are
the phrases that the app writes, in the languages that it is used in most; each stands for a whole line or message, so
that a sentence which only begins like one is a sentence.
"""

import re
from functools import cache
from importlib import resources
from typing import Final, NamedTuple

from fta_mem.formats.whatsapp.line_heads import DIRECTION, INVISIBLE

LRM: Final = "\u200e"
_VIEW_ONCE: Final = "null"
"""What Android writes for a picture that could be looked at once."""


class Spoken(NamedTuple):
    """What a person wrote in a message ("" for nothing), and what of it was WhatsApp's own."""

    text: str
    left_out: tuple[str, ...]


def _plain(text: str) -> str:
    """Return a text as phrases are compared: no marks, no case, no brackets around, no full stop."""
    bare = "".join(" " if char.isspace() else char for char in text if char not in INVISIBLE)
    return " ".join(bare.split()).strip("<>.。।").strip().casefold()


@cache
def _phrases() -> dict[str, frozenset[str]]:
    """Return the phrases of ``own_words.txt`` by section."""
    sections: dict[str, set[str]] = {}
    kind = ""
    for line in resources.files("fta_mem.formats.whatsapp").joinpath("own_words.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            kind = line.strip("[]")
        elif line and not line.startswith("#"):
            sections.setdefault(kind, set()).update(_plain(phrase) for phrase in line.split("|"))
    return {name: frozenset(phrases) for name, phrases in sections.items()}


_MEDIA_FILE: Final = re.compile(r"(?:IMG|VID|AUD|PTT|STK|DOC|GIF|PHOTO|AUDIO|VIDEO)-\d{8}-WA\d+\.\w+(?: \([^()]*\))?")
_ATTACHED_FILE: Final = re.compile(r".*\.\w{1,8} \(([^()]+)\)")
_ATTACHMENT: Final = re.compile(r"<[^<>:\d]{2,30}: ?\d{5,}-[^<>]+>")
_LOCATION: Final = re.compile(
    r"(?:[^:\n]{0,200}: ?)?https://(?:maps\.google\.com/\?q=|(?:www\.)?foursquare\.com/v/)\S+"
)
_FILE_NAME: Final = re.compile(r"\S.*\.\w{2,5}(?: • .*)?")
_POLL: Final = re.compile(r"[^\W\d_]+(?: [^\W\d_]+)? ?:")


def spoken(lines: list[str], is_bracketed: bool) -> Spoken:
    """Return what a person wrote in a message of these lines."""
    text = "\n".join(lines)
    if not bare(text):
        return Spoken("", ("empty messages",))
    if bare(text) == _VIEW_ONCE:
        return Spoken("", ("media",))
    whole = _plain(text)
    for kind, what in (("deleted", "deleted messages"), ("calls", "calls and messages not received")):
        if whole in _phrases()[kind]:
            return Spoken("", (what,))
    if is_notice(lines[0]):
        return Spoken("", ("system lines",))
    return _without_marks(lines, is_bracketed)


def is_notice(text: str) -> bool:
    """Say whether a line is one of WhatsApp's notices about encryption."""
    return _plain(text).startswith(tuple(_phrases()["notices"]))


def bare(text: str) -> str:
    """Return a text without the marks of direction around it."""
    return text.strip(DIRECTION + " \t\r\n\u00a0\u202f")


def _without_marks(lines: list[str], is_bracketed: bool) -> Spoken:
    if is_bracketed and lines[0].startswith(LRM) and _POLL.fullmatch(_clean(lines[0])) and len(lines) > 1:
        return Spoken(bare("\n".join(_clean(line) for line in lines[1:])), ())
    kept, left_out = [], []
    for number, line in enumerate(lines):
        words, what = _words_of(line, is_bracketed, is_first=number == 0)
        left_out += [what] if what else []
        if words or not what:
            kept.append(words)
    return Spoken(bare("\n".join(kept)), tuple(left_out))


def _words_of(line: str, is_bracketed: bool, *, is_first: bool) -> tuple[str, str]:
    """Return a line without WhatsApp's own part, and what that part was ("" for none)."""
    text = _clean(line)
    if is_first and _LOCATION.fullmatch(text):
        return "", "locations"
    if is_first and _is_media(text):
        return "", "media"
    before, mark, after = line.rpartition("<")
    if mark and _plain(after) in _phrases()["edited"]:
        return bare(before), "notes that a message was edited"
    attachment = _ATTACHMENT.search(text)
    if attachment is not None and attachment.end() == len(text):
        return _caption(text[: attachment.start()]), "media"
    before, mark, after = line.rpartition(LRM)
    if mark and is_bracketed and _is_media(_clean(after)):
        return _caption(bare(before)), "media"
    return ("", "system lines") if is_bracketed and line.startswith(LRM) else (line, "")


def _is_media(text: str) -> bool:
    attached = _ATTACHED_FILE.fullmatch(text)
    is_attached = attached is not None and _plain(attached[1]) in _phrases()["attached"]
    return is_attached or _plain(text) in _phrases()["media"] or _MEDIA_FILE.fullmatch(text) is not None


def _caption(text: str) -> str:
    """Return what stands before a mark for media: a caption, or nothing where it is only the file's name."""
    words = text.strip()
    return "" if _FILE_NAME.fullmatch(words) else words


def _clean(line: str) -> str:
    return "".join(char for char in line if char not in DIRECTION).strip()
