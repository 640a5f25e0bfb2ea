"""How much of its own log a seat has been told, so that another device goes on from there."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "told",
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True),
        sa.Column("side", sa.Integer(), primary_key=True),
        sa.Column("lines", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
    )
