"""Alembic's entry: migrations run on the connection that `upgrade` hands over."""

from alembic import context

from blockfront.server.storage.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
if connection.dialect.name == "postgresql":
    connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7100242)")  # several workers start at once
with context.begin_transaction():
    context.run_migrations()
