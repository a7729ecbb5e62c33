"""Elaboration: from a checked design to concrete quantities and the edges between them."""
