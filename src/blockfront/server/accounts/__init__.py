"""Who somebody is: accounts, sessions, keys."""
