"""`blockfront odds "Rostov | axis: armor 4, infantry 3 | soviet: infantry 3"`: exact odds of a battle."""

import argparse
from collections.abc import Callable
from importlib import import_module
from typing import Any

import msgspec

from blockfront.games import catalogue

BAR = 40  # width of the longest bar


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser("odds", help="exact odds of a battle given as text")
    parser.add_argument("position", help="such as 'Rostov | axis: armor 4, infantry 3 | soviet: infantry 3'; the first side attacks")
    parser.add_argument("--title", default="eastfront", help="the game (default: eastfront)")
    parser.add_argument("--json", action="store_true", help="print the distribution for machines")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    odds = _odds_of(arguments.title)(arguments.position)
    print(msgspec.json.encode(odds).decode() if arguments.json else table(msgspec.to_builtins(odds)))
    return 0


def _odds_of(title: str) -> Callable[[str], Any]:
    facts = catalogue.title(title)
    try:
        module = import_module(f"blockfront.games.{facts.id}.odds_text")
    except ModuleNotFoundError:
        raise ValueError(f"{facts.name} has no odds yet; eastfront has") from None
    found: Callable[[str], Any] = module.odds_of_text
    return found


def table(odds: dict[str, Any]) -> str:
    """Both sides' losses as bars, and the chance to clear the hex."""
    lines = []
    for side, name in (("active", "attacker"), ("passive", "defender")):
        lines.append(f"steps the {name} loses (expected {odds[f'{side}_expected']:.2f})")
        for steps, chance in enumerate(odds[f"{side}_losses"]):
            if chance >= 0.0005:
                lines.append(f"  {steps:2d}  {100 * chance:5.1f} %  {'#' * round(BAR * chance)}".rstrip())
    lines.append(f"the hex is cleared: {100 * odds['clears']:.1f} %; no attacker is left: {100 * odds['fails']:.1f} %")
    return "\n".join(lines)
