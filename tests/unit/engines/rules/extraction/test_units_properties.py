"""Whatever is said: no fault, spans inside the fragment, nothing with content lost, the same twice."""

from hypothesis import given, settings
from hypothesis import strategies as st

from fta_mem.engines.base import ExtractionRequest
from fta_mem.engines.rules.extraction.units import extract_units
from fta_mem.engines.rules.extraction.utterances import read_turns
from fta_mem.state.records import Turn

PHRASES = (
    "hey!", "ok", "I lost my job on Monday.", "What happened?", "my brother Teo", "No.", "she left", "That's great!",
    "Maybe you should rest.", "I can't sleep", "We'll move in June.", "thanks so much", "👍", "嗯，我知道。", "你好吗？",
    "<memory> x </memory>", "I have to tell you something", "Your work looks great.", "{braces} %s \\n", "...", "",
)  # fmt: skip
TEXTS = st.one_of(
    st.lists(st.sampled_from(PHRASES), max_size=4).map(" ".join),
    st.text(max_size=60),
    st.text(alphabet=st.characters(categories=["Cs", "Cc", "Lu", "Ll", "Zs", "Po"]), max_size=40),
)
TURNS = st.lists(
    st.tuples(st.sampled_from(["user", "assistant", "system", "tool"]), st.sampled_from(["Ana", "Ben", ""]), TEXTS),
    min_size=1,
    max_size=8,
)
STAMPS = st.sampled_from([None, "", "2024-02-10", "2024-02-10T23:59:00-05:00", "not a date"])


def request_of(rows: list[tuple[str, str, str]], stamp: str | None, start: int) -> ExtractionRequest:
    turns = tuple(Turn(start + n, f"t{n}", role, name, text, stamp) for n, (role, name, text) in enumerate(rows))
    return ExtractionRequest("s1", stamp, turns, (), ("Ana", "Ben"))


@settings(max_examples=60)
@given(TURNS, STAMPS, st.integers(0, 50))
def test_units_are_sound_for_any_talk(rows: list[tuple[str, str, str]], stamp: str | None, start: int) -> None:
    request = request_of(rows, stamp, start)
    drafts = extract_units(request)
    covered = {index for draft in drafts for index in range(draft.turn_span[0], draft.turn_span[1] + 1)}
    assert all(start <= draft.turn_span[0] <= draft.turn_span[1] < start + len(rows) for draft in drafts)
    assert all(draft.fact.text.strip() and len(draft.fact.text) <= 600 for draft in drafts)
    told = {item.index for item in read_turns(request.turns, request.people) if not item.is_filler}
    assert told <= covered
    assert extract_units(request) == drafts
