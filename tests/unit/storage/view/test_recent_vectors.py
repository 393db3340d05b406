"""Vectors of what was said lately."""

from collections.abc import Sequence

import numpy as np

from fta_mem.storage.view.recent_vectors import KEPT, LateVectors
from fta_mem.text.embedder import Matrix


class Counting:
    def __init__(self) -> None:
        self.asked: list[list[str]] = []

    def __call__(self, texts: Sequence[str]) -> Matrix:
        self.asked.append(list(texts))
        return np.array([[len(text), 1.0] for text in texts], dtype=np.float32)


def test_a_text_is_embedded_once_and_repeated_texts_share_a_row() -> None:
    lately, embed = LateVectors(), Counting()
    assert lately.vectors(["a", "bb", "a"], embed, 2).tolist() == [[1, 1], [2, 1], [1, 1]]
    assert lately.vectors(["bb", "ccc"], embed, 2).tolist() == [[2, 1], [3, 1]]
    assert lately.vectors([], embed, 2).shape == (0, 2)
    assert embed.asked == [["a", "bb"], ["ccc"]]


def test_it_forgets_the_oldest_and_when_told() -> None:
    lately, embed = LateVectors(), Counting()
    lately.vectors([str(number) for number in range(KEPT + 1)], embed, 2)
    lately.vectors(["0", str(KEPT)], embed, 2)
    assert embed.asked[1:] == [["0"]]
    lately.clear()
    lately.vectors([str(KEPT)], embed, 2)
    assert embed.asked[2:] == [[str(KEPT)]]
