"""Vectors of the texts that were asked for lately, kept in this process."""

import threading
from collections import OrderedDict
from collections.abc import Collection, Iterable, Mapping
from typing import Final

from fta_mem.text.embedder import Matrix

KEPT: Final = 4_000


class RecentVectors:
    """The vectors of a bounded number of texts, by whose they are; those least recently asked for go first."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[str, str], Matrix] = OrderedDict()
        self._lock = threading.Lock()

    def known(self, owner: str, shas: Iterable[str]) -> dict[str, Matrix]:
        """Return those that are known."""
        with self._lock:
            return {sha: self._known[owner, sha] for sha in shas if (owner, sha) in self._known}

    def keep(self, owner: str, vectors: Mapping[str, Matrix]) -> None:
        """Keep vectors as the ones asked for last."""
        with self._lock:
            for sha, vector in vectors.items():
                if (owner, sha) not in self._known:  # a copy: a row would keep its whole batch in memory
                    self._known[owner, sha] = vector.copy()
                self._known.move_to_end((owner, sha))
            while len(self._known) > KEPT:
                self._known.popitem(last=False)

    def clear(self, owners: Collection[str] | None = None) -> None:
        """Forget all that is some owners', or anybody's."""
        with self._lock:
            for name in [name for name in self._known if owners is None or name[0] in owners]:
                del self._known[name]
