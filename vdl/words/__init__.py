"""Values, formulas, verdicts and answers in words."""
