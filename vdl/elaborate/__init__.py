"""From a checked design to its graph: objects, quantities and the edges between them."""
