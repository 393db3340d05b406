"""What a session adds to user semantic memory and support-experience memory (paper, Equation 7)."""

from dataclasses import replace

import pytest

from fta_mem.engines.base import LongitudinalRequest
from fta_mem.engines.rules.longitudinal.lines import update_longitudinal
from fta_mem.state.claims import Claim
from fta_mem.state.labels import ContentType
from fta_mem.state.records import Affect, Evidence, Fact, FTAUnit, LongitudinalLine, TimeAnchor


def said(predicate: str, obj: str = "", **parts: object) -> Claim:
    filled = {"subject": "Ana", "speaker": "Ana", "predicate": predicate, "object": obj, **parts}
    return Claim(**filled)  # type: ignore[arg-type]


def unit(
    memory_id: str,
    *claims: Claim,
    kind: ContentType = "general_fact",
    speaker: str = "Ana",
    text: str = "",
    turn: int = 0,
) -> FTAUnit:
    fact = Fact(text, kind, (speaker,), text, "Ana", speaker)
    affect = Affect(valence=-0.5)
    spoken = tuple(replace(claim, speaker=speaker, words=claim.words or text) for claim in claims)
    where = Evidence("s1", (turn, turn))
    return FTAUnit(fact, TimeAnchor("2024-02-10"), affect, where, "complete", memory_id=memory_id, claims=spoken)


def lines(*units: FTAUnit, standing: tuple[LongitudinalLine, ...] = ()) -> tuple[LongitudinalLine, ...]:
    return update_longitudinal(LongitudinalRequest("s1", "2024-02-10", standing, units))


BARGE = unit("emem_000001", said("live", place="a barge", words="I live on a barge"))


def test_a_trait_becomes_a_line_with_evidence_and_date() -> None:
    (line,) = lines(BARGE)
    assert line.text == "Ana lives on a barge."
    assert (line.kind, line.evidence, line.since) == ("user", ("emem_000001",), "2024-02-10")


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        (said("work", obliques=(("as", "a welder"),)), "Ana is a welder."),
        (said("be", "Dr Soto", subject="Ana's dentist"), "Ana's dentist is Dr Soto."),
        (said("be called", "Pip", subject="Ana's parrot"), "Ana's parrot is called Pip."),
        (said("have", "a parrot"), "Ana has a parrot."),
        (said("love", "old maps"), "Ana loves old maps."),
        (said("take", "lithium", amount="400 mg"), "Ana takes 400 mg of lithium."),
        (said("pay", "40 % of the rent", amount="40 %"), "Ana pays 40 % of the rent."),
        (said("sing", obliques=(("in", "a choir"),), actuality="habitual"), "Ana sings in a choir."),
        (said("be", "allergic to nuts"), "Ana is allergic to nuts."),
        (said("live", place="Faro", subject="Ana's sister"), "Ana's sister lives in Faro."),
        (said("be called", "Ines", subject="Ana's aunt"), "Ines is Ana's aunt."),
        (said("adopt", "a dog"), "Ana has a dog."),
        (said("take", "propranolol"), "Ana takes propranolol."),
        (said("read", "the paper", time="every Sunday"), "Ana reads the paper."),
    ],
)
def test_a_line_is_one_short_sentence(claim: Claim, text: str) -> None:
    assert [line.text for line in lines(unit("emem_000001", claim))] == [text]


@pytest.mark.parametrize(
    "claim",
    [
        said("live", place="Rome", actuality="wished"),
        said("move", place="Rome", actuality="planned"),
        said("live", place="Rome", actuality="reported", reported_by="Ines"),
        said("live", place="Rome", polarity="denied"),
        said("be", "tired"),
        said("have", "a question"),
        said("be", "an alto"),
        said("draw", "Ana", subject="Old barges", actuality="habitual"),
        said("stop", "two nights of sofa bed", amount="two nights"),
        said("drive", "the rest"),
        said("be", "at half five", amount="half five"),
        said("like", "it"),
        said("take", "the bus"),
        said("take", "a deep breath"),
        said("live", place="the box room"),
        said("have", "the same boss"),
        said("read", "the paper"),
        said("attend", "a wedding"),
        said("be", "at half five", amount="half five"),
        said("own", "the nearest house"),
        said("live", place="Rome", subject=""),
    ],
)
def test_a_wish_a_plan_a_quotation_a_denial_and_chatter_are_no_lines(claim: Claim) -> None:
    assert lines(unit("emem_000001", claim)) == ()


def test_a_supporters_word_never_describes_anybody() -> None:
    assert lines(unit("emem_000001", said("love", "chess"), kind="belief_candidate", speaker="Supporter")) == ()


def test_a_changed_trait_supersedes_the_older_line() -> None:
    (old,) = lines(BARGE)
    (new,) = lines(unit("emem_000009", said("move", place="Graz", past=True)), standing=(old,))
    assert (new.text, new.supersedes) == ("Ana lives in Graz.", old.key)


def test_an_ended_trait_is_said_to_be_over() -> None:
    (old,) = lines(unit("emem_000001", said("smoke", actuality="habitual")))
    over = said("smoke", polarity="denied", phase="end")
    (new,) = lines(unit("emem_000009", over), standing=(old,))
    assert (new.text, new.supersedes) == ("Ana no longer smokes.", old.key)
    assert lines(unit("emem_000009", over)) == ()


def test_likes_of_different_things_stand_side_by_side() -> None:
    (old,) = lines(unit("emem_000001", said("love", "chess")))
    (new,) = lines(unit("emem_000002", said("love", "herons")), standing=(old,))
    assert new.supersedes is None
    (changed,) = lines(unit("emem_000003", said("hate", "chess")), standing=(old, new))
    assert changed.supersedes == old.key


def test_the_same_statement_again_adds_no_line() -> None:
    (old,) = lines(BARGE)
    assert lines(unit("emem_000002", said("live", place="a barge")), standing=(old,)) == ()


def test_support_lines_say_what_was_tried_in_which_situation_and_how_it_went() -> None:
    trouble = unit("emem_000001", said("sleep", polarity="denied"), text="Ana can't sleep.")
    advice = said("write", "a diary", words="Could you write a diary before bed?", actuality="asked")
    suggested = unit("emem_000002", advice, kind="support_interaction", speaker="Supporter", turn=1)
    (tried,) = lines(trouble, suggested)
    assert (tried.kind, tried.evidence) == ("support", ("emem_000001", "emem_000002"))
    assert tried.text == "Ana can't sleep. Supporter suggested: write a diary before bed."
    report = unit("emem_000005", said("help", subject="the diary", past=True), text="Ana: The diary helped.")
    (came_of_it,) = lines(report, standing=(tried,))
    assert came_of_it.text == "On “write a diary before bed”: Ana: The diary helped."
    assert came_of_it.evidence == ("emem_000001", "emem_000002", "emem_000005")


def test_courtesies_are_no_support_experience() -> None:
    kind = said("be", "nice", subject="it", words="It's nice to have you here")
    assert lines(unit("emem_000001", kind, kind="support_interaction", speaker="Supporter")) == ()


def test_one_statement_makes_one_line() -> None:
    bus = said("drive", "the number 14 bus", actuality="habitual")
    assert [line.text for line in lines(unit("emem_000001", bus))] == ["Ana drives the number 14 bus."]
