import pytest

from fta_mem.engines.rules.answering.question_kinds import people_named, read_question

PEOPLE = ("Ilse Brandt", "Oren")


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("When did Ilse sell the piano?", "when"),
        ("On what date was the boiler repaired?", "when"),
        ("Which year did Oren leave the navy?", "when"),
        ("As of 3 May 2021, when had they last spoken?", "when"),
        ("How long did the strike last?", "how_long"),
        ("How many weeks passed before the reply came?", "how_long"),
        ("How many hens does Oren keep?", "how_many"),
        ("How old is the ferry?", "how_many"),
        ("Who taught Ilse to swim?", "who"),
        ("With whom did Oren share the shed?", "who"),
        ("Where does Ilse store the sails?", "where"),
        ("At which hospital was the baby born?", "where"),
        ("Did Ilse finish the quilt?", "yes_no"),
        ("As of June 2022, is Oren still renting?", "yes_no"),
        ("Why did Oren turn back?", "why"),
        ("What made Ilse give up the choir?", "why"),
        ("How did they find the key?", "how"),
        ("What instruments does Oren play?", "list"),
        ("In what ways does Ilse help the club?", "list"),
        ("What did Ilse plant by the gate?", "what"),
        ("What kind of boat does Oren own?", "what"),
        ("", "what"),
    ],
)
def test_a_question_has_the_kind_its_words_ask_for(question: str, kind: str) -> None:
    assert read_question(question, PEOPLE).kind == kind


@pytest.mark.parametrize(
    ("question", "focus"),
    [
        ("What kind of boat does Oren own?", "boat"),
        ("Which village did they move to?", "village"),
        ("What is the name of the aunt who sews?", "aunt"),
        ("What did Oren cook?", ""),
    ],
)
def test_the_focus_is_the_noun_that_is_asked_for(question: str, focus: str) -> None:
    assert read_question(question, PEOPLE).focus == focus


def test_the_subject_is_asked_about_where_two_people_are_named() -> None:
    assert read_question("What did Oren lend to Ilse?", PEOPLE).asked == "Oren"
    assert read_question("What did Ilse borrow from Oren?", PEOPLE).asked == "Ilse Brandt"


def test_nobody_of_the_case_is_asked_about_when_none_is_named() -> None:
    assert read_question("What does Marta sell?", PEOPLE).asked is None


def test_names_are_whole_words() -> None:
    assert people_named("Orenda went home", PEOPLE) == ()
    assert people_named("Oren's brother met Brandt", PEOPLE) == ("Oren", "Ilse Brandt")


def test_names_are_no_terms() -> None:
    assert read_question("Where does Ilse Brandt moor the dinghy?", PEOPLE).terms == ("moor", "dinghi")


def test_as_of_is_read() -> None:
    assert read_question("As of 3 May 2021, where does Oren live?", PEOPLE).as_of
    assert read_question("Where does Oren currently live?", PEOPLE).as_of
    assert not read_question("Where did Oren live in May 2021?", PEOPLE).as_of
