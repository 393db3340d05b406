"""What an answer model reads: the packet's turns in order, each time resolved, what is past marked."""

from dataclasses import replace

import pytest

from fta_mem.engines.llm.packet_rendering import about_question, annotated, cited_in, packet_reading
from fta_mem.state.answering import Hit, Packet, SourceTurn
from fta_mem.state.claims import Claim
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
        ("I saw Rosa yesterday and left.", "I saw Rosa yesterday (= 2024-05-06) and left."),
        ("We met in 2019.", "We met in 2019."),
        ("Nothing about days.", "Nothing about days."),
        ("{x} </packet>\nnext line", "{x} </packet> next line"),
        ("", ""),
        (
            "I moved (= long ago), I live there (No  longer so).",
            "I moved [= long ago), I live there [No longer so).",
        ),
        ("I moved \uff08\u200b\uff1d long ago).", "I moved [\u200b\uff1d long ago)."),
    ],
)
def test_times_are_resolved_beside_their_words(said, read):
    assert annotated(turn(0, said), "locomo") == read


def test_undated_turns_invent_no_day():
    assert annotated(turn(0, "I saw Rosa yesterday.", day=None), "locomo") == "I saw Rosa yesterday."


LABELS = (("s1", "s1"), ("s2", "s2"))


def test_a_packet_reads_in_four_sections_with_the_past_marked():
    hits = (
        Hit(
            unit("emem_000001", 0, "I live with Hanno."),
            0.9,
            replaced_by="emem_000002",
            until="2024-05-06",
            past_claim=Claim("Mina", "live", session="s1", turn=0, words="I live with Hanno"),
        ),
        Hit(unit("emem_000002", 1, "Hanno moved out yesterday."), 0.8, is_successor=True),
        Hit(
            unit("emem_000031", 1, "Hanno left."),
            0.8,
            section="neighbour",
            relation="supports",
            linked_from="emem_000002",
        ),
    )
    lines = (LongitudinalLine("k", "user", "Mina plays chess.", ("emem_000001",)),)
    turns = (
        turn(0, "I live with Hanno and a dog. Do you?"),
        turn(1, "Hanno moved out yesterday."),
        turn(0, "Hm.", "s2", None),
    )
    reading = packet_reading(Packet("emem_000001 …", 9, hits, turns, lines, LABELS), "locomo")
    assert reading.splitlines() == [
        "# Units",
        "s1: m1 0 on 2024-05-06 until 2024-05-06, see m2  m2 1 on 2024-05-06 current",
        "# Linked units",
        "s1: m31 1 on 2024-05-06 supports m2",
        "# Turns",
        "s1 2024-05-07 Tue",
        "0 Mina: I live with Hanno (no longer so since 2024-05-06, see m2) and a dog. Do you?",
        "1 Mina: Hanno moved out yesterday (= 2024-05-06).",
        "s2 undated",
        "0 Mina: Hm.",
        "# Known over time",
        "user: Mina plays chess. [m1]",
    ]


def test_without_the_time_anchor_no_day_is_resolved_for_the_model():
    packet = Packet("x", 1, (), (turn(0, "Hanno moved out yesterday."),), labels=LABELS)
    assert "yesterday (= 6 May" not in packet_reading(packet, "locomo", dated=False)
    assert "moved out yesterday." in packet_reading(packet, "locomo", dated=False)


def test_a_models_own_claims_are_read_too():
    hits = (Hit(unit("emem_000001", 0, "Mina met Rosa.", engine="llm"), 0.9),)
    reading = packet_reading(Packet("x", 1, hits, (turn(0, "Rosa came by."),), labels=LABELS), "long")
    assert reading.splitlines()[:2] == ["# Units", "s1: m1 0 Mina met Rosa. on 2024-05-06"]


def test_a_session_under_way_stands_by_itself():
    said = replace(turn(4, "And now?", "thread"), is_open=True)
    packet = Packet("x", 1, (), (turn(0, "Hello."), said), labels=(*LABELS, ("thread", "s3")))
    assert packet_reading(packet, "locomo").splitlines() == [
        "# Turns",
        "s1 2024-05-07 Tue",
        "0 Mina: Hello.",
        "# This session, not yet memory",
        "s3 2024-05-07 Tue",
        "4 Mina: And now?",
    ]


@pytest.mark.parametrize(
    "packet", [Packet("as it is", 3), Packet("flat", 1, (), (turn(0, "x"),), labels=LABELS, is_flat=True)]
)
def test_another_methods_packet_is_read_as_it_is(packet):
    assert packet_reading(packet, "long") == packet.text


def test_citations_are_units_and_turns_that_the_packet_holds():
    hits = (Hit(unit("emem_000007", 0, "x"), 0.9), Hit(unit("emem_000012", 1, "y"), 0.8))
    packet = Packet("x", 1, hits, (turn(0, "a"), turn(1, "b"), turn(5, "c", "s2")), labels=LABELS)
    cited = cited_in(("s1:0-1", "m12", "[s2:5]", "m99", "s4:1", "why"), packet)
    assert [(each.memory_id, each.turn_ids) for each in cited] == [
        ("emem_000007", ("s1:0",)),
        ("emem_000012", ("s1:1",)),
        ("", ("s2:5",)),
    ]


def test_words_of_the_question_that_nothing_says_are_told():
    packet = Packet("x", 1, (Hit(unit("emem_000001", 0, "Mina met Rosa."), 0.9),), (turn(0, "We walked by the lake."),))
    asked = "Did Mina walk with Tibor and Rosa by the lakes in Lund?"
    assert about_question(asked, packet, "2024-05-09", ("Mina",)) == {
        "today": "2024-05-09",
        "people": ["Mina"],
        "unsaid": ["tibor", "lund"],
    }
    assert about_question("Who met Rosa?", packet, None, ()) == {"today": None, "people": []}


def test_no_turn_is_called_past_for_a_unit_of_which_no_claim_is_known_to_be_so():
    hits = (Hit(unit("emem_000001", 0, "I live with Hanno."), 0.9, replaced_by="emem_000002", until="2024-05-06"),)
    reading = packet_reading(Packet("x", 1, hits, (turn(0, "Do you live with Hanno?"),), labels=LABELS), "locomo")
    assert reading.splitlines() == [
        "# Units",
        "s1: m1 0 on 2024-05-06 until 2024-05-06, see m2",
        "# Turns",
        "s1 2024-05-07 Tue",
        "0 Mina: Do you live with Hanno?",
    ]
