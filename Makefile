# Needs Python 3.11 or newer (with venv), make, and a network to the package registry. Everything else is put into .venv.

PYTHON ?= $(shell for python in python3.13 python3.12 python3.11 python3; do \
	$$python -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; \
	done)
VENV := .venv
INSTALLED := $(VENV)/.installed
JOBS ?= 2
GAMES ?= 25

.DEFAULT_GOAL := help
.PHONY: help play test lint bench soak clean

help:
	@echo "make play    what can be played here"
	@echo "make test    lint, types and all tests"
	@echo "make lint    lint and types only"
	@echo "make bench   how fast it is, as a table and as build/bench.json"
	@echo "make soak    many random games of every title (GAMES=$(GAMES))"
	@echo "make clean   remove .venv and what was built"

$(INSTALLED): pyproject.toml
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer with venv is needed (Debian: apt install python3-venv)." >&2; exit 1; }
	@$(VENV)/bin/python -c 'import pip' 2>/dev/null || $(PYTHON) -m venv --clear $(VENV)
	@$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

play: $(INSTALLED)
	@$(VENV)/bin/blockfront play

lint: $(INSTALLED)
	$(VENV)/bin/python -m ruff check .
	$(VENV)/bin/python -m mypy

test: lint
	$(VENV)/bin/python -m pytest -q -n $(JOBS)

bench: $(INSTALLED)
	@$(VENV)/bin/python bench/run.py build/bench.json

soak: $(INSTALLED)
	BLOCKFRONT_GAMES=$(GAMES) $(VENV)/bin/python -m pytest -q -n $(JOBS) tests/properties tests/games_played

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
