"""Tokens and the identities that they stand for."""

import asyncio
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from langgraph_sdk import Auth

from fta_mem.server import auth
from fta_mem.state.errors import SettingsError


@pytest.fixture
def people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    file = tmp_path / "people.json"
    file.write_text(json.dumps({"ana": hashlib.sha256(b"secret").hexdigest().upper()}), encoding="utf-8")
    monkeypatch.setenv("FTA_MEM_TOKENS", str(file))
    auth._people.cache_clear()
    yield file
    auth._people.cache_clear()


def test_a_token_stands_for_one_person(people: Path) -> None:
    assert auth.identity_of("secret") == "ana"
    assert asyncio.run(auth.authenticate("bearer secret")) == "ana"


@pytest.mark.parametrize("given", [None, "", "Bearer", "Bearer other", "Basic secret", "secret", "Bearer \ud800"])
def test_anything_else_stands_for_nobody(people: Path, given: str | None) -> None:
    with pytest.raises(Auth.exceptions.HTTPException) as caught:
        asyncio.run(auth.authenticate(given))
    assert caught.value.status_code == 401


def test_an_empty_token_is_never_one(people: Path) -> None:
    people.write_text(json.dumps({"ana": hashlib.sha256(b"").hexdigest()}), encoding="utf-8")
    assert auth.identity_of("") is None


@pytest.mark.parametrize("text", ["", "[]", '{"ana": 1}'])
def test_a_file_that_is_none_of_people_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "people.json").write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError, match="people.json"):
        auth.read_people(tmp_path / "people.json")


def test_without_a_file_nobody_is_let_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FTA_MEM_TOKENS", raising=False)
    auth._people.cache_clear()
    with pytest.raises(SettingsError, match="FTA_MEM_TOKENS"):
        auth.identity_of("secret")
