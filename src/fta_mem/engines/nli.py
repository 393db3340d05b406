"""The judge by any cross-encoder for natural-language inference, loaded from a name or a path when first asked."""

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from fta_mem.engines.judge import Entailment
from fta_mem.state.errors import SettingsError

if TYPE_CHECKING:
    from sentence_transformers import CrossEncoder

BATCH: Final = 16
LONGEST: Final = 512
"""Word pieces of a pair that are read."""


class CrossEncoderJudge:
    """A sentence-transformers CrossEncoder whose labels name entailment and contradiction, on the CPU."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._loaded: tuple[CrossEncoder, int, int] | None = None
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """Return the model's name or path as it was given."""
        return self._source

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Entailment]:
        """Return one judgement for each (premise, hypothesis).

        Raises:
            SettingsError: there is no such model here, or it isn't one for natural-language inference.
        """
        if not pairs:
            return []
        with self._lock:
            model, entails, contradicts = self._loaded = self._loaded or self._load()
            rows = model.predict(list(pairs), batch_size=BATCH, apply_softmax=True, show_progress_bar=False)
        chances = np.asarray(rows, dtype=np.float64)
        return [Entailment(round(row[entails], 6), round(row[contradicts], 6)) for row in chances.tolist()]

    def _load(self) -> "tuple[CrossEncoder, int, int]":
        from sentence_transformers import CrossEncoder
        from transformers.utils import logging

        logging.disable_progress_bar()  # type: ignore[no-untyped-call]
        try:
            model = CrossEncoder(self._source, device="cpu", max_length=LONGEST)
        except (OSError, ValueError) as error:
            raise SettingsError(
                f"judge_model {self._source!r} can't be loaded; give a folder or a model name"
            ) from error
        places = {str(name).lower(): int(place) for place, name in model.config.id2label.items()}
        entails = next((place for name, place in places.items() if name.startswith("entail")), None)
        contradicts = next((place for name, place in places.items() if name.startswith("contradict")), None)
        if entails is None or contradicts is None:
            raise SettingsError(
                f"judge_model {self._source!r} has labels {sorted(places)}; it must name entailment and contradiction"
            )
        return model, entails, contradicts
