"""The paper's closed label sets (prompts of Figures 6 to 8) and the two that the packet needs."""

from typing import Final, Literal, get_args

BoundaryTrigger = Literal[
    "topic_change",
    "goal_change",
    "emotion_shift",
    "new_time_reference",
    "new_person_or_relationship",
    "problem_to_support_transition",
    "support_strategy_transition",
    "homework_or_plan_creation",
    "correction_or_contradiction",
    "risk_signal",
    "session_start",
    "unknown",
]
TimeOrientation = Literal["past", "present", "future", "mixed", "unknown"]
ContentType = Literal[
    "event",
    "current_state",
    "relationship_event",
    "belief_candidate",
    "homework_or_plan",
    "support_interaction",
    "risk_signal",
    "general_fact",
]
UnitStatus = Literal["complete", "partial", "pending", "unknown"]
Completeness = Literal["complete", "partial", "unknown"]
LifecycleStatus = Literal["pending", "completed", "contradicted", "archived", "unknown"]
Relation = Literal["same_episode_as", "updates", "contradicts", "followup_of", "supports", "unknown"]
Confidence = Literal["low", "medium", "high", "unknown"]
Granularity = Literal["hour", "day", "weekend", "week", "month", "season", "year", "decade", "unknown"]
Grounding = Literal["grounded", "ungrounded"]
LineKind = Literal["user", "support"]
Segmentation = Literal["bws", "fixed_window", "session", "turn_pair"]

BOUNDARY_TRIGGERS: Final[tuple[BoundaryTrigger, ...]] = get_args(BoundaryTrigger)
TIME_ORIENTATIONS: Final[tuple[TimeOrientation, ...]] = get_args(TimeOrientation)
CONTENT_TYPES: Final[tuple[ContentType, ...]] = get_args(ContentType)
UNIT_STATUSES: Final[tuple[UnitStatus, ...]] = get_args(UnitStatus)
COMPLETENESS: Final[tuple[Completeness, ...]] = get_args(Completeness)
LIFECYCLE_STATUSES: Final[tuple[LifecycleStatus, ...]] = get_args(LifecycleStatus)
RELATIONS: Final[tuple[Relation, ...]] = get_args(Relation)
CONFIDENCES: Final[tuple[Confidence, ...]] = get_args(Confidence)
GRANULARITIES: Final[tuple[Granularity, ...]] = get_args(Granularity)

NEIGHBOUR_ORDER: Final[tuple[Relation, ...]] = ("updates", "contradicts", "followup_of", "same_episode_as", "supports")
"""Which linked neighbour comes first when only B fit (Equation 10): a change of the fact before the rest."""
