"""Settings refuse what they can't mean, and cast what comes as text."""

import pytest

from fta_mem.state.errors import SettingsError
from fta_mem.state.settings import CONSTRUCTION_FIELDS, RANGES, Settings, parse_settings, settings_of


def test_defaults_are_the_papers() -> None:
    settings = Settings()
    assert (settings.window_size, settings.embedding_weight, settings.threshold) == (20, 0.8, 0.35)
    assert (settings.top_k, settings.neighbours_per_unit, settings.segmentation) == (10, 1, "bws")


@pytest.mark.parametrize("name", sorted(RANGES))
def test_every_range_is_held(name: str) -> None:
    low, high = RANGES[name]
    with pytest.raises(SettingsError, match=name):
        Settings(**{name: type(getattr(Settings(), name))(high + 1)})
    with pytest.raises(SettingsError, match=name):
        Settings(**{name: type(getattr(Settings(), name))(low - 1)})


@pytest.mark.parametrize("change", [{"top_k": "5"}, {"rewrite": 1}, {"top_k": True}, {"segmentation": "words"}])
def test_wrong_types_are_refused(change: dict[str, object]) -> None:
    with pytest.raises(SettingsError):
        Settings(**change)  # type: ignore[arg-type]


def test_falsy_values_are_values() -> None:
    assert parse_settings({"threshold": "0", "rewrite": "false", "kept_places": "0"}) == Settings(
        threshold=0.0, rewrite=False, kept_places=0
    )


@pytest.mark.parametrize(("name", "text"), [("top_k", "many"), ("rewrite", "perhaps"), ("colour", "blue")])
def test_text_that_cannot_be_cast_is_named(name: str, text: str) -> None:
    with pytest.raises(SettingsError, match=name):
        parse_settings({name: text})


def test_a_foreign_context_is_refused() -> None:
    assert settings_of(None) == Settings()
    with pytest.raises(SettingsError, match="dict"):
        settings_of({"top_k": 3})


def test_construction_fields_are_settings() -> None:
    assert all(hasattr(Settings(), name) for name in CONSTRUCTION_FIELDS)
