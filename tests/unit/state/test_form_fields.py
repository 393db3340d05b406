"""What LangGraph Studio shows: every input described, every number with its range, as pydantic reads it."""

import pytest
from pydantic import TypeAdapter

from fta_mem.state.answering import AnsweringInput
from fta_mem.state.construction import ConstructionInput
from fta_mem.state.session_input import SessionInput, TurnInput
from fta_mem.state.settings import RANGES, Settings


@pytest.mark.parametrize("form", [AnsweringInput, ConstructionInput, SessionInput, TurnInput])
def test_every_input_is_described(form: type) -> None:
    properties = TypeAdapter(form).json_schema()["properties"]
    assert properties
    assert [name for name, field in properties.items() if not field.get("description")] == []


def test_the_example_session_is_one() -> None:
    (example,) = TypeAdapter(ConstructionInput).json_schema()["properties"]["session"]["examples"]
    assert TypeAdapter(SessionInput).validate_python(example) == example


def test_settings_are_a_form_with_defaults_descriptions_and_ranges() -> None:
    properties = TypeAdapter(Settings).json_schema()["properties"]
    defaults = Settings()
    for name, field in properties.items():
        assert field["description"], name
        assert field["default"] == getattr(defaults, name)
    ranged = {name: (field["minimum"], field["maximum"]) for name, field in properties.items() if "minimum" in field}
    assert ranged == RANGES
