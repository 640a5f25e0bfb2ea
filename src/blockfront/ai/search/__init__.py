"""What players of all titles share when they look for plans; nothing here knows a title."""
