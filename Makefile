# Everything is installed into .venv; you need Python 3.11+, make and git.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
# Python modules are compiled once, not at each start.
unexport PYTHONDONTWRITEBYTECODE

OFFLINE := build/offline

.PHONY: play docs offline test test-learners check lint ruff types tests quick bench bench-web bench-page bench-offline torture pictures readme-picture screenshots fonts wheel lock clean
PYTEST = $(BIN)/pytest -n auto --dist worksteal --max-worker-restart 0

play: $(READY)  ## play in the browser
	$(BIN)/rollwrite serve --open $(if $(wildcard $(OFFLINE)/files.json),--set offline=$(OFFLINE))

offline: $(READY)  ## write the games as a site without a server, which `make play` then offers too (npm, wasm-ld)
	$(BIN)/rollwrite export $(OFFLINE) --force

test: $(READY) ruff  ## every check
	$(MAKE) --no-print-directory --jobs=2 types tests

test-learners: $(READY)  ## the adapters to SB3 and TorchRL against these libraries (1 GB, in .venv-learners)
	$(PYTHON) -m venv .venv-learners
	$(BIN)/uv pip install --quiet --python .venv-learners/bin/python --editable '.[pdf,sb3,torchrl]' --group dev
	.venv-learners/bin/python -m pytest tests/envs/test_learners.py

check: $(READY) ruff  ## what needs no compiler, browser, server or database: 100 seconds of CPU time
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

bench-web: $(READY)  ## the server: post to seen, durable moves, start, memory; moves and reviews under abuse
	$(BIN)/python -m benchmarks.web
	$(BIN)/python -m benchmarks.web_abuse
	$(BIN)/python -m benchmarks.web_reviews

bench-page: $(READY)  ## the pages on a slow phone: weight, start, taps, targets, frames of animations
	PYTHONPATH=tests $(BIN)/python -m benchmarks.page $(ONLY)

bench-offline: $(READY)  ## the site without a server: sizes, starts, bots with WebAssembly and interpreted
	PYTHONPATH=tests $(BIN)/python -m benchmarks.offline

torture: $(READY)  ## fault campaigns against real servers, about a quarter of an hour; nothing may be lost
	cd tests && ../$(BIN)/python -m torture

$(READY): pyproject.toml requirements.lock
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements.lock
	$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --editable .
	touch $@

screenshots: $(READY)  ## every page and state, at every size, in both themes, into screenshots/ (ONLY="words of names")
	cd tests && ../$(BIN)/python -m web.screenshots $(ONLY)

docs: $(READY)  ## the documentation as a site in build/docs, which `rollwrite docs` opens
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

pictures: $(READY)  ## draw the pictures of the docs
	$(BIN)/python docs/pictures/__main__.py

readme-picture: $(READY)  ## take a new screenshot of a table for the README
	cd tests && ../$(BIN)/python -m web.readme_picture

lock:  ## renew requirements.lock (hashes, no addresses)
	$(BIN)/uv lock --quiet
	$(BIN)/uv export --quiet --group docs --no-emit-project --no-annotate --no-header --format requirements-txt -o requirements.lock

wheel: $(READY) docs  ## wheels into dist/: one for this platform with compiled rules, one for all others
	$(BIN)/rollwrite build --native dist/loops
	ROLLWRITE_LOOPS=dist/loops ROLLWRITE_DOCS=build/docs $(BIN)/python -m hatchling build -t wheel -d dist
	ROLLWRITE_DOCS=build/docs $(BIN)/python -m hatchling build -t wheel -d dist

FONTS := src/rollwrite/web/static/fonts
LATIN := U+20-7E,U+A0-FF,U+131,U+152,U+153,U+2009,U+2013,U+2014,U+2018-201A,U+201C-201E,U+2022,U+2026,U+2039,U+203A,U+20AC,U+2212

PRINTED := src/rollwrite/paper/fonts

fonts: $(READY) $(FONTS)/fraunces.woff2 $(FONTS)/nunito.woff2 $(PRINTED)/nunito-regular.ttf $(PRINTED)/nunito-bold.ttf  ## fetch the typefaces (npm) and cut them to Latin

$(FONTS)/%.woff2:
	npm pack --silent --pack-destination $(VENV) @fontsource-variable/$*@5.3.0 >/dev/null
	tar -xzOf $(VENV)/fontsource-variable-$*-5.3.0.tgz package/files/$*-latin-wght-normal.woff2 > $(VENV)/$*.woff2
	tar -xzOf $(VENV)/fontsource-variable-$*-5.3.0.tgz package/LICENSE > $(FONTS)/$*.LICENSE.txt
	$(BIN)/uv tool run --quiet --from 'fonttools[woff]' pyftsubset $(VENV)/$*.woff2 --unicodes=$(LATIN) \
	  --no-hinting --flavor=woff2 --output-file=$@

$(PRINTED)/nunito-regular.ttf: WEIGHT = 400
$(PRINTED)/nunito-bold.ttf: WEIGHT = 700

# Typst takes neither WOFF2 nor a range of weights, and finds a typeface by the name in its file.
RENAME = import sys; from fontTools.ttLib import TTFont; font = TTFont(sys.argv[1]); font.flavor = None; font["name"].setName("Nunito", 1, 3, 1, 0x409); font.save(sys.argv[2])

$(PRINTED)/nunito-%.ttf:
	npm pack --silent --pack-destination $(VENV) @fontsource/nunito@5.3.0 >/dev/null
	tar -xzOf $(VENV)/fontsource-nunito-5.3.0.tgz package/files/nunito-latin-$(WEIGHT)-normal.woff2 > $(VENV)/nunito-$*.woff2
	$(BIN)/uv tool run --quiet --from 'fonttools[woff]' pyftsubset $(VENV)/nunito-$*.woff2 --unicodes=$(LATIN) \
	  --no-hinting --flavor=woff2 --output-file=$(VENV)/nunito-$*.cut.woff2
	$(BIN)/uv run --quiet --no-project --with 'fonttools[woff]' python -c '$(RENAME)' $(VENV)/nunito-$*.cut.woff2 $@

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis
