"""The one Settings: every number of the paper, every switch of its ablations, each with unit, range and source."""

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, get_args, get_type_hints

from fta_mem.state.errors import SettingsError
from fta_mem.state.form_fields import JsonSchema
from fta_mem.state.labels import Segmentation

SearchWay = Literal["chroma", "exact"]
DateStyle = Literal["long", "locomo", "iso"]
PacketShape = Literal["structured", "flat"]
StopAfter = Literal[
    "nothing",
    "intake",
    "window_detector",
    "extractor",
    "fuser",
    "vectorizer",
    "finalizer",
    "linker",
    "longitudinal",
]


@dataclass(frozen=True, slots=True)
class Settings:
    """How memory is built and read; the ``context_schema`` of every graph. Defaults are the paper's.

    Plain values only, so that LangGraph Studio can show them as a form. A deviation of ours from the paper is named
    in docs/paper-map.md.
    """

    __pydantic_config__ = {"use_attribute_docstrings": True}

    # Construction.
    segmentation: Segmentation = "bws"
    """Granularity of construction (Tables 6 and 7)."""
    window_size: int = 20
    """W, turns in a BWS window (Implementation Details); 2..200."""
    min_forward_step: int = 5
    """Turns by which the window's end moves on when one segment fills it; 1..window_size."""
    max_segment_turns: int = 40
    """Turns at which an unbroken segment is closed; at least window_size."""
    fuse: bool = True
    """Fuse a candidate with the partial unit that it completes (Equation 5)."""
    links: bool = True
    """Maintain temporal links (Equation 6; "w/o links" of Figure 3)."""
    link_candidates: int = 5
    """Neighbours judged for each new unit; 1..50."""
    link_by_words: int = 2
    """Places among them kept for units about the same one that share rare words, however alike (ours); 0..50."""
    link_further: int = 24
    """Further units of that kind, for an engine to which a pair costs next to nothing (ours); 0..50."""
    link_threshold: float = 0.5
    """Cosine similarity below which a neighbour is not judged; 0..1."""
    longitudinal: bool = True
    """Maintain user semantic and support-experience memory (Equation 7)."""
    fact_only: bool = False
    """Keep the fact anchor alone ("Fact-Only" of Figure 3)."""
    use_time: bool = True
    """Keep and use the time anchor ("w/o time" of Figure 3)."""
    use_affect: bool = True
    """Keep and use the affect anchor ("w/o affect" of Figure 3)."""
    workers: int = 8
    """Sessions whose boundary and extraction judgements a model works on at a time; 1..64."""
    context_tokens: int = 16_000
    """Tokens that a chat model can read and write in one call; longer fragments are halved; 1000..2000000."""
    call_seconds: float = 120.0
    """Seconds that one call to a chat model may take; 1..3600."""
    guided: bool = False
    """Let code decide days, yes or no, and abstention for the chat model that answers; for models of 3B and less."""

    stop_after: StopAfter = "nothing"
    """Step of construction behind which a run on the LangGraph server stops, to be looked at and edited (ours)."""

    # Retrieval and answering.
    question_only: bool = False
    """Answer from the question alone ("Question-only" of Figure 3)."""
    rewrite: bool = True
    """Rewrite the question into an evidence-oriented query (Table 8)."""
    plain_embedding: bool = False
    """Rank by embedding similarity alone ("Plain Embedding" of Table 8)."""
    cue_weight: float = 0.2
    """1 - lambda of Equation 8: the weight of the structured cues; 0..1."""
    threshold: float = 0.35
    """tau of Equation 9; 0..1."""
    top_k: int = 10
    """K of Equation 9: primary units (10; 25 for dense dialogue); 1..200."""
    neighbours_per_unit: int = 1
    """B of Equation 10; 0..10."""
    lexical: bool = True
    """Use the BM25 cue (ours)."""
    use_participants: bool = True
    """Use who is asked about: people in units (a cue of Equation 8), and the speaker of turns (ours)."""
    claims: bool = True
    """Put the turns first whose claims are near the question (ours); the rules engine answers from them."""
    kept_places: int = 4
    """Places kept in the primary set for hits that wording or time finds and tau would drop (ours); 0..50."""
    turns_of_units: bool = False
    """Take turns of primary units alone, as the paper does; else turns are found one by one as well (ours)."""
    packet: PacketShape = "structured"
    """Structured packet (Equation 11) or "flat" context (Table 8)."""
    auxiliary: bool = True
    """Add auxiliary longitudinal memory ("w/o Auxiliary Memory" of Table 8)."""
    budget: int = 1000
    """Tokens (the embedder's word pieces) that a packet may have; 100..100000."""
    tokens_per_unit: int = 250
    """Tokens of the budget for each unit that a packet lists; the rest goes to turns (ours); 10..10000."""
    search: SearchWay = "chroma"
    """Vector search through Chroma, or exact over the ledger's vectors."""
    abstain_below: float = 0.5
    """Strength of evidence below which the answer is an explicit abstention; 0..1."""
    judge_model: str = ""
    """A cross-encoder for natural-language inference, by name or path, for what grammar can't settle; "" is none."""
    date_style: DateStyle = "long"
    """How answers word dates: "Sunday, February 25, 2024", "25 February 2024" or ISO."""

    def __post_init__(self) -> None:
        _check_types(self)
        for name, (low, high) in RANGES.items():
            value = getattr(self, name)
            if not low <= value <= high:
                raise SettingsError(f"setting {name} must be from {low} to {high}, not {value!r}")
        if self.max_segment_turns < self.window_size:
            raise SettingsError("setting max_segment_turns must be at least window_size")
        if self.min_forward_step > self.window_size:
            raise SettingsError("setting min_forward_step must be at most window_size")

    @classmethod
    def __get_pydantic_json_schema__(cls, core_schema: object, handler: Callable[[object], JsonSchema]) -> JsonSchema:
        """Return the form that LangGraph Studio shows: every field with its range."""
        return with_ranges(handler(core_schema))

    @property
    def embedding_weight(self) -> float:
        """Return lambda of Equation 8 (1 when only the embedding ranks)."""
        return 1.0 if self.plain_embedding else 1.0 - self.cue_weight


RANGES: Final[dict[str, tuple[float, float]]] = {
    "window_size": (2, 200),
    "workers": (1, 64),
    "context_tokens": (1000, 2_000_000),
    "call_seconds": (1.0, 3600.0),
    "min_forward_step": (1, 200),
    "max_segment_turns": (2, 400),
    "link_candidates": (1, 50),
    "link_by_words": (0, 50),
    "link_further": (0, 50),
    "link_threshold": (0.0, 1.0),
    "cue_weight": (0.0, 1.0),
    "threshold": (0.0, 1.0),
    "top_k": (1, 200),
    "neighbours_per_unit": (0, 10),
    "kept_places": (0, 50),
    "budget": (100, 100_000),
    "tokens_per_unit": (10, 10_000),
    "abstain_below": (0.0, 1.0),
}

CONSTRUCTION_FIELDS: Final[tuple[str, ...]] = (
    "segmentation",
    "window_size",
    "min_forward_step",
    "max_segment_turns",
    "fuse",
    "links",
    "link_candidates",
    "link_by_words",
    "link_further",
    "link_threshold",
    "longitudinal",
    "fact_only",
    "use_time",
    "use_affect",
)
"""The settings that shape what is stored: a change of one of them rebuilds the case at its next ingest."""


def with_ranges(schema: JsonSchema) -> JsonSchema:
    """Return the JSON schema of Settings with each number's least and greatest value."""
    properties = schema.get("properties")
    if not isinstance(properties, dict):
        return schema
    ranges = {name: {"minimum": low, "maximum": high} for name, (low, high) in RANGES.items()}
    return {**schema, "properties": {name: {**field, **ranges.get(name, {})} for name, field in properties.items()}}


def settings_of(context: object) -> Settings:
    """Return the Settings of a run's context; None gives the defaults.

    Raises:
        SettingsError: the context is something else (a host's own context reached us).
    """
    if context is None:
        return Settings()
    if isinstance(context, Settings):
        return context
    raise SettingsError(f"expected Settings as the run's context, got {type(context).__name__}")


def parse_settings(pairs: dict[str, str], base: Settings | None = None) -> Settings:
    """Return ``base`` (or the defaults) with textual ``name=value`` pairs applied, each cast to its field's type.

    Raises:
        SettingsError: an unknown name, or a value that its field can't take.
    """
    hints = get_type_hints(Settings)
    changes: dict[str, object] = {}
    for name, text in pairs.items():
        if name not in hints:
            raise SettingsError(f"unknown setting {name!r}; known: {', '.join(hints)}")
        changes[name] = _cast(name, hints[name], text)
    return dataclasses.replace(base or Settings(), **changes)  # type: ignore[arg-type]  # checked by __post_init__


_SWITCH: Final[dict[str, bool]] = {"true": True, "on": True, "1": True, "false": False, "off": False, "0": False}


def _cast(name: str, hint: object, text: str) -> object:
    try:
        if hint is bool:
            return _SWITCH[text.strip().lower()]
        if hint is int:
            return int(text)
        if hint is float:
            return float(text)
    except (KeyError, ValueError) as error:
        raise SettingsError(f"setting {name} can't be {text!r}") from error
    return text


def _check_types(settings: Settings) -> None:
    for name, hint in get_type_hints(Settings).items():
        value = getattr(settings, name)
        choices = get_args(hint)
        if choices:
            if value not in choices:
                raise SettingsError(f"setting {name} must be one of {', '.join(choices)}, not {value!r}")
        elif hint is float and isinstance(value, int) and not isinstance(value, bool):
            object.__setattr__(settings, name, float(value))
        elif type(value) is not hint:
            raise SettingsError(f"setting {name} must be {getattr(hint, '__name__', hint)}, not {value!r}")
