"""The database: its schema and migrations, every statement, and keeping in step with other processes."""
