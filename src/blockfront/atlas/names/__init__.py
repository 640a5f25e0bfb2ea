"""Names and signs, and where they find room."""
