import pytest

from fta_mem.evaluation.ablations import ABLATIONS, ablated
from fta_mem.evaluation.selection import GROUPS, chosen_methods
from fta_mem.state.errors import SettingsError
from fta_mem.state.settings import Settings


def test_groups_and_names_are_expanded_once_in_order() -> None:
    assert chosen_methods(["session", "baselines"])[:2] == ["session", "question_only"]
    assert chosen_methods(["fta", "fta"]) == ["fta"]
    assert chosen_methods(["all"]) == list(GROUPS["all"])
    assert len(chosen_methods(["default"])) == 10


def test_an_unknown_method_is_refused() -> None:
    with pytest.raises(SettingsError, match="fta_no_magic"):
        chosen_methods(["fta_no_magic"])


@pytest.mark.parametrize("name", ABLATIONS)
def test_each_ablation_changes_the_settings(name: str) -> None:
    assert ablated(name, Settings()) != Settings()


def test_the_whole_method_changes_nothing() -> None:
    assert ablated("fta", Settings(top_k=7)) == Settings(top_k=7)
