"""`blockfront serve`: runs a server that others can use."""

import argparse
import os
from typing import TYPE_CHECKING

from blockfront.cli.numbers import port

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

_EXAMPLES = """\
examples:
  blockfront serve --database sqlite:///club.db --public-url https://games.example.org
  blockfront serve --database postgresql://blockfront@localhost/blockfront --workers 4 --accounts

E-mail notices: --smtp-host and --smtp-sender; user and password come from BLOCKFRONT_SMTP_USER and BLOCKFRONT_SMTP_PASSWORD.
"""


def add_parser(subparsers: "Subparsers") -> None:
    """Adds the command to those of `blockfront`."""
    parser = subparsers.add_parser(
        "serve",
        help="run a server for others",
        description="Run a server. Put a proxy with HTTPS in front of it.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--database", required=True, metavar="URL", help="sqlite:///FILE or postgresql://…")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen at (127.0.0.1)")
    parser.add_argument("--port", type=port, default=8642, help="port (8642)")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes (1); more need PostgreSQL")
    parser.add_argument("--public-url", default="", metavar="URL", help="where browsers reach the server")
    parser.add_argument(
        "--proxy", action="append", default=[], metavar="ADDRESS", help="trust this proxy about visitors' addresses (repeatable)"
    )
    parser.add_argument("--connections", type=int, default=0, metavar="N", help="connections at once (as many as the system allows)")
    parser.add_argument("--accounts", action="store_true", help="offer accounts with names and passwords")
    parser.add_argument("--rate", type=float, default=20.0, metavar="N", help="requests a second for each address (20; 0: no limit)")
    parser.add_argument("--bot-processes", type=int, default=1, metavar="N", help="processes for bots beside each worker (1)")
    parser.add_argument("--cache", default="", metavar="FOLDER", help="keep map drawings in this folder")
    parser.add_argument("--smtp-host", default="", metavar="HOST", help="send e-mail notices through this host")
    parser.add_argument("--smtp-port", type=port, default=587, metavar="N", help="its port (587)")
    parser.add_argument(
        "--smtp-security",
        default="auto",
        choices=("auto", "starttls", "tls", "none"),
        help="how mail is encrypted (auto: TLS at port 465, else STARTTLS where the host offers it)",
    )
    parser.add_argument("--smtp-sender", default="", metavar="ADDRESS", help="sender of e-mail notices")
    parser.add_argument("--log-level", default="info", choices=("debug", "info", "warning", "error"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Carries the command out; returns the exit status."""
    from blockfront.server.run import bound_socket, run_many, run_one  # imported here because it is large
    from blockfront.server.settings import Settings
    from blockfront.server.storage.database import driver_url

    is_sqlite = driver_url(args.database).startswith("sqlite")
    if args.workers < 1 or (args.workers > 1 and is_sqlite):
        raise ValueError(f"--workers {args.workers}: SQLite is for one process; several need a postgresql:// database")
    settings = Settings(
        database=args.database,
        public_url=args.public_url.rstrip("/"),
        cache_folder=args.cache,
        accounts=args.accounts,
        proxies=",".join(args.proxy),
        connections=args.connections,
        secure_cookies=args.public_url.startswith("https://"),
        rate=args.rate,
        burst=max(60.0, 3 * args.rate),
        workers=args.workers,
        bot_processes=args.bot_processes,
        smtp_host=args.smtp_host,
        smtp_port=args.smtp_port,
        smtp_sender=args.smtp_sender,
        smtp_security=args.smtp_security,
        smtp_user=os.environ.get("BLOCKFRONT_SMTP_USER", ""),
        smtp_password=os.environ.get("BLOCKFRONT_SMTP_PASSWORD", ""),
        log_level=args.log_level,
    )
    if args.workers > 1:
        run_many(settings, args.host, args.port)
        return 0
    return run_one(settings, bound_socket(args.host, args.port))
