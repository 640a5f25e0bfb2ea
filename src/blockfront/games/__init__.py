"""The titles. `catalogue` lists them; a title never imports another title."""
