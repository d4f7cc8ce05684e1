"""References: documents read once, and the closed world in which a reference resolves."""
