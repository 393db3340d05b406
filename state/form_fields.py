"""What a form says about its fields, in a shape that pydantic reads without being needed here."""

from collections.abc import Callable
from dataclasses import dataclass

JsonSchema = dict[str, object]


@dataclass(frozen=True, slots=True)
class Shown:
    """Metadata of an ``Annotated`` field: its description and an example, for the form in LangGraph Studio.

    pydantic calls ``__get_pydantic_json_schema__`` of any metadata that has it, so this works as its ``Field`` would.
    """

    description: str
    example: object = None

    def __get_pydantic_json_schema__(self, core_schema: object, handler: Callable[[object], JsonSchema]) -> JsonSchema:
        """Return the field's JSON schema with what is shown beside it."""
        schema = {**handler(core_schema), "description": self.description}
        return schema if self.example is None else {**schema, "examples": [self.example]}
