"""What was handed out of a growing matrix stays as it was."""

import numpy as np

from fta_mem.storage.view.growing_rows import FIRST_ROWS, GrowingRows, NamedRows


def rows(*values: float) -> np.ndarray:
    return np.array([[value, value] for value in values], dtype=np.float32).reshape(-1, 2)


def test_rows_that_were_handed_out_stay_when_more_come() -> None:
    growing = GrowingRows(2)
    assert growing.rows.shape == (0, 2)
    growing.extend(rows(1, 2))
    before = growing.rows
    for number in range(FIRST_ROWS * 3):
        growing.extend(rows(number))
    growing.extend(rows())
    growing.replace(0, rows(9)[0])
    assert before[:, 0].tolist() == [1, 2]
    assert growing.rows[:4, 0].tolist() == [9, 2, 0, 1]
    assert len(growing) == len(growing.rows) == FIRST_ROWS * 3 + 2
    assert growing.rows.flags["C_CONTIGUOUS"]


def test_a_name_that_comes_again_keeps_its_row() -> None:
    named = NamedRows(2)
    named.put(["a", "b"], rows(1, 2))
    before = named.rows
    named.put(["c", "a", "d"], rows(3, 7, 4))
    assert named.rows[:, 0].tolist() == [7, 2, 3, 4]
    assert named.places(["d", "a"]).tolist() == [3, 0]
    assert before[:, 0].tolist() == [1, 2]
