"""The search for plans that players of all titles share; nothing here knows a title."""
