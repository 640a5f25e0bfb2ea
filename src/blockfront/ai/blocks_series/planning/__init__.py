"""Decides which units go where: landings, posts, errands and duties."""
