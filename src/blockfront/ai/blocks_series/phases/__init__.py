"""One module for the decisions of each phase."""
