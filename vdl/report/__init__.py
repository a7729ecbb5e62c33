"""Solved values to a report model; the last room that knows what a quantity is."""
