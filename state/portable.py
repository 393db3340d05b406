"""A whole case in one record, to leave a home with and to come to another with the same memory."""

from dataclasses import dataclass, field

from fta_mem.state.consent import Consent
from fta_mem.state.erasure import ErasureMark
from fta_mem.state.records import Session, SessionOutcome


@dataclass(frozen=True, slots=True)
class PortableSession:
    """A session with what was made of it; ``fold_key`` says from which input and settings."""

    session: Session
    outcome: SessionOutcome
    fold_key: str


@dataclass(frozen=True, slots=True)
class PortableCase:
    """All that a case holds, but for vectors, which are made anew, and judgements that were kept to save calls.

    ``numbers`` are those that the units' content keys have for good, ``erased`` keeps away what the person erased,
    and ``consents`` are their words on whether memory may be kept of them, which hold wherever it goes.
    """

    case_id: str
    sessions: tuple[PortableSession, ...]
    numbers: dict[str, int] = field(default_factory=dict)
    erased: tuple[ErasureMark, ...] = ()
    consents: tuple[Consent, ...] = ()
