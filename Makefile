# `make demo` and `make test` are all that a fresh checkout needs: Python 3.11 or later, make, and nothing else.
#
#   make demo             installs Threefold into .venv and runs it on examples/
#   make test             installs what the tests need as well, and runs them
#                         (PYTEST_ARGS=... for a part of them, RUN="coverage
#                         run" to measure coverage, JOBS=0 for one process,
#                         as a debugger wants it; else one a processor)
#   make dev              installs what tests and checks need, and runs nothing
#   make lint             ruff, mypy and the import contracts
#   make test-dsh         runs the plugin inside the real DeepSeek Harness,
#                         against a model on loopback (Linux on x86_64)
#   make wheel-test       builds the wheel and runs the tests against it,
#                         without the sources
#   make verify-artifact  installs the wheel and the source distribution afresh
#                         and tries every gate of the verdict
#   make test-clients     runs Claude Code, Codex and pi themselves against a
#                         scripted model, where they can be installed
#   make bench            speed and memory, as ratios against a named baseline
#                         (BENCH_ARGS=... ; see bench/README.md)
#   make bench-relevance  how well messages are scored without a network
#   make bench-closing    fits the reader of closing sentences anew, and says how
#                         well it reads hands that it never saw
#   make lock             writes requirements/*.txt anew from pyproject.toml
#   make clean            removes what the others made
#
# PYTHON=/path/to/python chooses the interpreter.

SHELL := /bin/sh
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

VENV := .venv
BIN := $(VENV)/bin
RUN := python
JOBS := auto
SPREAD = -n $(JOBS) --maxprocesses 8 --dist worksteal
EXAMPLE := examples/import-fix.v4.jsonl
export PYTHON

help:
	@sed -n 's/^#   //p' Makefile

# A stamp records a finished install; an interrupted one leaves none and is done again. The dev lock holds the run lock
# with the same versions, so its stamp satisfies both.
$(VENV)/run.stamp: requirements/run.txt pyproject.toml tools/venv.sh
	@test $(VENV)/dev.stamp -nt requirements/dev.txt -a $(VENV)/dev.stamp -nt pyproject.toml 2>/dev/null \
	    || tools/venv.sh $(VENV) requirements/run.txt
	@touch $@

$(VENV)/dev.stamp: requirements/dev.txt pyproject.toml tools/venv.sh
	@tools/venv.sh $(VENV) requirements/dev.txt
	@touch $@

demo: $(VENV)/run.stamp
	@$(BIN)/threefold run $(EXAMPLE)

dev: $(VENV)/dev.stamp

test: $(VENV)/dev.stamp
	@$(BIN)/$(RUN) -m pytest $(SPREAD) $(PYTEST_ARGS)

$(VENV)/dsh.stamp: requirements/dsh.txt $(VENV)/dev.stamp
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dsh.txt
	@touch $@

# `dsh plugin` asks pnpm. Where npm cannot fetch it, the tests of that command say so and are skipped.
$(VENV)/pnpm.stamp: tests/harness/dsh/pnpm/package-lock.json $(VENV)/dev.stamp
	@mkdir -p $(VENV)/pnpm && cp tests/harness/dsh/pnpm/*.json $(VENV)/pnpm/
	@cd $(VENV)/pnpm && timeout 120 npm ci --ignore-scripts --no-audit --no-fund >npm.log 2>&1 && touch ../pnpm.stamp || true

test-dsh: $(VENV)/dsh.stamp $(VENV)/pnpm.stamp
	@THREEFOLD_DSH=1 $(BIN)/$(RUN) -m pytest tests/harness/dsh $(PYTEST_ARGS)

# Every check runs, whatever the one before it found.
lint: $(VENV)/dev.stamp
	@failed=; for check in "ruff check ." "ruff format --check ." mypy "lint-imports --no-logo"; do \
	    echo "--- $$check"; $(BIN)/$$check || failed="$$failed [$$check]"; \
	done; test -z "$$failed" || { echo "threefold: these checks failed:$$failed" >&2; exit 1; }

wheel-test: $(VENV)/dev.stamp
	@tools/wheel_test.sh $(SPREAD) $(PYTEST_ARGS)

# What would be published, wheel and source distribution, with everything injected that its gates must refuse.
verify-artifact: $(VENV)/dev.stamp
	@dist=$$(mktemp -d); trap 'rm -rf "$$dist"' EXIT; $(BIN)/python -m hatchling build --directory "$$dist" >/dev/null && \
	for file in "$$dist"/*; do $(BIN)/threefold verify-artifact "$$file" --dependencies-from-here || exit 1; done

test-clients: $(VENV)/dev.stamp
	@tools/test_clients.sh $(PYTEST_ARGS)

bench: $(VENV)/dev.stamp
	@$(BIN)/python -m bench.run $(BENCH_ARGS)

bench-relevance: $(VENV)/dev.stamp
	@$(BIN)/python -m bench.relevance.run $(BENCH_ARGS)

bench-closing: $(VENV)/dev.stamp
	@$(BIN)/python -m bench.closing.fit

lock: .venv-lock/stamp
	@tools/lock.sh

.venv-lock/stamp: requirements/lock.txt tools/venv.sh
	@tools/venv.sh .venv-lock requirements/lock.txt package
	@touch $@

clean:
	rm -rf .venv .venv-lock .venv-wheel .venv-clients build dist out .coverage .coverage.* htmlcov
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.PHONY: help demo dev test test-dsh test-clients lint wheel-test verify-artifact bench bench-relevance bench-closing lock clean
