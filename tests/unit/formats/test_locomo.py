from fta_mem.formats.locomo import read_sample
from fta_mem.state.encoding import JSON


def turn(dia_id: str, text: str, speaker: str = "Ada", **more: JSON) -> dict[str, JSON]:
    return {"speaker": speaker, "dia_id": dia_id, "text": text, **more}


def sample(conversation: dict[str, JSON]) -> JSON:
    return {"sample_id": "conv-1", "conversation": {"speaker_a": "Ada", "speaker_b": "Ben", **conversation}}


def test_both_speakers_are_persons_and_keep_their_ids() -> None:
    read = read_sample(
        sample(
            {
                "session_1_date_time": "1:56 pm on 8 May, 2023",
                "session_1": [turn("D1:1", "Hi Ben"), turn("D1:2", "Look", "Ben", blip_caption="a red kite")],
            }
        ),
        "file",
    )
    (session,) = read.case.sessions
    assert (read.case.case_id, session.session_id, session.timestamp) == ("conv-1", "session_1", "2023-05-08T13:56:00")
    assert [(t.index, t.turn_id, t.role, t.name) for t in session.turns] == [
        (0, "D1:1", "user", "Ada"),
        (1, "D1:2", "user", "Ben"),
    ]
    assert session.turns[1].content == "Look [photo: a red kite]"
    assert read.problems == ()


def test_sessions_stand_by_number_and_dates_without_sessions_are_skipped() -> None:
    read = read_sample(
        sample(
            {
                "session_10": [turn("D10:1", "ten")],
                "session_3_date_time": "1:00 pm on 3 March, 2023",
                "session_2": [turn("D2:1", "two")],
                "session_4": [],
            }
        ),
        "file",
    )
    assert [session.session_id for session in read.case.sessions] == ["session_2", "session_10"]
    assert [session.timestamp for session in read.case.sessions] == [None, None]


def test_problems_name_their_place_and_spoil_their_session_only() -> None:
    read = read_sample(
        sample(
            {
                "session_1": [turn("D1:1", "one")],
                "session_2": [turn("D2:1", "two"), turn("D1:1", "another")],
                "session_3": [turn("D3:1", "three"), {"speaker": "Ada", "dia_id": "D3:2"}, "not a turn"],
                "session_4_date_time": "some day",
                "session_4": [turn("D4:1", "four")],
            }
        ),
        "file",
    )
    assert [str(problem) for problem in read.problems] == [
        "conv-1, session_2, turn 2 (D1:1): the id 'D1:1' already names a different turn at session_1, turn 1 (D1:1)",
        "conv-1, session_3, turn 2 (D3:2): it has no text",
        "conv-1, session_3, turn 3: it is not an object",
        "conv-1, session_4: its timestamp is not an ISO 8601 date",
    ]
    assert [session.session_id for session in read.sound_part().sessions] == ["session_1"]


def test_the_same_turn_twice_counts_once() -> None:
    read = read_sample(sample({"session_1": [turn("D1:1", "one"), turn("D1:1", "one"), turn("D1:2", "one")]}), "file")
    assert [t.turn_id for t in read.case.sessions[0].turns] == ["D1:1", "D1:2"]
    assert [t.index for t in read.case.sessions[0].turns] == [0, 1]
    assert read.problems == ()
