"""What engines are known to get wrong, as rows: a schema, instances that it takes and instances that it does not."""

from schemaval.testing.facts.applying import APPLICATORS, UNEVALUATED
from schemaval.testing.facts.fact import Fact
from schemaval.testing.facts.names import NAMES
from schemaval.testing.facts.references import REFERENCES
from schemaval.testing.facts.texts import DATA, TEXTS
from schemaval.testing.facts.values import VALUES

FACTS: tuple[Fact, ...] = NAMES + VALUES + DATA + TEXTS + APPLICATORS + UNEVALUATED + REFERENCES

__all__ = ["FACTS", "Fact"]
