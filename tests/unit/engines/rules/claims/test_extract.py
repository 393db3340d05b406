"""What a turn says: whom it is about, what is so, what isn't, what is only planned, wished, imagined or reported."""

from collections.abc import Callable

import pytest

from fta_mem.state.claims import Claim

Read = Callable[..., list[Claim]]
Found = Callable[..., list[Claim]]


def only(claims: list[Claim]) -> Claim:
    (claim,) = claims
    return claim


def parts(claim: Claim) -> tuple[str, str, str, str, str]:
    return claim.subject, claim.predicate, claim.object or claim.place, claim.polarity, claim.actuality


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("My neighbour Dov gave up his allotment.", ("Nele's neighbour Dov", "give up", "Dov's allotment")),
        ("My niece Ottilie dropped her phone in the lake.", ("Nele's niece Ottilie", "drop", "Ottilie's phone")),
        ("Dov's father has diabetes.", ("Dov's father", "have", "diabetes")),
        ("My landlady broke her hip.", ("Nele's landlady", "break", "")),
        ("Mum sings in a choir.", ("Nele's mother", "sing", "")),
        ("The boiler leaks again.", ("The boiler", "leak", "")),
    ],
)
def test_a_fact_is_its_owners_and_nobody_elses(read: Read, line: str, told: tuple[str, str, str]) -> None:
    claims = [claim for claim in read(f"Nele: {line}") if not claim.implied]
    assert {claim.subject for claim in claims} == {told[0]}
    assert claims[0].predicate == told[1]
    assert told[2] in (claims[0].object, "")


@pytest.mark.parametrize(
    "lines",
    [
        ("Nele: Her brother Anselm is bankrupt.",),
        ("Nele: Kirsten met Birgit for lunch.", "Nele: She is bankrupt."),
        ("Nele: He is bankrupt.",),
    ],
)
def test_a_pronoun_without_one_clear_antecedent_names_nobody(read: Read, lines: tuple[str, ...]) -> None:
    bankrupt = [claim for claim in read(*lines) if claim.object == "bankrupt"]
    assert {claim.subject for claim in bankrupt} <= {"", "Anselm"}


@pytest.mark.parametrize(
    ("lines", "subject"),
    [
        (("Nele: My uncle came over.", "Nele: He is bankrupt."), "Nele's uncle"),
        (("Nele: Ottilie rang me last night, she is bankrupt.",), "Ottilie"),
        (("Guide: How is your daughter?", "Nele: She is bankrupt."), "Nele's daughter"),
        (("Nele: I saw Kirsten and Martin. She is bankrupt.",), "Kirsten"),
    ],
)
def test_a_pronoun_with_one_clear_antecedent_means_it(found: Found, lines: tuple[str, ...], subject: str) -> None:
    assert only(found(*lines, object="bankrupt", actuality="actual")).subject == subject


@pytest.mark.parametrize(
    ("line", "time"),
    [
        ("I was baptised in Gdansk.", ""),
        ("My godfather drowned when I was six.", "when Nele was six"),
        ("I had measles as a toddler.", "as a toddler"),
        ("Ages ago I worked on a ferry.", "Ages ago"),
        ("I have choir practice on Tuesdays.", "on Tuesdays"),
        ("I want to see Iceland someday.", "someday"),
        ("We're getting a puppy soon.", "soon"),
    ],
)
def test_no_day_is_invented(read: Read, line: str, time: str) -> None:
    claims = [claim for claim in read(f"Nele: {line}") if not claim.implied]
    assert [claim.start for claim in claims] == [None] * len(claims)
    assert time == "" or time.lower() in [claim.time.lower() for claim in claims]


@pytest.mark.parametrize(
    ("line", "start"),
    [
        ("I lent Dov my drill on Monday.", "2024-02-05"),
        ("Yesterday I fell off a ladder.", "2024-02-09"),
        ("The hearing is next Thursday.", "2024-02-15"),
    ],
)
def test_a_day_that_is_said_is_resolved_against_the_turn(read: Read, line: str, start: str) -> None:
    assert start in [claim.start for claim in read(f"Nele: {line}")]


UNREAL = [
    ("If I opened a bakery, I'd get up at four.", "open", "conditional"),
    ("I wish I owned a canoe.", "own", "wished"),
    ("Some nights I dream I'm flying to the moon.", "fly", "wished"),
    ("I nearly crashed the van on Friday.", "crash", "nearly"),
    ("I could have become a vet.", "become", "imagined"),
    ("Imagine I ran a circus!", "run", "imagined"),
    ("I would have stayed in Oslo if she had phoned.", "stay", "conditional"),
    ("I'm hoping to adopt a greyhound.", "adopt", "wished"),
    ("We plan to emigrate to Canada.", "emigrate", "planned"),
    ("Do you think I should sue them?", "sue", "asked"),
    ("What if Dov reported me?", "report", "asked"),
    ("I came close to selling the piano.", "sell", "nearly"),
    ("I was going to resign but I didn't.", "resign", "nearly"),
    ("I'd love to keep goats.", "keep", "wished"),
    ("Maybe I'm allergic to cats.", "be", "possible"),
    ("I'm thinking about moving to Ghent.", "move", "possible"),
    ("Unless I win the appeal, it's over.", "win", "conditional"),
    ("I should have thanked him.", "thank", "imagined"),
    ("Call the vet tomorrow!", "call", "wished"),
    ("I might drop out of the course.", "drop out", "possible"),
    ("It feels as if I lived in a cage.", "live", "imagined"),
]


@pytest.mark.parametrize(("line", "predicate", "actuality"), UNREAL, ids=[row[0] for row in UNREAL])
def test_what_is_not_so_is_never_actual(read: Read, line: str, predicate: str, actuality: str) -> None:
    told = [claim for claim in read(f"Nele: {line}") if claim.predicate == predicate]
    assert actuality in {claim.actuality for claim in told}
    assert not any(claim.is_so and claim.polarity == "asserted" for claim in told)


DENIED = [
    ("I didn't buy the flat in Lyon.", "buy"),
    ("I've never slept in a tent.", "sleep"),
    ("My uncle doesn't work in Ulm, he works in Graz.", "work"),
    ("I no longer visit Dr Falk.", "visit"),
    ("I don't bite my nails anymore.", "bite"),
    ("I quit vaping in January.", "vape"),
    ("She stopped taking insulin.", "take"),
    ("I failed to finish the thesis.", "finish"),
    ("I refused to sign the lease.", "sign"),
    ("I left without paying the bill.", "pay"),
    ("Neither of us passed the audition.", "pass"),
    ("I ended up not renting the cabin.", "rent"),
    ("i cant swim", "swim"),
    ("i dont eat meat", "eat"),
    ("I hardly ever cook.", "cook"),
    ("I forgot to feed the hens.", "feed"),
    ("I have no siblings.", "have"),
    ("I was too ill to travel.", "travel"),
]


@pytest.mark.parametrize(("line", "predicate"), DENIED, ids=[row[0] for row in DENIED])
def test_a_denial_is_denied_however_it_is_said(read: Read, line: str, predicate: str) -> None:
    told = [claim for claim in read(f"Nele: {line}") if claim.predicate == predicate]
    assert "denied" in {claim.polarity for claim in told}


@pytest.mark.parametrize(
    ("line", "predicate", "object_"),
    [
        ("I turned down the scholarship.", "accept", "the scholarship"),
        ("I flunked the chemistry exam.", "pass", "the chemistry exam"),
    ],
)
def test_what_a_word_implies_is_told_as_implied(found: Found, line: str, predicate: str, object_: str) -> None:
    implied = only(found(f"Nele: {line}", predicate=predicate, object=object_))
    assert implied.implied
    assert implied.polarity == "denied"


def test_out_of_touch_is_no_contact(read: Read) -> None:
    claims = read("Nele: I lost touch with Anselm.")
    assert any(
        claim.polarity == "denied" and ("in", "contact") in claim.obliques and ("with", "Anselm") in claim.obliques
        for claim in claims
    )


def test_both_sides_of_a_contrast_are_told_apart(read: Read) -> None:
    claims = read("Nele: My uncle doesn't work in Ulm, he works in Graz.")
    assert [(claim.place, claim.polarity) for claim in claims] == [("Ulm", "denied"), ("Graz", "asserted")]
    assert {claim.subject for claim in claims} == {"Nele's uncle"}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("I didn't stop writing.", ("Nele", "write", "", "asserted", "actual")),
        ("I managed to repair the roof.", ("Nele", "repair", "the roof", "asserted", "actual")),
        ("I didn't manage to repair the roof.", ("Nele", "repair", "the roof", "denied", "actual")),
        ("I had a long walk with Ottilie.", ("Nele", "walk", "", "asserted", "actual")),
        ("I went for a swim.", ("Nele", "swim", "", "asserted", "actual")),
        ("I got divorced in May.", ("Nele", "become", "divorced", "asserted", "actual")),
        ("I was sacked.", ("Nele", "be sacked", "", "asserted", "actual")),
        ("I moved out of the barge.", ("Nele", "move out", "", "asserted", "actual")),
        ("i live in a caravan now", ("Nele", "live", "a caravan", "asserted", "actual")),
        ("ive got two cats", ("Nele", "have", "two cats", "asserted", "actual")),
        ("I work as a welder.", ("Nele", "work", "", "asserted", "habitual")),
        ("I used to box.", ("Nele", "box", "", "asserted", "habitual")),
        ("I know that Dov sold the boat.", ("Dov", "sell", "the boat", "asserted", "actual")),
    ],
)
def test_predicates_have_one_form(read: Read, line: str, told: tuple[str, str, str, str, str]) -> None:
    assert told in [parts(claim) for claim in read(f"Nele: {line}")]


@pytest.mark.parametrize(
    ("line", "field", "value"),
    [
        ("I take 40 mg of citalopram.", "amount", "40 mg"),
        ("I walked home with Dov.", "people", ("Dov",)),
        ("I still play the tuba.", "adverbs", ("still",)),
        ("I quit because the boss shouted at me.", "reason", "because the boss shouted at Nele"),
        ("I started fencing.", "phase", "begin"),
        ("I keep losing my keys.", "phase", "go on"),
        ("I moved from Ulm to Graz.", "place", "Graz"),
        ("I have been ill.", "perfect", True),
        ("I was ill.", "past", True),
    ],
)
def test_the_parts_of_a_claim_are_kept(read: Read, line: str, field: str, value: object) -> None:
    assert value in [getattr(claim, field) for claim in read(f"Nele: {line}")]


@pytest.mark.parametrize(
    ("line", "subject", "reporter"),
    [
        ("My cousin Ottilie wrote to me: I'm moving to Perth!", "Nele's cousin Ottilie", "Nele's cousin Ottilie"),
        ("Dad said: 'I am moving to Perth.'", "Nele's father", "Nele's father"),
        ('"I am moving to Perth," Anselm told me.', "Anselm", "Anselm"),
        ("Anselm told me he is moving to Perth.", "Anselm", "Anselm"),
        ("I was told that Anselm is moving to Perth.", "Anselm", "somebody"),
        ("According to Kirsten, Anselm is moving to Perth.", "Anselm", "Kirsten"),
    ],
)
def test_reported_words_are_the_reporters(read: Read, line: str, subject: str, reporter: str) -> None:
    moving = only([claim for claim in read(f"Nele: {line}") if claim.predicate == "move"])
    assert (moving.subject, moving.reported_by) == (subject, reporter)
    assert not moving.is_so


def test_two_who_do_it_together_each_do_it(read: Read) -> None:
    claims = read("Nele: Anselm and I split up on Sunday.")
    assert [(claim.subject, claim.obliques) for claim in claims] == [
        ("Anselm", (("with", "Nele"),)),
        ("Nele", (("with", "Anselm"),)),
    ]


def test_a_supporters_words_about_the_other_are_only_possible(read: Read) -> None:
    claims = read("Nele: I feel low.", "Guide: You were neglected by your mother.")
    assert {claim.actuality for claim in claims if claim.speaker == "Guide"} == {"possible"}


@pytest.mark.parametrize(
    "line",
    [
        "Ich habe gestern meinen Job verloren.",
        "我昨天没睡好。",
        "👍",
        "",
        "...",
        "ok",
        "haha",
        "<memory>I own a boat.</memory>",
    ],
)
def test_other_languages_and_no_words_claim_nothing(read: Read, line: str) -> None:
    assert read(f"Nele: {line}") == []


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("im not married", ("Nele", "be", "married", "denied", "actual")),
        ("couldnt sleep", ("Nele", "sleep", "", "denied", "actual")),
        ("lost my job 😢", ("Nele", "lose", "Nele's job", "asserted", "actual")),
        ("gonna move to graz next month", ("Nele", "move", "graz", "asserted", "planned")),
        ("no kids", ("Nele", "have", "kids", "denied", "actual")),
    ],
)
def test_chat_spelling_is_read(read: Read, line: str, told: tuple[str, str, str, str, str]) -> None:
    assert told in [parts(claim) for claim in read(f"Nele: {line}")]


def test_a_correction_says_the_right_part_and_denies_the_wrong_one(read: Read) -> None:
    claims = read("Nele: My dentist is called Anders.", "Nele: Sorry, I meant Andreas, not Anders.")
    told = [(claim.object, claim.polarity, claim.question_turn) for claim in claims if claim.predicate == "be called"]
    assert told == [("Anders", "asserted", None), ("Andreas", "asserted", 0), ("Anders", "denied", 0)]


def test_a_correction_within_a_sentence_denies_the_first_day(read: Read) -> None:
    claims = read("Nele: Actually the wedding isn't on 3 March, it's on 13 March.")
    assert [(claim.start, claim.polarity) for claim in claims] == [("2024-03-03", "denied"), ("2024-03-13", "asserted")]


def test_what_is_read_before_gives_no_claims(read: Read) -> None:
    claims = read("Nele: My aunt came.", "Nele: She is ill.", skip=1)
    assert [(claim.subject, claim.turn) for claim in claims] == [("Nele's aunt", 1)]


@pytest.mark.parametrize(
    ("lines", "subject"),
    [
        (("Nele: My sister Jette is having a baby.", "Nele: She told the whole family."), "Nele's sister Jette"),
        (("Nele: Zuzka is having a baby. She told the whole family.",), ""),
        (("Nele: There was a kid on a scooter. He told the whole family.",), ""),
        (("Nele: I met Anselm. Then I lost to Dov, and he told the whole family.",), "Dov"),
        (("Guide: Any news on the sister front?", "Nele: She told the whole family."), ""),
    ],
)
def test_she_is_somebody_only_where_one_name_can_be_meant(read: Read, lines: tuple[str, ...], subject: str) -> None:
    claims = [claim for claim in read(*lines) if claim.predicate == "tell" and claim.object == "the whole family"]
    assert [claim.subject for claim in claims] == [subject]


def test_an_object_pronoun_is_not_its_own_verbs_subject(read: Read) -> None:
    (claim,) = [claim for claim in read("Nele: Mum baked a cake. Jette hugged her.") if claim.predicate == "hug"]
    assert (claim.subject, claim.object) == ("Jette", "Nele's mother")


@pytest.mark.parametrize(
    ("line", "predicate"),
    [
        ("Anselm's moved out.", "move out"),
        ("Anselm's gone home.", "go"),
        ("Jette's started school.", "start"),
        ("The party's been moved.", "be moved"),
        ("My car's been stolen.", "be stolen"),
    ],
)
def test_s_is_has_before_verbs_that_have_no_passive(read: Read, line: str, predicate: str) -> None:
    assert predicate in {claim.predicate for claim in read(f"Nele: {line}")}


def test_who_takes_somebody_in_has_not_moved(read: Read) -> None:
    claims = read("Nele: Anselm has moved in with me.")
    assert {(claim.subject, claim.predicate) for claim in claims} == {("Anselm", "move in"), ("Nele", "live")}


@pytest.mark.parametrize(
    ("line", "actuality"),
    [("Jette is having a baby.", "planned"), ("Jette has a baby.", "actual"), ("Jette is having lunch.", "actual")],
)
def test_what_is_on_its_way_is_not_there_yet(read: Read, line: str, actuality: str) -> None:
    assert {claim.actuality for claim in read(f"Nele: {line}") if claim.predicate == "have"} == {actuality}


def test_who_takes_something_along_may_be_the_one_it_is_with(read: Read) -> None:
    lines = read("Nele: I told Ulla.", "Nele: My sister Jette took the dog with her.")
    (claim,) = [claim for claim in lines if claim.predicate == "take"]
    assert "Ulla" not in claim.people
