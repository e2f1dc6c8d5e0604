# Everything sets itself up: Python 3.11 or later and make are enough. `make help` lists what there is.
PYTHON ?= python3
VENV := .venv
BENCH_VENV := .venv-bench
DEMO := build/demo
CORPUS ?= ../shared/corpus
PYTEST_ARGS ?=
# Many tests wait for servers and processes: more of them than there are processors keep these busy.
TEST_JOBS ?= 3
PYTEST = $(VENV)/bin/python -m pytest -q --dist worksteal
FAST_TESTS = $(addprefix tests/,blogs changes classifier dom extract frontier harvest learn sources text urls) \
	$(addprefix tests/,actions/test_learn_and_extract.py actions/test_record.py test_sample_blog.py test_style.py)
BENCH_ARGS ?=
FUZZ_ARGS ?=
HARVEST_ARGS ?=
FIT_ARGS ?=
PIP := -m pip --disable-pip-version-check
INSTALLED := $(VENV)/installed
BENCH_INSTALLED := $(BENCH_VENV)/installed

.DEFAULT_GOAL := help
.PHONY: help test test-fast test-all fuzz lint format bench bench-harvest bench-schedule fit demo docs harvest clean

help: ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | awk -F'\t' '{printf "  make %-14s %s\n", $$1, $$2}'

# Many tests start the program: what Python compiled once must not be compiled again for each of them.
test test-fast test-all: export PYTHONDONTWRITEBYTECODE =

test: lint ## lint, then all tests but the slow ones (PYTEST_ARGS=… adds arguments)
	$(PYTEST) -n $(TEST_JOBS) -m "not slow" $(PYTEST_ARGS)

test-fast: $(INSTALLED) ## the tests of the pure rings, with few examples of each property: about a minute
	$(PYTEST) -n 2 -m "not slow" --hypothesis-profile fast $(PYTEST_ARGS) $(FAST_TESTS)

test-all: lint ## lint, then every test, with more examples of each property
	$(PYTEST) -n $(TEST_JOBS) --hypothesis-profile thorough $(PYTEST_ARGS)

fuzz: $(INSTALLED) ## 20,000 damaged pages and feeds (FUZZ_ARGS="--only 17" tries one again)
	$(VENV)/bin/python -W error -m tests.fuzz $(FUZZ_ARGS)

lint: $(INSTALLED) ## ruff, mypy, the import contract
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports

format: $(INSTALLED) ## put the code into its one form
	$(VENV)/bin/ruff check --fix-only --exit-zero .
	$(VENV)/bin/ruff format .

bench: $(BENCH_INSTALLED) ## accuracy and cost against other extractors (CORPUS=…, BENCH_ARGS=…)
	$(BENCH_VENV)/bin/python -m bench --corpus "$(CORPUS)" $(BENCH_ARGS)

bench-harvest: $(INSTALLED) ## what a harvest keeps, costs and survives (CORPUS=…, BENCH_ARGS="--parts coverage")
	$(VENV)/bin/python -m bench.harvest --corpus "$(CORPUS)" $(BENCH_ARGS)

bench-schedule: $(INSTALLED) ## visits per new post, and how quickly due visits are found (CORPUS=…, BENCH_ARGS="--parts replay")
	$(VENV)/bin/python -m bench.schedule --corpus "$(CORPUS)" $(BENCH_ARGS)

fit: $(BENCH_INSTALLED) ## fit the classifier's weights on the corpus, with cross-validation (CORPUS=…, FIT_ARGS="--check")
	$(BENCH_VENV)/bin/python -m bench.fit --corpus "$(CORPUS)" $(FIT_ARGS)

demo: $(INSTALLED) ## a made-up blog: harvest it, look at what was kept; no network
	@$(VENV)/bin/python -m tests.sample_blog.demo $(DEMO)

docs: $(INSTALLED) ## write the generated parts of the documentation again
	$(VENV)/bin/python -m docs.generate

harvest: $(INSTALLED) ## keep a whole blog in ./blogforever-archive: make harvest BLOG=https://blog.example.org/
	@test -n "$(BLOG)" || { echo "Name the blog: make harvest BLOG=https://blog.example.org/"; exit 2; }
	@$(VENV)/bin/blogforever harvest "$(BLOG)" $(HARVEST_ARGS)

clean: ## remove what the other targets made
	rm -rf $(VENV) $(BENCH_VENV) .bench-cache bench/node/node_modules bench/node/package-lock.json
	rm -rf .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis build dist
	find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} +

# A folder without its stamp is the rest of an attempt that failed: begin anew.
$(INSTALLED): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "make: $(PYTHON) is too old; name a Python 3.11 or later: make PYTHON=python3.11 $(MAKECMDGOALS)")'
	test -e $@ || $(PYTHON) -m venv --clear $(VENV)
	$(VENV)/bin/python $(PIP) install -q -c constraints.txt --upgrade pip
	$(VENV)/bin/python $(PIP) install -q -c constraints.txt --build-constraint constraints.txt --group dev -e .
	touch $@

$(BENCH_INSTALLED): pyproject.toml constraints.txt bench/constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "make: $(PYTHON) is too old; name a Python 3.11 or later: make PYTHON=python3.11 $(MAKECMDGOALS)")'
	test -e $@ || $(PYTHON) -m venv --clear $(BENCH_VENV)
	$(BENCH_VENV)/bin/python $(PIP) install -q -c constraints.txt --upgrade pip
	$(BENCH_VENV)/bin/python $(PIP) install -q -c constraints.txt -c bench/constraints.txt --build-constraint constraints.txt --group bench -e .
	touch $@
