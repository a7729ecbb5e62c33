"""Sources, diagnostics, limits: what every room speaks of."""
