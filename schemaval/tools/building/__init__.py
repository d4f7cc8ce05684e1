"""What the schema builder is made of: its bounds, nullability, the definitions that move to the root, its data."""
