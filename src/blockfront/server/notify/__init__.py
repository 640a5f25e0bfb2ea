"""Notifications: telling people who are away that a game waits for them."""
