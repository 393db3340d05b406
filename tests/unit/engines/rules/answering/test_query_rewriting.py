import pytest

from fta_mem.engines.base import RewriteRequest
from fta_mem.engines.rules.answering.query_rewriting import rewrite_query

PEOPLE = ("Ilse", "Oren")


def rewritten(question: str, now: str | None = "2022-09-30") -> str:
    return rewrite_query(RewriteRequest(question, now, PEOPLE)).text


@pytest.mark.parametrize(
    ("question", "evidence"),
    [
        ("When did Ilse join the rowing club?", "When did Ilse join the rowing club?"),
        ("Can you tell me where Oren keeps the ladder?", "where Oren keeps the ladder?"),
        ("As of May 3, 2024, is Oren still repairing the roof?", "is Oren still repairing the roof?"),
        ("Who?", "Who?"),
        ("", ""),
    ],
)
def test_the_query_keeps_what_is_asked_and_drops_what_the_cues_carry(question: str, evidence: str) -> None:
    assert rewritten(question) == evidence


def test_time_is_resolved_against_now() -> None:
    cues = rewrite_query(RewriteRequest("What did Oren do last month?", "2022-09-30", PEOPLE)).cues
    assert cues.time == ("2022-08-01", "2022-08-31")
    assert not cues.as_of


def test_as_of_gives_the_day_asked_about() -> None:
    cues = rewrite_query(RewriteRequest("As of May 4, 2022, where does Ilse work?", None, PEOPLE)).cues
    assert cues.time == ("2022-05-04", "2022-05-04")
    assert cues.as_of


@pytest.mark.parametrize("now", [None, "", "soon", "2022-13-99"])
def test_an_unreadable_now_gives_no_time(now: str | None) -> None:
    assert rewrite_query(RewriteRequest("What happened yesterday?", now, PEOPLE)).cues.time is None


def test_people_and_kin_are_participants() -> None:
    cues = rewrite_query(RewriteRequest("What did Ilse's aunt give Oren?", None, PEOPLE)).cues
    assert cues.participants == ("Ilse", "Oren", "aunt")


@pytest.mark.parametrize(
    ("question", "label"),
    [
        ("What is Ilse planning for the spring?", "homework_or_plan"),
        ("What did the counsellor suggest?", "support_interaction"),
        ("How does Oren feel about it?", "current_state"),
    ],
)
def test_wording_gives_the_kind_of_situation(question: str, label: str) -> None:
    assert label in rewrite_query(RewriteRequest(question, None, PEOPLE)).cues.content_types


def test_affect_words_and_content_words_are_kept() -> None:
    query = rewrite_query(RewriteRequest("Why was Oren so anxious about the audit?", None, PEOPLE))
    assert query.cues.affect == ("anxious",)
    assert query.terms == ("oren", "anxious", "audit")
    assert query.kind == "why"


@pytest.mark.parametrize("question", ["{}{0}%s", "小棠昨天睡好了吗？", "\ud800 when?", "?" * 500, "\x00\x07 who"])
def test_any_text_is_taken(question: str) -> None:
    assert rewrite_query(RewriteRequest(question, "2022-09-30", PEOPLE)).kind
