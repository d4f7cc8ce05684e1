"""Empty `{}` and `[]` put right: in schemas by the keyword table, in instances by the schema."""
