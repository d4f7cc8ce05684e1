"""A schema made ready for `jsonschema-rs`: nearly always the schema itself.

`plan` looks at each subschema once, and only at the keywords of its table; `numbers`, `patterns`, `doubt` and
`loops` answer what the table's rows ask; `spine` copies what is changed and nothing else; `exact` holds the
keywords that the evaluator's own tests take over; `tame` tells the values of which the engine may be asked.
"""
