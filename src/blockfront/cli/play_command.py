"""`blockfront play`: starts a server for this machine and opens the browser."""

import argparse
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

from blockfront.cli.numbers import port

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

PORT = 8642


def add_parser(subparsers: "Subparsers") -> None:
    """Adds the command to those of `blockfront`."""
    parser = subparsers.add_parser(
        "play",
        help="play in the browser",
        description="Start a server for this machine only, with your games in your data folder, and open the browser.",
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open the browser")
    parser.add_argument("--port", type=port, default=PORT, metavar="N", help=f"port ({PORT}, or a free one when it is taken)")
    parser.add_argument("--data", type=Path, metavar="FOLDER", help="keep the games in this folder")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Carries the command out; returns the exit status."""
    from blockfront.server.run import bound_socket, run_one  # imported here because it is large
    from blockfront.server.settings import Settings, data_folder, sqlite_url

    folder = args.data or data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    listening = bound_socket("127.0.0.1", args.port, or_any=True)
    address = f"http://127.0.0.1:{listening.getsockname()[1]}/"
    settings = Settings(
        database=sqlite_url(folder / "games.db"),
        cache_folder=str(folder / "maps"),
        public_url=address.rstrip("/"),
        log_level="warning",
    )

    def started() -> None:
        print(f"blockfront is at {address}  (Ctrl+C ends it; your games are kept in {folder})", flush=True)
        if not args.no_browser:
            webbrowser.open(address)

    return run_one(settings, listening, started)
