"""Load the prompts: Markdown files with a small header, locked by version and hash; data is appended, never filled in.

A prompt's text goes to the model as it is, first, so that providers can cache it. What a request brings is put behind
it in one delimited block a variable. No dialogue text passes through template formatting, and none can close its block.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final

from fta_mem.state.encoding import JSON
from fta_mem.state.errors import SettingsError

CONSTRUCTION: Final = ("detect_boundaries", "extract_units", "judge_relations", "update_longitudinal")
ANSWERING: Final = ("rewrite_query", "answer", "answer_guided", "answer_alone")
COMPANION: Final = ("reply",)
BASELINE: Final = ("answer_plain",)
MEASURING: Final = ("judge_answer", "annotate_density", "summarise_session")
ALL: Final = CONSTRUCTION + ANSWERING + COMPANION + BASELINE + MEASURING

_HEADER: Final = re.compile(r"\A---\n(.*?)\n---\n(.*)\Z", re.DOTALL)
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_FIELDS: Final = ("name", "version", "variables", "output")


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt: its static text, and the variables that a request must bring ("text" ones raw, the others as JSON)."""

    name: str
    version: int
    variables: tuple[str, ...]
    raw: tuple[str, ...]
    output: str
    text: str
    sha256: str

    @property
    def prompt_id(self) -> str:
        """Return ``name@version:hash8``, which every unit and result made with it records."""
        return f"{self.name}@{self.version}:{self.sha256[:8]}"


@cache
def load_prompt(name: str) -> Prompt:
    """Return the prompt of that name.

    Raises:
        SettingsError: there is no such prompt, or its header is not as it should be.
    """
    file = resources.files("fta_mem.prompts") / f"{name}.md"
    if not re.fullmatch(r"[a-z_]+", name) or not file.is_file():
        raise SettingsError(f"there is no prompt {name!r}; known: {', '.join(ALL)}")
    return parse_prompt(name, file.read_text(encoding="utf-8"))


def parse_prompt(name: str, source: str) -> Prompt:
    """Return the prompt that a file's text describes.

    Raises:
        SettingsError: the header is missing, misses a field, or names another prompt.
    """
    found = _HEADER.match(source)
    pairs = [line.partition(": ") for line in found.group(1).splitlines()] if found else []
    fields = {key: value.strip() for key, _, value in pairs}
    if found is None or tuple(fields) != _FIELDS or fields["name"] != name or not fields["version"].isdecimal():
        raise SettingsError(f"prompt {name!r} needs a header with {', '.join(_FIELDS)}, and its own name in it")
    declared = [item.strip() for item in fields["variables"].split(",") if item.strip()]
    return Prompt(
        name=name,
        version=int(fields["version"]),
        variables=tuple(item.removesuffix(":text") for item in declared),
        raw=tuple(item.removesuffix(":text") for item in declared if item.endswith(":text")),
        output=fields["output"],
        text=found.group(2).strip(),
        sha256=hashlib.sha256(source.encode()).hexdigest(),
    )


def render_data(prompt: Prompt, values: Mapping[str, JSON]) -> str:
    """Return the data part of a request: a delimited block for each variable, in the order that the prompt declares.

    Raises:
        SettingsError: a variable is missing, or one is given that the prompt doesn't have.
    """
    missing = [name for name in prompt.variables if name not in values]
    surplus = [name for name in values if name not in prompt.variables]
    if missing or surplus:
        raise SettingsError(f"prompt {prompt.name!r}: missing {missing}, surplus {surplus}")
    return "\n".join(_block(name, values[name], name in prompt.raw) for name in prompt.variables)


def read_data(prompt: Prompt, data: str) -> dict[str, JSON]:
    """Return the values that ``render_data`` put into a data part (its inverse, for rehearsals and tests)."""
    values: dict[str, JSON] = {}
    for name in prompt.variables:
        inside = data.partition(f"<{name}>\n")[2].partition(f"\n</{name}>")[0]
        values[name] = inside.replace("&lt;", "<") if name in prompt.raw else json.loads(inside)
    return values


def lock_lines() -> list[str]:
    """Return the lines that prompts/LOCK must have: name, version and hash of each prompt."""
    prompts = [load_prompt(name) for name in ALL]
    return [f"{prompt.name} {prompt.version} {prompt.sha256}" for prompt in prompts]


def _block(name: str, value: JSON, raw: bool) -> str:
    return f"<{name}>\n{_as_text(value) if raw else _as_json(value)}\n</{name}>"


def _as_json(value: JSON) -> str:
    """Write compact JSON without any "<": neither a closing delimiter nor a model's control token can stand in it."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return _SURROGATE.sub(lambda found: f"\\u{ord(found.group()):04x}", text)


def _as_text(value: JSON) -> str:
    return _SURROGATE.sub("\ufffd", str(value)).replace("<", "&lt;")
