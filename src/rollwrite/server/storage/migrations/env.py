"""Runs the migrations on the connection that the store hands over."""

from __future__ import annotations

from alembic import context

from rollwrite.server.storage.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,  # SQLite changes a table by making a new one
)
with context.begin_transaction():
    context.run_migrations()
