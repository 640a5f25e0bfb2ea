"""Adds a golden game: `python -m tests.golden.add_game NAME TITLE SCENARIO [--options a,b] [--levels recruit,captain] [--turns 6]`."""

import argparse

from blockfront.games import catalogue
from tests.golden.kept_games import keep, new_game, path_of


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name")
    parser.add_argument("title")
    parser.add_argument("scenario")
    parser.add_argument("--options", help="as a list with commas; the title's own defaults otherwise")
    parser.add_argument("--levels", default="recruit,recruit", help="who plays each side")
    parser.add_argument("--turns", type=int, default=4, help="player turns after which it stops")
    parser.add_argument("--most", type=int, default=400, help="actions after which it stops")
    given = parser.parse_args()
    defaults = frozenset(option.id for option in catalogue.title(given.title).options if option.default)
    options = defaults if given.options is None else frozenset(filter(None, given.options.split(",")))
    first, second = given.levels.split(",")
    keep(given.name, new_game(given.name, given.title, given.scenario, options, (first, second), given.turns, given.most))
    print(f"{path_of(given.name).name}: {path_of(given.name).stat().st_size} bytes")


if __name__ == "__main__":
    main()
