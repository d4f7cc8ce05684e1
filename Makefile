# Two commands: `make demo` shows what schemaval does, `make test` runs every check.
# They need Python 3.11 or newer, make and the package index, and keep to .venv and .cache.

PYTHON ?= python3
BACKENDS := --backend reference --backend jsonschema --backend fastjsonschema --backend jsonschema-rs --backend auto
PY := .venv/bin/python
PIP := $(PY) -m pip --quiet --disable-pip-version-check

.PHONY: demo test suite lint types conformance pytest clean
.NOTPARALLEL:

demo: .venv/installed
	$(PY) examples/demo.py

# pytest comes last, so that its closing line ends the log.
test: lint types conformance pytest

suite: .venv/tested
	$(PY) -m conformance.fetch

lint: .venv/tested
	$(PY) -m ruff check
	$(PY) -m ruff format --check

types: .venv/tested
	$(PY) -m mypy

conformance: suite
	$(PY) -m conformance $(BACKENDS)

pytest: suite
	$(PY) -m pytest -n auto --dist worksteal -m "long or not long"

clean:
	rm -rf .venv .cache

.venv/installed: pyproject.toml
	$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11) and 'schemaval needs Python 3.11 or newer: make PYTHON=...')"
	$(PYTHON) -m venv .venv
	$(PIP) install --upgrade "pip>=25.1"
	$(PIP) install --editable ".[all]"
	touch $@

.venv/tested: .venv/installed
	$(PIP) install --group test --group lint --group bench
	touch $@
