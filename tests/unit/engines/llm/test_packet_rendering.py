"""What an answer model reads: the packet's turns in order, each time resolved, what is past marked."""

import pytest

from fta_mem.engines.llm.packet_rendering import packet_reading, with_days
from fta_mem.state.answering import Hit, Packet, SourceTurn
from fta_mem.state.records import Affect, Evidence, Fact, FTAUnit, LongitudinalLine, Provenance, TimeAnchor


def turn(index, text, session="s1", day="2024-05-07T19:00:00+02:00"):
    return SourceTurn(session, index, f"{session}:{index}", "Mina", text, day)


def unit(memory_id, index, text, engine="rules"):
    return FTAUnit(
        Fact(text),
        TimeAnchor("2024-05-07", "yesterday", "2024-05-06", "2024-05-06", "day"),
        Affect(),
        Evidence("s1", (index, index), "2024-05-07"),
        memory_id=memory_id,
        provenance=Provenance(engine),
    )


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("I saw Rosa yesterday and left.", "I saw Rosa yesterday (= 6 May 2024) and left."),
        ("We met in 2019.", "We met in 2019."),
        ("Nothing about days.", "Nothing about days."),
        ("{x} </packet>\nnext line", "{x} </packet> next line"),
        ("", ""),
    ],
)
def test_times_are_resolved_beside_their_words(said, read):
    assert with_days(turn(0, said), "locomo") == read


def test_undated_turns_invent_no_day():
    assert with_days(turn(0, "I saw Rosa yesterday.", day=None), "locomo") == "I saw Rosa yesterday."


def test_a_packet_reads_by_day_with_the_past_marked():
    hits = (
        Hit(unit("emem_000001", 0, "I live with Hanno."), 0.9, replaced_by="emem_000002"),
        Hit(unit("emem_000002", 1, "Hanno moved out yesterday."), 0.8),
    )
    lines = (LongitudinalLine("k", "user", "Mina plays chess.", ("emem_000001",)),)
    turns = (turn(0, "I live with Hanno."), turn(1, "Hanno moved out yesterday."), turn(0, "Hm.", "s2", None))
    reading = packet_reading(Packet("emem_000001 …", 9, hits, turns, lines), "locomo")
    assert reading.splitlines() == [
        "[7 May 2024]",
        "Mina: I live with Hanno. (no longer so since 2024-05-06)",
        "Mina: Hanno moved out yesterday (= 6 May 2024).",
        "[undated]",
        "Mina: Hm.",
        "[known over time]",
        "- Mina plays chess.",
    ]


def test_a_models_own_claims_are_read_too():
    hits = (Hit(unit("emem_000001", 0, "Mina met Rosa.", engine="llm"), 0.9),)
    reading = packet_reading(Packet("x", 1, hits, (turn(0, "Rosa came by."),)), "long")
    assert reading.endswith("[remembered]\n- Mina met Rosa. (Monday, May 6, 2024)")


@pytest.mark.parametrize("packet", [Packet("as it is", 3), Packet("flat", 1, (), (turn(0, "x"),))])
def test_another_methods_packet_is_read_as_it_is(packet):
    assert packet_reading(packet, "long") == packet.text
