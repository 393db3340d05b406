"""Fusion joins a partial unit and what completes it, and nothing else."""

from dataclasses import replace

from fta_mem.state.claims import Claim
from fta_mem.state.fusion import compatible, fuse, merge_spans
from fta_mem.state.records import Affect, Evidence, Fact, FTAUnit, Provenance, TimeAnchor


def unit(
    text: str, span: tuple[int, int], *, subject: str = "Ana", status: str = "complete", session: str = "s1"
) -> FTAUnit:
    return FTAUnit(
        Fact(text, subject=subject, participants=(subject,)),
        TimeAnchor(dialogue_time="2024-05-01"),
        Affect(),
        Evidence(session, span, "2024-05-01"),
        status=status,  # type: ignore[arg-type]  # a table of plain words
    )


PARTIAL = unit("Ana has news about the garden project.", (2, 3), status="partial")


def test_a_follow_up_about_the_same_one_completes() -> None:
    assert compatible(PARTIAL, unit("Ana's garden project was approved.", (4, 5)))


def test_another_subject_does_not_complete() -> None:
    assert not compatible(PARTIAL, unit("Oren's garden project was approved.", (4, 5), subject="Oren"))


def test_a_finished_unit_is_not_completed() -> None:
    assert not compatible(unit("Ana has a garden project.", (2, 3)), unit("Ana's garden project grew.", (4, 4)))


def test_far_behind_in_the_same_session_is_not_a_completion() -> None:
    assert not compatible(PARTIAL, unit("Ana's garden project was approved.", (12, 12)))


def test_a_later_session_needs_more_shared_wording() -> None:
    assert compatible(PARTIAL, unit("Ana's garden project was approved.", (0, 0), session="s2"))
    assert not compatible(PARTIAL, unit("Ana planted a garden.", (0, 0), session="s2"))


def test_a_model_is_asked_what_completes_what_and_no_shared_word_decides() -> None:
    said = replace(PARTIAL, provenance=Provenance("llm"))
    assert not compatible(said, unit("Ana's garden project was approved.", (4, 5)))
    assert not compatible(
        PARTIAL, replace(unit("The garden project was approved.", (4, 5)), provenance=said.provenance)
    )


def test_a_models_completing_unit_states_the_whole_and_takes_the_old_texts_place() -> None:
    old = replace(PARTIAL, claims=(Claim("Ana", "have", "news"),), provenance=Provenance("llm"))
    whole = replace(
        unit("Ana's news is that the garden project was approved on Monday.", (6, 7)),
        claims=(Claim("project", "approve"), Claim("Ana", "have", "news")),
        provenance=Provenance("llm"),
    )
    fused = fuse(old, whole)
    assert fused.fact.text == "Ana's news is that the garden project was approved on Monday."
    assert [span.turn_span for span in fused.spans] == [(2, 3), (6, 7)]
    assert fused.claims == (Claim("Ana", "have", "news"), Claim("project", "approve"))


def test_fusion_keeps_the_id_and_joins_facts_times_affect_and_evidence() -> None:
    old = fuse(PARTIAL.with_id("emem_000004"), unit("It was approved.", (0, 1), session="s2"))
    assert old.memory_id == "emem_000004"
    assert old.fact.text == "Ana has news about the garden project. It was approved."
    assert [span.session for span in old.spans] == ["s1", "s2"]
    assert old.status == "complete"


def test_a_known_event_time_and_feeling_win_over_unknown_ones() -> None:
    later = FTAUnit(
        Fact("It went well yesterday."),
        TimeAnchor("2024-05-02", "yesterday", "2024-05-01", "2024-05-01", "day", "past"),
        Affect("proud", valence=0.6),
        Evidence("s1", (4, 4)),
        status="complete",
        provenance=Provenance("rules"),
    )
    fused = fuse(PARTIAL, later)
    assert (fused.time.event_start, fused.time.dialogue_time) == ("2024-05-01", "2024-05-01")
    assert (fused.affect.emotion_or_state, fused.affect.valence) == ("proud", 0.6)


def test_touching_spans_join_and_distant_ones_stay_apart() -> None:
    near = merge_spans((Evidence("s1", (2, 3)),), (Evidence("s1", (4, 6)),))
    far = merge_spans((Evidence("s1", (2, 3)),), (Evidence("s1", (9, 9)),))
    assert [span.turn_span for span in near] == [(2, 6)]
    assert [span.turn_span for span in far] == [(2, 3), (9, 9)]
