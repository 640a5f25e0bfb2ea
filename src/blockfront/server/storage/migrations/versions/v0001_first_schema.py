"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "chat",
        sa.Column("game", sa.String(length=32), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(length=32), primary_key=True),
        sa.Column("title", sa.String(length=60), nullable=False),
        sa.Column("scenario", sa.String(length=60), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("engine", sa.String(length=20), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("clock", sa.Text(), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("spectators", sa.Boolean(), nullable=False),
        sa.Column("imported", sa.Boolean(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("changed", sa.Float(), nullable=False),
        sa.Column("to_act", sa.String(length=60), nullable=False),
        sa.Column("bots_due", sa.Boolean(), nullable=False),
        sa.Column("finished", sa.Boolean(), nullable=False),
        sa.Column("since", sa.Float(), nullable=False),
    )
    op.create_index("games_due", "games", ["finished", "bots_due"])
    op.create_index("games_listed", "games", ["listed", "finished", "changed"])
    op.create_table(
        "journal",
        sa.Column("game", sa.String(length=32), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(length=20), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("told", sa.Text(), nullable=False),
        sa.Column("digest", sa.String(length=16), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.create_table(
        "seats",
        sa.Column("game", sa.String(length=32), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("sides", sa.String(length=60), nullable=False),
        sa.Column("player", sa.String(length=10), nullable=False),
        sa.Column("bot", sa.String(length=60), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=True, unique=True),
        sa.Column("invitation", sa.String(length=64), nullable=True, unique=True),
        sa.Column("user", sa.String(length=32), nullable=True),
        sa.Column("taken_over", sa.Boolean(), nullable=False),
        sa.Column("orders", sa.Text(), nullable=False),
        sa.Column("chat_read", sa.Integer(), nullable=False),
        sa.Column("seconds_used", sa.Float(), nullable=False),
        sa.Column("seconds_aside", sa.Float(), nullable=False),
        sa.Column("notices", sa.Text(), nullable=False),
    )
    op.create_index("ix_seats_user", "seats", ["user"])
    op.create_table(
        "sessions",
        sa.Column("key", sa.String(length=64), primary_key=True),
        sa.Column("user", sa.String(length=32), nullable=False),
        sa.Column("expires", sa.Float(), nullable=False),
    )
    op.create_index("ix_sessions_user", "sessions", ["user"])
    op.create_table(
        "settings",
        sa.Column("key", sa.String(length=60), primary_key=True),
        sa.Column("value", sa.Text(), nullable=False),
    )
    op.create_table(
        "snapshots",
        sa.Column("game", sa.String(length=32), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("state", sa.LargeBinary(), nullable=False),
    )
    op.create_table(
        "users",
        sa.Column("id", sa.String(length=32), primary_key=True),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("folded", sa.String(length=80), nullable=False, unique=True),
        sa.Column("password", sa.Text(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
    )
