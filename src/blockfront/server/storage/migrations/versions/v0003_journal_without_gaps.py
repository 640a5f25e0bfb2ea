"""The journal refuses a row whose predecessor is missing.

Games that already have such a gap cannot be played on: they go back to the last row before it.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_GAPS = """
    SELECT game, min(number) FROM journal AS later WHERE number > 0
    AND NOT EXISTS (SELECT 1 FROM journal AS earlier WHERE earlier.game = later.game AND earlier.number = later.number - 1)
    GROUP BY game
"""
_SQLITE = """
    CREATE TRIGGER journal_without_gaps BEFORE INSERT ON journal
    WHEN NEW.number > 0 AND NOT EXISTS (SELECT 1 FROM journal WHERE game = NEW.game AND number = NEW.number - 1)
    BEGIN SELECT RAISE(ABORT, 'the journal has no row before this one'); END
"""
_POSTGRESQL = (
    """
    CREATE FUNCTION journal_without_gaps() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF NEW.number > 0 AND NOT EXISTS (SELECT 1 FROM journal WHERE game = NEW.game AND number = NEW.number - 1) THEN
            RAISE EXCEPTION 'the journal has no row before this one' USING ERRCODE = 'foreign_key_violation';
        END IF;
        RETURN NEW;
    END $$
    """,
    "CREATE TRIGGER journal_without_gaps BEFORE INSERT ON journal FOR EACH ROW EXECUTE FUNCTION journal_without_gaps()",
)


def upgrade() -> None:
    connection = op.get_bind()
    for game, number in connection.execute(sa.text(_GAPS)).all():
        for table in ("snapshots", "thoughts", "journal"):  # a snapshot's number is that of the rows before it
            connection.execute(sa.text(f"DELETE FROM {table} WHERE game = :game AND number >= :number"), {"game": game, "number": number})
    for statement in _POSTGRESQL if connection.dialect.name == "postgresql" else (_SQLITE,):
        op.execute(statement)
