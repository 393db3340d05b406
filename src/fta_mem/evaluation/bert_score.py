"""BERTScore (Zhang et al. 2020): each word piece finds its nearest one in the other text.

As in the reference implementation without idf weights and without rescaling: the marks at a text's ends can be found,
and don't count themselves.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from fta_mem.evaluation.questions import Question
from fta_mem.state.errors import SettingsError

Rows = npt.NDArray[np.float64]
Encode = Callable[[str], "Pieces"]

LAYERS: Final = {
    "bert-base-uncased": 9,
    "bert-base-cased": 9,
    "bert-large-uncased": 18,
    "roberta-base": 10,
    "roberta-large": 17,
    "distilbert-base-uncased": 5,
    "distilroberta-base": 5,
    "microsoft/deberta-base-mnli": 9,
    "microsoft/deberta-large-mnli": 18,
    "microsoft/deberta-xlarge-mnli": 40,
}
"""The layer that the reference implementation takes of each model; of another one, the last."""
LONGEST: Final = 512


@dataclass(frozen=True, slots=True)
class Pieces:
    """A text's word pieces: a vector each, and whether each one counts (the marks at the ends don't)."""

    vectors: Rows
    counts: npt.NDArray[np.bool_]


def bert_f1(said: Pieces, wanted: Pieces) -> float:
    """Return the F1 of how well the pieces said are found in the text wanted, and those wanted in what was said."""
    if not said.counts.any() or not wanted.counts.any():
        return 0.0
    near = _unit(said.vectors) @ _unit(wanted.vectors).T
    precision = float(near.max(axis=1)[said.counts].mean())
    recall = float(near.max(axis=0)[wanted.counts].mean())
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


class BertScore:
    """F1 by the pieces of a model; ``source`` is a name or a folder, with "@LAYER" behind it for another layer."""

    name = "bertscore"
    best = 1.0

    def __init__(self, source: str, encode: Encode | None = None) -> None:
        self.source = source
        self._encode = encode

    def score(self, question: Question, said: str) -> float | None:
        """Return the F1 of the answer and the gold, None where there is no gold."""
        if not question.gold:
            return None
        if self._encode is None:
            self._encode = open_encoder(self.source)
        return bert_f1(self._encode(said), self._encode(question.gold))


def open_encoder(source: str) -> Encode:
    """Load the model and return what turns a text into pieces.

    Raises:
        SettingsError: there is no such model here, or it hasn't so many layers.
    """
    import torch
    from transformers import AutoModel, AutoTokenizer
    from transformers.utils import logging

    name, at, layer = source.rpartition("@")
    name, wanted = (name, layer) if at and layer.isdecimal() else (source, str(LAYERS.get(source, -1)))
    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    try:
        tokenizer = AutoTokenizer.from_pretrained(name)
        model = AutoModel.from_pretrained(name).eval()
    except (OSError, ValueError) as error:
        raise SettingsError(f"--bert-model {name!r} can't be loaded; give a folder or a model's name") from error
    place = int(wanted)
    if place > model.config.num_hidden_layers:
        raise SettingsError(f"--bert-model {name!r} has {model.config.num_hidden_layers} layers, not {place}")
    lock = threading.Lock()

    def encode(text: str) -> Pieces:
        with lock, torch.no_grad():
            given = tokenizer(
                text, return_tensors="pt", truncation=True, max_length=LONGEST, return_special_tokens_mask=True
            )
            marks = given.pop("special_tokens_mask")[0].numpy().astype(bool)
            layers = model(**given, output_hidden_states=True).hidden_states
        return Pieces(layers[place][0].numpy().astype(np.float64), ~marks)

    return encode


def _unit(vectors: Rows) -> Rows:
    rows: Rows = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return rows
