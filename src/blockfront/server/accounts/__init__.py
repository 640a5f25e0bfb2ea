"""Identity: accounts, sessions, keys."""
