"""The records that exist: dialogue, Fact-Time-Affect units, links, longitudinal lines, what a session yields.

Frozen and slotted. They carry invariants, never queries, prompts or rendering. Sequences are coerced to tuples in
``__post_init__`` because a LangGraph checkpoint gives lists back. Dates and times are ISO 8601 strings, as said or
resolved in the turn's own offset; None is "unknown", never a guess.
"""

from dataclasses import dataclass, field, replace
from typing import Self

from fta_mem.state.claims import Claim
from fta_mem.state.labels import (
    BoundaryTrigger,
    Completeness,
    Confidence,
    ContentType,
    Granularity,
    Grounding,
    LifecycleStatus,
    LineKind,
    Relation,
    TimeOrientation,
    UnitStatus,
)


def _as_tuple(record: object, *names: str) -> None:
    for name in names:
        object.__setattr__(record, name, tuple(getattr(record, name)))


def _as_span(record: object, name: str) -> None:
    begin, end = getattr(record, name)
    if not 0 <= begin <= end:
        raise ValueError(f"{name} {begin}..{end} is not an inclusive span counted from 0")
    object.__setattr__(record, name, (begin, end))


def is_source_role(role: str) -> bool:
    """Say whether memory may be made from, or quote, what a turn of this role says."""
    return role not in {"system", "tool", "developer", "function"}


@dataclass(frozen=True, slots=True)
class Turn:
    """One utterance u_{i,t} (paper, Problem Definition); ``index`` counts from 0 within its session.

    ``role`` is "user", "assistant" or whatever the source says; only turns of a person or of the supporting agent
    are a source of memory ("system" and "tool" never are). ``name`` is the speaker as a reader would call them.
    ``caption`` describes a photo that the turn shows.
    """

    index: int
    turn_id: str
    role: str
    name: str
    text: str
    timestamp: str | None = None
    caption: str = ""

    @property
    def content(self) -> str:
        """Return what the turn says, its photo's caption included."""
        shown = f"[photo: {self.caption}]" if self.caption else ""
        return f"{self.text} {shown}".strip() if shown else self.text

    @property
    def is_source(self) -> bool:
        """Say whether memory may be made from this turn."""
        return is_source_role(self.role)


@dataclass(frozen=True, slots=True)
class Session:
    """One finished session S_i: its turns in order, and when it began (None when the source doesn't say)."""

    session_id: str
    timestamp: str | None
    turns: tuple[Turn, ...]

    def __post_init__(self) -> None:
        _as_tuple(self, "turns")


@dataclass(frozen=True, slots=True)
class Case:
    """One person's dialogue history C: its sessions in the order of the source.

    ``source`` names what the sessions were exported from, where they are the whole of it (a chat): their ids begin
    with it and "/", and what memory holds of that source besides is out of date. "" says nothing of the kind.
    """

    case_id: str
    sessions: tuple[Session, ...]
    source: str = ""

    def __post_init__(self) -> None:
        _as_tuple(self, "sessions")


@dataclass(frozen=True, slots=True)
class Fragment:
    """A situation fragment f_{i,j}: an inclusive turn span and the cue that opened it (Equation 2)."""

    start: int
    end: int
    trigger: BoundaryTrigger = "unknown"

    def __len__(self) -> int:
        return self.end - self.start + 1


@dataclass(frozen=True, slots=True)
class Fact:
    """Fact anchor x^F. ``subject`` is whom the claim is about, ``speaker`` who said it, ``participants`` all in it."""

    text: str
    content_type: ContentType = "general_fact"
    participants: tuple[str, ...] = ()
    summary: str = ""
    subject: str = ""
    speaker: str = ""

    def __post_init__(self) -> None:
        _as_tuple(self, "participants")


@dataclass(frozen=True, slots=True)
class TimeAnchor:
    """Time anchor x^T. ``event_time`` is the wording as said; ``event_start``/``event_end`` the inclusive days."""

    dialogue_time: str | None = None
    event_time: str = "unknown"
    event_start: str | None = None
    event_end: str | None = None
    granularity: Granularity = "unknown"
    time_orientation: TimeOrientation = "unknown"

    def __post_init__(self) -> None:
        if (self.event_start is None) != (self.event_end is None):
            raise ValueError("an event interval has both ends or none")
        if self.event_start is not None and self.event_end is not None and self.event_start > self.event_end:
            raise ValueError(f"event interval {self.event_start}..{self.event_end} runs backwards")


@dataclass(frozen=True, slots=True)
class Affect:
    """Affect anchor x^A; ``valence`` runs from -1 (distress) to 1 (joy), 0 is neutral or unknown."""

    emotion_or_state: str = "unknown"
    intention_or_plan: str = "unknown"
    relation_cues: tuple[str, ...] = ()
    valence: float = 0.0

    def __post_init__(self) -> None:
        _as_tuple(self, "relation_cues")
        if not -1.0 <= self.valence <= 1.0:
            raise ValueError(f"valence {self.valence!r} is outside -1..1")


@dataclass(frozen=True, slots=True)
class Evidence:
    """Evidence pointer e(m): an inclusive span of turn indexes within one session."""

    session: str
    turn_span: tuple[int, int]
    dialogue_time: str | None = None

    def __post_init__(self) -> None:
        _as_span(self, "turn_span")


@dataclass(frozen=True, slots=True)
class Lifecycle:
    """Where the situation stands, as later units suggest; ``updated_at`` is the newer unit's time."""

    status: LifecycleStatus = "unknown"
    updated_at: str | None = None


@dataclass(frozen=True, slots=True)
class LinkTo:
    """An entry of a unit's L_links: the older unit that it points to."""

    target: str
    relation: Relation
    confidence: Confidence = "unknown"


@dataclass(frozen=True, slots=True)
class Provenance:
    """Who made the unit: engine, model, ``name@version:hash`` of each prompt, and the run's clock."""

    engine: str = ""
    model: str = ""
    prompts: tuple[str, ...] = ()
    created_at: str = ""

    def __post_init__(self) -> None:
        _as_tuple(self, "prompts")


@dataclass(frozen=True, slots=True)
class FTAUnit:
    """A Fact-Time-Affect memory unit m = <x^F, x^T, x^A, e, o> (paper, Figure 5).

    A candidate has an empty ``memory_id`` until it is finalised. ``evidence`` is its first evidence span;
    ``more_evidence`` holds the spans that a fusion with later fragments or sessions added. ``completeness``,
    ``lifecycle`` and ``R_links`` are derived by the store from the links that later units made.
    """

    fact: Fact
    time: TimeAnchor
    affect: Affect
    evidence: Evidence
    status: UnitStatus = "unknown"
    memory_id: str = ""
    more_evidence: tuple[Evidence, ...] = ()
    completeness: Completeness = "unknown"
    lifecycle: Lifecycle = field(default_factory=Lifecycle)
    claims: tuple[Claim, ...] = ()
    L_links: tuple[LinkTo, ...] = ()
    R_links: tuple[str, ...] = ()
    grounding: Grounding = "grounded"
    provenance: Provenance = field(default_factory=Provenance)

    def __post_init__(self) -> None:
        _as_tuple(self, "claims", "more_evidence", "L_links", "R_links")

    @property
    def spans(self) -> tuple[Evidence, ...]:
        """Return all evidence spans, the first one first."""
        return (self.evidence, *self.more_evidence)

    @property
    def quotes(self) -> bool:
        """Say whether its text is what was said, as the rules engine keeps it, and not a model's own statement."""
        return self.provenance.engine in ("", "rules")

    def with_id(self, memory_id: str) -> Self:
        """Return this unit under a persistent id."""
        return replace(self, memory_id=memory_id)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A candidate unit before fusion; ``completes`` is the position of the carried-over unit that it completes."""

    unit: FTAUnit
    completes: int | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """An edge (m, m', r) of the memory graph (Equation 6), from the newer unit to the older one.

    It also keeps what the newer unit suggests about the older one (Figure 8), so that lifecycle and completeness
    are derived from the links that stand, and fall with them. ``at`` is the day of the newer unit's event, or else of
    its dialogue.
    """

    source: str
    target: str
    relation: Relation
    confidence: Confidence = "unknown"
    completeness: Completeness = "unknown"
    lifecycle: LifecycleStatus = "unknown"
    at: str | None = None

    @property
    def changes(self) -> bool:
        """Say whether the newer unit tells something new about the older one, a mere detail included."""
        return self.relation in ("updates", "contradicts")

    @property
    def replaces(self) -> bool:
        """Say whether the older unit no longer holds: its state is over ("archived"), or it was never so."""
        return self.changes and self.lifecycle in ("archived", "contradicted")

    @property
    def disputes(self) -> bool:
        """Say whether both can't be true, and which of them is, nobody said."""
        return self.relation == "contradicts" and not self.replaces


@dataclass(frozen=True, slots=True)
class LongitudinalLine:
    """A line of user semantic memory U ("user") or support-experience memory H ("support"), Equation 7.

    ``evidence`` are memory ids; ``supersedes`` is the key of the line that this one replaces, if any. ``key`` is
    stable for the same statement of the same case.
    """

    key: str
    kind: LineKind
    text: str
    evidence: tuple[str, ...]
    since: str | None = None
    supersedes: str | None = None
    superseded: bool = False

    def __post_init__(self) -> None:
        _as_tuple(self, "evidence")


@dataclass(frozen=True, slots=True)
class Usage:
    """What judgements cost: calls and tokens of a model, and what went wrong on the way (all counts)."""

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    retries: int = 0
    fallbacks: int = 0
    refusals: int = 0
    refused_units: int = 0
    refused_lines: int = 0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.calls + other.calls,
            self.tokens_in + other.tokens_in,
            self.tokens_out + other.tokens_out,
            self.retries + other.retries,
            self.fallbacks + other.fallbacks,
            self.refusals + other.refusals,
            self.refused_units + other.refused_units,
            self.refused_lines + other.refused_lines,
        )


@dataclass(frozen=True, slots=True)
class SessionOutcome:
    """All that one session adds to memory: written in one transaction, replaced as a whole (design, section 2.6).

    ``units`` are new units and new versions of partial units that earlier sessions left (same ``memory_id``).
    """

    case_id: str
    session_id: str
    fragments: tuple[Fragment, ...]
    units: tuple[FTAUnit, ...]
    links: tuple[Link, ...]
    lines: tuple[LongitudinalLine, ...]
    usage: Usage = field(default_factory=Usage)

    def __post_init__(self) -> None:
        _as_tuple(self, "fragments", "units", "links", "lines")
