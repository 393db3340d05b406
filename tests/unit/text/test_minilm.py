"""How texts are put into batches; the model itself is tried by the contracts and the whole runs."""

import numpy as np

from fta_mem.text.minilm import ALIKE, BATCH, MiniLM, alike, packaged_weights
from fta_mem.text.minilm_graph import GRAPH_FILE, WEIGHTS_FILE, draw


def test_a_batch_holds_texts_of_about_one_length_and_no_text_is_lost() -> None:
    texts = sorted(("x" * (n * n % 211) for n in range(100)), key=len, reverse=True)
    batches = alike(texts)
    assert [text for batch in batches for text in batch] == texts
    assert all(len(batch) <= BATCH and len(batch[-1]) >= ALIKE * len(batch[0]) for batch in batches)


def test_a_long_text_pads_no_short_one() -> None:
    assert alike(["a long text", "short", "brief", ""]) == [["a long text"], ["short", "brief"], [""]]


def test_onnxruntime_and_sentence_transformers_give_the_same_vectors() -> None:
    texts = ["I moved to Leeds.", "", "a" * 3000, "Привет 👋 " * 200, "She said \ud800 nothing."]
    here, there = MiniLM(), MiniLM(str(packaged_weights()))
    assert np.abs(here.embed(texts) - there.embed(texts)).max() < 1e-5
    assert [here.count_tokens(text) for text in texts] == [there.count_tokens(text) for text in texts]


def test_the_graph_is_the_one_that_is_drawn_from_the_weights() -> None:
    assert draw(packaged_weights() / WEIGHTS_FILE) == GRAPH_FILE.read_bytes()
