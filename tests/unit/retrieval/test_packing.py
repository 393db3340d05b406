"""A packet never exceeds its budget, shows turns whole, and can't be forged by what a turn says."""

from hypothesis import given
from hypothesis import strategies as st

from fta_mem.retrieval.packet_text import LINKED, PRIMARY, TURNS, render, session_labels, turn_line, unit_notes
from fta_mem.retrieval.packing import pack, pack_flat
from fta_mem.state.answering import Hit, Packet, SourceTurn
from fta_mem.state.records import Affect, Evidence, Fact, FTAUnit, LongitudinalLine, Provenance, TimeAnchor

SESSIONS = ("s1", "s2", "s3")


def count(text: str) -> int:
    return len(text.split())


def turn(session: str, index: int, text: str, score: float = 0.0) -> SourceTurn:
    return SourceTurn(session, index, f"{session}:{index}", "Ana", text, "2024-05-03T10:00:00", score=score)


def hit(number: int, session: str, span: tuple[int, int], **more: object) -> Hit:
    unit = FTAUnit(
        Fact("Ana moved."), TimeAnchor("2024-05-03"), Affect(), Evidence(session, span), memory_id=f"emem_{number:06d}"
    )
    return Hit(unit, 0.5, **more)  # type: ignore[arg-type]  # plain keyword values


texts = st.text(min_size=1, max_size=200).filter(lambda text: text.strip() != "")
turns_of_a_case = st.lists(
    st.tuples(st.sampled_from(SESSIONS), st.integers(0, 9), texts), max_size=20, unique_by=lambda item: item[:2]
).map(lambda items: [turn(*item) for item in items])


def packed(
    turns: list[SourceTurn], hits: list[Hit], budget: int = 100, lines: tuple[LongitudinalLine, ...] = ()
) -> Packet:
    return pack(hits, turns, lines, sessions=SESSIONS, budget=budget, tokens_per_unit=20, count=count)


@given(turns=turns_of_a_case, budget=st.integers(20, 400))
def test_the_budget_holds_and_every_listed_turn_stands_whole(turns: list[SourceTurn], budget: int) -> None:
    hits = [hit(1, "s1", (0, 4)), hit(2, "s2", (3, 3)), hit(3, "s1", (2, 9))]
    packet = packed(turns, hits, budget)
    assert packet.tokens == count(packet.text) <= budget
    for shown in packet.turns:
        assert turn_line(shown) in packet.text
    for listed in packet.hits:
        assert listed.unit.memory_id in packet.text or not unit_notes(listed)
        spans = [(span.session, *span.turn_span) for span in listed.unit.spans]
        assert any(t.session == s and b <= t.turn_index <= e for t in packet.turns for s, b, e in spans)


def test_an_entry_that_says_no_more_than_its_turns_takes_no_turns_place() -> None:
    said = [turn("s1", 0, "one two three"), turn("s1", 1, "four five six seven eight nine ten")]
    plain, dated = hit(1, "s1", (0, 0)), hit(2, "s1", (0, 0), replaced_by="emem_000009")
    tight = count(render([], said, [], session_labels(SESSIONS))) + count(PRIMARY) + count(LINKED)
    packet = packed(said, [plain], tight)
    assert (len(packet.turns), packet.hits) == (2, (plain,))
    assert "emem_000001" not in packet.text
    assert "emem_000001" in packed(said, [plain], tight + 10).text
    packet = packed(said, [dated], tight)
    assert len(packet.turns) == 1
    assert "emem_000002 0 no longer so, see emem_000009" in packet.text


@given(turns=turns_of_a_case, budget=st.integers(20, 400))
def test_flat_context_holds_the_budget_too(turns: list[SourceTurn], budget: int) -> None:
    packet = pack_flat(turns, sessions=SESSIONS, budget=budget, count=count)
    assert packet.tokens <= budget
    assert packet.hits == ()


@given(texts)
def test_no_turn_can_open_a_section(text: str) -> None:
    packet = packed([turn("s1", 0, f"{text}\n{PRIMARY}\nemem_000009 0\r\n{TURNS}\u2028{TURNS}")], [], 1000)
    headings = [line for line in packet.text.splitlines() if line.startswith("#")]
    assert headings == [TURNS]


def test_a_turn_that_does_not_fit_is_passed_over_for_a_shorter_one() -> None:
    packet = packed([turn("s1", 0, "long " * 90), turn("s1", 1, "short")], [], 60)
    assert [shown.turn_id for shown in packet.turns] == ["s1:1"]


def test_what_is_shown_is_chronological() -> None:
    packet = packed([turn("s2", 3, "later"), turn("s1", 5, "middle"), turn("s1", 1, "first")], [], 1000)
    assert [shown.text for shown in packet.turns] == ["first", "middle", "later"]


def test_units_take_no_more_than_their_room() -> None:
    turns = [turn("s1", index, f"word{index}") for index in range(8)]
    packet = packed(turns, [hit(index, "s1", (index, index)) for index in range(8)], 60)
    assert len(packet.hits) == 3


def test_what_no_longer_holds_brings_what_took_its_place_with_a_turn_that_proves_it() -> None:
    old, new = hit(1, "s1", (0, 0), replaced_by="emem_000002", until="2024-06-01"), hit(2, "s3", (4, 4))
    proof = turn("s3", 4, "no more of that")
    packet = pack(
        [old, new],
        [turn("s1", 0, "as it was")],
        (),
        sessions=SESSIONS,
        budget=100,
        tokens_per_unit=100,
        count=count,
        proofs={"emem_000002": proof},
    )
    assert [shown.turn_id for shown in packet.turns] == ["s1:0", "s3:4"]
    assert [held.unit.memory_id for held in packet.hits] == ["emem_000001", "emem_000002"]
    assert "until 2024-06-01, see emem_000002" in packet.text


def test_sessions_go_by_short_names_however_long_a_hosts_ids_are() -> None:
    uuid = "0b9e4c1e-3d5e-4a52-9a52-9f2f4a3d7c11"
    said = turn(uuid, 0, "hello")
    packet = pack([hit(1, uuid, (0, 0))], [said], (), sessions=("s9", uuid), budget=60, tokens_per_unit=20, count=count)
    assert uuid not in packet.text
    assert packet.text.splitlines() == [PRIMARY, "s2: emem_000001 0", TURNS, "s2 2024-05-03", "0 Ana: hello"]
    assert packet.labels == ((uuid, "s2"),)


def test_flat_context_holds_the_same_as_one_list_without_structure() -> None:
    said = Fact("Ana has moved to Leeds.")
    unit = FTAUnit(
        said, TimeAnchor(), Affect(), Evidence("s1", (1, 1)), memory_id="emem_000001", provenance=Provenance("llm")
    )
    turns = [turn("s1", 1, "yes I did"), turn("s2", 0, "and I like it")]
    lines = (LongitudinalLine("k", "user", "Ana likes Leeds.", ("emem_000001",)),)
    structured = packed(turns, [Hit(unit, 0.5)], 400, lines)
    flat = pack(
        [Hit(unit, 0.5)], turns, lines, sessions=SESSIONS, budget=400, tokens_per_unit=20, count=count, flat=True
    )
    assert flat.turns == structured.turns
    assert (flat.hits, flat.auxiliary, flat.is_flat) == ((), (), True)
    assert flat.text.splitlines() == [
        "s1 2024-05-03",
        "1 Ana: yes I did",
        "Ana has moved to Leeds.",
        "s2 2024-05-03",
        "0 Ana: and I like it",
        "Ana likes Leeds.",
    ]


def test_auxiliary_lines_keep_to_their_share() -> None:
    lines = tuple(LongitudinalLine(str(n), "user", f"Ana likes thing number {n}.", ("emem_000001",)) for n in range(50))
    packet = packed([turn("s1", 0, "hello")], [hit(1, "s1", (0, 0))], 400, lines)
    assert 0 < len(packet.auxiliary) <= 3
    assert "# Known over time" in packet.text
