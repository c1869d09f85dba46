# Everything is installed into .venv; you need Python 3.11+, make and git.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
# Python modules are compiled once, not at each start.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test check lint ruff types tests quick bench bench-web pictures readme-picture screenshots lock clean
PYTEST = $(BIN)/pytest -n auto --dist worksteal --max-worker-restart 0

play: $(READY)  ## play in the browser
	$(BIN)/rollwrite serve --open

test: $(READY) ruff  ## every check
	$(MAKE) --no-print-directory --jobs=2 types tests

check: $(READY) ruff  ## what needs no compiler, browser, server or database: within a minute
	$(MAKE) --no-print-directory --jobs=2 types quick

lint: ruff types

ruff: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)
	$(BIN)/mypy

tests: $(READY)
	$(PYTEST)

quick: $(READY)
	$(PYTEST) --quick

bench: $(READY)  ## speed side by side with C and with other libraries, as ratios of one run
	$(BIN)/python -m benchmarks

bench-web: $(READY)  ## the server: post to seen, durable moves, start, memory
	$(BIN)/python -m benchmarks.web

$(READY): pyproject.toml requirements.lock
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements.lock
	$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --editable .
	touch $@

screenshots: $(READY)  ## every page on a phone and on a desktop, into screenshots/
	cd tests && ../$(BIN)/python -m web.screenshots

pictures: $(READY)  ## draw the pictures of the docs
	$(BIN)/python docs/pictures/__main__.py

readme-picture: $(READY)  ## take a new screenshot of a table for the README
	cd tests && ../$(BIN)/python -m web.readme_picture

lock:  ## renew requirements.lock (hashes, no addresses)
	$(BIN)/uv lock --quiet
	$(BIN)/uv export --quiet --no-emit-project --no-annotate --no-header --format requirements-txt -o requirements.lock

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis
