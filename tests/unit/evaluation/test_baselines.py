import pytest
from tests.unit.evaluation.conftest import LetterEmbedder

from fta_mem.evaluation.baselines import BASELINES, Baseline, windows
from fta_mem.evaluation.dialogue_index import KeptVectors, read_dialogue
from fta_mem.evaluation.methods import Answered
from fta_mem.state.answering import Answer, Packet
from fta_mem.state.records import Case, Session, Turn

ROOM = 10_000


def _baseline(name: str, embedder: LetterEmbedder) -> Baseline:
    return Baseline(name, KeptVectors(embedder), None, 1000)


def test_windows_overlap_by_two_and_stay_in_their_session(case: Case) -> None:
    assert windows(read_dialogue(case)) == ((0, 1, 2, 3), (2, 3, 4, 5), (6, 7))


@pytest.mark.parametrize("count", range(1, 12))
def test_windows_cover_every_turn(count: int) -> None:
    turns = tuple(Turn(index, str(index), "user", "Ann", "hi") for index in range(count))
    spans = windows(read_dialogue(Case("c", (Session("s", None, turns),))))
    assert sorted({index for span in spans for index in span}) == list(range(count))
    assert all(1 <= len(span) <= 4 for span in spans)


def test_only_what_people_and_supporters_say_is_a_turn() -> None:
    turns = (Turn(0, "a", "system", "System", "be kind"), Turn(1, "b", "assistant", "Bo", "hi"))
    asked = Turn(0, "c", "user", "Ann", "hi", caption="a cat")
    dialogue = read_dialogue(
        Case("c", (Session("s", None, turns), Session("e", None, ()), Session("t", None, (asked,))))
    )
    assert [turn.turn_id for turn in dialogue.turns] == ["b", "c"]
    assert dialogue.sessions == ((0,), (1,))
    assert dialogue.people == ("Ann", "Bo")
    assert dialogue.turns[1].text == "hi [photo: a cat]"
    assert dialogue.last_day is None


def test_embedding_ranks_by_direction(case: Case, embedder: LetterEmbedder) -> None:
    indexed = _baseline("turn_embedding", embedder).prepare(case, [])
    ranked = indexed.recall("w", None, [ROOM]).ranked
    assert ranked[0] == ("s2:1",)
    assert len(ranked) == 8


def test_bm25_ranks_by_words_and_breaks_ties_by_order(case: Case, embedder: LetterEmbedder) -> None:
    indexed = _baseline("turn_bm25", embedder).prepare(case, [])
    ranked = indexed.recall("kittens", None, [ROOM]).ranked
    assert set(ranked[:2]) == {("s1:1",), ("s2:1",)}
    assert list(ranked[2:]) == [(f"s1:{index}",) for index in (0, 2, 3, 4, 5)] + [("s2:0",)]


def test_mixing_prefers_what_both_find(case: Case, embedder: LetterEmbedder) -> None:
    indexed = _baseline("turn_mixed", embedder).prepare(case, [])
    assert indexed.recall("kitten w", None, [ROOM]).ranked[0] == ("s2:1",)
    assert indexed.recall("kitten yyyy", None, [ROOM]).ranked[0] == ("s1:1",)


def test_a_budget_holds_whole_turns_of_the_best_spans(case: Case, embedder: LetterEmbedder) -> None:
    indexed = _baseline("session", embedder).prepare(case, [])
    # Session s2 goes first: its heading has 2 words, its turns 3 and 6; with under 8 left nothing more is looked for.
    brought = indexed.recall("zw", None, [12, 14, ROOM])
    assert brought.by_budget[12].turn_ids == ("s2:0",)
    assert brought.by_budget[14].turn_ids == ("s2:0", "s2:1")
    assert brought.by_budget[14].text == "s2 2024-02-03\n0 Bo: z\n1 Ann: a kitten slept w"
    assert brought.by_budget[14].tokens == 11
    assert brought.by_budget[14].spans == (("s2:0", "s2:1"),)
    assert len(brought.by_budget[ROOM].turn_ids) == 8
    assert len(brought.by_budget[ROOM].spans) == 2


def test_a_session_is_scored_by_its_best_window(embedder: LetterEmbedder) -> None:
    said = ["zzzz"] * 20 + ["w"] * 4
    turns = tuple(Turn(index, f"long:{index}", "user", "Ann", text) for index, text in enumerate(said))
    short = tuple(Turn(index, f"short:{index}", "user", "Ann", "wz") for index in range(4))
    indexed = _baseline("session", embedder).prepare(
        Case("c", (Session("a", None, short), Session("b", None, turns))), []
    )
    assert [len(span) for span in indexed.recall("w", None, [ROOM]).ranked] == [24, 4]
    assert [len(span) for span in indexed.units] == [4, 24]


def test_answers_come_from_the_turns_of_the_default_budget(case: Case, embedder: LetterEmbedder) -> None:
    asked: list[tuple[str, Packet, str | None, tuple[str, ...]]] = []

    def answerer(question: str, packet: Packet, now: str | None, people: tuple[str, ...]) -> Answered:
        asked.append((question, packet, now, people))
        return Answered(Answer("yes", abstained=False))

    indexed = Baseline("turn_mixed", KeptVectors(embedder), answerer, 100).prepare(case, [])
    assert indexed.answer("kitten w", None) == Answered(Answer("yes", abstained=False))
    (question, packet, now, people) = asked[0]
    assert (question, now, people) == ("kitten w", "2024-02-03", ("Ann", "Bo"))
    assert packet.hits == ()
    assert packet.tokens <= 100
    assert max(packet.turns, key=lambda turn: turn.score).turn_id == "s2:1"


def test_the_question_alone_brings_nothing(case: Case, embedder: LetterEmbedder) -> None:
    indexed = _baseline("question_only", embedder).prepare(case, [])
    brought = indexed.recall("kitten", None, [ROOM])
    assert (brought.ranked, brought.by_budget[ROOM].turn_ids, indexed.built.units) == ((), (), 0)


def test_a_whole_history_is_cut_from_its_beginning_whatever_is_asked(case: Case, embedder: LetterEmbedder) -> None:
    indexed = _baseline("whole_history", embedder).prepare(case, [])
    # Both turns of the newer session fit with its heading; the older session's heading doesn't fit beside them.
    assert indexed.recall("xx", None, [17]).by_budget[17].turn_ids == ("s2:0", "s2:1")
    assert len(indexed.recall("xx", None, [ROOM]).by_budget[ROOM].turn_ids) == 8


def test_a_summary_offline_is_the_turns_nearest_to_the_sessions_mean(case: Case, embedder: LetterEmbedder) -> None:
    indexed = _baseline("session_summary", embedder).prepare(case, [])
    # Session s1 holds x and y; "xy" points as its mean does, "yyy", "yy" and "y" lie nearer to it than the rest.
    assert [len(span) for span in indexed.units] == [2, 2]
    assert "s1:3" in indexed.units[0]
    assert set(indexed.units[1]) == {"s2:0", "s2:1"}


@pytest.mark.parametrize("name", BASELINES)
def test_an_empty_case_brings_nothing(name: str, embedder: LetterEmbedder) -> None:
    brought = _baseline(name, embedder).prepare(Case("c", ()), []).recall("anything", None, [500])
    assert brought.ranked == ()
    assert brought.by_budget[500].turn_ids == ()


def test_no_text_is_embedded_twice(case: Case, embedder: LetterEmbedder) -> None:
    kept = KeptVectors(embedder)
    for _ in range(2):
        Baseline("turn_embedding", kept, None, 1000).prepare(case, []).recall("w", None, [500])
    assert len(embedder.asked) == len(set(embedder.asked)) == 9
