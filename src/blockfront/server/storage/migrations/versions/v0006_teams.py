"""Seats that share a side: what each commands, and what they say to each other."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("seats", sa.Column("parts", sa.Text(), nullable=False, server_default="[]"))
    op.create_table(
        "team_talk",
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("side", sa.Integer(), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("hex", sa.Integer(), nullable=True),
        sa.Column("at", sa.Float(), nullable=False),
    )
