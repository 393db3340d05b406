"""Changes told over many turns, in words other than those that they change."""

from dataclasses import replace

import pytest

from fta_mem.engines.base import RelationRequest
from fta_mem.engines.rules.linking.relations import judge_relations
from fta_mem.state.claims import Claim
from fta_mem.state.labels import ContentType
from fta_mem.state.records import Affect, Evidence, Fact, FTAUnit, TimeAnchor


def said(words: str, predicate: str, obj: str = "", **parts: object) -> Claim:
    filled = {"subject": "Ana", "speaker": "Ana", "predicate": predicate, "object": obj, "words": words, **parts}
    return Claim(**filled)  # type: ignore[arg-type]


def unit(day: str, text: str, *claims: Claim, kind: ContentType = "general_fact", speaker: str = "Ana") -> FTAUnit:
    spoken = tuple(replace(claim, session=day, speaker=speaker) for claim in claims)
    fact = Fact(text, kind, (speaker,), text, speaker, speaker)
    where = Evidence(day, (0, 0), day)
    return FTAUnit(fact, TimeAnchor(day), Affect(), where, "complete", memory_id=f"{day} {text}", claims=spoken)


def labels(new: FTAUnit, *older: FTAUnit) -> list[str]:
    row = tuple((old, 0.5) for old in older)
    return [item.relation for item in judge_relations(RelationRequest((new,), (row,)))]


DENIED = {"polarity": "denied"}
WANTED = unit(
    "2024-01-01",
    "Lea wants me in her quartet. No way.",
    said("Lea wants me in her quartet", "want", "Ana", subject="Lea", obliques=(("in", "her quartet"),)),
)
BOXING = unit("2024-01-01", "I go boxing every week.", said("I go boxing every week", "box", actuality="habitual"))
TRIP = unit(
    "2024-01-01",
    "I fly to Bergen on the ninth.",
    said(
        "I fly to Bergen on the ninth", "fly", place="Bergen", start="2024-01-09", end="2024-01-09", actuality="planned"
    ),
)
ADVICE = unit(
    "2024-01-01",
    "Could you try the humming exercise?",
    said("Could you try the humming exercise", "try", "the humming exercise", actuality="asked"),
    kind="support_interaction",
    speaker="Supporter",
)
SOLD = unit("2024-01-01", "I uninstalled Tetris.", said("I uninstalled Tetris", "uninstall", "Tetris", past=True))
CANS = unit("2024-01-01", "Four sodas a day, I know.", said("I know", "know"))


@pytest.mark.parametrize(
    ("new", "old", "expected"),
    [
        (unit("2024-02-01", "I joined Lea's quartet.", said("I joined Lea's quartet", "join", "Lea's quartet", past=True)), WANTED, "updates"),
        (unit("2024-02-01", "I heard Lea's choir.", said("I heard Lea's choir", "hear", "Lea's choir", past=True)), WANTED, "unknown"),
        (unit("2024-02-01", "The boxing's finished.", said("The boxing's finished", "be", "finished", subject="The boxing")), BOXING, "updates"),
        (unit("2024-02-01", "The soup's finished.", said("The soup's finished", "be", "finished", subject="The soup")), BOXING, "unknown"),
        (unit("2024-02-01", "I put Tetris back on.", said("I put Tetris back on", "put", "Tetris", past=True)), SOLD, "updates"),
        (unit("2024-02-01", "The humming made it worse.", said("The humming made it worse", "make", "it worse", subject="The humming", past=True)), ADVICE, "contradicts"),
        (unit("2024-02-01", "I did the humming exercise twice.", said("I did the humming exercise twice", "do", "the humming exercise", past=True)), ADVICE, "followup_of"),
        (unit("2024-02-01", "Down to two sodas a day.", said("I know", "know")), CANS, "updates"),
        (unit("2024-02-01", "Four sodas a day, still.", said("I know", "know")), CANS, "unknown"),
    ],
)  # fmt: skip
def test_a_rare_thing_ties_a_change_to_what_it_changes(new: FTAUnit, old: FTAUnit, expected: str) -> None:
    assert labels(new, old) == [expected]


def test_a_bare_miss_is_about_the_last_plan_that_was_due() -> None:
    earlier = unit(
        "2023-11-01",
        "I fly to Split on the fifth.",
        said("I fly to Split", "fly", place="Split", start="2023-11-05", end="2023-11-05", actuality="planned"),
    )
    missed = unit("2024-01-12", "I didn't go.", said("I didn't go", "go", past=True, **DENIED))
    assert labels(missed, earlier, TRIP) == ["unknown", "contradicts"]


def test_a_plan_that_is_not_due_is_not_missed() -> None:
    missed = unit("2024-01-05", "I didn't go.", said("I didn't go", "go", past=True, **DENIED))
    assert labels(missed, TRIP) == ["unknown"]


def test_what_is_taken_back_is_one_older_unit_alone() -> None:
    meant = unit("2024-01-01", "I'm not telling Max.", said("I'm not telling Max", "tell", "Max", **DENIED))
    other = unit(
        "2024-01-02", "I'm not painting the shed.", said("I'm not painting the shed", "paint", "the shed", **DENIED)
    )
    new = unit("2024-02-01", "I told Max. I know I said never.", said("I told Max", "tell", "Max", past=True))
    assert labels(new, meant, other) == ["updates", "unknown"]


def test_a_word_quoted_twice_of_one_person_is_taken_back() -> None:
    claim = said("he's allergic", "be", "allergic", subject="Jo", actuality="reported", reported_by="Jo")
    old = unit("2024-01-01", "Jo says he's allergic.", claim)
    new = unit(
        "2024-02-01", "Jo said he never was allergic.", replace(claim, polarity="denied", words="he never was allergic")
    )
    assert labels(new, old) == ["contradicts"]


def test_moods_of_two_days_do_not_contradict_each_other() -> None:
    old = unit("2024-01-01", "I'm not mad.", said("I'm not mad", "be", "mad", **DENIED))
    assert labels(unit("2024-02-01", "I'm mad.", said("I'm mad", "be", "mad")), old) == ["unknown"]


def told(number: int, text: str, claim: Claim, session: str = "2024-01-01") -> FTAUnit:
    """Return one of several units of one turn, told one after the other."""
    place = replace(claim, session=session, span=(number * 100, number * 100 + 90))
    return replace(unit(session, text, place), claims=(place,))


def test_a_refusal_is_of_what_the_sentence_before_it_names() -> None:
    asked = told(0, "Lea wants Ana in her quartet.", said("Lea wants me in her quartet", "want", subject="Lea"))
    refused = told(1, "Absolutely not, Ana sings like a crow.", said("I sing like a crow", "sing", **DENIED))
    joined = unit("2024-02-01", "I joined Lea's quartet.", said("I joined it", "join", "Lea's quartet", past=True))

    def found(*beside: FTAUnit) -> list[str]:
        request = RelationRequest((joined,), ((),), ((refused,),), beside)
        return [item.relation for item in judge_relations(request)]

    assert found() == ["unknown"]
    assert found(asked) == ["updates"]


def test_never_to_a_question_about_habit_refuses_nothing() -> None:
    asked = unit(
        "2024-01-01",
        'Ana, asked "Is it something you usually do, rowing?": Never.',
        said("Never", "do", question_turn=0, **DENIED),
    )
    rowed = unit("2024-02-01", "I tried rowing.", said("I tried rowing", "try", "rowing", past=True))
    assert labels(rowed, asked) == ["unknown"]


def test_a_flight_that_is_told_as_a_timetable_is_a_plan_that_can_be_missed() -> None:
    up = said(
        "I fly up on the ninth", "fly up", place="Bergen", start="2024-01-09", end="2024-01-09", actuality="planned"
    )
    missed = unit("2024-01-20", "I didn't go.", said("I didn't go", "go", past=True, **DENIED))
    assert labels(missed, unit("2024-01-01", "I fly up on the ninth.", up)) == ["contradicts"]


def test_somebody_takes_back_what_they_were_quoted_with() -> None:
    word = {"actuality": "reported", "subject": "Lea"}
    claimed = unit(
        "2024-01-01", "Lea says she is allergic.", said("she's allergic", "be", "allergic", reported_by="lea", **word)
    )
    denied = said("she was never allergic", "be", "allergic", reported_by="Lea", past=True, **word, **DENIED)
    assert labels(unit("2024-02-01", "Lea said she was never allergic.", denied), claimed) == ["contradicts"]
