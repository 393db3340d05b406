"""One invented talk in the form of every benchmark: read as what it is, asked, and scored."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from fta_mem.cli.program import run
from fta_mem.evaluation.benchmark_data import BenchmarkData, read_benchmark, told_benchmark
from fta_mem.evaluation.questions import Benchmark
from fta_mem.state.errors import DatasetError
from fta_mem.state.records import Case

SAID: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    (
        "2024-03-04",
        (
            ("user", "I started as a night porter at the Larkfield hotel on Friday."),
            ("assistant", "That is a change. How did the first night go?"),
            ("user", "Slow. My manager Odile showed me the boiler room and left."),
            ("assistant", "Left you alone on the first night?"),
            ("user", "With the hotel cat. He's called Biscuit and he hates me."),
            ("assistant", "Give him a week."),
            ("user", "My rent is 610 euros and the pay barely covers it."),
            ("assistant", "Would a budget help? We could write one together."),
        ),
    ),
    (
        "2024-04-11",
        (
            ("user", "Biscuit sleeps on my jacket now, so we made peace."),
            ("assistant", "I am glad one of you gave in."),
            ("user", "My sister Tamsin visits me in May with her twins."),
            ("assistant", "How old are the twins?"),
            ("user", "They turned four in January."),
            ("assistant", "You will be tired and happy."),
            ("user", "I swim on Tuesdays before my shift, it clears my head."),
            ("assistant", "That was your plan in winter, and you kept it."),
        ),
    ),
    (
        "2024-06-20",
        (
            ("user", "The landlord put the rent up, it is 655 euros now."),
            ("assistant", "Since when?"),
            ("user", "Since the first of June. Odile gave me a reference for a day job."),
            ("assistant", "Where is the day job?"),
            ("user", "At the harbour office, at the front desk."),
            ("assistant", "When will you hear?"),
            ("user", "Next week, they said."),
            ("assistant", "Tell me either way."),
        ),
    ),
)

Build = Callable[[Path], Sequence[Path]]


def _write(path: Path, document: object) -> list[Path]:
    path.write_text(json.dumps(document), encoding="utf-8")
    return [path]


def longmemeval(folder: Path) -> list[Path]:
    marked = {"What is the rent?": (2, 0), "Who is Tamsin?": (1, 2)}

    def instance(number: int, kind: str, question: str, answer: str, gold: Sequence[int], name: str) -> object:
        return {
            "question_id": name,
            "question_type": kind,
            "question": question,
            "answer": answer,
            "question_date": "2024/07/01 (Mon) 09:15",
            "haystack_dates": [f"{day.replace('-', '/')} (Thu) 20:00" for day, _ in SAID],
            "haystack_session_ids": [f"q{number}_s{place}" for place in range(len(SAID))],
            "haystack_sessions": [
                [
                    {"role": role, "content": text}
                    | ({"has_answer": True} if marked.get(question) == (place, turn) else {})
                    for turn, (role, text) in enumerate(turns)
                ]
                for place, (_, turns) in enumerate(SAID)
            ],
            "answer_session_ids": [f"q{number}_s{place}" for place in gold],
        }

    return _write(
        folder / "longmemeval.json",
        [
            instance(1, "knowledge-update", "What is the rent?", "655 euros", [0, 2], "q1"),
            instance(2, "single_session_USER", "Who is Tamsin?", "the sister", [1], "q2"),
            instance(3, "single-session-user", "What is the dog called?", "It is not said.", [], "q3_abs"),
        ],
    )


def beam(folder: Path) -> list[Path]:
    number = -1
    chat = []
    for day, turns in SAID:
        batch = []
        for place, (role, text) in enumerate(turns):
            number += 1
            message: dict[str, object] = {"role": role, "id": number, "content": text, "index": f"{number},1"}
            if role == "user":
                message["content"] = f"{text} ->-> {number // 2 + 1},{place + 1}"
            if place == 0:
                month = {"03": "March", "04": "April", "06": "June"}[day[5:7]]
                message["time_anchor"] = f"{month}-{day[8:]}-{day[:4]}"
            batch.append(message)
        chat.append(batch)
    asked = {
        "abstention": [{"question": "What is the dog called?", "ideal_response": "The chat does not say."}],
        "knowledge_update": [
            {
                "question": "What is the rent?",
                "answer": "655 euros",
                "source_chat_ids": {"original_info": [6], "updated_info": [16]},
            }
        ],
        "Information Extraction": [
            {"question": "What is the cat called?", "answer": "Biscuit", "source_chat_ids": [4, 999]}
        ],
    }
    return _write(folder / "beam.json", [{"conversation_id": "7", "chat": chat, "probing_questions": repr(asked)}])


def realtalk(folder: Path) -> list[Path]:
    chat: dict[str, object] = {"name": {"speaker_1": "Wren Oakley", "speaker_2": "Pat Moor"}}
    for number, (day, turns) in enumerate(SAID, start=1):
        when = f"{day[8:]}.{day[5:7]}.{day[:4]}, 20:00:"
        chat[f"session_{number}_date_time"] = f"{when}00"
        chat[f"session_{number}"] = [
            {
                "clean_text": text,
                "speaker": "Wren Oakley" if role == "user" else "Pat Moor",
                "date_time": f"{when}{place:02}",
                "dia_id": f"D{number}:{place + 1}",
            }
            for place, (role, text) in enumerate(turns)
        ] + [{"clean_text": "", "speaker": "Pat Moor", "date_time": f"{when}59", "dia_id": f"D{number}:99"}]
    chat["qa"] = [
        {"question": "What is the cat called?", "answer": "Biscuit", "evidence": ["D1:5"], "category": 1},
        {"question": "When did the rent rise?", "answer": "1 June 2024", "evidence": ["D3:3"], "category": "Temporal"},
        {"question": "Would Wren like a pool?", "answer": "Yes; she swims", "evidence": ["D2:7"], "category": 3},
    ]
    return _write(folder / "Chat_1_Wren_Pat.json", chat)


def own(folder: Path) -> list[Path]:
    turns = [
        {"session": f"s{number}", "timestamp": f"{day}T20:00:00", "role": role, "content": text}
        for number, (day, said) in enumerate(SAID, start=1)
        for role, text in said
    ]
    talk = folder / "wren.jsonl"
    talk.write_text("\n".join(json.dumps(turn) for turn in turns), encoding="utf-8")
    asked = [
        {"case": "wren", "question": "What is the cat called?", "answer": "Biscuit", "evidence": ["s1:4"]},
        {"question": "Who is Tamsin?", "answer": "the sister", "evidence": "s2", "category": "people"},
        {"case": "wren", "question": "What is the dog called?", "answer": None, "now": "2024-07-01"},
    ]
    path = folder / "asked.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in asked), encoding="utf-8")
    return [path, talk]


FORMS: dict[Benchmark, Build] = {"longmemeval": longmemeval, "beam": beam, "realtalk": realtalk, "questions": own}


def _nobody(case_id: str) -> Case:
    raise AssertionError(case_id)


def read(folder: Path, form: Benchmark) -> BenchmarkData:
    paths = FORMS[form](folder)
    assert told_benchmark(paths) == form
    return read_benchmark(paths, form, None, _nobody)


def test_longmemeval(tmp_path: Path) -> None:
    data = read(tmp_path, "longmemeval")
    assert [case.case_id for case in data.cases] == ["q1", "q2", "q3_abs"]
    assert data.cases[0].sessions[0].timestamp == "2024-03-04T20:00:00"
    rent, sister, dog = data.asked.questions
    assert rent.evidence == ("q1_s2:0",)
    assert [turns[0] for turns in rent.sessions] == ["q1_s0:0", "q1_s2:0"]
    assert (rent.now, rent.category) == ("2024-07-01", "knowledge-update")
    assert sister.category == "single-session-user"
    assert (dog.expects_abstention, dog.evidence) == (True, ())


def test_beam(tmp_path: Path) -> None:
    data = read(tmp_path, "beam")
    (case,) = data.cases
    assert [session.timestamp for session in case.sessions] == ["2024-03-04", "2024-04-11", "2024-06-20"]
    assert [turn.turn_id for turn in case.sessions[1].turns] == [str(number) for number in range(8, 16)]
    assert not any("->" in turn.text for session in case.sessions for turn in session.turns)
    dog, rent, cat = data.asked.questions
    assert (dog.category, dog.expects_abstention) == ("abstention", True)
    assert (rent.evidence, rent.outdated, rent.current) == (("6", "16"), ("6",), ("16",))
    assert (cat.category, cat.evidence) == ("information_extraction", ("4",))
    assert data.asked.dropped_evidence == 1


def test_beam_in_plans_and_pairs_with_an_id_that_comes_twice(tmp_path: Path) -> None:
    def message(number: int, text: str) -> dict[str, object]:
        return {"role": "user", "id": number, "content": text}

    pairs = [[message(0, "a"), message(1, "b")], [message(2, "c"), message(2, "d")]]
    chat = [{"plan-1": [{"batch_number": 1, "turns": pairs}]}, {"plan-2": [{"batch_number": 2, "turns": [pairs[0]]}]}]
    asked = {"summarization": [{"question": "?", "ideal_summary": "x", "source_chat_ids": [1, 2, 0]}]}
    paths = _write(tmp_path / "ten.json", {"conversation_id": 3, "chat": chat, "probing_questions": asked})
    data = read_benchmark(paths, "beam", None, _nobody)
    sessions = data.cases[0].sessions
    assert [turn.turn_id for turn in sessions[0].turns] == [f"batch_1:{place}" for place in range(4)]
    assert len(sessions[1].turns) == 2
    assert data.asked.dropped_evidence == 3


def test_realtalk(tmp_path: Path) -> None:
    data = read(tmp_path, "realtalk")
    (case,) = data.cases
    assert case.case_id == "Chat_1_Wren_Pat"
    assert [len(session.turns) for session in case.sessions] == [8, 8, 8]
    assert case.sessions[0].turns[2].timestamp == "2024-03-04T20:00:02"
    assert {turn.name for turn in case.sessions[0].turns} == {"Wren Oakley", "Pat Moor"}
    assert [question.category for question in data.asked.questions] == ["1", "2", "3"]
    assert data.asked.questions[1].evidence == ("D3:3",)


def test_ones_own_questions(tmp_path: Path) -> None:
    data = read(tmp_path, "questions")
    cat, sister, dog = data.asked.questions
    assert (cat.evidence, cat.sessions) == (("s1:4",), ())
    assert (sister.case_id, sister.evidence, len(sister.sessions[0])) == ("wren", (), 8)
    assert (dog.expects_abstention, dog.now, dog.gold) == (True, "2024-07-01", "")
    assert [question.number for question in data.asked.questions] == [0, 1, 2]


def test_dialogues_of_ones_own_questions_may_stand_in_memory(tmp_path: Path) -> None:
    asked, talk = own(tmp_path)
    (case,) = read_benchmark([asked, talk], "questions", None, _nobody).cases
    data = read_benchmark([asked], "questions", None, lambda case_id: case)
    assert data.cases == (case,)


def test_several_files_make_one_run(tmp_path: Path) -> None:
    asked, talk = own(tmp_path)
    more = tmp_path / "more.jsonl"
    more.write_text(json.dumps({"case": "wren", "question": "Who?", "answer": "Odile"}), encoding="utf-8")
    data = read_benchmark([asked, talk, more], "questions", None, _nobody)
    assert [question.number for question in data.asked.questions] == [0, 1, 2, 3]
    with pytest.raises(DatasetError, match="two of the files"):
        read_benchmark([asked, talk, talk], "questions", None, _nobody)


def test_files_of_two_benchmarks_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="no one benchmark"):
        told_benchmark([*beam(tmp_path), *realtalk(tmp_path)])
    with pytest.raises(DatasetError, match="has the form of beam, not of realtalk"):
        read_benchmark(beam(tmp_path), "realtalk", None, _nobody)
    with pytest.raises(DatasetError, match="none of the files holds questions"):
        read_benchmark(own(tmp_path)[1:], "questions", None, _nobody)


@pytest.mark.parametrize("form", FORMS)
def test_a_file_of_each_form_is_asked_and_scored(
    form: Benchmark, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = [argument for path in FORMS[form](tmp_path) for argument in ("--data", str(path))]
    assert run(["eval", *data, "--methods", "turn_bm25", "--no-answers", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    figures = report["methods"]["turn_bm25"]
    assert (report["benchmark"], report["questions"]) == (form, 3)
    assert figures["evidence_recall"]["1700"] == 1.0
    if form == "beam":
        assert (figures["new_before_old"], figures["stale"]["1700"]) == (0.0, 0.0)
    if form == "longmemeval":
        assert figures["session_recall"]["1700"] == 1.0
