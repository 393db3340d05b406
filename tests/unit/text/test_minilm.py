"""How texts are put into batches; the model itself is tried by the contracts and the whole runs."""

from fta_mem.text.minilm import ALIKE, BATCH, alike


def test_a_batch_holds_texts_of_about_one_length_and_no_text_is_lost() -> None:
    texts = sorted(("x" * (n * n % 211) for n in range(100)), key=len, reverse=True)
    batches = alike(texts)
    assert [text for batch in batches for text in batch] == texts
    assert all(len(batch) <= BATCH and len(batch[-1]) >= ALIKE * len(batch[0]) for batch in batches)


def test_a_long_text_pads_no_short_one() -> None:
    assert alike(["a long text", "short", "brief", ""]) == [["a long text"], ["short", "brief"], [""]]
