"""Schema changes, one file each under `versions`, applied by Alembic when a server starts."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Connection, inspect, text

from blockfront.server.storage.database import BadDatabase, open_database

if TYPE_CHECKING:
    from alembic.config import Config

HEAD: Final = "0009"  # the newest revision: a database that has it needs no migration, and the server starts sooner
_FOLDER = Path(__file__).parent


def config() -> "Config":
    """The settings of Alembic for a database."""
    from alembic.config import Config

    made = Config()
    made.set_main_option("script_location", str(_FOLDER))
    return made


def upgrade(url: str) -> None:
    """Bring a database to the newest revision of the schema. Opens an event loop of its own: call it in a thread."""

    async def run() -> None:
        database = open_database(url)
        try:
            revision = await database.read(_revision)
            if revision is not None and revision > HEAD:
                raise BadDatabase("the database was written by a newer version of blockfront; please install that one")
            if revision != HEAD:
                await database.write(_migrate)
        finally:
            await database.close()

    asyncio.run(run())


def _revision(connection: Connection) -> Any:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _migrate(connection: Connection) -> None:
    from alembic import command

    wanted = config()
    wanted.attributes["connection"] = connection
    command.upgrade(wanted, HEAD)
