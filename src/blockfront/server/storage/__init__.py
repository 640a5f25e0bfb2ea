"""What is kept: the schema, its migrations, every statement, and staying in step with other processes."""
