"""Machine players. They are given a view and nothing else; what they do not know they guess."""
