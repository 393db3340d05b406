"""Which methods a run measures, by name or by group, and how they are built."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from fta_mem.evaluation.ablations import ABLATIONS, K_SWEEP, REFERENCE, ablated
from fta_mem.evaluation.answerers import Answerer
from fta_mem.evaluation.baselines import BASELINES, Baseline
from fta_mem.evaluation.fta_method import MemoryMethod, Opener, home_of
from fta_mem.evaluation.methods import Method
from fta_mem.evaluation.session_summaries import Summarise, extracted
from fta_mem.state.errors import SettingsError
from fta_mem.state.settings import Settings
from fta_mem.text.embedder import Embedder

GROUPS: Final[dict[str, tuple[str, ...]]] = {
    "default": (REFERENCE, *BASELINES),
    "baselines": tuple(BASELINES),
    "ablations": tuple(ABLATIONS),
    "k": tuple(K_SWEEP),
    "all": (REFERENCE, *BASELINES, *ABLATIONS),
}


@dataclass(frozen=True, slots=True)
class Workshop:
    """What methods are built from: shared vectors, who answers for baselines, and where memory lives."""

    embedder: Embedder
    answerer: Answerer | None
    settings: Settings
    opener: Opener
    homes: Path
    data_hash: str
    engine: str
    summarise: Summarise = extracted

    def build(self, name: str) -> Method:
        """Return the method of that name."""
        if name in BASELINES:
            return Baseline(name, self.embedder, self.answerer, self.settings.budget, self.summarise)
        settings = ablated(name, self.settings)
        home = home_of(self.homes, self.data_hash, settings, self.engine)
        return MemoryMethod(name, home, settings, self.opener, answers=self.answerer is not None)


def file_hash(path: Path) -> str:
    """Return the SHA-256 (hex) of the benchmark's file, so that kept memory is never that of another one."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def chosen_methods(names: Iterable[str]) -> list[str]:
    """Return the methods that names and groups stand for, each once, in the order given.

    Raises:
        SettingsError: there is no such method or group.
    """
    known = {*GROUPS["all"], *K_SWEEP}
    chosen: dict[str, None] = {}
    for name in names:
        if name not in known and name not in GROUPS:
            raise SettingsError(f"unknown method {name!r}; known: {', '.join([*GROUPS, *GROUPS['all'], *K_SWEEP])}")
        chosen.update((each, None) for each in GROUPS.get(name, (name,)))
    if not chosen:
        raise SettingsError("no method was named; see --methods")
    return list(chosen)
