"""Games by the hundred: an arena, a ladder, statistics, pictures, and an environment for learning machines."""
