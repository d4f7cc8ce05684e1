"""A schema rewritten for `fastjsonschema`: a draft-07 (or draft-04) schema in which the engine gets everything right.

`writing` turns the evaluator's nodes into one document, with a part for each kind of rule in `assertions`,
`applicators` and `unevaluated`; `piece` measures what code comes of it, `work` how often it runs, `faults` lists why.
"""
