"""all-MiniLM-L6-v2 through onnxruntime: half a second to load, where sentence-transformers takes five."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from fta_mem.text.minilm_graph import GRAPH_FILE

if TYPE_CHECKING:
    from fta_mem.text.embedder import Matrix

LONGEST: Final = 256
"""Word pieces of a text that are read, the two marks at its ends among them (the model's own setting)."""


class OnnxEncoder:
    """Runs the drawn graph over the published weights and tokenizer of ``folder``."""

    def __init__(self, folder: Path) -> None:
        import onnxruntime
        from tokenizers import Tokenizer

        options = onnxruntime.SessionOptions()
        options.add_session_config_entry("session.model_external_initializers_file_folder_path", str(folder))
        # Threads that wait by spinning take the processor from everything else in the host.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        self._session = onnxruntime.InferenceSession(
            GRAPH_FILE.read_bytes(), options, providers=["CPUExecutionProvider"]
        )
        self.counter = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.counter.no_truncation()
        self.counter.no_padding()
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.enable_truncation(LONGEST)
        self._tokenizer.enable_padding()

    def encode(self, batch: Sequence[str]) -> "Matrix":
        """Return one unit-length row a text."""
        read = self._tokenizer.encode_batch(list(batch))
        pieces = np.array([each.ids for each in read], dtype=np.int64)
        mask = np.array([each.attention_mask for each in read], dtype=np.float32)
        given = {"pieces": pieces, "mask": mask, "places": np.arange(pieces.shape[1], dtype=np.int64)}
        (rows,) = self._session.run(["vectors"], given)
        return np.asarray(rows, dtype=np.float32)
