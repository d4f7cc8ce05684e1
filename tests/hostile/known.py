"""Failures that are known: by case and backend, with the reason. A row that no longer fails fails the test."""

from collections.abc import Mapping

KNOWN: Mapping[str, Mapping[str, str]] = {}
