"""`blockfront odds "Rostov | axis: armor 4, infantry 3 | soviet: infantry 3"`: prints the exact odds of a battle."""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import msgspec

from blockfront.games.odds import RoundOdds, always, battle_odds, while_at_least
from blockfront.sim.charts import Bars, bar_chart

BAR = 40  # width of the longest bar
NEGLIGIBLE = 0.0005


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the command to those of `blockfront`."""
    parser = subparsers.add_parser("odds", help="exact odds of a battle given as text")
    parser.add_argument("position", help="such as 'Rostov | axis: armor 4, infantry 3 | soviet: infantry 3'; the first side attacks")
    parser.add_argument("--title", default="eastfront", help="the game (default: eastfront)")
    parser.add_argument("--rounds", type=int, default=1, metavar="N", help="rounds fought by the same attacker (1)")
    parser.add_argument("--stay", type=float, metavar="RATIO", help="go on only with at least this many times the defender's strength")
    parser.add_argument("--plot", type=Path, metavar="FILE.svg", help="draw the distribution of losses")
    parser.add_argument("--json", action="store_true", help="print the distribution for machines")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Carries the command out; returns the exit status."""
    if arguments.plot is not None and arguments.plot.suffix != ".svg":
        raise ValueError(f"{arguments.plot}: the name must end in .svg")
    goes_on = always if arguments.stay is None else while_at_least(arguments.stay)
    rounds = battle_odds(arguments.position, title=arguments.title, rounds=arguments.rounds, goes_on=goes_on)
    if arguments.json:
        told = msgspec.to_builtins(rounds[-1])
        print(json.dumps(told if len(rounds) == 1 else {**told, "rounds": msgspec.to_builtins(rounds)}))
    else:
        print(table(rounds))
    if arguments.plot is not None:
        arguments.plot.write_text(picture(rounds, arguments.position), encoding="utf-8")
    return 0


def table(rounds: Sequence[RoundOdds]) -> str:
    """Returns both sides' losses as bars of text, and the chances to clear the hex by each round."""
    last, lines = rounds[-1], []
    for name, expected, losses in _sides(last):
        lines.append(f"steps the {name} loses (expected {expected:.2f})")
        for steps, chance in enumerate(losses):
            if chance >= NEGLIGIBLE:
                lines.append(f"  {steps:2d}  {100 * chance:5.1f} %  {'#' * round(BAR * chance)}".rstrip())
    for number, odds in enumerate(rounds, start=1):
        when = f"by round {number}, " if len(rounds) > 1 else ""
        stops = f"; the attacker has broken off: {100 * odds.breaks_off:.1f} %" if odds.breaks_off else ""
        chances = f"the hex is cleared: {100 * odds.clears:.1f} %; no attacker is left: {100 * odds.fails:.1f} %"
        lines.append(f"{when}{chances}{stops}")
    return "\n".join(lines)


def _sides(odds: RoundOdds) -> tuple[tuple[str, float, tuple[float, ...]], ...]:
    return ("attacker", odds.active_expected, odds.active_losses), ("defender", odds.passive_expected, odds.passive_losses)


def picture(rounds: Sequence[RoundOdds], position: str) -> str:
    """Draws the losses of both sides after the last round as bars."""
    last = rounds[-1]
    width = max(len(last.active_losses), len(last.passive_losses))
    groups = []
    for name, expected, losses in _sides(last):
        groups.append(Bars(f"{name}, mean {expected:.2f}", [*losses, *[0.0] * (width - len(losses))]))
    after = f"after {len(rounds)} rounds" if len(rounds) > 1 else "after a round"
    title = " ".join(position.split())
    across = f"steps lost {after}; hex cleared {100 * last.clears:.1f} %"
    title = title if len(title) <= 80 else f"{title[:79]}…"
    return bar_chart(title, across, "probability", [str(steps) for steps in range(width)], groups, percent=True)
