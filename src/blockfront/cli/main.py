"""The command `blockfront`: one module per subcommand, each with `add_parser` and `run`."""

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from blockfront import __version__
from blockfront.cli import (
    backup_command,
    ladder_command,
    map_command,
    odds_command,
    play_command,
    replay_command,
    serve_command,
    simulate_command,
    titles_command,
    verify_command,
    where_command,
    wire_types_command,
)

_COMMANDS = (
    play_command,
    serve_command,
    backup_command,
    titles_command,
    simulate_command,
    ladder_command,
    replay_command,
    verify_command,
    where_command,
    odds_command,
    map_command,
    wire_types_command,
)


class _Parser(argparse.ArgumentParser):
    """Refuses unknown arguments where they were given: the usage that is shown is that of the subcommand and lists its options."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        known, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return known, unknown


def parser() -> argparse.ArgumentParser:
    """Returns the parser of the whole command line."""
    whole = _Parser(
        prog="blockfront",
        description="Play, study and let machines play the great block wargames of the Second World War.",
    )
    whole.add_argument("--version", action="version", version=f"blockfront {__version__}")
    subparsers = whole.add_subparsers(metavar="COMMAND", required=True)
    for command in _COMMANDS:
        command.add_parser(subparsers)
    return whole


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command; errors the user can correct are printed to stderr as a sentence, with exit status 2."""
    given = parser().parse_args(arguments)
    try:
        status: int = given.run(given)
        sys.stdout.flush()
    except BrokenPipeError:
        sys.stderr.close()  # the reader of our output has closed it
        return 0
    except (ValueError, OSError) as error:
        print(f"blockfront: {_sentence(error)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return status


def _sentence(error: ValueError | OSError) -> str:
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return str(error)


if __name__ == "__main__":
    sys.exit(main())
