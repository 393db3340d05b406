"""Who may import whom: inner rooms never know the outer ones, and each outside library has one home."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "src" / "fta_mem").rglob("*.py")) + sorted(
    path for room in ("graphs", "nodes", "state", "prompts") for path in (ROOT / room).rglob("*.py")
)

RANK = {
    "state": 0,
    "prompts": 1,
    "isolation": 1,
    "decoding": 1,
    "text.embedder": 1,
    "engines.base": 2,
    "storage.ports": 2,
    "text": 3,
    "formats": 3,
    "temporal": 4,
    "storage": 4,
    "engines": 5,
    "retrieval": 5,
    "nodes": 6,
    "graphs": 7,
    "ingestion": 8,
    "memory": 9,
    "assembly": 10,
    "host": 11,
    "evaluation": 11,
    "cli": 12,
    "demo": 12,
    "server": 12,
}
HOMES = {
    "chromadb": {"storage/index/chroma.py"},
    "sqlalchemy": {
        f"storage/ledger/{name}.py"
        for name in ("database", "queries", "sqlite", "changes", "tables", "migrations", "first_tables")
    },
    "sentence_transformers": {"text/minilm.py", "engines/nli.py"},
    "onnxruntime": {"text/onnx_encoder.py"},
    "onnx": {"text/minilm_graph.py"},
    "spacy": {"text/grammar.py"},
    "bm25s": {"retrieval/bm25.py"},
    "vaderSentiment": {"engines/rules/extraction/affect.py"},
    "langchain_community": {"host/chat_histories.py"},
    "matplotlib": {"evaluation/plots.py"},
    "nltk": {"evaluation/answer_metrics.py"},
    "sklearn": {"evaluation/audit_marks.py"},
    "scipy": {"evaluation/density_gain.py", "evaluation/paper_tables.py"},
}


def name_of(path: Path) -> str:
    for base in (ROOT / "src" / "fta_mem", ROOT):
        if path.is_relative_to(base):
            return path.relative_to(base).as_posix()
    raise AssertionError(path)


def imports_of(path: Path) -> list[str]:
    tree = ast.parse(path.read_text("utf-8"))
    names = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names.append(node.module or "")
    return names


def rank_of(module: str) -> int | None:
    parts = module.split(".")
    for length in (2, 1):
        rank = RANK.get(".".join(parts[:length]))
        if rank is not None:
            return rank
    return None


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_imports_point_inwards(path: Path) -> None:
    own = rank_of(name_of(path).removesuffix(".py").replace("/", "."))
    for module in imports_of(path):
        assert module.split(".")[0] not in {"nodes", "state", "graphs", "prompts"}, f"import fta_mem.{module}"
        if own is None or not module.startswith("fta_mem."):
            continue
        other = rank_of(module.removeprefix("fta_mem."))
        assert other is None or other <= own, f"{name_of(path)} imports {module}"


@pytest.mark.parametrize("path", [path for path in SOURCES if name_of(path).startswith("state/")], ids=name_of)
def test_state_needs_the_standard_library_alone(path: Path) -> None:
    import sys

    allowed = sys.stdlib_module_names | {"fta_mem", "typing_extensions"}
    assert [module for module in imports_of(path) if module.split(".")[0] not in allowed] == []


def test_no_package_does_work_in_its_init() -> None:
    filled = [name_of(path) for path in SOURCES if path.name == "__init__.py" and path.read_text("utf-8").strip()]
    assert filled == ["__init__.py"]


def test_a_text_is_read_for_its_times_by_one_door() -> None:
    shared = {f"fta_mem.temporal.{name}" for name in ("resolve", "mention", "calendar", "numbers")}
    outside = [path for path in SOURCES if not name_of(path).startswith("temporal/")]
    used = {item for path in outside for item in imports_of(path) if item.startswith("fta_mem.temporal")}
    assert used <= shared


@pytest.mark.parametrize("library", sorted(HOMES))
def test_each_outside_library_has_one_home(library: str) -> None:
    users = {name_of(path) for path in SOURCES if any(item.split(".")[0] == library for item in imports_of(path))}
    assert users <= HOMES[library]
