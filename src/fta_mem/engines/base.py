"""The port to whoever judges: the paper's six judgements as requests and typed results.

An engine never sees the store and never keeps state between calls: what it says depends on the request alone, so a
judgement can be cached by what was judged (``fta_mem.storage`` keeps it) and sessions can be worked on side by side.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from fta_mem.state.answering import Answer, Packet, RewrittenQuery
from fta_mem.state.claims import Claim
from fta_mem.state.labels import (
    BoundaryTrigger,
    Completeness,
    Confidence,
    Grounding,
    LifecycleStatus,
    Relation,
    UnitStatus,
)
from fta_mem.state.records import Affect, Fact, FTAUnit, LongitudinalLine, TimeAnchor, Turn, Usage
from fta_mem.text.embedder import Matrix

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Judgement(Generic[T]):
    """A result with what it cost; ``engine`` names who really judged (the rules engine after a fallback)."""

    value: T
    engine: str
    model: str = ""
    prompts: tuple[str, ...] = ()
    usage: Usage = field(default_factory=Usage)


@dataclass(frozen=True, slots=True)
class SegmentSpan:
    """A raw segment as an engine returns it: may be out of range or reversed; the node repairs (Equation 2)."""

    begin: int
    end: int
    trigger: BoundaryTrigger = "unknown"


@dataclass(frozen=True, slots=True)
class BoundaryRequest:
    """A window S[s : s+W-1]: its turns (indexes count within the session) and their unit-length vectors (n, dim)."""

    turns: tuple[Turn, ...]
    vectors: Matrix


@dataclass(frozen=True, slots=True)
class ExtractionRequest:
    """A fragment's turns, where they stand, and the partial units carried over inside the session (Equation 3).

    ``people`` are the names of all who speak in the session, ``dialogue_time`` is when the session began. ``context``
    are turns just before the fragment, which tell what "she" and "it" are; they are no source of units.
    """

    session_id: str
    dialogue_time: str | None
    turns: tuple[Turn, ...]
    carried_over: tuple[FTAUnit, ...]
    people: tuple[str, ...]
    context: tuple[Turn, ...] = ()


@dataclass(frozen=True, slots=True)
class UnitDraft:
    """A candidate unit as an engine proposes it; spans are session turn indexes, checked and clamped by the node.

    ``completes`` is the position in ``carried_over`` of the partial unit that this draft completes or refines.
    """

    fact: Fact
    time: TimeAnchor
    affect: Affect
    turn_span: tuple[int, int]
    status: UnitStatus = "unknown"
    completes: int | None = None
    grounding: Grounding = "grounded"
    claims: tuple[Claim, ...] = ()


@dataclass(frozen=True, slots=True)
class RelationRequest:
    """The new units of one session, and for each the older units that are near it with their similarity.

    ``further`` are for each new unit more older ones, which share no more than a slot or a rare word with it: an engine
    to which a pair costs next to nothing judges them too. ``beside`` are units told in the same turns as any of these:
    read for what the others lean on, never judged.
    """

    new_units: tuple[FTAUnit, ...]
    candidates: tuple[tuple[tuple[FTAUnit, float], ...], ...]
    further: tuple[tuple[FTAUnit, ...], ...] = ()
    beside: tuple[FTAUnit, ...] = ()


@dataclass(frozen=True, slots=True)
class RelationJudgement:
    """How new unit ``source`` relates to old unit ``target`` (memory ids), with suggestions about the old one."""

    source: str
    target: str
    relation: Relation
    confidence: Confidence = "unknown"
    completeness: Completeness = "unknown"
    lifecycle: LifecycleStatus = "unknown"


@dataclass(frozen=True, slots=True)
class LongitudinalRequest:
    """The lines that stand (U_{i-1}, H_{i-1}) and the session's units M_i in order (Equation 7)."""

    session_id: str
    dialogue_time: str | None
    lines: tuple[LongitudinalLine, ...]
    units: tuple[FTAUnit, ...]


@dataclass(frozen=True, slots=True)
class RewriteRequest:
    """A question, the day it is asked on, and the people who speak in the case (user first where there is one).

    ``naming`` are the claims that tell who is who (nicknames, kin).
    """

    question: str
    now: str | None
    people: tuple[str, ...]
    naming: tuple[Claim, ...] = ()


@dataclass(frozen=True, slots=True)
class AnswerRequest:
    """A question, its rewritten query and the packet to answer it from (Equation 12).

    ``stated`` are the claims of the packet's turns in order, each with its unit's id; ``naming`` tell who is who.
    """

    question: str
    query: RewrittenQuery
    packet: Packet
    now: str | None
    people: tuple[str, ...] = ()
    stated: tuple[tuple[str, Claim], ...] = ()
    naming: tuple[Claim, ...] = ()


class Engine(Protocol):
    """Who judges. Settings reach an engine through its constructor, never through the requests."""

    name: str
    """"rules", "llm" or "scripted"."""
    model: str
    """The model's name, "" where there is none."""

    def fingerprint(self) -> str:
        """Return what its judgements depend on besides the request (name, version, model, prompt hashes)."""

    def warm(self, turns: Sequence[Turn]) -> None:
        """Get ready to judge these turns, where one batch is cheaper than many calls; no judgement depends on it."""

    def detect_boundaries(self, request: BoundaryRequest) -> Judgement[tuple[SegmentSpan, ...]]:
        """Segment a window at its situation boundaries (g_phi, Equation 2)."""

    def extract_units(self, request: ExtractionRequest) -> Judgement[tuple[UnitDraft, ...]]:
        """Propose candidate units for a fragment (Ext_theta, Equation 3)."""

    def judge_relations(self, request: RelationRequest) -> Judgement[tuple[RelationJudgement, ...]]:
        """Label each (new, old) pair (Equation 6)."""

    def update_longitudinal(self, request: LongitudinalRequest) -> Judgement[tuple[LongitudinalLine, ...]]:
        """Return the new lines of U and H that a session brings, with what they supersede (Equation 7)."""

    def rewrite_query(self, request: RewriteRequest) -> Judgement[RewrittenQuery]:
        """Rewrite a question into an evidence-oriented query with cues (q')."""

    def answer(self, request: AnswerRequest) -> Judgement[Answer]:
        """Answer from the packet alone, or abstain (Equation 12)."""
