"""A schema made ready for `jsonschema-rs`: nearly always the schema itself.

`plan` looks at each subschema once, and only at the keywords of the table in `rows`; `faults` lists what is refused;
`numbers`, `patterns`, `doubt` and `loops` answer what the rows ask; `spine` copies what is changed and nothing else;
`exact` holds the keywords that the evaluator's own tests take over, `tame` tells the values that the engine may see.
"""
