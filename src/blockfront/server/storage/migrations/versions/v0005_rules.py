"""The version of the title's rules that a game was begun under; games of older servers have version 1."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("games", sa.Column("rules", sa.Integer(), nullable=False, server_default="1"))
