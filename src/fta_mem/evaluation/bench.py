"""Speed as ratios, each measured in one run: construction against embedding its texts, recall against its question.

``python -m fta_mem.evaluation.bench FILE`` measures construction on the first case of a dialogue file.
"""

import argparse
import statistics
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from time import perf_counter

from fta_mem.assembly import open_engine
from fta_mem.evaluation.synthetic import HashedVectors, store_units, synthetic_questions
from fta_mem.formats.reader import read_cases
from fta_mem.memory import Memory
from fta_mem.nodes.retriever import UNITS_CONSIDERED
from fta_mem.state.errors import StoreError
from fta_mem.state.records import Case
from fta_mem.state.settings import Settings
from fta_mem.storage.store import SqlStore
from fta_mem.text.embedder import Embedder, Matrix
from fta_mem.text.minilm import MiniLM

UNITS = 10_000
QUESTIONS = 50


class TextLog:
    """An embedder that keeps a list of the texts it was given."""

    def __init__(self, embedder: Embedder) -> None:
        self.name = embedder.name
        self.dimension = embedder.dimension
        self.texts: dict[str, None] = {}
        self._embedder = embedder

    def embed(self, texts: Sequence[str]) -> Matrix:
        """Return the texts' vectors."""
        self.texts.update(dict.fromkeys(texts))
        return self._embedder.embed(texts)

    def count_tokens(self, text: str) -> int:
        """Return the number of word pieces of the text."""
        return self._embedder.count_tokens(text)


@dataclass(frozen=True, slots=True)
class Ratio:
    """Seconds of the work, seconds of the embedding that it can't do without, and how many texts that is."""

    seconds: float
    embedding_seconds: float
    texts: int

    @property
    def value(self) -> float:
        """Return how many times as long the work takes."""
        return self.seconds / self.embedding_seconds


def construction_ratio(case: Case, home: Path, settings: Settings) -> Ratio:
    """Build a case, then embed once, in one batch, every text that this needed embedded.

    A small case goes first: loading libraries and models (the embedder's own, too) is paid once a process.
    """
    model = MiniLM()
    log = TextLog(model)
    with Memory(SqlStore(home, log), open_engine(log, settings), settings) as memory:
        first = case.sessions[0]
        memory.ingest(Case("warm-up", (replace(first, turns=first.turns[:4]),)))
        log.texts.clear()
        seconds = _timed(lambda: memory.ingest(case))
    texts = list(log.texts)
    embedding = min(_timed(lambda: model.embed(texts)) for _ in range(2))  # a busy machine only ever adds to it
    return Ratio(seconds, embedding, len(texts))


def recall_ratio(home: Path, settings: Settings, units: int = UNITS) -> Ratio:
    """Recall from a case of synthetic units, against embedding a question alone; medians, taken in turn."""
    model = MiniLM()
    with Memory(SqlStore(home, HashedVectors(model)), open_engine(model, settings), settings) as memory:
        store_units(memory.store, "synthetic", units)
    with Memory(SqlStore(home, model), open_engine(model, settings), settings) as memory:
        asked = synthetic_questions(2 * QUESTIONS + 1)
        memory.recall("synthetic", asked[0])
        recalls, alone = [], []
        for asking, embedding in zip(asked[1 : QUESTIONS + 1], asked[QUESTIONS + 1 :], strict=True):
            recalls.append(_timed(partial(memory.recall, "synthetic", asking)))
            alone.append(_timed(partial(model.embed, [embedding])))
    return Ratio(statistics.median(recalls), statistics.median(alone), 1)


def index_recall(home: Path, units: int = UNITS) -> float:
    """Return the share of the units nearest to a question that the index finds too, in a case of synthetic units."""
    model = MiniLM()
    with SqlStore(home, HashedVectors(model)) as store:
        store_units(store, "synthetic", units)
        shares = []
        for question in synthetic_questions(QUESTIONS):
            vector = store.embed_query(question)
            exact = store.nearest("synthetic", vector, UNITS_CONSIDERED, "exact").units
            found = store.nearest("synthetic", vector, UNITS_CONSIDERED, "chroma")
            if found.way != "chroma":
                raise StoreError("the index can't be asked")
            shares.append(len({*exact} & {*found.units}) / len(exact))
    return statistics.mean(shares)


def report_lines(construction: Ratio | None, recall: Ratio, found: float) -> list[str]:
    """Return what was measured, a line each."""
    lines = []
    if construction is not None:
        lines.append(
            f"construction {construction.seconds:.2f} s, embedding its {construction.texts} texts once "
            f"{construction.embedding_seconds:.2f} s: {construction.value:.2f} times"
        )
    lines.append(
        f"recall at {UNITS} units {1000 * recall.seconds:.1f} ms, embedding the question "
        f"{1000 * recall.embedding_seconds:.1f} ms: {recall.value:.2f} times"
    )
    lines.append(f"the index finds {100 * found:.2f} % of the {UNITS_CONSIDERED} units that exact search finds nearest")
    return lines


def main() -> None:
    """Measure and print; progress and figures go to stdout, a line each."""
    parser = argparse.ArgumentParser(description="Measure construction and recall against embedding.")
    parser.add_argument("file", type=Path, nargs="?", help="a dialogue file; without it recall alone is measured")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="fta-mem-bench-") as folder:
        construction = None
        if given.file is not None:
            case = next(iter(read_cases(given.file))).case
            construction = construction_ratio(case, Path(folder) / "built", Settings())
        recall = recall_ratio(Path(folder) / "synthetic", Settings())
        found = index_recall(Path(folder) / "synthetic")
    print("\n".join(report_lines(construction, recall, found)))  # noqa: T201  (a program of its own)


def _timed(work: Callable[[], object]) -> float:
    started = perf_counter()
    work()
    return perf_counter() - started


if __name__ == "__main__":
    main()
