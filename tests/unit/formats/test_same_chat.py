"""Which sessions that memory holds a new export of a chat takes the place of."""

from collections.abc import Sequence

from fta_mem.formats.same_chat import settled
from fta_mem.state.records import Case, Session, Turn

Talk = dict[str, Sequence[tuple[str, str]]]
INES: Talk = {
    "10": [("Ines", "I stole the blue lantern."), ("Omar", "What on earth for?")],
    "15": [("Ines", "I signed up for pottery.")],
}
MIA: Talk = {"10": [("Mia", "Our cellar is under water."), ("Omar", "What on earth for?")]}


def session(source: str, hour: str, said: Sequence[tuple[str, str]]) -> Session:
    name = f"{source}/2024-08-14T{hour}00"
    return Session(name, None, tuple(Turn(i, f"{name}:{i}", "user", who, text) for i, (who, text) in enumerate(said)))


def case(talk: Talk, source: str = "whatsapp") -> Case:
    return Case("c", tuple(session(source, hour, said) for hour, said in talk.items()), source)


def held(*cases: Case) -> dict[str, Sequence[Turn]]:
    return {one.session_id: one.turns for given in cases for one in given.sessions}


def ids(given: Case) -> list[str]:
    return [one.session_id for one in given.sessions]


def test_the_first_export_of_a_chat_is_taken_as_it_is() -> None:
    got = settled(case(INES), {"diary": (Turn(0, "1", "user", "Ines", "I stole the blue lantern."),)})
    assert (got.case, got.outdated, got.dropped) == (case(INES), (), 0)


def test_the_same_export_again_changes_nothing() -> None:
    assert settled(case(INES), held(case(INES))).outdated == ()


def test_a_session_that_only_grew_is_not_out_of_date() -> None:
    grown = {**INES, "15": [*INES["15"], ("Omar", "Lovely, which one?")]}
    assert settled(case(grown), held(case(INES))).outdated == ()


def test_a_deleted_message_puts_its_session_out_of_date() -> None:
    less: Talk = {"10": INES["10"][1:], "15": INES["15"]}
    got = settled(case(less), held(case(INES)))
    assert (got.outdated, got.dropped) == (("whatsapp/2024-08-14T1000",), 0)


def test_a_clock_that_moved_puts_all_out_of_date() -> None:
    got = settled(case({"11": INES["10"], "16": INES["15"]}), held(case(INES)))
    assert got.outdated == ("whatsapp/2024-08-14T1000", "whatsapp/2024-08-14T1500")
    assert (got.dropped, ids(got.case)) == (2, ["whatsapp/2024-08-14T1100", "whatsapp/2024-08-14T1600"])


def test_all_deleted_but_for_a_new_word_is_still_the_chat_of_these_two() -> None:
    got = settled(case({"20": [("Omar", "Hello?"), ("Ines", "Hi.")]}), held(case(INES)))
    assert len(got.outdated) == 2


def test_another_chat_gets_a_number_and_takes_no_one_s_place() -> None:
    got = settled(case(MIA), held(case(INES)))
    assert (got.outdated, got.case.source) == ((), "whatsapp-2")
    assert ids(got.case) == ["whatsapp-2/2024-08-14T1000"]
    assert [turn.turn_id for turn in got.case.sessions[0].turns] == [
        "whatsapp-2/2024-08-14T1000:0",
        "whatsapp-2/2024-08-14T1000:1",
    ]
    both = held(case(INES), got.case)
    assert settled(case(MIA), both).case == got.case
    assert settled(case(INES), both).case == case(INES)
    assert settled(case({"10": MIA["10"][:1]}), both).outdated == ("whatsapp-2/2024-08-14T1000",)
    third = settled(case({"10": [("Zoe", "I play the organ now.")]}), both)
    assert (third.case.source, third.outdated) == ("whatsapp-3", ())


def test_a_group_that_somebody_joined_is_the_same_group() -> None:
    joined = {**INES, "16": [("Zoe", "Hello everyone, I am new.")]}
    assert settled(case(joined), held(case(INES))).case.source == "whatsapp"


def test_two_long_chats_of_the_same_two_with_nothing_in_common_are_two() -> None:
    def long(word: str) -> Talk:
        return {"10": [(who, f"{word} number {i} of many") for i in range(12) for who in ("Ines", "Omar")]}

    assert settled(case(long("letter")), held(case(long("message")))).case.source == "whatsapp-2"


def test_a_telegram_chat_is_known_by_its_number() -> None:
    old, other = case(INES, "telegram-1"), case(INES, "telegram-12")
    got = settled(case({"20": [("Zoe", "Nothing of it is left.")]}, "telegram-1"), held(old, other))
    assert got.outdated == ("telegram-1/2024-08-14T1000", "telegram-1/2024-08-14T1500")


def test_what_is_not_the_whole_of_anything_outdates_nothing() -> None:
    plain = Case("c", (session("whatsapp", "20", [("Ines", "x")]),))
    assert settled(plain, held(case(INES))) == (plain, ())
