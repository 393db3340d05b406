"""How a newer unit relates to an older one (paper, Equation 6 and Figure 8)."""

import pytest

from fta_mem.engines.base import RelationRequest
from fta_mem.engines.rules.linking.relations import judge_relations
from fta_mem.state.labels import ContentType, TimeOrientation
from fta_mem.state.records import Affect, Evidence, Fact, FTAUnit, TimeAnchor


def unit(
    text: str,
    day: str,
    *,
    subject: str = "Ana",
    kind: ContentType = "general_fact",
    orientation: TimeOrientation = "present",
    people: tuple[str, ...] = ("Ana",),
    span: tuple[int, int] = (0, 0),
    session: str = "",
) -> FTAUnit:
    return FTAUnit(
        Fact(text, kind, people, text, subject, "Ana"),
        TimeAnchor(day, time_orientation=orientation),
        Affect(),
        Evidence(session or day, span, day),
        "complete",
        memory_id=text,
    )


def judged(new: FTAUnit, old: FTAUnit, similarity: float = 0.65) -> tuple[str, str]:
    (found,) = judge_relations(RelationRequest((new,), (((old, similarity),),)))
    assert (found.source, found.target) == (new.memory_id, old.memory_id)
    return found.relation, found.lifecycle


HOME = unit("Ana lives with Hanno.", "2024-01-02", people=("Ana", "Hanno"))
PLAN = unit("Ana is going to visit Porto with the choir.", "2024-01-02", kind="homework_or_plan", orientation="future")


@pytest.mark.parametrize(
    ("new", "old", "expected"),
    [
        (
            unit(
                "Ana: Hanno moved out on Monday.", "2024-01-23", subject="Hanno", people=("Ana", "Hanno"), kind="event"
            ),
            HOME,
            ("updates", "archived"),
        ),
        (
            unit("Ana visited Porto with the choir, it was loud.", "2024-03-01", kind="event", orientation="past"),
            PLAN,
            ("updates", "completed"),
        ),
        (
            unit("Ana: The choir trip to Porto was cancelled.", "2024-03-01", kind="event", orientation="past"),
            PLAN,
            ("contradicts", "contradicted"),
        ),
        (
            unit("Ana doesn't play the cello in the orchestra now.", "2024-03-01"),
            unit("Ana plays the cello in the orchestra.", "2024-01-02"),
            ("updates", "archived"),
        ),
        (
            unit("Ana: The cello lessons went well, Ana finally plays scales.", "2024-03-01", kind="event"),
            unit("Ana began cello lessons.", "2024-01-02", kind="event", orientation="past"),
            ("followup_of", "unknown"),
        ),
        (
            unit("Ana won't quit the cello lessons.", "2024-03-01"),
            unit("Ana won't give up on cello lessons.", "2024-01-02"),
            ("unknown", "unknown"),
        ),
        (
            unit("Ana fed the goats.", "2024-03-01", kind="event"),
            unit("Ana paints boats.", "2024-01-02"),
            ("unknown", "unknown"),
        ),
        (
            unit("Ana: Oren moved out.", "2024-03-01", subject="Oren", people=("Ana", "Oren"), kind="event"),
            HOME,
            ("unknown", "unknown"),
        ),
    ],
)
def test_pairs_are_labelled_by_what_changed(new: FTAUnit, old: FTAUnit, expected: tuple[str, str]) -> None:
    assert judged(new, old) == expected


def test_one_talk_about_one_thing_is_one_episode() -> None:
    old = unit("Ana broke the tall vase in the hall.", "2024-01-02", kind="event", span=(0, 1), session="s1")
    new = unit("Ana: The vase was from Ana's aunt.", "2024-01-02", kind="event", span=(2, 3), session="s1")
    assert judged(new, old)[0] == "same_episode_as"


def test_what_the_user_reports_follows_up_a_suggestion() -> None:
    old = unit("Supporter said: Ana could write a diary before bed.", "2024-01-02", kind="support_interaction")
    new = unit("Ana wrote the diary before bed twice.", "2024-01-09", kind="event", orientation="past")
    assert judged(new, old)[0] == "followup_of"


def test_every_pair_gets_a_judgement_in_order() -> None:
    new = unit("Ana fed the goats.", "2024-03-01")
    found = judge_relations(RelationRequest((new, HOME), (((PLAN, 0.5), (HOME, 0.5)), ())))
    assert [item.target for item in found] == [PLAN.memory_id, HOME.memory_id]
