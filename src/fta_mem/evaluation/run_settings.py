"""All that a run's figures depend on, as its folder keeps them: data, settings, models, versions, prompts."""

import platform
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Final

from fta_mem.evaluation.selection import file_hash
from fta_mem.prompts.loader import ALL, load_prompt
from fta_mem.state.encoding import JSON, to_json
from fta_mem.state.settings import Settings

LIBRARIES: Final = (
    "fta-mem",
    "langgraph",
    "langchain-core",
    "chromadb",
    "sentence-transformers",
    "torch",
    "spacy",
    "numpy",
    "bm25s",
)


def run_settings(
    benchmark: str, data: Sequence[Path], settings: Settings, embedder: str, asked: Mapping[str, JSON]
) -> dict[str, JSON]:
    """Return what is written to run.json; ``asked`` holds the command line's own choices (models, sample, seed).

    Files are named without their folder, and told by their hash.
    """
    return {
        "benchmark": benchmark,
        "data": [{"name": path.name, "sha256": file_hash(path)} for path in data],
        **asked,
        "settings": to_json(settings),
        "embedder": embedder,
        "versions": {"python": platform.python_version(), **{name: version(name) for name in LIBRARIES}},
        "prompts": {name: load_prompt(name).prompt_id for name in ALL},
    }
