"""How long a bot plays for a person; what user names look like, so that no two look alike."""

import sqlalchemy as sa
from alembic import op

from blockfront.server.accounts.names import skeleton

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("seats", sa.Column("term", sa.String(length=10), nullable=False, server_default="back"))
    op.add_column("seats", sa.Column("term_mark", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("users", sa.Column("skeleton", sa.String(length=80), nullable=False, server_default=""))
    op.create_index("ix_users_skeleton", "users", ["skeleton"])
    connection = op.get_bind()
    for user, name in connection.execute(sa.text("SELECT id, name FROM users")).all():
        connection.execute(sa.text("UPDATE users SET skeleton = :skeleton WHERE id = :id"), {"skeleton": skeleton(name), "id": user})
