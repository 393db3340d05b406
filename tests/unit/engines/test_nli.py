from pathlib import Path

import pytest

from fta_mem.engines.nli import CrossEncoderJudge
from fta_mem.state.errors import SettingsError

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "ana", "rows", "she", "does", "not", "row"]


def build(folder: Path, labels: dict[int, str]) -> Path:
    """Save a cross-encoder of a few random weights: its path through the library is what is tested."""
    import torch
    from transformers import BertConfig, BertForSequenceClassification, BertTokenizerFast

    folder.mkdir()
    (folder / "vocab.txt").write_text("\n".join(WORDS), encoding="utf-8")
    torch.manual_seed(7)
    config = BertConfig(
        vocab_size=len(WORDS),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        num_labels=len(labels),
        id2label=labels,
        label2id={name: place for place, name in labels.items()},
    )
    BertForSequenceClassification(config).save_pretrained(folder)  # type: ignore[no-untyped-call]
    BertTokenizerFast(vocab_file=str(folder / "vocab.txt")).save_pretrained(folder)
    return folder


def test_labels_are_found_by_their_names(tmp_path: Path) -> None:
    one = CrossEncoderJudge(str(build(tmp_path / "one", {0: "contradiction", 1: "entailment", 2: "neutral"})))
    other = CrossEncoderJudge(str(build(tmp_path / "other", {0: "ENTAILMENT", 1: "CONTRADICTION", 2: "NEUTRAL"})))
    pairs = [("ana rows", "she does row"), ("ana rows not", "she does row")]
    first, second = one.judge(pairs), other.judge(pairs)
    assert one.judge(pairs) == first
    assert [each.entails for each in first] == pytest.approx([each.contradicts for each in second], abs=1e-5)
    assert all(0 < each.entails + each.contradicts < 1 for each in first)
    assert one.name == str(tmp_path / "one")


def test_nothing_to_judge_loads_nothing() -> None:
    assert CrossEncoderJudge("/nowhere").judge([]) == []


def test_a_model_that_is_not_there_is_one_clear_line() -> None:
    with pytest.raises(SettingsError, match="judge_model '/nowhere/at/all' can't be loaded"):
        CrossEncoderJudge("/nowhere/at/all").judge([("a", "b")])


def test_a_model_of_another_kind_is_refused(tmp_path: Path) -> None:
    folder = build(tmp_path / "stars", {0: "good", 1: "bad"})
    with pytest.raises(SettingsError, match="must name entailment and contradiction"):
        CrossEncoderJudge(str(folder)).judge([("a", "b")])
