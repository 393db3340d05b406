"""State of the answering machine, and the records that pass through it: query, hits, packet, answer."""

from dataclasses import dataclass, field
from typing import Annotated, Literal, NotRequired

from typing_extensions import TypedDict

from fta_mem.state.claims import Asked, Claim
from fta_mem.state.form_fields import Shown
from fta_mem.state.labels import ContentType, Relation
from fta_mem.state.records import FTAUnit, LongitudinalLine, Usage
from fta_mem.state.session_input import SessionInput
from fta_mem.state.settings import SearchWay

Section = Literal["primary", "neighbour"]
QuestionKind = Literal["when", "how_long", "who", "where", "yes_no", "how_many", "list", "why", "how", "what"]


@dataclass(frozen=True, slots=True)
class Cues:
    """The structured cues c(q', m) that a question carries (Equation 8); empty fields are cues it doesn't carry.

    ``time`` is an inclusive interval of ISO days; ``as_of`` says that it is the moment asked about ("as of 12 October")
    rather than when the event took place.
    """

    time: tuple[str, str] | None = None
    participants: tuple[str, ...] = ()
    content_types: tuple[ContentType, ...] = ()
    affect: tuple[str, ...] = ()
    as_of: bool = False

    def __post_init__(self) -> None:
        for name in ("participants", "content_types", "affect"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
        if self.time is not None:
            object.__setattr__(self, "time", tuple(self.time))


@dataclass(frozen=True, slots=True)
class RewrittenQuery:
    """The evidence-oriented query q' with its cues; ``terms`` are the content words for the lexical cue.

    ``asked`` is the question as a claim with an open part, the main clause first; () where no clause can be read.
    """

    text: str
    kind: QuestionKind = "what"
    cues: Cues = Cues()
    terms: tuple[str, ...] = ()
    asked: tuple[Asked, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "terms", tuple(self.terms))
        object.__setattr__(self, "asked", tuple(self.asked))


@dataclass(frozen=True, slots=True)
class Hit:
    """A retrieved unit with its score R(q', m); ``relation`` names the link that brought a neighbour in.

    The link points from the newer unit to the older one: from this one to ``linked_from`` where ``is_source``.
    ``similarity`` is s_emb alone; ``replaced_by`` is the newer unit since which this one no longer holds, ``until`` the
    day of that, ``past_claim`` the one of its claims that is meant, where that is sure; ``disputed_by`` is one that
    can't be true beside it; ``is_successor``: it took another's place.
    """

    unit: FTAUnit
    score: float
    similarity: float = 0.0
    section: Section = "primary"
    relation: Relation | None = None
    linked_from: str | None = None
    is_source: bool = True
    replaced_by: str | None = None
    until: str | None = None
    disputed_by: str | None = None
    is_successor: bool = False
    past_claim: Claim | None = None

    @property
    def is_current(self) -> bool:
        """Say whether nothing newer replaced this unit."""
        return self.replaced_by is None


@dataclass(frozen=True, slots=True)
class SourceTurn:
    """A turn beside a claim: where it stands, who said it, and its whole text, caption included.

    ``score`` is how near it is to the question, for packing and for abstention. ``is_open`` says that it was said in
    a session that is not memory yet, ``has_claim`` that a claim near the question stands in it. ``needs`` is the index,
    in its session, of the turn without which it is half an exchange: a question's answer, a short reply's question.
    """

    session: str
    turn_index: int
    turn_id: str
    speaker: str
    text: str
    dialogue_time: str | None = None
    role: str = "user"
    score: float = 0.0
    is_open: bool = False
    has_claim: bool = False
    needs: int | None = None


@dataclass(frozen=True, slots=True)
class Packet:
    """The structured memory packet P_q (Equation 11). ``text`` is what an answer model reads; ``tokens`` its length.

    ``labels`` are the short names of its sessions there, by their ids: a host's own ids may be long. A flat packet
    ("Flat Context" of Table 8) has the same turns in its text and no structure to be read.
    """

    text: str
    tokens: int
    hits: tuple[Hit, ...] = ()
    turns: tuple[SourceTurn, ...] = ()
    auxiliary: tuple[LongitudinalLine, ...] = ()
    labels: tuple[tuple[str, str], ...] = ()
    is_flat: bool = False

    def __post_init__(self) -> None:
        for name in ("hits", "turns", "auxiliary"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
        object.__setattr__(self, "labels", tuple((str(session), str(label)) for session, label in self.labels))


@dataclass(frozen=True, slots=True)
class Citation:
    """What an answer stands on."""

    memory_id: str
    turn_ids: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "turn_ids", tuple(self.turn_ids))


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer a*, or an explicit abstention ("not in memory" is a value, never a sentence to be guessed at).

    ``nearest`` is what an abstention shows instead: the evidence that came nearest and doesn't settle the question.
    ``judge`` names the model that settled what grammar can't, "" where none did.
    """

    text: str
    abstained: bool
    citations: tuple[Citation, ...] = ()
    confidence: float = 0.0
    nearest: tuple[Citation, ...] = ()
    judge: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "citations", tuple(self.citations))
        object.__setattr__(self, "nearest", tuple(self.nearest))


class AnsweringInput(TypedDict):
    """A question about one case; ``now`` (ISO day) is the last turn's day unless given."""

    case_id: Annotated[str, Shown("Whose memory: the id of a person's case.", "ana")]
    question: Annotated[str, Shown("What to find in memory.", "Where did Mara move?")]
    now: NotRequired[Annotated[str | None, Shown("The day it is asked on (ISO); else the last one.", "2024-03-08")]]
    open_sessions: NotRequired[
        Annotated[list[SessionInput], Shown("Sessions under way: what of them is not memory yet is searched too.")]
    ]


class AnsweringOutput(TypedDict, total=False):
    """The packet and the answer."""

    case_id: str
    question: str
    query: RewrittenQuery
    packet: Packet
    answer: Answer
    usage: Usage
    searched: SearchWay | None


@dataclass(frozen=True, slots=True)
class AnsweringState:
    """All that can be watched while one question is answered; nodes are handed records, whoever wrote them.

    ``revision`` is that of the memory that was searched, for the nodes that follow, ``searched`` the way it was:
    "exact" also where the index is away, None where there was nothing to search. ``open_turns`` were said
    in sessions that are not memory yet, the nearest first; the sessions that were handed in are cleared once they are
    found.
    """

    case_id: str = ""
    question: str = ""
    now: str | None = None
    revision: int | None = None
    searched: SearchWay | None = None
    open_sessions: list[SessionInput] = field(default_factory=list)
    query: RewrittenQuery = RewrittenQuery("")
    hits: list[Hit] = field(default_factory=list)
    turns: list[SourceTurn] = field(default_factory=list)
    open_turns: list[SourceTurn] = field(default_factory=list)
    packet: Packet = Packet("", 0)
    answer: Answer | None = None
    usage: Usage = field(default_factory=Usage)


class AnsweringUpdate(TypedDict, total=False):
    """What a node of the answering machine may return."""

    now: str | None
    revision: int
    searched: SearchWay | None
    open_sessions: list[SessionInput]
    query: RewrittenQuery
    hits: list[Hit]
    turns: list[SourceTurn]
    open_turns: list[SourceTurn]
    packet: Packet
    answer: Answer
    usage: Usage
