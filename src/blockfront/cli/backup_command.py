"""`blockfront backup`: copies a server's database while the server runs."""

import argparse
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]


def add_parser(subparsers: "Subparsers") -> None:
    """Adds the command to those of `blockfront`."""
    parser = subparsers.add_parser(
        "backup",
        help="copy the games of a server",
        description="Copy a server's database to a new file, while the server runs. Without --database, the one of `blockfront play`. "
        "An SQLite copy is used by serving it; a PostgreSQL copy is put back by pg_restore.",
    )
    parser.add_argument("--database", default="", metavar="URL", help="sqlite:///FILE or postgresql://…")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="the copy; must not exist yet")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Carries the command out; returns the exit status."""
    from sqlalchemy.engine import make_url

    from blockfront.server.settings import data_folder, sqlite_url
    from blockfront.server.storage.database import driver_url

    given = args.database or sqlite_url(data_folder() / "games.db")
    url = make_url(driver_url(given))
    if args.output.exists():
        raise ValueError(f"{args.output} exists already")
    if url.drivername.startswith("sqlite"):
        _copy_sqlite(Path(url.database or ""), args.output)
    else:
        _dump_postgresql(given, args.output)
    print(f"{args.output} written")
    return 0


def _copy_sqlite(source: Path, target: Path) -> None:
    if not source.is_file():
        raise ValueError(f"{source}: there is no such database")
    with closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as origin, closing(sqlite3.connect(target)) as copy:
        origin.backup(copy)


def _dump_postgresql(url: str, target: Path) -> None:
    program = shutil.which("pg_dump")
    if program is None:
        raise ValueError("pg_dump is needed to copy a PostgreSQL database; it comes with PostgreSQL's client programs")
    plain = f"postgresql:{url.partition(':')[2]}"  # without the driver name that may follow "postgresql"
    done = subprocess.run([program, "--format=custom", "--file", str(target), plain], capture_output=True, text=True, check=False)
    if done.returncode:
        raise ValueError(f"pg_dump failed: {done.stderr.strip()}")
