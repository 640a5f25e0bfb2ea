"""The chapters of the rules: stateless classes that answer questions about a state."""
