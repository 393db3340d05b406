"""Where things are decided: a newcomer finds each at the first guess, and AGENTS.md names every folder and top file."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "fta_mem"
DECIDED = {
    'the day of "last Friday"': ("temporal/rules/weekdays.py", "last"),
    "a time of day or a date in words against a moment": ("temporal/resolve.py", "def find_times"),
    'an answer to "who"': ("engines/rules/answering/values.py", "def find_value"),
    '"who", where no claim tells it and a sentence does': (
        "engines/rules/answering/sentence_names.py",
        "def find_name",
    ),
    "yes or no": ("engines/rules/answering/verdicts.py", "def "),
    "a phrase that speaks of danger": ("engines/rules/extraction/wording_cues.py", "def is_risk"),
    "what is no longer current": ("storage/view/lifecycle.py", "def "),
    "whether memory may be kept of a person": ("storage/ledger/changes.py", "def check_consent"),
    "a writer's lock": ("storage/writer_lock.py", "class WriterLocks"),
    "a chat model's retry": ("engines/llm/call_policy.py", "retr"),
    "a packet's budget": ("retrieval/packing.py", "def pack("),
    "how a packet reads": ("retrieval/packet_text.py", "def render"),
    "the score of Equation 8": ("retrieval/ranking.py", "def unit_scores"),
    "whom a pronoun or a nickname means": ("engines/rules/claims/people.py", "class People"),
    "what a nickname is told by": ("engines/rules/claims/naming.py", "def names_told"),
    'a correction ("I meant ...")': ("engines/rules/claims/corrections.py", "def corrections_of"),
    "where a session is cut": ("engines/rules/segmentation/boundaries.py", "def detect_boundaries"),
    "a unit's affect": ("engines/rules/extraction/affect.py", "def affect_of"),
    "what a WhatsApp date's order is": ("formats/whatsapp/date_order.py", "def decided"),
    "what JSON the command line prints": ("cli/output.py", "def ask_document"),
    "what a model is told of relations": ("prompts/judge_relations.md", "contradict"),
    "what a baseline is": ("evaluation/baselines.py", "class Recipe"),
    "how a baseline answers": ("evaluation/answerers.py", "class EngineAnswerer"),
    "what doctor checks": ("cli/diagnosis.py", "def find_faults"),
    "whether a clause happened, is planned, wished or denied": ("engines/rules/claims/factuality.py", "planned"),
    "which slot a claim fills": ("engines/rules/state/slots.py", "def slot_use"),
    "which units are linked, without a model": ("engines/rules/linking/relations.py", "def judge_relations"),
    "a unit's number for good": ("storage/persistent_ids.py", "def "),
    "how the index follows the ledger": ("storage/index/follow_ledger.py", "class IndexFollower"),
    "where a fragment ends": ("nodes/window_detector.py", "def window_detector"),
    "what a host imports": ("__init__.py", "__all__"),
    "what the server loads": ("server/graphs.py", "def construction"),
    "whose memory a run may touch": ("host/ownership.py", "def check_own"),
    "which format a file is in": ("formats/detect.py", "def "),
}


@pytest.mark.parametrize("task", sorted(DECIDED))
def test_it_is_decided_where_one_looks(task: str) -> None:
    path, said = DECIDED[task]
    assert said in (PACKAGE / path).read_text("utf-8")


def test_the_page_names_every_folder_and_every_file_at_the_top() -> None:
    page = (ROOT / "AGENTS.md").read_text("utf-8")
    folders = {path.name for path in PACKAGE.iterdir() if path.is_dir() and not path.name.startswith("__")}
    files = {path.name for path in PACKAGE.iterdir() if path.suffix == ".py"}
    rules = {path.name for path in (PACKAGE / "engines" / "rules").iterdir() if path.is_dir()} - {"__pycache__"}
    assert [name for name in sorted(folders | rules) if f"{name}/" not in page] == []
    assert [name for name in sorted(files) if f"`{name}`" not in page] == []


def test_what_the_page_names_is_there() -> None:
    rows = [row for row in (ROOT / "AGENTS.md").read_text("utf-8").splitlines() if row.startswith("| `")]
    named = [name.strip(" `") for row in rows for name in row.split("|")[1].split(",") if "/" in name]
    places = [[ROOT / name, PACKAGE / name, PACKAGE / "engines" / "rules" / name] for name in named]
    assert [name for name, found in zip(named, places, strict=True) if not any(each.is_dir() for each in found)] == []
