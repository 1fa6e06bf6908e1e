# Every target makes .venv itself where it is missing or older than pyproject.toml.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
# One more than there are cores: the tests of the pages wait for a browser now and then. Each worker begins with a part of
# the tests that lie together, so that few of them build the same sites, and one that is done takes from the others.
WORKERS = $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 1)')

.DEFAULT_GOAL := site
.PHONY: levels site watch test check bench clean

levels: $(STAMP) ## layouts/ to catalogue/
	$(BIN)/kotae levels

site: levels ## catalogue/ to dist/
	$(BIN)/kotae site

watch: $(STAMP) ## the site at http://localhost:8000/, made anew on each change, until Ctrl-C
	$(BIN)/kotae watch

test: levels ## every test, on every core; the levels first, so that no two workers solve them
	$(BIN)/pytest -n $(WORKERS) --dist worksteal

check: $(STAMP) ## lint, format and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: levels ## what BENCHMARKS.md says, measured again
	$(BIN)/python -m benchmarks

clean: ## everything that was made, but not .venv
	rm -rf catalogue dist .kotae-site-* .kotae-cache .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -not -path './$(VENV)/*' -prune -exec rm -rf {} +

# The stamp is written last, so that an installation cut short is begun again.
$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[test,dev]'
	touch $@
