"""What bots were thinking, to be shown after the game."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "thoughts",
        sa.Column("game", sa.String(length=32), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
    )
