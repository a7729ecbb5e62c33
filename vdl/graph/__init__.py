"""The records of a design made concrete: objects, quantities, formulas, decisions, and their order."""
