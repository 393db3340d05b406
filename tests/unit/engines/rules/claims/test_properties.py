"""Whatever is said: no fault, spans inside the turn, turns of the run, the same twice."""

from hypothesis import given, settings
from hypothesis import strategies as st

from fta_mem.engines.rules.claims.extract import claims_of
from fta_mem.engines.rules.claims.people import People
from fta_mem.engines.rules.claims.questions import claims_of_question
from fta_mem.state.records import Turn

PHRASES = (
    "I lost my job on Monday.", "my brother Teo", "No.", "nope", "she left", "He said 'I quit'", "I wish I had a dog",
    "Did you call Mum?", "Who was it?", "call me Jo", "I meant Ana, not Eva", "If I go, I'll sing", "not married",
    "My sister's name is Pia", "What if", "didn't", "because", "“", '"I am', "嗯，我知道。", "{x} %s", "👍", "to to to", "",
    "no kids", "without paying", "Neither Ana nor Ben", "I was told that that", "is it", "who", "X texted me: hi, I left",
)  # fmt: skip
TEXTS = st.one_of(
    st.lists(st.sampled_from(PHRASES), max_size=5).map(" ".join),
    st.text(max_size=60),
    st.text(alphabet="iImy'nt said: \"ABC.,?!not if he she was", max_size=60),
)
TURNS = st.lists(
    st.tuples(st.sampled_from(["user", "assistant", "tool"]), st.sampled_from(["Ana", "Ben", ""]), TEXTS),
    min_size=1,
    max_size=6,
)
STAMPS = st.sampled_from([None, "2024-02-10", "2024-02-10T23:59:00-05:00", "not a date"])


@settings(max_examples=80, deadline=None)
@given(TURNS, STAMPS)
def test_claims_are_sound_for_any_talk(rows: list[tuple[str, str, str]], stamp: str | None) -> None:
    turns = [Turn(n, f"t{n}", role, name, text, stamp) for n, (role, name, text) in enumerate(rows)]
    people = People.of(("Ana", "Ben"))
    claims = claims_of(turns, people, session="s")
    for claim in claims:
        assert turns[claim.turn].is_source
        assert 0 <= claim.span[0] <= claim.span[1] <= len(turns[claim.turn].text)
        assert claim.predicate
        assert claim.question_turn is None or 0 <= claim.question_turn <= claim.turn
        assert (claim.start or "") <= (claim.end or claim.start or "")
    assert claims_of(turns, people, session="s") == claims
    known = people.knowing(claims)
    assert all(known.same(name, name) or name[:1].islower() for name in known.labels)


@settings(max_examples=60, deadline=None)
@given(TEXTS)
def test_questions_are_sound_for_any_text(text: str) -> None:
    for asked in claims_of_question(text, People.of(("Ana", "Ben")), asker="Ana", addressee="Ben", now="2024-02-10"):
        assert asked.claim.predicate
