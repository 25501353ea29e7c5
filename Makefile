# furyhouse: `make play` to play, `make test` to check everything, `make help` for the rest.

PYTHON ?= python3
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_ROOT_USER_ACTION := ignore
# What mkdocs' theme has to say of the future is for its own people.
export NO_MKDOCS_2_WARNING := 1
# Debian keeps games, XBoard and its engines among them, off root's path.
export PATH := $(PATH):/usr/games

# The environments: the player's, the tools', that of a release, a clean one that gets nothing but the wheel and what the tests
# need, and one with an engine to tune.
PLAY := .venv
TOOLS := build/tools
RELEASE := build/release
CLEAN := build/clean
SDIST := build/sdist
TUNING := build/tuning
DIST := build/dist
CARGO_LOG := build/cargo-test.log
SOURCES := Cargo.toml Cargo.lock pyproject.toml .cargo/config.toml \
	$(shell find python rust -type f \( -name '*.rs' -o -name '*.py' -o -name '*.pyi' -o -name '*.toml' \) -not -path '*/target/*')

##@ Play

# Ctrl-C ends a game as well as anything, with status 130.
ENDS_WELL := || exit $$(($$? == 130 ? 0 : $$?))

.PHONY: play demo
play: $(PLAY)/installed ## Play a game in the terminal
	@$(PLAY)/bin/furyhouse play $(ENDS_WELL)

demo: $(PLAY)/installed ## Watch furyhouse play ten moves against itself
	@$(PLAY)/bin/furyhouse play --demo $(ENDS_WELL)

##@ Work

.PHONY: build test lint format bench docs tuning wheel clean help
build: $(PLAY)/installed ## Build furyhouse and install it in .venv

test: peers lint test-rust wheel test-wheel ## Run everything that CI runs

lint: $(TOOLS)/installed ## Check formatting, lints, types and layers, change nothing
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked -- -D warnings
	RUSTDOCFLAGS='-D warnings' cargo doc --workspace --no-deps --locked
	$(TOOLS)/bin/ruff check
	$(TOOLS)/bin/ruff format --check
	PYTHONPATH=python $(TOOLS)/bin/lint-imports --no-cache
	$(TOOLS)/bin/mypy
	$(TOOLS)/bin/zizmor --offline --quiet .github
	$(TOOLS)/bin/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml

format: $(TOOLS)/installed ## Format all code
	cargo fmt --all
	$(TOOLS)/bin/ruff format
	$(TOOLS)/bin/ruff check --fix

bench: $(PLAY)/installed ## Measure the rules, the search, and Python beside python-chess
	@cargo run --quiet --release --locked --package furyhouse-rules --example speed
	@$(PLAY)/bin/furyhouse bench
	@$(PLAY)/bin/pip install --quiet -r requirements/test.txt
	@$(PLAY)/bin/python benches/python_api.py

docs: $(PLAY)/installed ## Build the manual in build/manual
	@$(PLAY)/bin/pip install --quiet -r requirements/docs.txt
	@$(PLAY)/bin/mkdocs build --quiet
	@echo 'The manual is in build/manual; begin with index.html.'

tuning: $(TUNING)/installed ## Build and check an engine whose parameters can be set, in build/tuning
	cd tests && $(CURDIR)/$(TUNING)/bin/python -P -m pytest --quiet tuning_build.py

# On Linux Zig links the wheel against an old C library, so that it runs on old systems too. Left alone it would link its own
# unwinder into it; but the C library ends a thread that Python has no more use for by unwinding it with GCC's, and two
# unwinders in one thread crash.
wheel: $(RELEASE)/installed ## Build the files of a release in build/dist, and look at them
	rm -rf $(DIST)
	$(RELEASE)/bin/maturin sdist --out $(DIST)
	PATH="$(CURDIR)/$(RELEASE)/bin:$$PATH" maturin build --release --locked --out $(DIST) \
		$(if $(filter Linux,$(shell uname -s)),--zig --compatibility manylinux2014 -- \
			-C link-arg=$$(cc -print-file-name=libgcc_s.so.1))
	cd tests && ../$(RELEASE)/bin/python -P -m pytest --quiet release_files.py

clean: ## Remove everything that was built
	rm -rf build target .venv

help: ## Show this list
	@awk 'BEGIN { FS = ":.*## " } \
		/^##@ / { printf "\n%s\n", substr($$0, 5) } \
		/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

# The parts of `make test`, each of which runs alone too.

.PHONY: peers test-rust test-wheel
peers:
	scripts/peers

test-rust:
	@mkdir -p build
	cargo test --workspace --locked 2>&1 | tee $(CARGO_LOG)
	cargo clippy --package furyhouse-search --features tuning --all-targets --locked -- -D warnings
	cargo test --package furyhouse-search --features tuning --locked --lib --test answers --test tuning
	cargo test --package furyhouse-search --features tuning --locked --doc

# The wheel that was built, in a clean environment, is what gets tested: first that it starts,
# then that the source distribution builds and starts as well, then its stubs, the manual, and last everything in tests/.
# With CI set a program that the tests need and do not find, like XBoard, is a failure.
test-wheel:
	rm -rf $(CLEAN) $(SDIST)
	$(PYTHON) -m venv $(SDIST)
	CARGO_TARGET_DIR=$(CURDIR)/build/sdist-target $(SDIST)/bin/pip install --quiet $(DIST)/*.tar.gz
	$(SDIST)/bin/furyhouse perft --depth 2
	$(PYTHON) -m venv $(CLEAN)
	$(CLEAN)/bin/pip install --quiet $(DIST)/*.whl
	$(CLEAN)/bin/furyhouse perft --depth 2
	$(CLEAN)/bin/pip install --quiet -r requirements/tools.txt
	cd build && clean/bin/python -m mypy.stubtest furyhouse._core --mypy-config-file ../pyproject.toml
	$(CLEAN)/bin/mkdocs build --quiet
	CI=1 FURYHOUSE_CARGO_TEST_LOG=$(CARGO_LOG) PATH="$(CURDIR)/$(CLEAN)/bin:$$PATH" \
		$(CLEAN)/bin/python -P -m pytest --heritage

# The environments. A stamp says that one is complete; a broken off install leaves none.

$(PLAY)/installed: $(SOURCES) | python cargo
	@test -x $(PLAY)/bin/pip || $(PYTHON) -m venv $(PLAY)
	@echo 'Building furyhouse; the first time takes a minute or two.'
	@$(PLAY)/bin/pip install --quiet --force-reinstall .
	@touch $@

$(TUNING)/installed: $(SOURCES) requirements/test.txt | python cargo
	@test -x $(TUNING)/bin/pip || $(PYTHON) -m venv $(TUNING)
	@$(TUNING)/bin/pip install --quiet -r requirements/test.txt
	@CARGO_TARGET_DIR=$(CURDIR)/build/tuning-target MATURIN_PEP517_ARGS='--features tuning' \
		$(TUNING)/bin/pip install --quiet --force-reinstall '.[chess]'
	@touch $@

$(TOOLS)/installed: requirements/tools.txt requirements/test.txt requirements/docs.txt | python cargo
	rm -rf $(TOOLS)
	$(PYTHON) -m venv $(TOOLS)
	$(TOOLS)/bin/pip install --quiet -r requirements/tools.txt
	@touch $@

$(RELEASE)/installed: requirements/release.txt requirements/test.txt | python cargo
	rm -rf $(RELEASE)
	$(PYTHON) -m venv $(RELEASE)
	$(RELEASE)/bin/pip install --quiet -r requirements/release.txt
	@touch $@

.PHONY: python cargo
python:
	@$(PYTHON) -c 'import sys, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ echo 'furyhouse needs Python 3.11 or later with venv (Debian: apt install python3-venv)' >&2; exit 1; }

cargo:
	@command -v cargo >/dev/null || \
		{ echo 'furyhouse is built with Rust 1.95 or later: https://rustup.rs' >&2; exit 1; }
