"""From a Python function to a tool: its docstring and annotations as schemas, its arguments as its own types."""
