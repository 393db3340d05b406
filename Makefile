# Everything runs in .venv at the root; a fresh machine needs python3 (>= 3.11) with venv, and make.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed

export LANGGRAPH_STRICT_MSGPACK := true
export LANGGRAPH_CLI_NO_ANALYTICS := 1
export LANGGRAPH_NO_VERSION_CHECK := true
export LANGSMITH_TRACING := false
export TOKENIZERS_PARALLELISM := false
export HF_HUB_OFFLINE := 1

.PHONY: setup demo test check format serve clean

setup: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	touch $@

demo: $(STAMP)
	$(BIN)/python -m fta_mem.demo

test: $(STAMP)
	$(BIN)/python -m pytest --cov --cov-report=term

check: test
	$(BIN)/ruff check .
	$(BIN)/mypy

format: $(STAMP)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

serve: $(STAMP)
	$(BIN)/langgraph dev --no-browser

clean:
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .langgraph_api
