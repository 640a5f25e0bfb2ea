"""The database: its schema and migrations, every SQL statement, and staying in step with other processes."""
