"""What a session adds to user semantic memory and support-experience memory (paper, Equation 7)."""

from fta_mem.engines.base import LongitudinalRequest
from fta_mem.engines.rules.longitudinal.lines import line_key, update_longitudinal
from fta_mem.state.labels import ContentType
from fta_mem.state.records import Affect, Evidence, Fact, FTAUnit, LongitudinalLine, TimeAnchor


def unit(
    memory_id: str, text: str, *, kind: ContentType = "general_fact", subject: str = "Ana", speaker: str = "Ana"
) -> FTAUnit:
    fact = Fact(text, kind, (speaker,), text, subject, speaker)
    time = TimeAnchor("2024-02-10")
    return FTAUnit(fact, time, Affect(), Evidence("s1", (0, 0)), "complete", memory_id=memory_id)


def lines(*units: FTAUnit, standing: tuple[LongitudinalLine, ...] = ()) -> tuple[LongitudinalLine, ...]:
    return update_longitudinal(LongitudinalRequest("s1", "2024-02-10", standing, units))


def test_traits_become_lines_with_evidence_and_date() -> None:
    (line,) = lines(unit("emem_000001", "Ana lives in a barge. Then it rained."))
    assert line.text == "Ana lives in a barge."
    assert (line.kind, line.evidence, line.since) == ("user", ("emem_000001",), "2024-02-10")
    assert line.key == line_key("user", line.text)


def test_passing_states_and_other_peoples_traits_are_no_traits_of_the_user() -> None:
    assert lines(unit("emem_000001", "Ana is tired today.")) == ()
    assert lines(unit("emem_000002", "Oren lives in a barge.", subject="Oren")) == ()
    guess = unit("emem_000003", "Ana hates crowds.", kind="belief_candidate", speaker="Supporter")
    assert lines(guess) == ()


def test_a_changed_trait_supersedes_the_older_line() -> None:
    (old,) = lines(unit("emem_000001", "Ana lives in a barge."))
    (new,) = lines(unit("emem_000009", "Ana lives with Ruben now."), standing=(old,))
    assert new.supersedes == old.key


def test_likes_of_different_things_stand_side_by_side() -> None:
    (old,) = lines(unit("emem_000001", "Ana loves chess."))
    (new,) = lines(unit("emem_000002", "Ana loves herons."), standing=(old,))
    assert new.supersedes is None
    (changed,) = lines(unit("emem_000003", "Ana hates chess."), standing=(old, new))
    assert changed.supersedes == old.key


def test_the_same_statement_again_adds_no_line() -> None:
    (old,) = lines(unit("emem_000001", "Ana loves chess."))
    assert lines(unit("emem_000002", "Ana loves chess."), standing=(old,)) == ()


def test_support_lines_say_what_was_tried_and_how_it_went() -> None:
    advice = unit("emem_000001", "Supporter said: Ana could write a diary before bed.", kind="support_interaction")
    (tried,) = lines(advice)
    assert tried.kind == "support"
    report = unit("emem_000005", "Ana wrote the diary before bed and it helped.", kind="event")
    (came_of_it,) = lines(report, standing=(tried,))
    assert came_of_it.evidence == ("emem_000001", "emem_000005")


def test_courtesies_are_no_support_experience() -> None:
    assert lines(unit("emem_000001", "Supporter said: It's nice to have Ana here.", kind="support_interaction")) == ()
