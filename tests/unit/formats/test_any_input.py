"""Whatever a file holds, it is read or refused in one line; nothing else comes out of a reader."""

import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fta_mem.formats.detect import FORMATS, Format
from fta_mem.formats.reader import Wanted, look_through
from fta_mem.state.errors import DatasetError

KEYS = [
    "session",
    "role",
    "content",
    "name",
    "timestamp",
    "messages",
    "text",
    "type",
    "date",
    "date_unixtime",
    "from",
    "from_id",
    "id",
    "chats",
    "list",
    "mapping",
    "message",
    "parent",
    "current_node",
    "author",
    "parts",
    "create_time",
    "chat_messages",
    "sender",
    "uuid",
    "conversation",
    "session_1",
    "session_1_date_time",
    "speaker",
    "dia_id",
    "dialog_history",
    "dialogue",
    "idx",
    "sample_id",
    "poll",
    "question",
    "answers",
    "forwarded_from",
]
scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(["user", "message", "human", "2024-01-05", "text", "all", ""])
)
documents = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=5),
    max_leaves=25,
)
chat_lines = st.lists(
    st.from_regex(
        r"\A\[?[0-9]{1,4}[./-][0-9]{1,2}[./-][0-9]{1,4},? [0-9]{1,2}[:.][0-9]{2}( [ap]m)?(\]| -) ?(\w+: )?.{0,20}\Z"
    )
    | st.text(max_size=40),
    max_size=8,
).map("\n".join)


def read_all(data: bytes, format: Format | str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file"
        path.write_bytes(data)
        try:
            found = look_through(path, Wanted(format))  # type: ignore[arg-type]  # a Format or "auto"
            for read in found.cases():
                assert all(session.turns for session in read.sound_part().sessions)
        except DatasetError as error:
            assert "\n" not in str(error)


@pytest.mark.parametrize("format", ["auto", *FORMATS])
@settings(deadline=None, max_examples=40)
@given(data=st.binary(max_size=300) | st.text(max_size=300).map(lambda text: text.encode("utf-8", "surrogatepass")))
@example(data=b"[1e999]")
@example(data=b'{"timestamp": 1e308, "role": "user", "content": "x"}')
@example(data=b'{"timestamp": ' + b"9" * 4000 + b', "role": "user", "content": "x"}')
def test_bytes_of_any_kind(format: str, data: bytes) -> None:
    read_all(data, format)


@pytest.mark.parametrize("format", ["auto", *(name for name in FORMATS if name != "whatsapp")])
@settings(deadline=None, max_examples=80)
@given(document=documents, indent=st.sampled_from([None, 1]))
def test_json_of_nearly_the_right_shape(format: str, document: object, indent: int | None) -> None:
    read_all(json.dumps(document, indent=indent).encode(), format)


@pytest.mark.parametrize("format", ["auto", "whatsapp"])
@settings(deadline=None, max_examples=150)
@given(text=chat_lines)
def test_lines_of_nearly_the_right_shape(format: str, text: str) -> None:
    read_all(text.encode("utf-8", "surrogatepass"), format)
