"""What a compilation found, as plain data with equality; and as JSON."""
