"""Instances made for a schema: about half of them aim at being valid, the others miss by one change.

A schema is read part by part: `gathering` finds the subschemas that apply to one value, `making` makes a value of
them with `numbers`, `texts`, `objects` and `arrays`, `missing` changes one thing, and `graph` is where references lead.
"""

from schemaval.generating.instances import instances

__all__ = ["instances"]
