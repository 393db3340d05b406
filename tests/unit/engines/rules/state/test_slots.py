"""Which slot a claim fills, begins, changes or ends."""

import pytest

from fta_mem.engines.rules.state.slots import slot_use, slot_uses
from fta_mem.state.claims import Claim


def said(predicate: str, obj: str = "", **parts: object) -> Claim:
    return Claim(**{"subject": "Ana", "speaker": "Ana", "predicate": predicate, "object": obj, **parts})  # type: ignore[arg-type]


def of(name: str) -> dict[str, str]:
    return {"subject": name}


@pytest.mark.parametrize(
    ("claim", "holder", "slot", "value", "kind"),
    [
        (said("live", place="Porto"), "Ana", "home", "Porto", "holds"),
        (said("live", place="Porto", polarity="denied"), "Ana", "home", "Porto", "denied"),
        (said("live", place="Porto", past=True), "Ana", "home", "Porto", "held"),
        (said("move", place="Graz", past=True), "Ana", "home", "Graz", "begins"),
        (said("move", place="Graz", actuality="planned"), "Ana", "home", "Graz", "planned"),
        (said("move out", past=True), "Ana", "home", "", "ends"),
        (said("work", place="the bakery"), "Ana", "work", "the bakery", "holds"),
        (said("work", obliques=(("as", "a welder"),)), "Ana", "occupation", "a welder", "holds"),
        (said("be laid off", past=True), "Ana", "work", "", "ends"),
        (said("quit", "the job", past=True), "Ana", "work", "", "ends"),
        (said("be", "a midwife"), "Ana", "occupation", "a midwife", "holds"),
        (said("be", "Dr Soto", subject="Ana's dentist"), "Ana", "dentist", "Dr Soto", "holds"),
        (said("be", "Ines", subject="Ana's new landlady"), "Ana", "landlady", "Ines", "begins"),
        (said("be", "555-22", subject="Ana's phone number"), "Ana", "phone number", "555-22", "holds"),
        (said("be", "red", subject="Ana's favourite tea"), "Ana", "favourite tea", "red", "holds"),
        (said("be called", "Pip", subject="Ana's dog"), "Ana's dog", "name", "Pip", "holds"),
        (said("be", "Ana's boss", subject="Lea"), "Ana", "boss", "Lea", "holds"),
        (said("be", "Ana's boss", subject="Lea", polarity="denied"), "Ana", "boss", "Lea", "denied"),
        (said("be", "single"), "Ana", "relationship", "single", "holds"),
        (said("be married"), "Ana", "relationship", "married", "holds"),
        (said("break up", obliques=(("with", "Kim"),), past=True), "Ana", "partner", "Kim", "ends"),
        (said("break up", subject="Kim and Ana", past=True), "Ana", "partner", "Kim", "ends"),
        (said("have", "a boyfriend"), "Ana", "partner", "", "holds"),
        (said("take", "lithium", amount="40 mg"), "Ana", "amount:lithium", "40 mg", "holds"),
        (said("be", amount="40 mg", obliques=(("on", "lithium"),)), "Ana", "amount:lithium", "40 mg", "holds"),
        (said("drive", "a Lada", actuality="habitual"), "Ana", "drive", "a Lada", "holds"),
        (said("see", "Dr Soto", polarity="denied", words="I no longer see Dr Soto"), "Ana", "doctor", "Dr Soto", "ends"),
        (said("smoke", actuality="habitual"), "Ana", "smoke:", "", "holds"),
        (said("smoke", polarity="denied", phase="end"), "Ana", "smoke:", "", "ends"),
        (said("smoke", phase="begin", past=True), "Ana", "smoke:", "", "begins"),
        (said("like", "rowing"), "Ana", "like:row", "rowing", "holds"),
        (said("hate", "rowing"), "Ana", "like:row", "rowing", "denied"),
        (said("have", "a parrot"), "Ana", "have:parrot", "a parrot", "holds"),
        (said("sell", "the boat", past=True), "Ana", "have:boat", "the boat", "ends"),
        (said("die", subject="Ana's parrot", past=True), "Ana", "have:parrot", "", "ends"),
        (said("be", time="on 4 May", subject="Ana's operation"), "Ana", "when:surgery", "on 4 May", "holds"),
        (said("postpone", "the hearing", subject="they", time="to July", past=True), "Ana", "when:hear", "to July", "changes"),
        (said("cancel", "the trip to Oslo", past=True), "Ana", "when:journey", "", "ends"),
    ],
)  # fmt: skip
def test_grammar_tells_the_slot(claim: Claim, holder: str, slot: str, value: str, kind: str) -> None:
    use = slot_use(claim)
    assert use is not None
    assert (use.holder, use.slot, use.value, use.kind) == (holder, slot, value, kind)


@pytest.mark.parametrize("actuality", ["wished", "imagined", "conditional", "nearly", "possible", "reported", "asked"])
def test_what_nobody_states_fills_no_slot(actuality: str) -> None:
    assert slot_uses(said("live", place="Porto", actuality=actuality)) == ()


def test_a_deed_of_once_leaves_no_slot() -> None:
    assert slot_uses(said("paint", "the fence", past=True)) == ()


def test_a_question_has_the_slot_that_it_asks_for() -> None:
    use = slot_use(said("live"))
    assert use is not None
    assert (use.slot, use.value) == ("home", "")
