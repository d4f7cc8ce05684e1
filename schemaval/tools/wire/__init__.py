"""What goes over the wire of the Model Context Protocol: definitions, content blocks and results, by revision."""
