"""The official JSON Schema test suite, run against schemaval's backends: ``python -m conformance``."""
