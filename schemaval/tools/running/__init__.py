"""How a tool runs: its inputs, judges, the binding of arguments to its handler, the call."""
