# Every target makes .venv itself where it is missing or older than pyproject.toml.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
BENCH := $(VENV)/.installed-bench
MUTANTS := $(VENV)/.installed-mutants
# One more than there are cores: the tests of the pages wait for a browser now and then. Each worker begins with a part of
# the tests that lie together, so that few of them build the same sites, and one that is done takes from the others.
WORKERS = $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 1)')

# Ten times what the tests take, and others each day.
FUZZ ?= 500000
TODAY = $(shell date +%Y%m%d)

.DEFAULT_GOAL := site
.PHONY: levels site watch test verify coverage check fuzz cross mutants packages bench clean

levels: $(STAMP) ## layouts/ to catalogue/
	$(BIN)/kotae levels

site: levels ## catalogue/ to dist/
	$(BIN)/kotae site

watch: $(STAMP) ## the site at http://localhost:8000/, made anew on each change, until Ctrl-C
	$(BIN)/kotae watch

test: levels ## every test, on every core; the levels first, so that no two workers solve them
	$(BIN)/pytest -n $(WORKERS) --dist worksteal

verify: levels ## every level of the catalogue asked again; the tests ask some of each sort
	$(BIN)/kotae verify

coverage: export COVERAGE_FOLDER = $(CURDIR)/.kotae-coverage
coverage: levels ## the lines and branches of pipeline that the tests reach, by file; the pages are no part of it
	rm -rf $(COVERAGE_FOLDER) && mkdir $(COVERAGE_FOLDER)
	$(BIN)/coverage run -m pytest -n $(WORKERS) --dist worksteal --ignore tests/pages
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report --fail-under 95

check: $(STAMP) ## lint, format and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

fuzz: $(STAMP) ## as many spoilt inputs as FUZZ says, of the SEED that it tells: every fault is shown with what repeats it
	$(BIN)/python -m tests.fuzz --count $(FUZZ) --seed $(or $(SEED),$(TODAY))

# COUNT boards of each kind as SEED has them, in JOBS processes. KIND names one kind, and ONLY the number of one board.
cross: $(STAMP) ## boards at random, and all that says something of them held against each other
	$(BIN)/python -m tests.cross $(if $(COUNT),--count $(COUNT)) $(if $(SEED),--seed $(SEED)) \
		$(if $(JOBS),--jobs $(JOBS)) $(if $(KIND),--kind $(KIND)) $(if $(ONLY),--only $(ONLY))

MODULE ?= pipeline.tier
mutants: $(MUTANTS) ## a small fault at a time in MODULE; which of them no test notices. ENDING=[05] takes a fifth
	$(BIN)/python -m tests.mutants '$(MODULE)' '$(ENDING)'

packages: $(STAMP) ## a wheel and an sdist, each installed by itself and a new site built with it
	PYTHON=$(PYTHON) HATCHLING=$(CURDIR)/$(BIN)/hatchling .ci/packages

bench: levels $(BENCH) ## what BENCHMARKS.md says, measured again
	$(BIN)/python -m benchmarks --write

clean: ## everything that was made, but not .venv
	rm -rf catalogue dist mutants packages .kotae-site-* .kotae-cache .kotae-coverage
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -not -path './$(VENV)/*' -prune -exec rm -rf {} +

# The stamp is written last, so that an installation cut short is begun again.
$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[test,dev]'
	touch $@

# What only the measurements are set beside: no test waits for it.
$(BENCH): $(STAMP)
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[bench]'
	touch $@

$(MUTANTS): $(STAMP)
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[mutants]'
	touch $@
