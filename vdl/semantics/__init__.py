"""Types, symbols, units: what names of the language mean."""
