"""The version of schemaval."""

VERSION = "0.1.0"
