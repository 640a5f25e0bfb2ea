"""Schema changes, one file each under `versions`, applied by Alembic when a server starts."""

import asyncio
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config

from blockfront.server.database import open_database

_FOLDER = Path(__file__).parent


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(_FOLDER))
    return config


def upgrade(url: str, revision: str = "head") -> None:
    """Bring a database to a revision of the schema. Opens an event loop of its own: call it in a thread."""
    config = _config()

    def migrate(connection: Any) -> None:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)

    async def run() -> None:
        database = open_database(url)
        await database.write(migrate)
        await database.close()

    asyncio.run(run())
