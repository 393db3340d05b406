"""Plain JSON values to records, by the records' own annotations: the one decoder of ledger rows and of edited state.

Texts are parsed by the standard library, whose strings may hold lone surrogates, and then given their types by
pydantic, which builds the records as they are declared (docs/decisions/0006-one-decoder.md).
"""

from typing import TYPE_CHECKING, Any, TypeVar

from fta_mem.state.errors import RecordError

if TYPE_CHECKING:
    from pydantic import TypeAdapter, ValidationError

T = TypeVar("T")

_adapters: "dict[object, TypeAdapter[Any]]" = {}


def decoded(kind: type[T], value: object) -> T:
    """Return the record of type ``kind`` that a JSON value describes; what is such a record already stays as it is.

    Unknown keys are dropped, missing ones take their defaults; ``kind`` may be a tuple or list of records too.

    Raises:
        RecordError: a field is missing or has the wrong type; the message names it and says nothing of its value.
    """
    from pydantic import ValidationError

    try:
        record: T = _adapter(kind).validate_python(value)
    except ValidationError as error:
        raise RecordError(_first_fault(kind, error)) from None  # the cause would quote the value
    return record


def decoding(state: type[T]) -> type[T]:
    """Return a state class for LangGraph to build: it hands nodes records, also where somebody wrote plain objects.

    LangGraph calls a node's state class with what its channels hold, so this is where an edit made in Studio, or a
    checkpoint of another process, turns into records.
    """

    def build(cls: type[T], **values: object) -> T:
        return decoded(state, values)

    names = {"__new__": build, "__slots__": (), "__module__": state.__module__, "__doc__": state.__doc__}
    made: type[T] = type(state.__name__, (state,), names)
    return made


def _adapter(kind: Any) -> "TypeAdapter[Any]":
    from pydantic import TypeAdapter

    if kind not in _adapters:
        _adapters[kind] = TypeAdapter(kind)
    return _adapters[kind]


def _first_fault(kind: type[object], error: "ValidationError") -> str:
    fault = error.errors(include_url=False, include_context=False, include_input=False)[0]
    place = ".".join(str(step) for step in fault["loc"])
    name = getattr(kind, "__name__", str(kind))
    return f"{name}{'.' if place else ''}{place}: {fault['msg']}"
