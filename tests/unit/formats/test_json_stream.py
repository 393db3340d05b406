"""Bounds while reading: refused with their place, in little memory and little time."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fta_mem.formats.json_stream import opened, stream_entries, stream_lines
from fta_mem.state.encoding import JSON
from fta_mem.state.errors import DatasetError

PEAK = """
import resource, sys
from pathlib import Path
from fta_mem.formats.reader import look_through
from fta_mem.state.errors import DatasetError
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    look_through(Path(sys.argv[1]))
except DatasetError as error:
    print(error)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


def write(folder: Path, data: bytes) -> Path:
    path = folder / "f.json"
    path.write_bytes(data)
    return path


@settings(deadline=None, max_examples=60)
@given(st.lists(json_values, max_size=6), st.sampled_from([None, 1, 4]))
def test_entries_come_out_as_they_went_in(entries: list[JSON], indent: int | None) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = write(Path(folder), json.dumps(entries, indent=indent).encode())
        assert list(stream_entries(path)) == entries


def test_values_longer_than_a_chunk_and_numbers_at_its_end(tmp_path: Path) -> None:
    entries: list[JSON] = [["x" * length, 12345678, -1.5e30, True, "\ud800"] for length in range(65_480, 65_560)]
    assert list(stream_entries(write(tmp_path, json.dumps(entries).encode()))) == entries


def test_what_is_not_asked_for_is_passed_over(tmp_path: Path) -> None:
    document = {"skip": [{"deep": [1, {"a": "]"}]}] * 9_000, "take": [1, {"b": 2}, "x" * 70_000], "more": 5}
    with opened(write(tmp_path, json.dumps(document).encode())) as stream:
        got = [stream.value() for key in stream.members() if key == "take" for _ in stream.items()]
        stream.end()
    assert got == document["take"]


@pytest.mark.parametrize(
    "data",
    [b"", b"[", b"[1,]", b"[1 2]", b'{"a" 1}', b'{"a": 1,}', b"{1: 2}", b"[1] 2", b"[tru", b'["a', b"[1}", b"[-]"],
)
def test_what_is_no_json_is_refused(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(DatasetError, match=r"f.json, line 1 is cut off or not valid JSON"):
        list(stream_entries(write(tmp_path, data)))


def test_the_line_of_a_fault_is_named(tmp_path: Path) -> None:
    data = b"[\n" + b'{"a": 1},\n' * 20_000 + b"oops\n]"
    with pytest.raises(DatasetError, match=r"f.json, line 20002 is cut off"):
        list(stream_entries(write(tmp_path, data)))


@pytest.mark.parametrize("levels", [101, 900, 200_000])
@pytest.mark.parametrize(
    "shape", ["[%s]", '{"role": "user", "content": "x", "extra": %s}', '[{"messages": [{"x": %s}]}]']
)
def test_what_is_nested_too_deeply_is_refused(tmp_path: Path, levels: int, shape: str) -> None:
    path = write(tmp_path, (shape % ("[" * levels + "]" * levels)).encode())
    for read in (stream_entries, stream_lines):
        with pytest.raises(DatasetError, match=r"line 1 is nested more than 100 levels deep"):
            list(read(path))  # type: ignore[operator]  # both take a path


def test_a_hundred_levels_are_read(tmp_path: Path) -> None:
    assert len(list(stream_entries(write(tmp_path, b"[" * 100 + b"]" * 100)))) == 1


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b'{"role": "user", "content": "x", "extra": ' + b"[" * 200_000 + b"]" * 200_000 + b"}", "levels deep"),
        (b"[" * 200_000, "none of the known formats"),
        (b'{"role": "user", "content": "' + b"x" * 20_000_000 + b'"}', "is longer than|characters"),
        (b'[{"role": "user", "content": "' + b"x" * 20_000_000 + b'"}]', "is longer than|characters"),
        (b'{"messages": [{"date": "' + b"\xf0\x9f\x98\x80" * 5_000_000 + b'"}]}', "is longer than"),
        (b"14.08.24, 21:00 - Ines: " + b"x" * 20_000_000, "is longer than"),
        (b'{"name": "x", "id": 1, "messages": [' + b'{"type": "message", "date": 1, "text": 5},' * 50_000 + b"{}]}", "more such"),
    ],
)  # fmt: skip
def test_a_hostile_file_costs_little(tmp_path: Path, data: bytes, what: str) -> None:
    path = write(tmp_path, data)
    done = subprocess.run(
        [sys.executable, "-c", PEAK, str(path)], capture_output=True, text=True, timeout=60, check=True
    )
    *message, grown = done.stdout.splitlines()
    assert len(message) == 1
    assert str(path) in message[0] or "message 1" in message[0]
    assert any(word in message[0] for word in what.split("|"))
    assert int(grown) < 200
